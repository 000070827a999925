#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# No run of tests/bench/accepted.txt takes more than 2 % above the host instructions that were accepted last. So it is noticed: a run that
# takes 3 % more than was accepted, another compiler, for which nothing is compared, and a run that fails.
# needs: warplock
set -u
. tests/lib.sh

sh tests/bench/instructions.sh
case $? in 0) ;; 77) exit 77 ;; *) complain "runs take more instructions than were accepted" ;; esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# row SCRIPT: instructions.sh with the first row of accepted.txt and the words above it, changed by sed.
row() { grep -m3 '' tests/bench/accepted.txt | sed "$1" >"$work/accepted.txt"; ACCEPTED=$work/accepted.txt sh tests/bench/instructions.sh >"$work/said"; }
counted=$(sed -n '3s/.* //p' tests/bench/accepted.txt)
row "3s/$counted/$((counted * 97 / 100))/"
[ $? = 1 ] && grep -q "^gtx480 gto c conv2d: more than 2 % above $work/accepted.txt" "$work/said" || complain "3 % more is not noticed"
row "3s/$counted/$((counted * 99 / 100))/" || complain "1 % more is refused"
row "3s/$counted/$((counted * 103 / 100))/" || complain "3 % less is refused"
row '2s/.*/# of a compiler of another day/'
[ $? = 77 ] && grep -q '^skipped: accepted are counts of a compiler of another day, here is ' "$work/said" || complain "another compiler's counts are compared"
row '3s/conv2d/no_kernel/'
[ $? = 2 ] && grep -q 'gtx480 gto c no_kernel failed:' "$work/said" || complain "a run that complain is not told"
ACCEPTED=$work/accepted.txt sh tests/bench/instructions.sh --accept >"$work/said" && complain "what is accepted has failed"
grep -q no_kernel "$work/accepted.txt" || complain "what was accepted is lost with a run that fails"
[ "$failures" = 0 ]
