#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Files of what came of proofs, tb/prove/results.txt and front_ends.txt. A file's lines:
#   tools SUM VERSIONS                                                   what the proofs were last made with (tools.sh)
#   NAME KEY proven|refuted|open SECONDS OBLIGATIONS QUESTIONS TOOLS PROOFS
#   end LINES SUM                                                        how many of these, and the sum of all before
# KEY is key.sh's or compose_key.sh's; TOOLS the sum of the versions it was made with; PROOFS the sums of what prove_settle has had
# checked, one for each part, or `-`.
#
# results.sh read FILE: prints `NAME KEY VERDICT SECONDS` of each; what was made with other tools than the file's last has the verdict
#     `other-tools`. (With tools at hand of other versions make prove proves all anew.) A file that was written by hand, cut short or
#     joined is refused with its line: exit status 2.
# results.sh put FILE NAME...: these were tried; on stdin `NAME KEY VERDICT SECONDS OBLIGATIONS QUESTIONS PROOFS` of those of which
#     something came. The others keep their lines. The file is replaced in one go.
set -u
action=${1:-} file=${2:-}
case $action in read | put) [ -n "$file" ] || action= ;; *) action= ;; esac
[ -n "$action" ] || { echo 'results.sh: expected read FILE or put FILE NAME...' >&2; exit 2; }
shift 2
sum() { sha256sum | cut -c1-16; }
refuse() {
    echo "$file:$1: seen \`$(sed -n "${1}p" "$file" | cut -c1-80)\`, expected $2. Only make prove writes this file: remove it and run that" >&2
    exit 2
}

# All that is said of the file by itself.
check() {
    lines=$(wc -l <"$file")
    [ "$lines" -gt 1 ] || refuse 1 'tools SUM VERSIONS'
    [ "$(tail -n 1 "$file")" = "end $((lines - 2)) $(sed '$d' "$file" | sum)" ] || refuse "$lines" "end $((lines - 2)) and the sum of all lines before"
    versions=$(sed -n '1s/^tools [0-9a-f]* //p' "$file")
    [ -n "$versions" ] && [ "$(sed -n '1s/^tools \([0-9a-f]*\) .*/\1/p' "$file")" = "$(printf '%s\n' "$versions" | sum)" ] ||
        refuse 1 'tools, the sum of their versions, and these'
    wrong=$(sed '1d;$d' "$file" | awk '
        NF != 8 || !($3 == "proven" || $3 == "refuted" || $3 == "open") || $2 !~ /^[0-9a-f]+$/ || $4 !~ /^[0-9.?]+$/ || $5 $6 ~ /[^0-9]/ ||
            $7 !~ /^[0-9a-f]+$/ || $8 !~ /^([0-9a-f+]+|-)$/ || $1 in seen || ($3 == "proven" && $5 < 1) { print NR + 1; exit }
        { seen[$1] }')
    [ -z "$wrong" ] || refuse "$wrong" 'NAME KEY VERDICT SECONDS OBLIGATIONS QUESTIONS TOOLS PROOFS, and of what is proven an obligation'
}

[ ! -e "$file" ] || check
case $action in
    read)
        [ -e "$file" ] || exit 0
        now=$(sed -n '1s/^tools \([0-9a-f]*\) .*/\1/p' "$file")
        sed '1d;$d' "$file" | awk -v now="$now" '{ print $1, $2, $7 == now ? $3 : "other-tools", $4 }' ;;
    put)
        tools=${PROVE_TOOLS:-$(sh tb/prove/tools.sh)}
        [ -n "$tools" ] || { echo 'results.sh: no versions of tools' >&2; exit 2; }
        made=$(printf '%s\n' "$tools" | sum)
        {
            echo "tools $made $tools"
            {
                [ ! -e "$file" ] || sed '1d;$d' "$file" | awk -v tried="$*" 'BEGIN { n = split(tried, one, " "); while (n) gone[one[n--]] } !($1 in gone)'
                awk -v made="$made" '{ print $1, $2, $3, $4, $5, $6, made, $7 }'
            } | LC_ALL=C sort
        } >"$file.new" && echo "end $(($(wc -l <"$file.new") - 1)) $(sum <"$file.new")" >>"$file.new" && mv "$file.new" "$file" || exit 2 ;;
esac
