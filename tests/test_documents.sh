#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every path and every heading that README, docs and the pages beside tests name or link to exists; every page of docs is
# reached and every picture shown; the tables generated between markers are up to date, and no file has marks of a merge.
set -u
. tests/lib.sh
build=$BUILD
export PROVE_TOOLS="$(sh tb/prove/tools.sh)"      # once
# anchors PAGE: those that its headings make: small letters, digits, - and _, blanks become -; a second one of a name
# gets -1.
anchors() {
    awk '/^```/ { code = !code } !code && /^#+ / {
        sub(/^#+ +/, ""); gsub(/`/, "");
        while (match($0, /\[[^]]*\]\([^)]*\)/)) {
            link = substr($0, RSTART + 1, RLENGTH - 1); sub(/\].*/, "", link)
            $0 = substr($0, 1, RSTART - 1) link substr($0, RSTART + RLENGTH) }
        name = tolower($0); gsub(/[^a-z0-9 _-]/, "", name); gsub(/ /, "-", name)
        print name (seen[name]++ ? "-" (seen[name] - 1) : "") }' "$1"
}
# anchors_of PAGE: a file of them, made once.
anchors_of() {
    [ -f "$build/anchors/$1" ] || { mkdir -p "$build/anchors/$(dirname "$1")" && anchors "$1" >"$build/anchors/$1"; }
    echo "$build/anchors/$1"
}
rm -rf "$build/anchors"
# targets PAGE: of its links and pictures, without those of code.
targets() { awk '/^```/ { code = !code } !code' "$1" | sed 's/`[^`]*`/x/g' | grep -oE '\]\([^) ]+\)' | sed -E 's/^\]\(//; s/\)$//' | sort -u; }
# broken PAGE...: links to what is not there: a file, a heading of a page; pictures without words for who cannot see
# them.
broken() {
    for page in "$@"; do
        folder=$(dirname "$page")
        grep -nE '!\[\]\(' "$page" | sed "s|^|$page:|; s|\$| has no words|"
        for target in $(targets "$page"); do
            case $target in http*://*) continue ;; esac
            file=${target%%#*} to=$page
            [ -z "$file" ] || to=$folder/$file
            if [ ! -e "$to" ]; then echo "$page links to $target, which does not exist"
            elif [ "$target" != "$file" ] && ! grep -qxF -e "${target#*#}" "$(anchors_of "$to")"; then
                echo "$page links to $target, a heading that $to has not"
            fi
        done
    done
}
# unseen ROOT: pages that no link leads to from its README.md, and pictures that no page shows.
unseen() {
    for page in "$1"/README.md "$1"/docs/*.md; do
        folder=$(dirname "$page")
        targets "$page" | sed "s/#.*//; /^http/d; /^\$/d; s|^|$page $folder/|; s|/docs/\.\./|/|"
    done | awk -v root="$1" '
        { to[$1] = to[$1] " " $2 }
        END {
            queue[n = 1] = root "/README.md"
            for (i = 1; i <= n; i++) {
                print queue[i]
                count = split(to[queue[i]], page, " ")
                for (j = 1; j <= count; j++) if (!seen[page[j]]++) queue[++n] = page[j]
            }
        }' | sort -u >"$build/seen"
    find "$1/docs" -name '*.md' -o -name '*.svg' | sort | comm -23 - "$build/seen"
}
pages=$(echo README.md docs/*.md docs/*/*.md; find tests -name '*.md')
broken $pages >"$build/broken"
[ ! -s "$build/broken" ] || complain "$(head -n 1 "$build/broken")" "$build/broken"
unseen . >"$build/unseen"
[ ! -s "$build/unseen" ] || complain "seen pages that are not reached from README.md, expected none" "$build/unseen"
for page in $pages; do
    # Words in backquotes that look like paths of this repository
    for path in $(grep -oE '`(rtl_c|verilog|tb|sim|tests|docs|synth_estimates|\.ci)/[A-Za-z0-9_./-]*[A-Za-z0-9_/]`' "$page" | tr -d '`' | sort -u); do
        [ -e "$path" ] || grep -qx "+++ b/$path" tests/own/*.diff || complain "$page names $path: seen none, expected a file"
    done
done
# absent FILE...: files of this repository that these name, in comments for the most part, and that are not there. BLOCK, PAPER and MODULE
# stand for a name, and the benches in Verilog are made for a user's kit. tb/prove/step.c has its comment in the keys of proofs.
absent() {
    grep -noHE '\b(docs|tests|sim|tb|rtl_c|synth_estimates)/[A-Za-z0-9_/.-]+\.(md|c|h|sh|def|v|awk|txt|mk|tcl|csv)\b' "$@" |
        grep -vE '/(BLOCK|PAPER|MODULE)[./_]|_tb\.v$|/block\.def$|^tb/prove/step\.c:' |
        while IFS=: read -r file line name; do [ -e "$name" ] || echo "$file:$line names $name, which does not exist"; done
}
absent $(find sim tb rtl_c verilog synth_estimates -name '*.[ch]' -o -name '*.def' -o -name '*.sh' -o -name '*.awk' -o -name '*.v' -o -name '*.tcl') \
    Makefile $(find . -path ./build -prune -o -name '*.mk' -print) tests/*.md >"$build/absent"
[ ! -s "$build/absent" ] || complain "seen names of files that are not there, expected none" "$build/absent"
# What a merge leaves where two changes met.
unmerged() { grep -rnIE "^(<{7}|>{7}) " "$@"; }
unmerged README.md Makefile docs rtl_c verilog tb sim tests synth_estimates >"$build/unmerged" && complain "seen marks of a merge, expected none" "$build/unmerged"
sed -n '/<!-- blocks:begin/,/<!-- blocks:end/p' README.md | sed '1d;$d' >"$build/readme_blocks.now"
"$build/block_table" >"$build/readme_blocks.want"
same_file "README.md: the block table is stale, make readme mends it" "$build/readme_blocks.now" "$build/readme_blocks.want"
# Its numbers are the golden report's, and a block without any is refused. Keys of proofs take longest, and none is looked at here.
rm -f "$build/no_proofs"
echo "bits_h 0 proven 1 9 9 -" | sh tb/prove/results.sh put "$build/no_proofs"
RESULTS=$build/no_proofs "$build/block_table" >"$build/readme_blocks.want"
sed 's/"yosys": 2080,/"yosys": 2081,/; s/"gate_equivalents": /&1/' synth_estimates/golden.json >"$build/readme_planted.json"
RESULTS=$build/no_proofs "$build/block_table" "$build/readme_planted.json" >"$build/readme_blocks.now"
[ "$(diff "$build/readme_blocks.now" "$build/readme_blocks.want" | grep -c '^<.* | 528 to 2081 | 1[0-9]* to 1[0-9]* |')" = 1 ] ||
    complain "another golden report: seen the same table of README.md, expected its numbers"
sed '/"block": "warp_order"/,/"paper"/ s/true/false/' synth_estimates/golden.json >"$build/readme_planted.json"
RESULTS=$build/no_proofs "$build/block_table" "$build/readme_planted.json" >/dev/null 2>"$build/readme_blocks.now"
[ $? = 2 ] && grep -q 'readme_planted.json: no tuple of warp_order is its paper.s, expected one: make overhead' "$build/readme_blocks.now" ||
    complain "a block without a row of its paper: seen it taken, expected status 2 and a line on it"
plant_copy synth_estimates/systems.def "$build/no_system/synth_estimates/systems.def" '/^PART([a-z]*, warp_order,/d' &&
    gcc $plant_flags -I"$build/no_system" -I. -o "$build/no_system/block_table" tb/block_table_main.c "$build/librtl_c.a" "$build/libtb.a" -ljansson -lm
RESULTS=$build/no_proofs "$build/no_system/block_table" "$build/readme_planted.json" >"$build/readme_blocks.now"
[ $? = 0 ] && grep -q '^| .*warp_order.md) |  | in no system yet |' "$build/readme_blocks.now" ||
    complain "a block of no system: seen $(grep warp_order.md "$build/readme_blocks.now"), expected it taken"
printf '%s\n' "<<<<<<< HEAD" ">>>>>>> other" >"$build/readme_blocks.now"
equal "planted marks of a merge" "$(unmerged "$build/readme_blocks.now" | wc -l)" 2
mkdir -p "$build/page"
printf '# One `two`: three\n## Same\n## Same\n[a](#one-two-three) [b](#same-1) [c](#same-2) [d](page.md#same) [e](none.md)\n![](page.md) `[f](none)`\n' >"$build/page/page.md"
equal "planted broken links" "$(broken "$build/page/page.md" | sed 's/.*links to \([^,]*\),.*/\1/; s/.*has no words/no words/' | LC_ALL=C sort | paste -sd' ')" \
    "#same-2 no words none.md"
printf '%s\n' '// docs/performance.md says why' '// rtl_c/BLOCK.def, sim/core/sm.c' >"$build/page/comment.c"
equal "planted name of a file that is not there" "$(absent "$build/page/comment.c")" \
    "$build/page/comment.c:1 names docs/performance.md, which does not exist"
mkdir -p "$build/page/docs"
printf '[a](docs/a.md)\n' >"$build/page/README.md"
printf '[root](../README.md) ![words](a.svg)\n' >"$build/page/docs/a.md"
for file in b.md a.svg b.svg; do : >"$build/page/docs/$file"; done
equal "planted pages that nobody reaches" "$(unseen "$build/page" | paste -sd' ')" "$build/page/docs/b.md $build/page/docs/b.svg"
[ "$failures" = 0 ]
