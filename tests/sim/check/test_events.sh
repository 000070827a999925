#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# An event of a recording that goes, comes twice or is another is found by the rule that it breaks, in a run with barriers, fences, atomics,
# stores and CTAs that end. The whole recording has none.
set -u
. tests/lib.sh
work=$BUILD/check_events
rm -rf "$work" && mkdir -p "$work" && cp tests/wires/mixed.ptx tests/wires/mixed.job.json "$work" || exit 1
"$BUILD/warplock" run --machine oaws --set gpu.sms=2 --set gpu.clusters=2 --policy oaws-dyn --record "$work/whole" --record-window 8000 \
    "$work/mixed.job.json" >"$work/log" 2>&1 || complain "no recording: $(tail -n 1 "$work/log")"
"$BUILD/warplock" check "$work/whole" >"$work/found" 2>&1 || complain "the whole recording: $(cat "$work/found")"
cp -r "$work/whole" "$work/r"

# found EVENT SCRIPT WORDS: awk does SCRIPT at the EVENT in the middle of them
found() {
    count=$(grep -c "^[0-9]* $1 " "$work/whole/sm.txt")
    awk -v event="$1" -v middle=$(((count + 1) / 2)) "\$2 == event && ++seen == middle { $2 } { print }" "$work/whole/sm.txt" >"$work/r/sm.txt"
    ! cmp -s "$work/whole/sm.txt" "$work/r/sm.txt" || complain "$1, $2: changes nothing"
    "$BUILD/warplock" check "$work/r" >"$work/found" 2>&1
    status=$?
    [ $status = 1 ] && grep -qF -- "$3" "$work/found" || complain "$1, $2: status $status, expected '$3': $(head -n 3 "$work/found")"
}
found sent next 'a store is acknowledged that was not sent'
found sent print 'its membar lets it go before all that is in front of it is over'
found evict print 'leaves the L1D, which no load has brought in'
found collect print 'leaves an issue register, and stands in none'
found collect '$3 = 999999' 'rule events: '
found issue '$6 = "fff8"' 'which is no instruction of the kernel'
found fill print 'its buffer holds 2 instructions'
found accept next 'reaches the L1D, 0 was coalesced first'
found mshrs print 'rule mshrs: '
found membar_over next 'its membar holds it though all that is in front of it is over'
found cta print 'a CTA starts in slot 2, which holds one'
found cta_end print 'a CTA leaves slot 1, which holds none'
found complete next 'its CTA leaves slot 0, and it has not ended'
[ "$failures" = 0 ]
