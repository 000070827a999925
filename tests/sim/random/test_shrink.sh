#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A bug planted in each layer makes a random kernel fail, and the kernel shrinks to at most ten instructions, which the
# unchanged simulator passes, on a machine with no drawn key more than it needs; twice to the same. In `make test` the
# executor alone; with TIER=all the decoder, the barriers, the SIMT stack, textures, the scoreboard, the LD/ST unit, the MSHRs, the
# network, the L2, the DRAM, a policy's wiring, what joins policies' answers, the launches, a block's model and its Verilog.
# A seed's policy and machine follow from how many pairs of them there are: when that number is another one, a bug may need another
# seed (`PROGRAM --from 0 --seeds 60 --trials 0` names those that fail).
# needs: warplock tests/sim/random/random_campaign libtest.a libsim.a libtb.a
set -u
. tests/lib.sh
work=$BUILD/random_shrink tool=tests/sim/random/random_campaign most=10
listing && exit 0
rm -rf "$work" && mkdir -p "$work" || exit 1
# A library in which tests' own stand-ins take the place of the simulator's would hide a plant.
objects=$(find "$BUILD/obj/tests/sim/random" -name "*.o" ! -name "*_main.o" ! -name "test_*" ! -name "form_list.o")

# shrinks LAYER PROGRAM SEED WORDS: the seed fails with the words, and shrinks.
shrinks() {
    rm -rf "${work:?}/$1"
    "$2" --folder "$work/$1" --from "$3" --seeds 1 >"$work/$1.log" 2>&1
    status=$?
    [ $status = 1 ] && grep -a -q "^seed $3: .*$4" "$work/$1.log" ||
        { complain "$1: exit status $status, expected seed $3 with: $4: $(tail -n 3 "$work/$1.log")"; return 1; }
    size=$(sed -n 's/^    \([0-9]*\) instructions of [0-9]*, .*/\1/p' "$work/$1.log")
    echo "$1: $(sed -n 's/^    \([0-9]* instructions of [0-9]*, .*trials\):.*/\1/p' "$work/$1.log")"
    [ "${size:-99}" -le $most ] || complain "$1: ${size:-no} instructions, expected $most at most: $(cat "$work/$1.log")"
    # What is left is no mistake of its own.
    eval "$BUILD/$(sed -n 's/^    small: //p' "$work/$1.log")" >"$work/kept" 2>&1 || complain "$1: small: $(tail -n 3 "$work/kept")"
}

# build PROGRAM OBJECT...: the campaign with these in front of the library's.
build() {
    program=$1
    shift
    # shellcheck disable=SC2046,SC2086
    gcc $plant_linker -s -o "$program" "$BUILD/obj/${tool}_main.o" "$@" "$BUILD/libsim.a" "$BUILD/libtb.a" "$BUILD/libfst.a" \
        $(sed -n 's/^LDLIBS *:= //p' Makefile)
}

# changed SOURCE SCRIPT OBJECT
changed() {
    # shellcheck disable=SC2086
    plant_copy "$1" "$work/copy.c" "$2" && gcc $plant_flags -D_GNU_SOURCE -I. -c "$work/copy.c" -o "$3"
}

# in_source LAYER SOURCE SCRIPT SEED WORDS: a bug of the simulator's.
in_source() {
    # shellcheck disable=SC2086
    changed "$2" "$3" "$work/$1.o" && build "$work/$1.program" "$work/$1.o" $objects || { complain "$1: does not build"; return; }
    shrinks "$1" "$work/$1.program" "$4" "$5"
}

# in_block LAYER NAME SEED WORDS: a bug of tests/blocks.
in_block() {
    sh tests/tb/plant.sh "$2" $tool "$work/planted_$1" || { complain "$1: does not build"; return; }
    shrinks "$1" "$work/planted_$1/random_campaign" "$3" "$4"
}

in_source executor sim/frontend/simt_stack.c 's/code->guard_negated ? ~guard : guard/guard/' 0 'the interpreter says'
if tier_is_all; then
    cp "$work/executor/0-small/kernel.ptx" "$work/first.ptx"
    shrinks executor "$work/executor.program" 0 'the interpreter says'
    cmp "$work/first.ptx" "$work/executor/0-small/kernel.ptx" || complain "the same failure shrinks to two kernels"
    in_source decoder sim/frontend/decode/memory.c \
        's/= decode_number(d, &elements\[i\], type/= decode_number(d, \&elements[0], type/' 6 'the interpreter says'
    in_source stack sim/frontend/simt_stack.c \
        's/next.mask = top->mask & ~taken;/next.mask = top->mask \& ~taken, next.mask \&= taken == 0 ? next.mask : next.mask - 1;/' \
        0 'the interpreter says'
    in_source votes sim/frontend/barriers.c 's/__builtin_popcount(mask & (code/!!(mask \& (code/' 15 'the interpreter says'
    in_source halves sim/frontend/barriers.c 's/b->arrivals >= b->wanted;/(c->running \& ~b->arrived) == 0;/' 17 deadlock
    in_source ldst sim/core/ldst_loads.c \
        's/insn->pending_accesses = accesses;/insn->pending_accesses = accesses + (accesses > 8);/' 0 deadlock
    in_source mshrs sim/memory/mshr.c 's/    entry->count++;/    entry->count += entry->count < 2;/' 2 deadlock
    in_source policy sim/policy/swl.c 's/masks->may_issue = swl->allowed;/masks->may_issue = swl->allowed \& ~UINT64_C(1);/' 4 deadlock
    in_source launches sim/core/dispatcher.c 's/    d->next = 0;/    d->next = d->next != 0;/' 2 deadlock
    in_source textures sim/frontend/texture_sample.c 's/(uint64_t)at\[1\] \* i->level.pitch/0 * (uint64_t)at[1]/' 2 'the interpreter says'
    in_source scoreboard sim/core/scoreboard.c 's/-= !!(\*word/-= (insn->n_dst < 2 || i) \&\& !!(*word/' 22 deadlock
    in_source blocks sim/blocks/place.c 's/masks->may_issue &= answer.may_issue;/masks->may_issue \&= answer.may_issue << 1;/' 0 deadlock
    in_source network sim/memory/crossbar.c 's/^    if (!port->queued)$/    if (flits > 2) { port->tail--; return; }\n&/' 2 deadlock
    in_source l2 sim/memory/l2_slice.c 's/^    if (!merged) {$/    if (!merged \&\& request->sector_mask != 8) {/' 3 deadlock
    in_source dram sim/memory/dram.c 's/^        request_list_push(&d->returned, done);/        if (done->bank != 3) &/' 3 deadlock
    in_block model c_priority 26 'lockstep: warp_arbiter'
    in_block verilog verilog_off_by_one 5 'lockstep: warp_arbiter'
fi
# A trial that takes any failure for the same one ends with a mistake, which the unchanged simulator does not pass.
if tier_is_all; then
    others=$(echo "$objects" | grep -v '/random_trial\.o$')
    # shellcheck disable=SC2086
    changed tests/sim/random/random_trial.c 's/strcmp(o->way, limits->way) == 0 && well_formed(kernel, limits, want);/true;/' "$work/trial.o" &&
        build "$work/any.program" "$work/executor.o" "$work/trial.o" $others || complain "a trial: does not build"
    "$work/any.program" --folder "$work/any" --from 0 --seeds 1 >"$work/any.log" 2>&1
    small=$(sed -n 's/^    small: //p' "$work/any.log")
    [ -n "$small" ] && eval "$BUILD/$small" >"$work/kept" 2>&1 && complain "a kernel that fails in another way goes unnoticed"
    [ -n "$small" ] && echo "a trial that takes any failure: $(head -n 1 "$work/kept")"
fi
[ "$failures" = 0 ]
