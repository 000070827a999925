#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of sim/frontend's files: the random kernels notice every one of them. Then bugs in
# the generator, which make ill-formed kernels: its own test notices those (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_random
export WARPLOCK_FAILURES=1      # one kernel that disagrees is enough
plant sim/frontend/exec_integer.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "shr.s32 shifts in zeros" 's/SHIFT(shr_s32, 32, int32_t,/SHIFT(shr_s32, 32, uint32_t,/'
plant sim/frontend/exec_integer.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "shl by 32 shifts by 0" \
    's/SHIFT(shl_32, 32, uint32_t, b > 31 ? 0 : a << b)/SHIFT(shl_32, 32, uint32_t, a << (b \& 31))/'
plant sim/frontend/exec_integer.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "inactive lanes are written" 's/to\[i\] = (mask >> i & 1) != 0 ? from\[i\] : to\[i\];/to[i] = from[i];/'
plant sim/frontend/exec_integer.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "mul.hi.s32 is unsigned" 's/SAME(mul_hi_s32, 32, int32_t, ((int64_t)a/SAME(mul_hi_s32, 32, uint32_t, ((uint64_t)a/'
plant sim/frontend/exec_compare.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "setp.lt.u32 compares signed" 's/ORDERED(u32, uint32_t, uint32_t)/ORDERED(u32, uint32_t, int32_t)/'
plant sim/frontend/exec_compare.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "setp.ltu is false for NaN" 's/COMPARE(ltu_##type, row_type, A, !(a >= b))/COMPARE(ltu_##type, row_type, A, a < b)/'
plant sim/frontend/exec_compare.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "second predicate of p|q is not the inverse" \
    's/second = combine(x, code, other)/second = ~combine(x, code, result)/'
plant sim/frontend/flow.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "reconvergence at the branch target" \
    's/c->reconvergence = d < g->n_blocks ? f->first + g->blocks\[d\].first : NO_RECONVERGENCE;/c->reconvergence = c->flow == FLOW_BRANCH ? c->target : (uint32_t)NO_RECONVERGENCE;/'
plant sim/frontend/simt_stack.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "paths run on past their reconvergence point" 's/top->mask != 0 \&\& top->pc != top->reconvergence/top->mask != 0/'
plant sim/frontend/simt_stack.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "a divergent branch drops a lane" \
    's/next.mask = top->mask & ~taken;/next.mask = top->mask \& ~taken, next.mask \&= taken == 0 ? next.mask : next.mask - 1;/'
plant sim/frontend/simt_stack.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "@!p means @p" 's/code->guard_negated ? ~guard : guard/guard/'
plant sim/frontend/simt_stack.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "exit in a function only returns" 's/leave(v, active, true)/leave(v, active, false)/'
plant sim/frontend/call_frames.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "arguments are those of lane 0" 's/local + call->arguments\[k\].from/v->x.local + call->arguments[k].from/'
plant sim/frontend/functional.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "barriers do not wait" 's/            if (stays) {/            *waits = 0; if (false) {/'
plant sim/frontend/simt_stack.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "paths that part for good arrive at a barrier apart" \
    's/if (v->depth > 1 \&\& at_barrier(v, top))/if (v->depth == 0 \&\& at_barrier(v, top))/'
plant sim/frontend/launch.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "a partial warp loses its last lane" 's/: (1u << left) - 1 };/: (1u << (left > 1 ? left - 1 : left)) - 1 };/'
plant sim/frontend/exec_atomic.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "colliding atomics are lost" \
    's/memcpy(host + offset\[i\], \&new, sizeof new);/if ((left \& (left - 1)) == 0) memcpy(host + offset[i], \&new, sizeof new);/'
plant sim/frontend/exec_atomic.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "atom returns the new value" 's/r\[i\] = old;/r[i] = new;/'
plant sim/frontend/exec_memory.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "ld.s8 does not extend the sign" 's/GATHER(gather_s8, uint32_t, int8_t)/GATHER(gather_s8, uint32_t, uint8_t)/'
plant sim/frontend/exec_memory.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "a vector store repeats its first element" 's/code->src\[1 + e\]/code->src[1]/'
plant sim/frontend/exec_memory.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "an element _ is stored" 's/(code->left_out >> e \& 1) == 0/(code->left_out >> e \& 1) != 2/'
plant sim/frontend/decode_memory.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "every number of a vector is its first element" 's/= decode_number(d, \&elements\[i\], type/= decode_number(d, \&elements[0], type/'
plant sim/frontend/exec_float.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "rcp.approx.ftz.f64 is exact" 's/NEAREST(1.0 \/ CUT(a))/1.0 \/ a/'
plant sim/frontend/exec_memory.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "isspacep says the opposite" 's/bool lies = space == code->space/bool lies = space != code->space/'
plant sim/frontend/barriers.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "bar.red counts warps" 's/__builtin_popcount(mask \& (code/!!(mask \& (code/'
plant sim/frontend/exec_lanes.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "match.all of unequal values gives the equal ones" 's/code->choice == 0 || equal == group ? equal : 0/equal/'
plant sim/frontend/exec_lanes.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "the highest lane is elected" 's/r\[lane\] = (uint32_t)__builtin_ctz(group);/r[lane] = 31 - (uint32_t)__builtin_clz(group);/'
plant sim/frontend/exec_float.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "fma rounds twice" 's/__builtin_fmaf(a, b, c)/a * b + c/'
plant sim/frontend/exec_convert.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "cvt.rzi rounds down" 's/case ROUND_rzi: return trunc(v);/case ROUND_rzi: return floor(v);/'
plant sim/frontend/exec_wide.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "subc forgets the borrow" 's/CARRY_WIDTHS(subc, false, a - b - carry)/CARRY_WIDTHS(subc, false, a - b)/'
plant sim/frontend/exec_lanes.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "shfl.bfly reaches one lane further" 's/from = own ^ distance; valid = from <= last/from = own ^ distance; valid = from <= last + 1/'
plant sim/frontend/exec_lanes.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "vote.uni is vote.any" 's/code->choice == VOTE_any ? any : all || !any/any/'
plant sim/frontend/barriers.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "bar.red does not negate" 's/code->source_negated ? ~predicate : predicate/predicate/'
plant sim/frontend/barriers.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "bar.arrive waits" 's/b->waiting |= code->choice != BARRIER_arrive ? warp_bit(x->warp) : 0;/b->waiting |= warp_bit(x->warp);/'
plant sim/frontend/exec_wide.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "mad.hi.sat clamps the product" 's/clamp32((((int64_t)a \* (int32_t)rb\[i\]) >> 32) + (int32_t)rc\[i\])/(uint32_t)clamp32(((int64_t)a * (int32_t)rb[i]) >> 32) + rc[i]/'
plant tests/sim/random/generator.c sim/random/test_generator test_kernels_are_well_formed \
    "generator: a barrier is left out" '/^static void barrier/,/^}/s/gen_barrier(g);/gen_emit_always(g, "membar.cta");/'
plant tests/sim/random/generator.c sim/random/test_generator test_kernels_are_well_formed \
    "generator: a register is not initialised" \
    's/for (unsigned i = 0; i < kinds\[k\].count; i++)/for (unsigned i = 1; i < kinds[k].count; i++)/'
plant tests/sim/random/generate_blocks.c sim/random/test_generator test_kernels_are_well_formed \
    "generator: the bits of a NaN are seen" 's/"0f7FC00000" : "0d7FF8000000000000"/value : value/'
plant tests/sim/random/generate_memory.c sim/random/test_generator test_kernels_are_well_formed \
    "generator: an atomic's order counts" \
    's/"add.u32", "min.s32", "max.u32", "and.b32"/"exch.b32", "min.s32", "max.u32", "and.b32"/'
plant tests/sim/random/generate_control.c sim/random/test_generator test_kernels_are_well_formed \
    "generator: a barrier under divergence" \
    's/gen_emit_always(g, "and.b32 %%choice, %s, 3", gen_reg(g, '"'"'w'"'"'));/&\n    if (g->phase == SHARED_OWN) gen_emit_always(g, "@%%p1 bar.sync 0");/'
plant sim/frontend/texture_sample.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "textures wrap without normalised coordinates" 's/edge == EDGE_CLAMP || !normalised/edge == EDGE_CLAMP/'
plant sim/frontend/texture_sample.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "a filter takes the whole fraction" 's/nearbyint((at - 0.5 - front) \* FRACTIONS) \/ FRACTIONS/at - 0.5 - front/'
plant sim/frontend/texture_sample.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "the second row of a texture is the first" 's/(uint64_t)at\[1\] \* i->level.pitch/0 * (uint64_t)at[1]/'
plant sim/frontend/texture_sample.c sim/frontend/test_texture test_a_line_of_floats \
    "mirrors repeat" 's/rest < size ? rest : round - 1 - rest/rest % size/'
plant sim/frontend/exec_texture.c sim/frontend/test_texture test_lanes \
    "lanes without the guard look, too" 's/left = mask; left != 0/left = UINT32_MAX; left != 0/'
plant sim/frontend/exec_wide.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "dp2a.hi takes the lower bytes" 's/(choice \& DOT_UPPER) != 0 ? 2 : 0/0 * (choice \& DOT_UPPER)/'
plant sim/frontend/exec_wide.c sim/random/test_random test_frontend_agrees_with_interpreter \
    "dp4a takes b as a" 's/y = (choice \& DOT_SIGNED_B)/y = (choice \& DOT_SIGNED_A)/'
plant sim/frontend/exec_wide.c sim/frontend/test_operations test_bits \
    "bmsk.clamp wraps its position" 's/clamp \&\& position >= 32 ? 0 : UINT32_MAX/UINT32_MAX/'
plants_end
