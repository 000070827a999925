#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Blocks are built when a machine asks for them, with one line that says so, and a second start builds nothing. What goes
# wrong with compilers or cache is said before any run of the command starts, and leaves nothing that is believed; what is
# in the cache runs without a compiler and from a disk that cannot be written. Shown to fail: the compiler is told another
# N. Who builds beside whom, and what is damaged or killed: tests/sim/test_geometry_cache.sh. In Verilog:
# tests/sim/test_geometry_lockstep.sh.
set -u
BUILD=${BUILD:-build}
. tests/lib.sh
. tests/sim/geometry.sh
geometry_in geometry
forty='--machine oaws --set core.warps=40 --set core.schedulers=4 --set l1d.mshrs=40'
small="vadd --size 256 $forty --policy gto"
names='warp_order n40_s4_across1, warp_arbiter n40_s4'

# --- built once, a machine of rtl_c/configs.def as any other; a second start runs no compiler and says nothing
compiler 'echo used >>"$WORK/used"'
start 0 'vadd --size 256 --machine oaws --policy gto'
built 'warp_order n48_s2_across1, warp_arbiter n48_s2'
start 0 "conv2d --size 32 $forty --policy gto,oaws-dyn"
built 'warp_order n40_s4_across1, warp_arbiter n40_s4, warp_rank n40_s4_numbers[0-9], oaws_ocw n40_s4_sets32, oaws_dlc entries32, oaws_misspred n40_s4_m40, oaws_qualify n40_m40'
grep -q '^  verified *yes *yes ' "$work/out" || complain "40 warps: $(cat "$work/out")"
rm "$work/used"
start 0 "conv2d --size 32 $forty --policy gto,oaws-dyn"
[ ! -s "$work/err" ] && grep -q '^  verified *yes *yes ' "$work/out" || complain "a second start: $(cat "$work/err")"
[ ! -e "$work/used" ] || complain "a second start runs the compiler: $(cat "$work/used")"

# --- nothing runs before all of it is there
mkdir "$work/fresh" && cp "$cache"/warp_* "$work/fresh"
compiler 'echo "boom at $PWD" >&2; exit 3'
WARPLOCK_CACHE=$work/fresh start 2 "conv2d --size 32 $forty --policy gto,oaws-dyn"
said 'warplock: oaws_[a-z]* [a-z0-9_]* cannot be had: gcc ended with status 3, its output stands above'
grep -q '^boom at /.*/sources$' "$work/err" || complain "the compiler's words are not shown: $(cat "$work/err")"
[ ! -s "$work/out" ] || complain "a run began before all blocks were there"
WARPLOCK_CACHE=$work/empty start 2 "$small"
[ -z "$(ls -A "$work/empty")" ] || complain "a failed build left $(ls -A "$work/empty")"

# --- no compiler: what is in the cache runs, else it is said what to install
mkdir "$work/none" && ln -s "$(command -v sh)" "$work/none/sh"
PATH=$work/none start 0 "$small"
[ ! -s "$work/err" ] || complain "without a compiler: $(cat "$work/err")"
PATH=$work/none WARPLOCK_CACHE=$work/nothing start 2 "$small"
said 'warplock: warp_order n40_s4_across1 cannot be had: gcc cannot be run: No such file or directory, expected it to build this one: install gcc'
[ ! -e "$work/nothing" ] || complain "without a compiler a folder was made"
ln -s "$gcc" "$work/none/gcc"
PATH=$work/none start 2 "$small --blocks verilog"
said 'warplock: warp_order n40_s4_across1 cannot be had: g\+\+ cannot be run: No such file or directory, expected it to build its Verilog: install verilator and g\+\+'
ln -s "$(command -v g++)" "$work/none/g++"
PATH=$work/none start 2 "$small --blocks verilog"
said 'warplock: warp_order n40_s4_across1 cannot be had: verilator cannot be run: No such file or directory, expected it to build its Verilog: install verilator and g\+\+'
WARPLOCK_TUPLES=much start 2 "$small"
said 'warplock: warp_order n40_s4_across1 cannot be had: WARPLOCK_TUPLES: seen much, expected usual or best'

# --- the planted bug: the compiler is told another N
compiler 'for word; do shift; case $word in -DCFG_N=40) word=-DCFG_N=36 ;; esac; set -- "$@" "$word"; done'
WARPLOCK_CACHE=$work/planted start 2 "$small"
said 'warplock: warp_order n40_s4_across1: what the compiler made has other parameters, expected those that it was given'
compiler :

# --- a cache in the way, of an odd name, open to others, nowhere
echo mine >"$work/file"
WARPLOCK_CACHE=$work/file/x start 2 "$small"
said "warplock: warp_order n40_s4_across1 cannot be had: no folder to build it in: $work/file/x: Not a directory"
[ "$(cat "$work/file")" = mine ] || complain "a file in the way was changed"
mkdir "$work/others" && chmod 777 "$work/others"
WARPLOCK_CACHE=$work/others start 2 "$small"
said "warplock: .*: no folder to build it in: .*/others: others can write there, expected a folder of one's own"
odd="$work/a b; \$(echo x) 'c'"
WARPLOCK_CACHE=$odd start 0 "$small"
[ "$(ls "$odd" | wc -l)" -ge 2 ] || complain "a cache of an odd name holds $(ls "$odd")"
chmod 777 "$odd"
WARPLOCK_CACHE=$odd start 2 "$small"
said "warplock: warp_(order|arbiter) n40_s4.* cannot be had: .*: others can write there, expected a folder of one's own"
(unset WARPLOCK_CACHE HOME XDG_CACHE_HOME; start 2 "$small"; said 'warplock: .*: there is no folder to keep it in, expected WARPLOCK_CACHE or HOME'; [ "$failures" = 0 ]) || failures=$((failures + 1))

# --- a disk that is full, and one that cannot be written
nothing_left() { [ -z "$(ls -A "$1")" ] || complain "$2 left $(ls -A "$1")"; }
(ulimit -f 8; WARPLOCK_CACHE=$work/full start 2 "$small"; nothing_left "$work/full" 'a limit of files'; [ "$failures" = 0 ]) || failures=$((failures + 1))
mkdir "$work/disk"
if mount -t tmpfs -o size=8k,mode=700 none "$work/disk" 2>"$work/log"; then
    WARPLOCK_CACHE=$work/disk start 2 "$small"
    said 'warplock: warp_(order|arbiter) n40_s4.* cannot be had: .*'
    nothing_left "$work/disk" 'a full disk'
    mount -o remount,size=10m "$work/disk"
    WARPLOCK_CACHE=$work/disk start 0 "$small"
    mount -o remount,ro "$work/disk"
    WARPLOCK_CACHE=$work/disk start 0 "$small"
    [ ! -s "$work/err" ] || complain "from a disk that cannot be written: $(cat "$work/err")"
    WARPLOCK_CACHE=$work/disk start 2 "vadd --size 256 $forty --policy oaws-dyn"
    said "warplock: warp_rank n40_s4_numbers[0-9] cannot be had: no folder to build it in: $work/disk: Read-only file system"
    umount "$work/disk"
else echo "skipped: a full disk and one that cannot be written: $(cat "$work/log")"; fi
mkdir "$work/mine" && cp "$cache"/warp_arbiter* "$cache"/warp_order* "$work/mine"
chmod 555 "$work/mine"
if [ "$(id -u)" != 0 ]; then as=; else as='setpriv --reuid 65534 --regid 65534 --clear-groups'; fi
if $as test -r "$work/mine" -a -x "$warplock" 2>"$work/log"; then
    plain=$warplock
    printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$as" "$plain" >"$work/as_other" && chmod 755 "$work/as_other"
    warplock=$work/as_other WARPLOCK_CACHE=$work/mine start 0 "$small"
    [ ! -s "$work/err" ] || complain "from a folder that may not be written: $(cat "$work/err")"
    warplock=$work/as_other WARPLOCK_CACHE=$work/mine start 2 "vadd --size 256 $forty --policy oaws-dyn"
    said "warplock: warp_rank n40_s4_numbers[0-9] cannot be had: no folder to build it in: $work/mine.*: Permission denied"
else echo "skipped: a folder that may not be written: another user cannot read it here"; fi

# --- sources: beside the program, or said where; others are refused
mkdir "$work/sources" && cp -r "$BUILD/sources/." "$work/sources"
WARPLOCK_SOURCES=$work/sources WARPLOCK_CACHE=$work/said start 0 "$small"
built "$names"
echo '// another' >>"$work/sources/rtl_c/warp_arbiter.c"
WARPLOCK_SOURCES=$work/sources WARPLOCK_CACHE=$work/others2 start 2 "$small"
said "warplock: .*: $work/sources/rtl_c/warp_arbiter.c is not what this program was built of, expected that \\(make\\)"

# --- every variable that is read is known to CUDA programs, which refuse others, and documented
for variable in $(grep -rhoE 'getenv\("WARPLOCK_[A-Z_]*"\)' sim tb | cut -d'"' -f2 | sort -u); do
    grep -q "\"$variable\"" sim/cudart/tables/environment.def || complain "sim/cudart/tables/environment.def lacks $variable"
    case $variable in WARPLOCK_JSON | WARPLOCK_CUDA) ;; *) grep -q "^| .$variable. " docs/command_line.md || complain "docs/command_line.md lacks $variable" ;; esac
done
[ "$failures" = 0 ]
