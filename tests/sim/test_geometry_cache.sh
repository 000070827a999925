#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# The cache of tuples under whatever can happen to it: programs that build at once, one that is killed, stopped or
# interrupted; a file system without locks; damage; old files; sources and flags that change. With models, which take least; in
# Verilog: tests/sim/test_geometry_lockstep.sh. Each case is shown to notice what it is for: a fault planted in warplock.
# In `make test` half of the cases, one of each kind.
set -u
BUILD=${BUILD:-build}
. tests/lib.sh
. tests/sim/geometry.sh
plants_in geometry_cache
listing || geometry_in geometry_cache
small='vadd --size 256 --machine oaws --set core.warps=12 --set core.schedulers=2 --policy gto'
names='warp_order n12_s2_across1, warp_arbiter n12_s2'

# --- what the cases use
# A compiler that notes each model that it makes, and does $1 first.
counts() { compiler "case \$* in *-shared*) echo one >>\"\$WORK/used\" ;; esac; $1"; }
compiled() { [ "$(cat "$work/used" 2>/dev/null | wc -l)" = "$1" ] || complain "$2: $(cat "$work/used" | wc -l) compiled, expected $1"; }
# begin NAME: runs it behind; its outputs are in $work/NAME, its number in $pid. ends STATUS NAME: it must end so.
begin() {
    # shellcheck disable=SC2086
    env --default-signal=INT,HUP,TERM "$warplock" run $small >"$work/$1" 2>&1 </dev/null &
    pid=$!
}
ends() {
    wait_at_most "$seconds" || { complain "$2 does not end"; kill -KILL "$pid"; }
    wait "$pid" 2>"$work/log"
    status=$?
    [ $status = "$1" ] || complain "$2 ended with $status, expected $1: $(cat "$work/$2")"
}
wait_at_most() { for try in $(seq $(($1 * 10))); do kill -0 "$pid" 2>/dev/null || return 0; sleep 0.1; done; return 1; }
verified() { grep -q '^  verified *yes ' "$work/$1" || complain "$1 is not verified: $(cat "$work/$1")"; }
claims() { ls "$cache"/.building-*/*.claim 2>/dev/null | wc -l; }
claimed() { [ "$(claims)" = "$1" ]; }
private() { [ -d "$cache" ] && find "$cache" -name '.building-*' | grep -q .; }
no_private() { ! private; }
objects() { find "$cache" -maxdepth 1 -name '*.so' | wc -l; }
has_objects() { [ "$(objects)" = "$1" ]; }
no_compiler() { ! pgrep -f "$work/cache/[.]building-" >/dev/null; }

# --- programs that build at once
one_builds() {
    counts 'sleep 0.5'
    fresh
    begin first
    first=$pid
    until_true claimed 2 || return
    begin second
    ends 0 second
    pid=$first
    ends 0 first
    compiled 2 'two programs, two models'
    verified first
    verified second
    ! grep -q building "$work/second" || complain "the second builds, too: $(cat "$work/second")"
    no_private || complain "left: $(ls -A "$cache")"
}
claims_in_turn() {
    counts 'sleep 0.5'
    fresh
    export LD_PRELOAD="$faults" FAULT=slow
    begin first
    first=$pid
    begin second
    ends 0 second
    pid=$first
    ends 0 first
    unset LD_PRELOAD FAULT
    compiled 2 'two that claim at once'
}
# What nobody builds is built while another builds the rest.
builds_the_rest() {
    rm -f "$work/go"
    counts 'case $* in *-shared*warp_order.c) while [ ! -e "$WORK/go" ]; do sleep 0.1; done ;; esac'
    fresh
    begin first
    first=$pid
    until_true claimed 1 || return
    small="${small% gto} oaws-dyn" begin second
    until_true has_objects 6
    touch "$work/go"
    ends 0 second
    pid=$first
    ends 0 first
    compiled 7 'two programs, seven models'
}
# kill -9: its compilers end with it, whoever waits goes on, and what it leaves is removed once it is old.
killed_is_not_waited_for() {
    counts '[ -e "$WORK/begun" ] || { touch "$WORK/begun"; sleep 100; }'
    fresh
    rm -f "$work/begun"
    begin first
    first=$pid
    until_true test -e "$work/begun" || return
    begin second
    sleep 0.3
    kill -KILL "$first"
    ends 0 second
    verified second
    until_true no_compiler || complain "compilers of a killed one go on: $(pgrep -af "$work/cache")"
    private || complain "a killed one left nothing"
    start 0 "$small --policy oaws-dyn"
    private || complain "what another may build in was removed"
    touch -d '10 minutes ago' "$cache"/.building-*
    start 0 "$small --policy oaws-static --set l1d.mshrs=12"
    builds 'with other MSHRs'
    no_private || complain "what a killed one left is still there: $(ls -A "$cache")"
}
# Ten seconds by the clock. The one that is stopped keeps its folder, however old, and goes on in the end.
stopped_is_not_waited_for() {
    counts '[ -e "$WORK/begun" ] || { touch "$WORK/begun"; sleep 2; }'
    fresh
    rm -f "$work/begun"
    begin first
    first=$pid
    until_true test -e "$work/begun" || return
    kill -STOP "$first"
    begin second
    touch -d '10 minutes ago' "$cache"/.building-*
    wait_at_most 18 || complain "still waits for one that is stopped"
    kill -CONT "$first"
    ends 0 second
    pid=$first
    ends 0 first
    verified first
    verified second
}
# Nodes of a cluster: without locks, or each with its own. Who comes later sees that another lives.
without_locks() {
    for fault in nolock local; do
        counts 'sleep 4.5'
        fresh
        export LD_PRELOAD="$faults" FAULT=$fault
        begin first
        first=$pid
        until_true claimed 2 || return
        begin second
        ends 0 second
        pid=$first
        ends 0 first
        unset LD_PRELOAD FAULT
        compiled 2 "$fault: two programs, two models"
        verified first
        verified second
    done
}

# --- one that ends before its time
# As any command: 130; compilers and folder are gone, the line is whole.
interrupted() {
    for signal in INT $(tier_is_all && echo TERM HUP); do
        counts 'sleep 100'
        fresh
        begin first
        until_true test -s "$work/used" || return
        kill -$signal "$pid"
        ends 130 first
        no_private || complain "SIG$signal left $(ls -A "$cache")"
        no_compiler || complain "after SIG$signal compilers go on: $(pgrep -af "$work/cache")"
        grep -qx "warplock: building $names; kept in [^ ]*: interrupted" "$work/first" && [ "$(wc -l <"$work/first")" = 1 ] ||
            complain "SIG$signal: $(cat "$work/first")"
    done
}
# Before a file is safe it is under no name that is looked for.
killed_before_it_is_safe() {
    counts :
    fresh
    export LD_PRELOAD="$faults" FAULT=killed
    begin first
    wait "$pid" 2>"$work/log"
    unset LD_PRELOAD FAULT
    [ "$(objects)" = 0 ] || complain "there before it is whole: $(ls "$cache")"
    start 0 "$small"
    built "$names"
}
killed_at_random() {
    counts :
    kill_at_random 5 0.6 "$small"
}
# What has ended well is kept, whatever becomes of the others.
each_is_kept_at_once() {
    counts 'case $* in *warp_arbiter*) while [ "$(ls "$WARPLOCK_CACHE" | wc -l)" = 0 ]; do sleep 0.1; done; exit 3 ;; esac'
    fresh
    start 2 "$small"
    said 'warplock: warp_arbiter n12_s2 cannot be had: gcc ended with status 3, its output stands above'
    counts :
    start 0 "$small"
    built 'warp_arbiter n12_s2'
}

# --- what is believed
damaged() {
    counts :
    fresh
    start 0 "$small"
    for change in 'head -c -1' 'sed s/warp_arbiter_/warp_arbiteR_/' 'head -c 9000' 'tail -c +2' 'head -c 0'; do
        tier_is_all || [ "$change" != 'head -c 9000' ] || break
        for file in "$cache"/warp_arbiter*.so; do $change "$file" >"$file.new" && mv "$file.new" "$file"; done
        start 0 "$small"
        built 'warp_arbiter n12_s2'
    done
    chmod 646 "$cache"/warp_order*
    start 0 "$small"
    built 'warp_order n12_s2_across1'
    [ "$(id -u)" = 0 ] || { echo "skipped: a file of another user, not root"; return; }
    chown 65534 "$cache"/warp_order*
    start 0 "$small"
    built 'warp_order n12_s2_across1'
}
# Objects that nobody has loaded for 90 days go, when something is built; others and what is not ours stay.
unused() {
    counts :
    fresh
    start 0 "$small"
    both=$(ls "$cache")
    seq 100 >"$cache/mine"
    for file in "$cache"/warp_order*; do cp "$file" "$cache/old.so"; cp "$file" "$cache/young.so"; done
    touch -d '100 days ago' "$cache/mine" "$cache/old.so" "$cache"/warp_order* "$cache"/warp_arbiter*
    touch -d '80 days ago' "$cache/young.so"
    start 0 "$small"                            # loads two of them
    [ ! -s "$work/err" ] || complain "old ones are built: $(cat "$work/err")"
    touch -a -d '100 days ago' "$cache"/*       # a file system that does not note who reads
    start 0 "vadd --size 256 --machine oaws --set core.warps=14 --policy gto"
    built 'warp_order n14_s2_across1, warp_arbiter n14_s2'
    [ ! -e "$cache/old.so" ] || complain 'what is old stays'
    for file in mine young.so $both; do
        [ -e "$cache/$file" ] || complain "$file was removed"
    done
}
# Another program's sources, another program's flags, another compiler: another object.
# other NAME SCRIPT: $other becomes a warplock of a changed warp_arbiter.c, and of changed words for the compiler.
other() {
    mkdir -p "$work/$1"
    sed "$2" rtl_c/warp_arbiter.c >"$work/$1/changed.c"
    CC=$gcc sh tb/own_sources.sh "$work/$1" rtl_c/warp_arbiter.c="$work/$1/changed.c"
    sed -i "$3" "$work/$1/tuple_sums.c" && $gcc -std=c11 -I. -c "$work/$1/tuple_sums.c" -o "$work/$1/tuple_sums.o"
    other=$work/$1/warplock
    # shellcheck disable=SC2046,SC2086
    $gcc $plant_linker -o "$other" "$BUILD/obj/sim/main.o" "$work/$1/tuple_sums.o" ${changed:-} "$BUILD/libsim.a" "$BUILD/libtb.a" \
        "$BUILD/libfst.a" $(sed -n 's/^LDLIBS *:= //p' Makefile)
}
keys() {
    counts :
    fresh
    changed=
    case $warplock in "$work"/*) $gcc $plant_flags -D_GNU_SOURCE -I. -c "$work/copy/tb/tuples/compile.c" -o "$work/changed.o" && changed=$work/changed.o ;; esac
    start 0 "$small"
    other sources '$a// another' ''
    (unset WARPLOCK_SOURCES; warplock=$other start 0 "$small"; built 'warp_arbiter n12_s2'; [ $failures = 0 ]) || failures=$((failures + 1))
    other flags '' '/tuple_cflags/s/";/ -DANOTHER";/'
    (unset WARPLOCK_SOURCES; warplock=$other start 0 "$small"; built "$names"; [ $failures = 0 ]) || failures=$((failures + 1))
    start 0 "$small"
    [ ! -s "$work/err" ] || complain "the first is gone: $(cat "$work/err")"
    rm "$work/path/gcc"
    counts ''
    echo '# another' >>"$work/path/gcc"
    start 0 "$small"
    built "$names"
    [ "$(objects)" = 5 ] || complain "another compiler's beside: $(ls "$cache")"
}
# Made anew while a compiler reads them.
sources_change() {
    fresh
    rm -rf "$work/sources" && cp -r "$BUILD/sources" "$work/sources"
    counts 'echo "// another" >>"$WORK/sources/rtl_c/bits.h"'
    WARPLOCK_SOURCES=$work/sources start 2 "$small"
    said "warplock: warp_(order|arbiter) n12_s2.* cannot be had: $work/sources/rtl_c/bits.h is not what this program was built of, expected that \\(make\\)"
    [ "$(objects)" = 0 ] || complain "built of changing sources: $(ls "$cache")"
}

if ! listing; then
    faults=$work/faults.so
    gcc -O1 -shared -fPIC -o "$faults" tests/sim/planted/geometry_faults.c -ldl || exit 1
    more="claims_in_turn builds_the_rest without_locks stopped_is_not_waited_for killed_at_random each_is_kept_at_once unused"
    for case in one_builds killed_is_not_waited_for interrupted killed_before_it_is_safe damaged keys sources_change $(tier_is_all && echo $more); do
        before=$failures
        $case
        [ "$failures" = "$before" ] && echo "$case: good"
    done
fi

claims=tb/tuples/claims.c cache_c=tb/tuples/cache.c build_c=tb/tuples/build.c compile_c=tb/tuples/compile.c
fault $claims one_builds 'a claim is not looked for' 's/^    if (claimed_by_another(c, name))$/    if (0)/'
fault $cache_c damaged 'the sum is not checked' 's/^    return strcmp(line, expected) == 0;/    return true;/'
fault $claims claims_in_turn 'claims are not taken in turn' 's/flock(c->turn, LOCK_EX | LOCK_NB) == 0/true/'
fault $build_c one_builds 'whoever waits does not look again' 's/^    bool good = load_all(b, &missing, failed, reason);$/    bool good = true; (void)load_all;/'
fault $build_c builds_the_rest 'all of it is waited for, not what another builds' 's/claim_take(&b->cache, b->products\[i\].name);/claim_take(\&b->cache, b->products[0].name);/'
fault $claims killed_is_not_waited_for 'a killed one is believed to live' 's/^    bool living = .*/    bool living = true; (void)quiet;/'
fault $claims killed_is_not_waited_for 'the folder of one that may live is removed' 's/quiet_seconds(c, folder) > STALE_SECONDS \&\& is_free(folder)/quiet_seconds(c, folder) >= 0/'
fault $claims killed_is_not_waited_for 'what is left is never removed' 's/^            remove_left(c, path);/            continue;/'
fault tb/tuples/tools.c killed_is_not_waited_for 'compilers outlive a killed program' 's/^    kill(0, SIGTERM);.*//; s/^    kill(0, SIGKILL);//'
fault $claims stopped_is_not_waited_for 'a stopped one is waited for' 's/QUIET_SECONDS = 10/QUIET_SECONDS = 10000/'
fault $claims stopped_is_not_waited_for 'the folder of a stopped one is removed' 's/^    if (flock(folder, LOCK_SH | LOCK_NB) != 0)/    if (0)/'
fault $claims without_locks 'without a lock nobody is believed to live' 's/quiet < FREE_SECONDS || //'
fault $build_c without_locks 'nobody says that it lives' 's/^    claims_beat(&b->cache);$//'
fault $build_c interrupted 'an interruption leaves the folder' 's/^    claims_end(&b->cache);$//'
fault $build_c interrupted 'an interruption is not told apart' 's/interrupt_seen() ? "interrupted" : //'
fault tb/tuples/interrupt.c interrupted 'what an interruption does is forgotten' 's/^        raise(noted);/        return;/'
fault tb/tuples/tools.c interrupted 'compilers outlive an interruption' 's/^    kill(-g->leader, SIG.*//; s/kill(runs\[i\].pid, SIGKILL)/runs[i].state = TOOL_ENDED/'
fault $cache_c killed_before_it_is_safe 'the file takes its place before it is safe' 's/^    bool good = fstat(file, &status) == 0 \&\& read_sum/    rename(path, place); bool good = fstat(file, \&status) == 0 \&\& read_sum/'
fault $build_c each_is_kept_at_once 'all or none is kept' 's/^    if (!run->makes)$/    if (!run->makes || b->n_products)/'
fault $cache_c damaged "another's file is believed" 's/!is_ours(&status) || //'
fault $cache_c unused 'old ones go too early' 's/UNUSED_DAYS = 90/UNUSED_DAYS = 70/'
fault $cache_c unused 'old ones never go' 's/UNUSED_DAYS = 90/UNUSED_DAYS = 120/'
fault $cache_c unused "a user's own file goes" 's/^        strncmp(line, .*/        true)/'
fault $cache_c unused 'what is loaded is not marked' 's/^        mark_used(file, path);/        (void)mark_used;/'
fault $compile_c keys 'the key is without the sources' 's/^        key = hash_bytes(key, &source->sum, .*//; s/^        key = hash_bytes(key, &source->size, .*//'
fault $compile_c keys "the key is without the compiler's flags" 's/^        key = hash_text(key, run->words\[i\]);/        (void)i;/'
fault $build_c keys 'another compiler is believed' 's/p->verilog ? b->verilog : b->c, why, sizeof why);/0, why, sizeof why);/'
fault $build_c sources_change 'sources are not looked at again' 's/^    if (!sources_unchanged(b, p->tuple, why, size) ||/    if (/'
plants_end
