#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# An event of a recording that goes, comes twice or is another is found by the rule that it breaks: in a run with barriers, fences, atomics,
# stores and CTAs that end, under OAWS, CCWS with its scores, MRPB, MASCAR and KAWS, and in what a controller does. So are a block's input and a key
# of the machine that do not fit what happened. The whole recordings have none.
set -u
. tests/lib.sh
work=$BUILD/check_events
rm -rf "$work" && mkdir -p "$work" && cp tests/wires/mixed.ptx tests/wires/mixed.job.json "$work" || exit 1

# recording NAME MACHINE POLICY CYCLES OPTION...: what `found` goes on with
recording() {
    whole=$work/$1 file=sm.txt machine=$2 policy=$3 cycles=$4
    shift 4
    "$BUILD/warplock" run --machine "$machine" --set gpu.sms=2 --set gpu.clusters=2 --policy "$policy" --record "$whole" --record-window "$cycles" \
        --max-cycles "$cycles" "$@" "$work/mixed.job.json" >"$work/log" 2>&1
    "$BUILD/warplock" check "$whole" >"$work/found" 2>&1 || complain "the whole recording of $policy: $(cat "$work/found")"
    rm -rf "$work/r" && cp -r "$whole" "$work/r"
}
# fails WORDS WHAT: the copy has a finding that says so
fails() {
    "$BUILD/warplock" check "$work/r" >"$work/found" 2>&1
    status=$?
    [ $status = 1 ] && grep -qF -- "$1" "$work/found" || complain "$policy, $2: status $status, expected '$1': $(head -n 3 "$work/found")"
}
# found EVENT SCRIPT WORDS: awk does SCRIPT at the EVENT, a regular expression, in the middle of them
found() {
    count=$(grep -cE "^[0-9]* $1( |\$)" "$whole/$file")
    awk -v event="^[0-9]* $1( |\$)" -v middle=$(((count + 1) / 2)) "\$0 ~ event && ++seen == middle { $2 } { print }" "$whole/$file" >"$work/r/$file"
    ! cmp -s "$whole/$file" "$work/r/$file" || complain "$policy, $1, $2: changes nothing"
    fails "$3" "$1, $2"
}
# other FILE SCRIPT WORDS: sed changes a file of the copy
other() {
    cp "$whole/$file" "$work/r/$file"
    sed "$2" "$whole/$1" >"$work/r/$1"
    ! cmp -s "$whole/$1" "$work/r/$1" || complain "$policy, $1, $2: changes nothing"
    fails "$3" "$1, $2"
    cp "$whole/$1" "$work/r/$1"
}

recording whole oaws oaws-dyn 8000
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
found 'issue [0-9]* [0-9]* [0-9]* [0-9a-f]* other' '$15 = 3' 'is charged 3'
found issue 'for (i = 0; i < 100; i++) print' '96 instructions are not complete'
found issue 'print; next } $18 == "threads" { $19 = 992' 'it issues and waits at a barrier'
found code '$3 = "fffffffff8"' 'the code at pc fffffffff8 is none'
other oaws_misspred.outputs.txt '0,/ pred=0,1/s// pred=0,0/' 'wire oaws_qualify.pred'
recording xor oaws oaws-dyn 1000 --set l1d.index=xor
other machine.ini '/^\[l1d\]/,/^\[l1t\]/s/^index = xor/index = hash/' 'wire oaws_ocw.access_set'
recording period oaws gto 1000 --set core.issue_period=2
other machine.ini 's/^issue_period = 2/issue_period = 1/' 'wire warp_arbiter.'

recording scores ccws ccws-priority 4000
found 'access [0-9]* [0-9a-f]* hit' '$5 = "miss"' 'expected at least 0x1'
found access 'print; next } $5 == "miss" { $5 = "hit"' 'expected at most 0x0'
found evict next 'wire ccws_vta.insert'
found exit next 'wire ccws_lls.exit'
other ccws_llds.outputs.txt '0,/ apply=1/s// apply=0/' 'wire ccws_lls.apply'

recording passes gtx480 mrpb 3500
found bypass print 'an access passes the L1D by that has not failed there'
found bypass 'next } $2 == "bypass" { next' 'an access that fails stays though the queue has room'
# A store of its line may still be on its way in front of it: with one beside each access the first to be found is a later one.
stays() { sed -n 's/^rule bypass: sm 0, cycle \([0-9]*\), .* an access that fails stays .*/\1/p' "$work/found"; }
first=$(stays)
awk '$2 == "bypass" { next } { print } $2 == "access" { print $1, "store", $4, "hit" }' "$whole/$file" >"$work/r/$file"
fails 'rule bypass: ' 'a store beside each access'
[ "$(stays)" -gt "$first" ] || complain "an access that overtakes a store: cycle $(stays), without it $first"
found access '$4 = "1234500"' 'accesses 1234500 out of turn'
found accept '$0 = $1 " " $2 " " $3' 'makes no access to line'
found accept '$4 = "123456780"' 'accesses 123456780, which no lane touches'

recording halves kaws kaws 500
other warp_arbiter.0.txt '0,/ priority=2,0/s// priority=2,1/' 'wire warp_arbiter.0.priority'

recording banks owl owl 8000 --record-place controller --set l2.queue_from_dram=2
file=controller.txt
found request 'for (i = 0; i < 520; i++) print' 'more requests wait for a bank than there can be'
found serve 'print; $0 = $1 " request " $3 " " $4 " " $5 " read"' 'a request comes behind the commands of its clock'
[ "$failures" = 0 ]
