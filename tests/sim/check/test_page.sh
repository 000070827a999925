#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# The example of docs/check.md, command by command, with what it prints; the command that a finding names makes a wave of the cycles
# around it. A page with another number is noticed.
set -u
. tests/lib.sh
binary=$(cd "$BUILD" && pwd)
work=$binary/check_page

# shown PAGE: runs the commands of its blocks that begin with "$ " and prints them with their output, as the page has them.
shown() {
    rm -rf "$work" && mkdir -p "$work/bin" && ln -s "$binary/warplock" "$work/bin/warplock" || exit 1
    sed -n '/^```$/,/^```$/p' "$1" | sed -n 's/^\$ //p' >"$work/commands"
    while IFS= read -r command; do
        printf '$ %s\n' "$command"
        (cd "$work" && PATH=$PWD/bin:$PATH sh -c "$command" </dev/null >"$work/out" 2>&1)
        case $command in *' run '*) ;; *) sed "s|[^ ]*/warplock replay|warplock replay|" "$work/out" ;; esac
    done <"$work/commands"
}
printed() { sed -n '/^```$/,/^```$/p' "$1" | grep -v '^```$'; }

shown docs/check.md >"$work.shown"
printed docs/check.md | diff "$work.shown" - || complain "docs/check.md prints something else"
command=$(sed -n 's/^  warplock replay/replay/p' "$work.shown")
# shellcheck disable=SC2086
(cd "$work" && "$binary/warplock" $command >"$work/log" 2>&1) || complain "$command: $(cat "$work/log")"
[ -s "$work/oaws_qualify.fst" ] && [ -s "$work/oaws_qualify.gtkw" ] || complain "no wave: $command"
sed 's/cycle 872/cycle 873/' docs/check.md >"$work/page.md"
printed "$work/page.md" | cmp -s "$work.shown" - && complain "another cycle on the page is not noticed"
[ "$failures" = 0 ]
