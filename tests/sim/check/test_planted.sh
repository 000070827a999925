#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Plants one bug at a time in a copy of the checker: what it must find in changed recordings, or refuse of damaged ones, it does not, and
# test_events.sh or test_damaged.sh says so (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_check
mkdir -p "$work/build"

# blind SOURCE SCRIPT OF WORDS SED: the test SCRIPT complains of OF; WORDS say what is wrong, SED plants it
blind() {
    source=$1
    planted=$((planted + 1))
    if listing; then printf '| `%s` | %s | `%s` |\n' "$source" "$4" "tests/sim/check/$2"; return; fi
    plant_copy "$source" "$work/copy/$source" "$5" "$4" || return 0
    sampled $planted || return 0
    tried=$((tried + 1))
    rm -f "$work/build/warplock"
    program_with "$work/copy/$source" "$work/build/warplock" 2>"$work/log" || { complain "$source: '$4' does not build"; head -n 5 "$work/log"; return; }
    BUILD=$work/build limited "$work/log" sh "tests/sim/check/$2"
    status=$?
    if [ $status = 1 ] && grep -qF -- "$3" "$work/log"; then echo "$4 ($source): noticed by $2"
    else complain "$source: $4: $2 ends with status $status"; tail -n 5 "$work/log"; fi
}
blind sim/check/facts_ldst.c test_events.sh "expected 'accesses 1234500 out of turn'" 'any access has its turn' \
    '/^static int turn_of/,/^}/s/return -1;/return 0;/'
blind sim/check/facts_ldst.c test_events.sh "expected 'makes no access to line'" 'a line needs no access' 's/^        if (a == l->accesses)$/        if (0)/'
blind sim/check/facts_ldst.c test_events.sh 'the whole recording of oaws-dyn' 'sets are XORed with nothing' 's/set ^= line . f->sets/set ^= 0/'
blind sim/check/facts.c test_events.sh "expected 'is charged 3'" 'anything may be charged' 's/} else if (l->charge) {/} else if (0) {/'
blind sim/check/facts.c test_events.sh "expected 'it issues and waits at a barrier'" 'who waits may issue' \
    's/if ((facts_waiting(f) | facts_atomic(f)) & bit)/if (0)/'
blind sim/check/facts_registers.c test_events.sh "expected '96 instructions are not complete'" 'one instruction more is on its way' 's/"%d instructions are not complete", IN_FLIGHT/"%d instructions are not complete", IN_FLIGHT + 1/'
blind sim/check/comparison.c test_events.sh "expected 'expected at least 0x1'" 'what must be there may be missing' 's/if (least & ~seen)$/if (0)/'
blind sim/check/comparison.c test_events.sh "expected 'expected at most 0x0'" 'what must not be there may be' 's/else if (seen & ~most)$/else if (0)/'
blind sim/check/comparison.c test_events.sh "expected 'wire warp_arbiter.0.priority'" 'bytes are not compared' 's/memcmp(seen, expected, count) != 0 && i < count/i < 0 * count/'
blind sim/check/check_base.c test_events.sh 'the whole recording of gto' 'schedulers issue in each cycle' 's/if (c->cycle % c->r->m.core.issue_period)/if (0)/'
blind sim/check/check_bucl.c test_events.sh "expected 'an access that fails stays though the queue has room'" 'MRPB may let an access stand' \
    's/if (failed && !now->bypassed && .c->shown->sm.injection_room)/if (0)/'
blind sim/check/check_controller.c test_events.sh "expected 'a request comes behind the commands of its clock'" 'a request may come late' \
    's/check_rule(c, false, "events", -1, c->prefetch, "a request comes/check_rule(c, true, "events", -1, c->prefetch, "a request comes/'
blind sim/check/recording_lines.c test_damaged.sh "with 'sm.txt:2: instance \`sm 30\`" 'an SM that the machine has not' 's/index >= places/index >= SMS_MAX/'
blind sim/check/recording_lines.c test_damaged.sh 'expected a blank' 'anything may stand behind a level' '/^bool recorded_read_levels/,/^}/s/if (!line_ends(at))/if (0)/'
blind sim/check/recording.c test_damaged.sh 'it has no BLOCK.txt and BLOCK.outputs.txt' 'a recording of no block' 's/if (good && !r->blocks) {/if (0) {/'
blind sim/check/text_reader.c test_damaged.sh '35 characters behind' 'a name is cut' 's/if (got >= size)$/if (0)/'
blind sim/check/text_reader.c test_damaged.sh "expected \`warplock levels 2\`" 'a version is a number of 64 bits that wraps' \
    's/!whole_number_at(&end, 0, UINT64_MAX, &seen)/sscanf(end, "%" SCNu64, \&seen) != 1 || !(end += strcspn(end, "\\n"))/'
plants_end
