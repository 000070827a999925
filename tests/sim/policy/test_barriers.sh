#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Kernels with barriers end when a policy throttles their warps, on each machine and at the narrowest throttle: one warp a
# scheduler or an SM (swl; and at every limit up to all warps), two an SM (ocw, with and without the oldest warp of each
# scheduler kept running, D-24; not on ccws), one owner of memory (mascar). Under ccws they do in test_ccws.sh. Warps that
# wait at a barrier hold no place; with a planted bug that counts them in the kernel never ends: a deadlock, with the warps
# that the policy holds back.
set -u
. tests/sim/policy/common.sh
begin barriers

# run NAME PROGRAM MACHINE POLICY KERNEL OPTION...: its exit status
run() {
    name=$1 program=$2 machine=$3 policy=$4 kernel=$5
    shift 5
    "$program" run --max-cycles 1000000 --machine "$machine" --policy "$policy" --json "$@" "$kernel" >"$work/$name" 2>"$work/$name.error"
}

for machine in gtx480 oaws ccws; do
    for kernel in reduce $(tier_is_all && echo pathfinder); do
        run free "$BUILD/warplock" $machine gto $kernel ||
           
        complain "$kernel on $machine under gto"
        for throttle in "swl policy.swl_limit=1" "swl policy.swl_scope=sm" "ocw policy.ocw_pin=0" "ocw policy.ocw_pin=2" \
            "ocw policy.keep_oldest=0"; do
            case $machine,$throttle in ccws,ocw*) continue ;; esac
            tier_is_all || case $machine,$throttle in gtx480,ocw*=2 | oaws,swl*=1 | oaws,ocw*=0 | ccws,*scope*) ;; *) continue ;; esac
            run throttled "$BUILD/warplock" $machine "${throttle% *}" $kernel --set "${throttle#* }" ||
                { complain "$kernel on $machine, $throttle"; cat "$work/throttled.error"; continue; }
            [ "$(value throttled verified)" = true ] || complain "$kernel on $machine, $throttle: not verified"
            [ "$(value throttled cycles)" -gt "$(value free cycles)" ] || complain "$kernel on $machine, $throttle: throttles nothing"
            echo "$kernel on $machine, $throttle: $(value throttled cycles) cycles, $(value free cycles) under gto"
        done
        # One owner of a memory that is saturated from the first miss on, and hardly a place beside it.
        run owned "$BUILD/warplock" $machine mascar $kernel --set l1d.mshrs=2 --set l1d.miss_queue=2 --set policy.mascar_queue=1 &&
            [ "$(value owned verified)" = true ] || complain "$kernel on $machine under mascar with 2 MSHRs"
        [ "$kernel" = pathfinder ] || [ "$(value owned occluded)" != 0 ] || complain "$kernel on $machine: mascar holds nothing back"
    done
    # Every limit that the machine has (in `make test` every twentieth); one beyond them is refused.
    step=20
    ! tier_is_all || step=1
    for limit in $(seq 1 $step 66); do
        run limited "$BUILD/warplock" $machine swl reduce --set policy.swl_limit=$limit --set gpu.sms=1 \
            --set gpu.clusters=1 --size 8192
        status=$?
        [ $status != 2 ] || break
        [ $status = 0 ] && [ "$(value limited verified)" = true ] || complain "reduce on $machine, swl limit $limit: exit status $status"
    done
    most=$(sed -n "s/.*seen $limit, expected 1 to \([0-9]*\) .*/\1/p" "$work/limited.error")
    [ "${most:-0}" -ge $((limit - step)) ] && [ "$most" -lt $limit ] || complain "$machine: limit $limit: $(cat "$work/limited.error")"
    [ "${most:-0}" -ge 24 ] || complain "$machine: ${most:-no} limits, expected 24 or more"
    echo "reduce on $machine ends at limits of swl from 1 to $most"
done

# plant POLICY KEY=VALUE...: no warp is said to wait
plant() {
    source=sim/core/sm_arbiters.c policy=$1
    shift
    plant_copy "$source" "$work/planted.c" 's/->waiting = waiting;/->waiting = 0;/' || return
    gcc -std=c11 -O2 -w -I. -D_DEFAULT_SOURCE -c "$work/planted.c" -o "$work/planted.o" &&
        gcc -o "$work/warplock" "$BUILD/obj/sim/main.o" "$work/planted.o" "$BUILD/libsim.a" "$BUILD/libtb.a" \
            "$BUILD/libfst.a" $(sed -n "s/^LDLIBS *:= //p" Makefile) ||
        { complain "$source: the planted bug does not build"; return; }
    run planted "$work/warplock" gtx480 "$policy" reduce $(printf -- '--set %s ' "$@") --set gpu.deadlock_cycles=50000
    status=$?
    equal "$source with waiting warps counted in: exit status" $status 3
    grep -q "held back by policy $policy$" "$work/planted.error" || complain "$source: it is not said that the policy holds warps back"
    echo "planted in $source: $(head -n 1 "$work/planted.error")"
}
plant swl policy.swl_limit=1
! tier_is_all || plant ocw policy.ocw_pin=2 policy.keep_oldest=0
[ "$failures" = 0 ]
