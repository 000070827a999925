#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# reproduce.sh BUILD STORE SHARE MINUTES OPTIONS KERNELS PACKED PAPER...: SHARE per cent of the figures of each table of the papers' pages made
# again, of runs that took at most MINUTES all together in STORE, each beside the stored one. What one paper does not take of
# its part of the minutes the next ones have. PACKED: not empty when STORE is the repository's, whose runs are of programs of their
# own. Status 1 when a figure differs.
set -eu
build=$1 store=$2 share=$3 minutes=$4 options=$5 kernels=$6 packed=$7
shift 7
left=$#
status=0
rm -f "$build/reproduced.sqlite"                # nothing is taken from an earlier time
for paper in "$@"; do
    part=$((minutes / left))
    [ "$part" -gt 0 ] || part=1
    ended=0 program=
    [ -z "$packed" ] || program=$(sh sim/campaign/program_of.sh "$build" "$store" "$paper")
    # shellcheck disable=SC2086
    "$build/warplock" campaign "$paper" $kernels $options ${program:+--stored-program $program} --store "$store" --stored --reproduce "$build/reproduced.sqlite" \
        --reproduce-share "$share" --reproduce-minutes "$part" >"$build/reproduced.$paper" || ended=$?
    cat "$build/reproduced.$paper"
    case $ended in
    0) ;;
    1) status=1 ;;
    *) exit "$ended" ;;
    esac
    took=$(sed -n 's/^.* runs that took \([0-9]*\)\.[0-9]* minutes: .*/\1/p' "$build/reproduced.$paper")
    minutes=$((minutes - ${took:-0} - 1))
    left=$((left - 1))
done
[ "$status" = 0 ] && echo "make reproduce: every figure is equal" || echo "make reproduce: some figures differ" >&2
exit "$status"
