#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A program's launches give the cycles and counts of the same launches from a job file, all of them; however it ends, its
# report is whole or not there; what its environment says is done, or refused in one line; launches of several threads follow
# each other; 10,000 tiny launches take less than 0.2 ms of the host each, their simulation included.
# needs: warplock tests/sim/cudart/program
set -u
. tests/lib.sh
work=$BUILD/cudart_program
rm -rf "$work" && mkdir -p "$work" || exit 1
program=$BUILD/tests/sim/cudart/program
atax() { "$program" atax 256 "$1" 2 "$2"; } # atax COLUMNS ENDING

# --- the same launches, from a job file. But for the names and the time that it took the whole of both reports is alike.
told() { grep -vE '^    "(kernel|wall_seconds)":' "$1"; }
compare() { # compare MACHINE POLICY BLOCKS COLUMNS
    WARPLOCK_MACHINE=$1 WARPLOCK_POLICY=$2 WARPLOCK_BLOCKS=$3 WARPLOCK_JSON=$work/program.json atax "$4" return >"$work/out" 2>&1 &&
        [ "$(cat "$work/out")" = right ] || complain "$1 $2: the program prints: $(cat "$work/out")"
    "$BUILD/warplock" run tests/sim/cudart/job.json --machine "$1" --policy "$2" --blocks "$3" --per-launch --json >"$work/job.json" ||
        complain "$1 $2: the job does not run"
    told "$work/program.json" >"$work/program.told"
    told "$work/job.json" >"$work/job.told"
    cmp -s "$work/program.told" "$work/job.told"
}
for how in 'oaws oaws-dyn lockstep' 'oaws gto c' 'gtx480 lrr c' 'ccws ccws c'; do
    # shellcheck disable=SC2086
    compare $how 16 || complain "$how: $(diff "$work/program.told" "$work/job.told" | head -n 6)"
    echo "$how: $(grep -c '"cycles":' "$work/program.told") numbers of cycles, $(grep -c : "$work/program.told") lines alike"
done
compare oaws gto c 17 && complain "a launch of other sizes is not noticed"

# --- a program that has chosen a locale with a decimal comma writes the same numbers
if localedef -i de_DE -f UTF-8 "$work/de_DE.UTF-8" >/dev/null 2>&1; then
    with_commas() { # with_commas PROGRAM: its numbers, and what it says itself
        LOCPATH=$work LC_ALL=de_DE.UTF-8 WARPLOCK_MACHINE=oaws WARPLOCK_POLICY=gto WARPLOCK_JSON=$work/commas.json WARPLOCK_CSV=$work/commas.csv "$1" atax 256 16 2 return >"$work/out" 2>&1
        [ "$(cat "$work/out")" = right ] && told "$work/commas.json" >"$work/commas.told" && cmp -s "$work/commas.told" "$work/points.told"
    }
    WARPLOCK_MACHINE=oaws WARPLOCK_POLICY=gto WARPLOCK_JSON=$work/points.json atax 16 return >/dev/null 2>&1
    told "$work/points.json" >"$work/points.told"
    with_commas "$program" || complain "with a decimal comma: $(diff "$work/commas.told" "$work/points.told" | head -n 4)"
    [ "$(sed -n 1p "$work/commas.csv" | tr -cd , | wc -c)" = "$(sed -n 2p "$work/commas.csv" | sed 's/"[^"]*"//g' | tr -cd , | wc -c)" ] || complain "its CSV has other columns"
    # shellcheck disable=SC2046,SC2086
    plant_copy sim/cudart/core.c "$work/core.c" 's/own_locale = uselocale(plain_locale)/own_locale = uselocale((locale_t)0)/' 'no locale of its own' &&
        gcc $plant_flags -I. -o "$work/planted" "$BUILD/obj/tests/sim/cudart/program_main.o" "$BUILD/libtest.a" "$work/core.c" "$BUILD/libsim.a" "$BUILD/libtb.a" \
            "$BUILD/libfst.a" $(sed -n 's/^LDLIBS *:= //p' Makefile) && { with_commas "$work/planted" && complain "a runtime without a locale of its own is not noticed"; }
else echo "a locale with a decimal comma is skipped: there is no de_DE to be compiled"; fi

# --- how it ends
ends() { # ends HOW STATUS WHOLE WORDS
    rm -rf "$work/end" && mkdir "$work/end"
    (WARPLOCK_JSON=$work/end/json WARPLOCK_REPORT=$work/end/report WARPLOCK_CSV=$work/end/csv atax 16 "$1") >"$work/out" 2>&1
    status=$?
    equal "$1: status" $status "$2"
    grep -q "$4" "$work/out" || complain "$1: nothing of '$4' in: $(cat "$work/out")"
    if [ "$3" = whole ]; then
        [ "$(tail -n 1 "$work/end/json")" = ']' ] && grep -q atax_column "$work/end/json" && [ -s "$work/end/report" ] && [ -s "$work/end/csv" ] ||
            complain "$1: the report is not whole"
    fi
    left=$(find "$work/end" -mindepth 1 | wc -l)
    [ "$left" = "$(if [ "$3" = whole ]; then echo 3; else echo 0; fi)" ] || complain "$1: $(ls -A "$work/end")"
}
ends return 0 whole right
ends exit 3 whole right
ends abort 134 none .
ends kill 137 none .
ends trap 0 whole 'cudaErrorLaunchFailure: program.ptx:[0-9]*: kernel trapped: CTA (0,0,0) thread (0,0,0): trap executed'
ends out 0 whole 'cudaErrorIllegalAddress: .*kernel store: .*at global address 0x0: outside every buffer'
grep -q '"status": 1,' "$work/end/json" && grep -q '"message": ".*kernel store' "$work/end/json" || complain "a fault is not in the report"
WARPLOCK_ISSUE_TRACE=$work/end/trace timeout -s TERM 0.3 "$program" atax 8192 512 9 return >"$work/out" 2>&1
[ -z "$(find "$work/end" -name '.warplock*' -o -name trace)" ] || complain "a program that is ended leaves $(ls -A "$work/end")"

# --- the environment
refused() { # refused WORDS NAME=VALUE...
    words=$1
    shift
    env "$@" "$program" tiny 1 >"$work/out" 2>&1
    status=$?
    [ $status = 2 ] && [ "$(wc -l <"$work/out")" = 1 ] && grep -q "$words" "$work/out" || complain "$*: status $status: $(cat "$work/out")"
}
refused 'no machine .gtx48' WARPLOCK_MACHINE=gtx48
refused 'expected one policy' WARPLOCK_POLICY=gto,lrr
refused 'there is no .gt.' WARPLOCK_POLICY=gt
refused 'expected a whole number' WARPLOCK_MAX_CYCLES=many
refused 'WARPLOCK_FUNCTIONAL: seen .yes.' WARPLOCK_FUNCTIONAL=yes
refused 'kernel: seen .scale:0' WARPLOCK_KERNEL=scale:0
refused 'cannot be written' WARPLOCK_JSON="$work/nowhere/json"
WARPLOCK_POLICE=gto "$program" tiny 1 2>&1 | grep -q 'the nearest is WARPLOCK_POLICY' || complain "a misspelt variable is not told"

# --- launches without timing: all, or but for chosen ones
cycles() { sed -n 's/^        "cycles": \([0-9]*\),/\1/p' "$work/end/json" | paste -sd' ' -; }
WARPLOCK_JSON=$work/end/json atax 16 return >"$work/out"
all=$(cycles)
WARPLOCK_FUNCTIONAL=1 WARPLOCK_JSON=$work/end/json atax 16 return >"$work/out"
[ "$(cat "$work/out") $(cycles)" = 'right 0 0 0 0' ] || complain "functional: $(cat "$work/out") $(cycles)"
WARPLOCK_KERNEL=atax_column:2 WARPLOCK_JSON=$work/end/json atax 16 return >"$work/out"
case "$(cat "$work/out") $(cycles)" in 'right 0 0 0 '[1-9]*) ;; *) complain "atax_column:2: $(cat "$work/out") $(cycles)" ;; esac
grep -q '"untimed": {' "$work/end/json" || complain "the functional launches are not counted"
WARPLOCK_KERNEL='atax_row atax_column' WARPLOCK_JSON=$work/end/json atax 16 return >"$work/out"
equal "all named: cycles" "$(cycles)" "$all"
WARPLOCK_KERNEL=atax_row:3 atax 16 return 2>&1 | grep -q 'atax_row: seen 2 launches' || complain "a launch that never came is not told"
echo "cycles of the launches: $all"

# --- several threads, a child, many launches
[ "$("$program" threads 8 12 2>/dev/null)" = '96 launches, 0 threads failed' ] || complain "threads: $("$program" threads 8 12 2>&1)"
[ "$("$program" child)" = cudaErrorInitializationError ] || complain "a child of the process has a GPU"
# shellcheck disable=SC3045
[ "$( (ulimit -t 2; "$program" tiny 10000) )" = 10000 ] || complain "10,000 launches take more than 2 s of the processor"
[ "$failures" = 0 ]
