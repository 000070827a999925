#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# A sample of the mutation campaign (`make mutants` is the whole of it) of every block: every mutant caught or proven equivalent. And
# the same mutants under stimuli that leave oaws_qualify in its static mode: holes are reported, exit status 1, with not
# one more proven equivalent than before, so that the proof does not pass what good stimuli catch. A proof without time
# is reported as unsettled, and so is a register's mutation whose control bit is taken for what it is not.
set -u
. tests/lib.sh
unset MAKEFLAGS MFLAGS MAKELEVEL
last() { sed -n "s/^total:.* \([0-9]*\) $1.*/\1/p" "$log"; }

mkdir -p "$BUILD/mutants"
count=60
log=$BUILD/mutants/sample.log
sh tests/tb/mutants.sh 15 7 $(make -s BUILD="$BUILD" mutant-tuples) >"$log" 2>&1 ||
    complain "a sample is not settled" "$log"
cat "$log"

log=$BUILD/mutants/seeing.log
sh tests/tb/mutants.sh $count 2 oaws_qualify/n3_m5 >"$log" 2>&1 || complain "a sample is not settled" "$log"
cat "$log"
equivalent=$(last "proven equivalent")
if [ "${equivalent:-0}" = 0 ]; then complain "no mutant is left to be proven" "$log"; fi

log=$BUILD/mutants/blind.log
blind=$BUILD/mutants/blind.c
sed -e 's/stimuli_any_early/legal_early/' -e 's/i->cfg_mode = .*;/i->cfg_mode = 0;/' \
    tb/stimuli/oaws_qualify.c >"$blind"
[ "$(diff tb/stimuli/oaws_qualify.c "$blind" | grep -c '^>')" = 4 ] || complain "the stimuli are not made blind" "$log"
STIMULI=$blind sh tests/tb/mutants.sh $count 2 oaws_qualify/n3_m5 >"$log" 2>&1
status=$?
holes=$(last holes)
[ "$status" = 1 ] || complain "blind stimuli: exit status $status, expected 1" "$log"
[ "${holes:-0}" -gt 0 ] || complain "blind stimuli: no hole" "$log"
[ "$(grep -c 'survives, hole' "$log")" = "$holes" ] || complain "blind stimuli: not every hole is named" "$log"
[ "$(last "proven equivalent")" = "$equivalent" ] || complain "blind stimuli: not $equivalent proven equivalent" "$log"
[ "$(last unsettled)" = 0 ] || complain "blind stimuli: unsettled" "$log"
echo "blind stimuli: $holes holes found, $equivalent equivalent as before"

# Mutant 74 inverts a register's bit by another of its bits, which the invariant shows never to have the value for it; by the other
# value, which the bit does have, nothing is settled.
log=$BUILD/mutants/register.log
sh tests/tb/mutants.sh 74 1 bucl_update/sms2_p2 >"$log" 2>&1 || complain "a register's bit inverted by another is not settled" "$log"
plant_copy tests/tb/mutants.sh "$BUILD/mutants/planted.sh" 's/value=$((1 - /value=$((0 + /' || exit 1
sh "$BUILD/mutants/planted.sh" 74 1 bucl_update/sms2_p2 >"$log" 2>&1 && complain "the wrong value of a control bit goes unnoticed" "$log"
shows "the wrong value of a control bit" "$log" 'mutant 74 survives, unsettled'
echo "a register's bit inverted by another of its bits is settled by the value that this bit never has"

# Of ccws_llds the score is the quotient's other name, and part of the partial remainder: as states of their own these are refused, as nothing
# ties them to the registers.
log=$BUILD/mutants/names.log
plant_copy tests/tb/mutants.sh "$BUILD/mutants/planted.sh" 's/ insbuf -buf .._BUF_ A Y;//' || exit 1
sh "$BUILD/mutants/planted.sh" 15 7 ccws_llds/n2_bits5 >"$log" 2>&1 && complain "registers' other names are taken for states" "$log"
shows "registers' other names" "$log" 'mutant 12 survives, unsettled'
echo "a register's other name is no state of its own"

log=$BUILD/mutants/short.log
PROOF_SECONDS=0 sh tests/tb/mutants.sh $count 2 oaws_qualify/n3_m5 >"$log" 2>&1
status=$?
[ "$status" = 1 ] || complain "no time to prove: exit status $status, expected 1" "$log"
[ "$(last unsettled)" = "$equivalent" ] || complain "no time to prove: not reported as unsettled" "$log"
[ "$failures" = 0 ]
