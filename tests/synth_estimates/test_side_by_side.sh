#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What ends a run of several blocks is said once, by the block (side_by_side.sh): no line of xargs follows, unless something is
# wrong with xargs itself; no other block begins. What is wrong with a library is said once, before any begins. Shown to fail:
# a line of xargs, words of a block that are lost, a script with an xargs of its own, a library that each block makes for itself.
# needs: overhead/overhead
set -u
. tests/lib.sh
place=$BUILD/tests/synth_estimates/side_by_side
rm -rf "$place" && mkdir -p "$place" || exit 1
# run SCRIPT [JOBS [LINES]]: of the lines a, b and c, or others, where b ends the run; what is said, on one line, and its status.
run() {
    printf "${3:-a 1\nb 2\nc 3\n}" | (
        export JOBS="${2:-1}"
        . "$1"
        side_by_side sh -c 'echo "$1 has $2 of $3" >&2; [ "$2" != b ] || exit 255' sh it) 2>"$place/said"
    status=$?
    echo "$(paste -sd';' - <"$place/said") ($status)"
}
script=synth_estimates/side_by_side.sh
[ "$(run $script)" = 'it has a of 1;it has b of 2 (2)' ] || complain "said: $(run $script)"
printf 'b 2\n' | (. $script; side_by_side sh -c 'exit 255') && complain "a run that has ended is none"
[ "$(run $script 1 'a 1\n')" = 'it has a of 1 (0)' ] || complain "a run that is well: $(run $script 1 'a 1\n')"
run $script none | grep -q 'xargs: invalid number' || complain "what is wrong with xargs is not said: $(run $script none)"
plant_copy $script "$place/planted.sh" 's/status 255/status 256/' && run "$place/planted.sh" | grep -q 'xargs' || complain "not noticed: a line of xargs"
plant_copy $script "$place/planted.sh" 's/ 2>&3 3>&-//' && [ "$(run "$place/planted.sh" 1 'a 1\n')" = ' (0)' ] || complain "not noticed: lost words"
own() { grep -n 'xargs -P' "$1"/*.sh | grep -v '/side_by_side.sh:'; }
[ -z "$(own synth_estimates)" ] || complain "an xargs of its own: $(own synth_estimates)"
plant_copy synth_estimates/run.sh "$place/scripts/run.sh" 's/side_by_side sh/xargs -P 2 -L 1 sh/' && [ -n "$(own "$place/scripts")" ] ||
    complain "not noticed: an xargs of its own"
wrong() { # wrong FOLDER SCRIPT...: what it says of a library that is none, and its status
    printf "library (x) {\n" >"$place/x.lib"
    BUILD=$place/build LIBRARY=$place/x.lib sh "$1/$2" ${3:+"$3"} >"$place/said" 2>&1
    echo "$(paste -sd";" - <"$place/said") ($?)"
}
mkdir -p "$place/build/overhead" && cp "$BUILD/overhead/overhead" "$place/build/overhead/" && cp -r synth_estimates "$place/copy" || exit 1
once="$place/x.lib:1: library (x): the group is not closed, expected } before line 2, the end of the file (2)"
for script in 'run.sh paper' front_end.sh scaling.sh 'machines.sh gtx480'; do
    # shellcheck disable=SC2086
    seen=$(wrong synth_estimates $script)
    [ "$seen" = "$once" ] || complain "$script, a wrong library: $seen, expected $once"
done
plant_copy synth_estimates/run.sh "$place/copy/run.sh" '/^need_library$/d' && [ "$(wrong "$place/copy" run.sh paper)" != "$once" ] ||
    complain "not noticed: a wrong library that is said twice"
echo "several blocks: $failures failures"
[ "$failures" = 0 ]
