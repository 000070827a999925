#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# docs/tutorial_student.md holds: every command in it is run as printed, and what it shows is printed. Shown to fail: a
# figure of the page that is another, a command that ends otherwise, a line that is not printed or not shown.
set -u
. tests/lib.sh
. tests/docs/tutorial.sh
work=$BUILD/tutorial_student
rm -rf "$work" && mkdir -p "$work" || exit 1
ln -s "$(cd "$BUILD" && pwd)" "$work/build"
tutorial_run docs/tutorial_student.md "$work"
[ "$ran" = 7 ] && [ "$shown" = 4 ] || complain "commands are not found: $ran run, $shown with output"
found=$failures

# Shown to fail, on a page that prints little.
page() { # page LINE...: a page with a file, and a block of commands
    printf '```text words.txt\none  two\nthree 0.123 s\nlast\n```\n\nWords.\n\n```console\n' >"$work/page.md"
    printf '%s\n' "$@" '```' >>"$work/page.md"
    failures=0
    tutorial_run "$work/page.md" "$work" >"$work/page.log"
}
page '$ cat words.txt' 'one two' 'three … s' 'last' '$ cat \' '    words.txt | sed 1d' '...' 'last' '$ false # exit status 1' '$ true'
[ "$failures" = 0 ] && [ "$ran" = 4 ] && [ "$shown" = 2 ] || { cat "$work/page.log"; found=$((found + 1)); echo "FAILED: a good page"; }
noticed() { [ "$failures" = 1 ] || { cat "$work/page.log"; found=$((found + 1)); echo "FAILED: not noticed: $1"; }; }
page '$ cat words.txt' 'one three' '...'; noticed "another word"
page '$ cat words.txt' 'one two' 'three … m' '...'; noticed "another end of a line"
page '$ cat words.txt' 'one two' 'last'; noticed "a line that is not shown"
page '$ cat words.txt' '...' 'last' 'more'; noticed "a line that is not printed"
page '$ cat words.txt' 'one two'; noticed "more is printed than shown"
page '$ false'; noticed "a command that fails"
page '$ true # exit status 2'; noticed "a command that should fail"
page '$ cat \' '    nothing.txt'; noticed "a file that is not there"
failures=$found
echo "the student's tutorial: 7 commands, 4 with their output, $failures failures"
[ "$failures" = 0 ]
