#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# A machine whose blocks are not among the tuples of rtl_c/configs.def: they are built when it is asked for, with one
# line that says so, and a second start builds nothing. What goes wrong with compilers or cache is said before any run
# of the command starts, and leaves nothing that is believed. Shown to fail: the compiler is told another N. In Verilog:
# tests/sim/test_geometry_lockstep.sh.
set -u
BUILD=${BUILD:-build}
. tests/lib.sh
. tests/sim/geometry.sh
geometry_in geometry
forty='--machine oaws --set core.warps=40 --set core.schedulers=4 --set l1d.mshrs=40'
small="vadd --size 256 $forty --policy gto"

# --- built once
start 0 "conv2d --size 32 $forty --policy gto,oaws-dyn"
grep -qx 'warplock: building warp_order n40_s4_across1, warp_arbiter n40_s4, warp_rank n40_s4_numbers[0-9], oaws_ocw n40_s4_sets32, oaws_misspred n40_s4_m40, oaws_qualify n40_m40; kept in [^ ]*/cache: [0-9.]* s' \
    "$work/err" && [ "$(wc -l <"$work/err")" = 1 ] || complain "the line: $(cat "$work/err")"
grep -q '^  verified *yes *yes ' "$work/out" || complain "40 warps: $(cat "$work/out")"
wrapper gcc 'echo used >>"$WORK/used"; exit 1'
start 0 "conv2d --size 32 $forty --policy gto,oaws-dyn"
[ ! -s "$work/err" ] && grep -q '^  verified *yes *yes ' "$work/out" || complain "a second start: $(cat "$work/err")"
[ "$(cat "$work/used")" = used ] || complain "a second start runs the compiler for more than its version: $(cat "$work/used")"

# --- nothing runs before all of it is there
mkdir "$work/fresh" && cp "$cache"/warp_* "$work/fresh"
WARPLOCK_CACHE=$work/fresh start 2 "conv2d --size 32 $forty --policy gto,oaws-dyn"
said 'warplock: oaws_ocw is not built for N=40 S=4 SETS=32, the nearest tuple is n48_s2_sets32: gcc cannot be run, expected it to build this one: install gcc'
[ ! -s "$work/out" ] || complain "a run began before all blocks were there"
rm "$work/path/gcc"
mkdir "$work/none"
for tool in sh; do ln -s "$(command -v $tool)" "$work/none/$tool"; done
PATH=$work/none WARPLOCK_CACHE=$work/empty start 2 "$small"
said 'warplock: warp_order is not built for N=40 S=4 ACROSS=1, the nearest tuple is n48_s2_across1: gcc cannot be run: No such file or directory, expected it to build this one: install gcc'
[ ! -e "$work/empty" ] || complain "without a compiler a folder was made"

# --- a compiler that fails, its words; one that is another; one that is told another N, which is the planted bug
fails() { wrapper gcc "case \$1 in --version) exec $gcc --version ;; esac; $1"; }
fails 'echo "boom at $PWD" >&2; exit 3'
WARPLOCK_CACHE=$work/empty start 2 "$small"
grep -q '^boom at /.*/sources$' "$work/err" || complain "the compiler's words are not shown: $(cat "$work/err")"
said 'warplock: warp_(order|arbiter) is not built for N=40 S=4.*, the nearest tuple is n48_s2.*: gcc ended with status 3, its output stands above'
[ -z "$(ls -A "$work/empty")" ] || complain "a failed build left $(ls -A "$work/empty")"
fails "for word; do shift; case \$word in -DCFG_N=40) word=-DCFG_N=36 ;; esac; set -- \"\$@\" \"\$word\"; done; exec $gcc \"\$@\""
WARPLOCK_CACHE=$work/planted start 2 "$small"
said 'warplock: warp_order n40_s4_across1: what the compiler made has other parameters, expected those that it was given'
wrapper gcc "case \$1 in --version) echo another; exit ;; esac; exec $gcc \"\$@\""
start 0 "$small"
builds 'of another compiler'
rm "$work/path/gcc"

# --- a cache that is damaged, in the way, unwritable, in an odd place
start 0 "$small"
for file in "$cache"/warp_arbiter*.so; do head -c 9000 "$file" >"$file.new" && mv "$file.new" "$file"; done
start 0 "$small"
grep -qx "warplock: building warp_arbiter n40_s4; kept in .*" "$work/err" || complain "a file that is cut off: $(cat "$work/err")"
echo mine >"$work/file"
WARPLOCK_CACHE=$work/file/x start 2 "$small"
said "warplock: .*: $work/file/x/warp_order_n40_s4_across1\\.[0-9a-f]*\\.so: Not a directory|warplock: .*: no folder to build it in: $work/file/x: Not a directory"
[ "$(cat "$work/file")" = mine ] || complain "a file in the way was changed"
mkdir "$work/others" && chmod 777 "$work/others"
WARPLOCK_CACHE=$work/others start 2 "$small"
said "warplock: .*: no folder to build it in: .*/others: others can write there, expected a folder of one's own"
odd="$work/a b; \$(echo x) 'c'"
WARPLOCK_CACHE=$odd start 0 "$small"
[ "$(ls "$odd" | wc -l)" -ge 2 ] || complain "a cache of an odd name holds $(ls "$odd")"
chmod 777 "$odd"
WARPLOCK_CACHE=$odd start 2 "$small"
said "warplock: warp_(order|arbiter) is not built for N=40 S=4.*: others can write there, expected a folder of one's own"
(unset WARPLOCK_CACHE HOME XDG_CACHE_HOME; start 2 "$small"; said 'warplock: .*: there is no folder to keep it in, expected WARPLOCK_CACHE or HOME'; [ "$failures" = 0 ]) || failures=$((failures + 1))
(ulimit -f 8; WARPLOCK_CACHE=$work/full start 2 "$small"; [ -z "$(ls -A "$work/full")" ]) || complain "a full disk: $(cat "$work/err"; ls -A "$work/full")"

# --- two at once; one that is killed, and what it leaves
for one in 1 2; do (WARPLOCK_CACHE=$work/both run "$small" >"$work/both.$one" 2>&1; echo $? >"$work/status.$one") & done
wait
[ "$(cat "$work/status.1" "$work/status.2" | sort -u)" = 0 ] || complain "two at once: $(cat "$work"/both.*)"
fails 'echo $$ >"$WORK/compiler"; exec sleep 60'
WARPLOCK_CACHE=$work/killed "$warplock" run $small >"$work/out" 2>&1 &
victim=$!
for try in 1 2 3 4 5 6 7 8 9 10; do [ -s "$work/compiler" ] && break; sleep 0.2; done
kill -KILL $victim
wait $victim 2>"$work/log"
kill "$(cat "$work/compiler")"
rm "$work/path/gcc"
left=$(ls -A "$work/killed")
case $left in .building-*) ;; *) complain "a killed build left '$left'" ;; esac
touch -d '2 minutes ago' "$work/killed/$left"
WARPLOCK_CACHE=$work/killed start 0 "$small"
builds 'after one that was killed'
[ -z "$(ls -A "$work/killed" | grep '^\.')" ] || complain "what a killed build left is still there: $(ls -A "$work/killed")"

# --- sources: beside the program, or said where; others are refused
mkdir "$work/sources" && cp -r "$BUILD/sources/." "$work/sources"
WARPLOCK_SOURCES=$work/sources WARPLOCK_CACHE=$work/said start 0 "$small"
echo '// another' >>"$work/sources/rtl_c/warp_arbiter.c"
WARPLOCK_SOURCES=$work/sources WARPLOCK_CACHE=$work/others2 start 2 "$small"
said "warplock: .*: $work/sources/rtl_c/warp_arbiter.c is not what this program was built of, expected that \\(make\\)"
[ "$failures" = 0 ]
