#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of the front end's sources; the case of a unit test that the plant names notices it
# (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_frontend
plant sim/frontend/functional.c sim/frontend/test_control test_turns \
    'a warp goes on as long as it can' 's/ \&\& r->steps < end; i = warp_next/; i = warp_next/'
plant sim/frontend/exec_convert.c sim/frontend/test_operations test_conversions \
    'ties of a tf32 go towards 0' 's/HALF_OF_LAST = 0x1000/HALF_OF_LAST = 0x0FFF/'
async=sim/frontend/test_async
plant sim/frontend/exec_copy.c $async test_source_sizes \
    'what the source has not stays as it was' 's/memcpy(target, data, x->insn->width)/memcpy(target, data, bytes)/'
plant sim/frontend/exec_copy.c $async test_source_sizes \
    'the whole of a short source has to be there' 's/SPACE_GLOBAL, from, have, bytes)/SPACE_GLOBAL, from, have, x->insn->width)/'
plant sim/frontend/exec_copy.c $async test_ignored_sources \
    'a predicate reads the source' 's/holds != copy->negated ? 0/holds == copy->negated ? 0/'
plant sim/frontend/exec_copy.c $async test_copies_that_are_wrong \
    'shared memory has no end' 's/have < want \&\& x->launch/have < want \&\& space == SPACE_GLOBAL \&\& x->launch/'
plant sim/frontend/exec_mbarrier.c $async test_phases \
    'the next phase waits for nobody' 's/o->pending = o->expected;/o->pending = 1;/'
plant sim/frontend/exec_mbarrier.c $async test_phases \
    'a parity is that of the phase under way' 's/(o->phase \& 1) != parity/(o->phase \& 1) == parity/'
plant sim/frontend/exec_mbarrier.c $async test_dropping \
    'who leaves is waited for' 's/o->expected -= drops ? count : 0;//'
plant sim/frontend/exec_mbarrier.c $async test_bytes \
    'a phase ends with its arrivals' 's/o->pending == 0 \&\& o->bytes == 0/o->pending == 0/'
plant sim/frontend/exec_mbarrier.c $async test_bytes \
    'bytes that are early are many' 's/(int32_t)((int64_t)(word << 3) >> 43)/(int32_t)(word << 3 >> 43)/'
plant sim/frontend/exec_mbarrier.c $async test_barriers_that_are_wrong \
    'a phase takes any number' 's/count == 0 || count > most/count == 0/'
plant sim/frontend/decode_async.c $async test_copies_arrive \
    'an arrival of copies is always counted' 's/(counted ? 0 : MBARRIER_COUNTS_ITSELF)/MBARRIER_COUNTS_ITSELF/'
plant sim/frontend/decode_async.c $async test_told \
    'copies are not waited for' 's/^    decode_emit(&wait);//'
plant sim/frontend/decode_async.c $async test_told \
    'a wait waits for nothing' 's/d->insn.flags |= INSN_MEMBAR;//'
calls=sim/frontend/test_call_frames
plant sim/frontend/call_frames.c $calls by_address \
    'every lane alone' 's/(uint32_t)(target_of(v, code, other) == address) << other/(uint32_t)(other == lane) << other/'
plant sim/frontend/call_frames.c $calls of_no_function \
    'an address of no function calls the last one' 's/while (call != NULL \&\& call->address != address)/while (call->next != NULL \&\& call->address != address)/'
plant sim/frontend/call_graph.c $calls of_no_function \
    'a candidate with other parameters' 's/same = call->arguments\[k\].bytes == f->formals\[k\]->bytes/same = true/'
plant sim/frontend/call_graph.c $calls of_no_function \
    'a candidate with another result' 's/call->result_bytes == f->result->bytes)/true)/'
plant sim/frontend/call_graph.c $calls own_of_each_call \
    'a function that calls itself does not' 's/members > 1 || calls_itself(f)/members > 1/'
plant sim/frontend/call_frames.c $calls own_of_each_call \
    'predicates stay those of the callee' 's/if (r->type == TYPE_pred) {/if (r->type == TYPE_pred) { continue;/'
plant sim/frontend/call_frames.c $calls own_of_each_call \
    'local memory stays that of the callee' 's/^        memcpy(lane_local(v, f, lane), s->local + (size_t)lane \* f->local_bytes, f->local_bytes);/        (void)lane;/'
plant sim/frontend/call_frames.c $calls own_of_each_call \
    'the result is lost in the frame' 's/bool of_saved = s != NULL/bool of_saved = s == NULL \&\& s != NULL/'
plant sim/frontend/call_frames.c $calls again_and_again \
    'a frame is not given back' 's/v->x.stack_used\[__builtin_ctz(left)\] -= call->callee->frame_bytes/(void)0/'
plant sim/frontend/call_frames.c $calls depth \
    'one level too few' 's/frame > v->x.launch->frames_most/frame >= v->x.launch->frames_most/'
plant sim/frontend/simt_stack.c $calls by_address \
    'the others of an indirect call are lost' 's/rest.mask = lanes \& ~together;/rest.mask = 0;/'
plant sim/frontend/exec_memory.c sim/frontend/test_memory test_whole_words \
    'any word may end behind its buffer' 's/code->whole_words \&\& width == 4/width == 4/'
linked=sim/frontend/test_linked_modules
plant sim/frontend/module_text.c $linked test_names_of_its_own \
    'a module sees the names of the one before' 's/    if (p->modules++ > 0) {/    if (p->modules++ > 9) {/'
plant sim/frontend/symbols.c $linked test_what_cannot_be_linked \
    'a strong name behind a weak one is left aside' 's/second == LINKAGE_extern ||/second == LINKAGE_extern || (second == LINKAGE_visible \&\& first == LINKAGE_weak) ||/'
plant sim/frontend/texture_sample.c sim/frontend/test_texture test_a_line_of_floats \
    'what lies far away is clipped before it wraps' 's/one = fmod(one, 2);/;/'
plant sim/frontend/texture_sample.c sim/frontend/test_texture test_a_line_of_floats \
    'what lies a little in front of 0 is rounded to a whole round' 's/one = fmod(one, 2);/one -= 2 * floor(one \/ 2);/'
plant sim/frontend/functions.c $linked test_weak_names \
    'the last of several weak ones stands' 's/    if (aside) {$/    if (false) {/'
plant sim/frontend/declarations.c $linked test_weak_names \
    'a weak variable takes the value of the last' 's/^    symbol \*aside = program_alloc.*$/    return old;/; /^    \*aside = (symbol)/d; /^    return aside;$/d'
plant sim/frontend/parser.c $linked test_what_cannot_be_linked \
    'a body that is left aside may begin with anything' "s/    if (!parser_mark(p, '{')) {/    if (false) {/"
texels=sim/frontend/test_texture_kinds
plant sim/frontend/texture_sample.c $texels test_a_volume \
    'planes are found by the edge of rows' 's/t->cube ? EDGE_CLAMP : t->edge\[k\]/t->cube ? EDGE_CLAMP : t->edge[k > 0]/'
plant sim/frontend/texture_sample.c $texels test_cubes \
    'x wins where coordinates are equal' 's/z >= x \&\& z >= y ? 2 : y >= x ? 1 : 0/x >= y \&\& x >= z ? 0 : y >= z ? 1 : 2/'
plant sim/frontend/texture_sample.c $texels test_levels \
    'a level between two is the nearest' 's/    if (!t->levels_filtered) {/    if (true) {/'
plant sim/frontend/texture.c $texels test_levels \
    'levels lie on the first one' 's/at.address + texture_level_bytes(t, &at)/at.address/'
plant sim/frontend/texture_sample.c $texels test_gathers \
    'four texels are gathered with the clock' 's/right\[4\] = { 0, 1, 1, 0 }/right[4] = { 1, 0, 0, 1 }/'
plant sim/frontend/texture_sample.c $texels test_halves_and_srgb \
    'small halves are zero' 's/half_value(raw, TYPE_f16, false)/half_value(raw, TYPE_f16, true)/'
plant sim/frontend/texture_sample.c $texels test_surfaces \
    'a clamped access may end behind the row' 's/ - bytes + 1, clamp)/, clamp)/'
plant sim/frontend/exec_texture.c $texels test_surfaces \
    'a texture is a surface, too' 's/t == NULL || t->surface != surface/t == NULL/'
matrix=sim/frontend/test_matrix
plant sim/frontend/exec_matrix.c $matrix halves_are_rounded_to_nearest \
    'halves are cut off' 's/(cut > 0x1000 || .*/0);/'
plant sim/frontend/exec_matrix.c $matrix halves_are_rounded_to_nearest \
    'small halves of a tie go up' 's/(over == 0.5f \&\& (whole \& 1) != 0)/over == 0.5f/'
plant sim/frontend/exec_matrix.c $matrix wmma_multiplies_matrices_in_memory \
    'tf32 has all bits of a float' 's/bits \& (uint32_t)TF32_BITS/bits/'
plant sim/frontend/exec_matrix.c $matrix wmma_multiplies_matrices_in_memory \
    'products are added from the last on' 's/\(\[row\]\)\[k\] \* b\[g\].at\[k\]/\1[m->depth - 1 - k] * b[g].at[m->depth - 1 - k]/'
plant sim/frontend/exec_matrix.c $matrix wmma_multiplies_matrices_in_memory \
    'matrices in columns are read along the rows' 's/p.column \* line + p.row \* f->bits/p.row * line + p.column * f->bits/'
plant sim/frontend/exec_matrix.c $matrix mma_multiplies_fragments_of_the_manual \
    'the pairs of A are taken for each other' 's/group + 8 \* (r % 2), along + 4 \* n \* (r \/ 2)/group + 8 * (r \/ 2), along + 4 * n * (r % 2)/'
plant sim/frontend/exec_matrix.c $matrix mma_multiplies_fragments_of_the_manual \
    'C has its rows side by side' 's/group + 8 \* (e \/ 2), 2 \* in/2 * group + e \/ 2, 2 * in/'
plant sim/frontend/exec_matrix.c $matrix four_products_of_eight_lanes \
    'quads are of neighbouring lanes' 's/lane < 16 ? 0 : 4/lane % 8 < 4 ? 0 : 4/'
plant sim/frontend/exec_matrix.c $matrix four_products_of_eight_lanes \
    'fp32 sums lie as halves do' 's/if (f->type == WORD_f16) {$/if (true) {/'
plant sim/frontend/exec_matrix.c $matrix rows_of_shared_memory_are_loaded \
    '.trans does nothing' 's/m->transposed ? column : row, c = m->transposed ? row : column/row, c = column/'
plant sim/frontend/exec_matrix.c $matrix what_cannot_be_done_stops_the_run \
    'some lanes will do' 's/mask == (uint32_t)FULL_MASK/true/'
video=sim/frontend/test_video
plant sim/frontend/exec_video.c $video test_scalar \
    'no part has a sign' 's/is_signed ? (int32_t)top >> below/false ? (int32_t)top >> below/'
plant sim/frontend/exec_video.c $video test_scalar \
    'a result compared with c has 34 bits' 's/(int64_t)((uint64_t)t\[i\] << 31) >> 31, c/t[i], c/'
plant sim/frontend/exec_video.c $video test_scalar \
    'a part is saturated as a word' 's/range_of(v->to\[e\].bits, /range_of(32, /'
plant sim/frontend/exec_video.c $video test_shifts \
    'bits that leave the word are lost before .sat' 's/saturates ? (wide > far/false ? (wide > far/'
plant sim/frontend/exec_video.c $video test_products \
    'a negated product is one less' 's/v->plus_one || v->minus_product/v->plus_one/'
plant sim/frontend/exec_video.c $video test_vectors \
    'averages are cut off' 's/(a + b + (a + b >= 0)) >> 1/(a + b) >> 1/'
plant sim/frontend/decode_video.c $video test_vectors \
    'the first digit is the lowest element' 's/digit(d, o, n - e, 2/digit(d, o, e + 1, 2/'
half=sim/frontend/test_half
plant sim/frontend/halves.c $half test_rounded_once \
    'a sum is rounded twice' 's/lost == 0.0 || /true || /'
plant sim/frontend/halves.c $half test_from_integers \
    'the low bits of a long integer are lost' 's/    if (low != 0) {/    if (false) {/'
plant sim/frontend/halves.c $half test_from_floats \
    'what rounds to zero becomes infinite' 's/ \&\& !(round == ROUND_rm \&\& !negative)//'
plant sim/frontend/halves.c $half test_every_number \
    'the least normal number is flushed' 's/0xFFFF) < normal/0xFFFF) <= normal/'
plant sim/frontend/exec_half.c $half test_arithmetic \
    '-0 is not below 0' 's/a == b ? (signbit(a) == larger/a == b ? (false == larger/'
plant sim/frontend/exec_half.c $half test_arithmetic \
    '.NaN gives the number' 's/(flags \& HALF_KEEPS_NAN) != 0 || isnan(b)/isnan(b)/'
plant sim/frontend/exec_compare.c $half test_setp \
    'the upper halves are not compared' 's/? compare_halves(x, code, 16) : ~result/? ~result : ~result/'
plant sim/frontend/exec_compare.c $half test_set \
    'a pair has the ones of a word' 's/ \& (pairs ? 0xFFFF : UINT32_MAX)//'
plant sim/frontend/exec_convert.c $half test_pairs_of_floats \
    'a is the lower half' 's/r\[i\] << 16 | lower\[i\] : r/lower[i] << 16 | r[i] : r/'
plant sim/frontend/exec_atomic.c $half test_atomics \
    'one sum of a pair is lost' 's/shift < bytes \* 8; shift += 16/shift < 16; shift += 16/'
tables=sim/frontend/test_branch_tables
plant sim/frontend/simt_stack.c $tables test_order \
    'the highest index runs first' 's/first = of < first ? of : first;/first = of > first || rest == left ? of : first;/'
plant sim/frontend/simt_stack.c $tables test_switch \
    'two entries with one label are two paths' 's/t->targets\[index\[__builtin_ctz(rest)\]\] == \*target/index[__builtin_ctz(rest)] == first/'
plant sim/frontend/simt_stack.c $tables test_order \
    'lanes whose guard is false run first' 's/part(v, code, &paths\[at\], WARP_LANES + 1 - at)/part(v, code, \&paths[at + 1], WARP_LANES - at), push(v, paths[at])/'
plant sim/frontend/simt_stack.c $tables test_behind_the_table \
    'an index may be that of the end' 's/index\[lane\] >= code->table->count/index[lane] > code->table->count/'
plant sim/frontend/flow.c sim/frontend/test_flow test_random \
    'the last label of a table is not a successor' 's/FLOW_BRANCH_TABLE \&\& i < most; i++/FLOW_BRANCH_TABLE \&\& i + 1 < most; i++/'
plant sim/frontend/statements.c $tables test_mistakes \
    'a label of a table is a label' 's/label->kind = SYMBOL_TABLE;/(void)0;/;s/table->kind != SYMBOL_TABLE/table->table == NULL/'
plant sim/frontend/exec_float.c sim/frontend/test_operations test_floats \
    '.NaN gives the number of f32' 's/NAN_OR(a, b, r)  (.*/NAN_OR(a, b, r) (r)/'
plant sim/frontend/exec_compare.c sim/frontend/test_operations test_floats \
    'zeros are not normal' 's/return bits == 0 || (bits >= least/return (bits >= least/'
plant sim/frontend/exec_atomic.c sim/frontend/test_memory test_cas_of_16_bits \
    'cas.b16 compares the variable beside it, too' 's/bytes = type_bytes((ptx_type)code->type);       /bytes = 4;       /'
plant sim/frontend/types.c sim/frontend/test_parse_errors test_form_errors \
    'there are 100 registers of the environment' 's/ \&\& 10 \* tens + ones < 32//'
integers=sim/frontend/test_matrix_integers
plant sim/frontend/exec_matrix.c $integers wmma_multiplies_bytes \
    'bytes have no sign' 's/f->type == WORD_s8 ? 0x80 :/false ? 0x80 :/'
plant sim/frontend/exec_matrix.c $integers wmma_multiplies_bytes \
    'the largest sum is one less' 's/sum > INT32_MAX ? INT32_MAX/sum >= INT32_MAX ? INT32_MAX - 1/'
plant sim/frontend/exec_matrix.c $integers wmma_multiplies_less_than_bytes \
    'bits that differ are bits that are both' 's/m->combined == WORD_xor ?/false ?/'
plant sim/frontend/decode_matrix.c $integers wmma_multiplies_less_than_bytes \
    'four bits are read as eight' 's/case WORD_s4: case WORD_u4:   return 4;/case WORD_s4: case WORD_u4:   return 8;/'
plant sim/frontend/decode_matrix.c $integers wmma_multiplies_doubles \
    'a rounding behind the types is refused' 's/^        take(w, WORD_rn);  .*$/        ;/'
plant sim/frontend/exec_matrix.c $integers wmma_multiplies_doubles \
    'products of doubles are rounded' 's/__builtin_fma(a.at\[p.row\]\[k\], b.at\[k\]\[p.column\], sum)/a.at[p.row][k] * b.at[k][p.column] + sum/'
plant sim/frontend/exec_matrix.c $integers mma_multiplies_fragments_of_the_manual \
    'registers of B are half a step apart' 's/along + 4 \* n \* r, group/along + 2 * n * r, group/'
plant sim/frontend/decode_matrix.c $integers mma_multiplies_fragments_of_the_manual \
    'A and B have one sign' 's/type\[MATRIX_B\] = bytes ? ONE_OF(.*WORD_u4);/type[MATRIX_B] = type[MATRIX_A]; ONE_OF(w, "", WORD_s8, WORD_u8, WORD_s4, WORD_u4);/'
plant sim/frontend/exec_matrix.c $integers infinities_become_finite \
    'what is no number is the largest' 's/value != value ? 0 :/value != value ? most :/'
plant sim/frontend/decode_matrix.c sim/core/test_units test_matrices_are_coalesced \
    'what lies behind each other is moved element by element' 's/m->in_columns != f->by_columns/true/'
plant sim/core/route.c sim/core/test_units test_matrices_are_coalesced \
    'the first piece of a lane is all' 's/if (step->pieces)/if (false)/'
plant sim/frontend/decode_matrix.c sim/core/test_units test_matrices_have_units \
    'products go to the SFU' 's/UNIT_TENSOR, LATENCY_TENSOR/UNIT_SFU, LATENCY_TENSOR/'
plant sim/frontend/functions.c sim/frontend/test_prototypes test_what_follows_is_kept \
    'a prototype needs its semicolon' 's/bool bare = /&false \&\& /'
plant sim/frontend/exec_services.c sim/frontend/test_services test_integers \
    'arguments are not aligned' 's,(p->at + bytes - 1) / bytes \* bytes,p->at,'
plant sim/frontend/exec_services.c sim/frontend/test_services test_integers \
    'no sign' 's/(long long)(int64_t)(bits << unused) >> unused/(long long)(bits << unused >> unused)/'
plant sim/frontend/exec_services.c sim/frontend/test_services test_wild_pointers \
    'the last argument may lie half outside' 's/p->at > p->bytes/at > p->bytes/'
plant sim/frontend/exec_services.c sim/frontend/test_services test_lanes \
    'the result is that of lane 0' 's/(size_t)lane \* x->local_bytes + call->result_to/call->result_to/'
plant sim/frontend/layout.c sim/frontend/test_services test_declared_otherwise \
    'any declaration will do' 's/bool good = call->n_arguments == /bool good = true || call->n_arguments == /'
plant sim/frontend/layout.c sim/frontend/test_services test_declared_otherwise \
    'a body of the file is passed over' 's/ || call->callee->is_defined ? NULL/ ? NULL/'
plant sim/frontend/refusals.def sim/frontend/test_refusals test_every_word \
    'a word of two rows' 's/"fns"/"fns tld4"/'
plant sim/frontend/parser.c sim/frontend/test_refusals test_declarations \
    'dotted words are only of opcodes' 's/(dotted ||/(kind == REFUSE_OPCODE \&\&/'
plant sim/frontend/barriers.c sim/frontend/test_barriers test_reductions \
    '.and is .or' 's/b->hold == b->threads/b->hold != 0/'
plant sim/frontend/barriers.c sim/frontend/test_barriers test_reductions \
    'a negated predicate counts as it is' 's/code->source_negated ? ~predicate : predicate/predicate/'
plant sim/frontend/barriers.c sim/frontend/test_barriers test_reduction_of_some \
    'a reduction goes to all lanes' 's/(bar_reduction){ code, mask }/(bar_reduction){ code, UINT32_MAX }/'
plant sim/frontend/barriers.c sim/frontend/test_barriers test_reductions \
    'an open barrier keeps who has arrived' 's/    \*b = (cta_barrier){ 0 };/    b->waiting = 0;/'
plant sim/frontend/barriers.c sim/frontend/test_barriers test_counts_of_all \
    'the threads of the CTA are counted, ended or not' 's/threads == all ? 0 : threads/threads/'
plant sim/frontend/barriers.c sim/frontend/test_barriers test_refusals \
    'the count of the last to arrive holds' 's/b->arrivals != 0 \&\& b->wanted != wanted/false/'
plant sim/frontend/simt_stack.c sim/frontend/test_barriers test_divergent_arrivals \
    'a path arrives alone' 's/if (v->depth > 1 \&\& at_barrier(v, top))/if (v->depth > 1 \&\& would_wait(v, top))/'
plant sim/frontend/simt_stack.c sim/frontend/test_barriers test_divergent_arrivals \
    'a path that arrives holds up one that waits' 's/else if (!would_wait(v, other))/else if (!at_barrier(v, other))/'
plant sim/frontend/exec_lanes.c sim/frontend/test_lanes test_members \
    'a membermask does not count' 's/return row32(x, membermask)\[lane\] \& mask;/return mask;/'
plant sim/frontend/exec_lanes.c sim/frontend/test_lanes test_votes_of_groups \
    'a vote is of all lanes that stand there' 's/code->n_src > 1 ? members/false ? members/'
plant sim/frontend/exec_lanes.c sim/frontend/test_lanes test_match_any \
    'values of 64 bits are compared by half' 's/wide ? w\[other\] == w\[lane\]/wide ? n[2 * other] == n[2 * lane]/'
plant sim/frontend/exec_lanes.c sim/frontend/test_lanes test_match_all \
    '.all is .any' 's/code->choice == 0 || equal == group ? equal : 0/equal/'
plant sim/frontend/exec_lanes.c sim/frontend/test_lanes test_redux \
    'the smallest of signed numbers is that of unsigned ones' 's/code->type == TYPE_s32 ? (int32_t)a < (int32_t)b/false ? true/'
plant sim/frontend/exec_lanes.c sim/frontend/test_lanes test_elect \
    'every lane leads' 's/(uint32_t)(r\[lane\] == lane) << lane/1u << lane/'
plant sim/frontend/exec_memory.c sim/frontend/test_memory test_isspacep \
    'parameters are not global' 's/ || (space == SPACE_PARAM \&\& code->space == SPACE_GLOBAL)//'
plant sim/frontend/exec_memory.c sim/frontend/test_memory test_prefetch \
    'a prefetch of no memory is a fault' 's/ \&\& code->run != run_prefetch//'
plant sim/frontend/exec_memory.c sim/frontend/test_steps test_prefetches \
    'constants are prefetched into the uniform cache' 's/code->choice != 0 \&\& is_constant(x, step->address\[lane\])/false/'
plant sim/frontend/exec_atomic.c sim/frontend/test_memory test_zero_policy_of_atomics \
    'an atomic that leads nowhere leaves its register' 's/row_write32(row32(x, code->dst\[0\]), (const uint32_t \*)zeros, mask \& ~done);/;/'
plant sim/frontend/device_memory.c sim/frontend/test_memory test_room \
    'a buffer may lie over the next one' 's/\*start <= end \&\& room <= end - \*start/*start <= end/'
plant sim/frontend/relocation.c sim/frontend/test_memory test_addresses_in_initial_values \
    'a parameter lies at its offset' 's/return GENERIC_PARAM + /return /'
plant sim/frontend/launch.c sim/frontend/test_barriers test_arrival_left_behind \
    'a CTA finds the arrivals of the one before' 's/for (; c->barriers_met != 0; /for (; false; /'
plant sim/frontend/symbols.c sim/frontend/test_parse_errors test_range_met_in_a_block \
    'names are kept in the order they come' 's/(\*b)->scope > s->scope/false/'
plant sim/frontend/module_text.c sim/frontend/test_numbers test_address_size \
    'addresses may have 32 bits' 's/if (bits != 64)/if (bits != 64 \&\& bits != 32)/'
plant sim/frontend/initial_values.c sim/frontend/test_numbers test_initial_integers \
    'initial values are cut to their type' 's/!integer_fits(t->value, negative, v->element)/false/'
plant sim/frontend/types.c sim/frontend/test_numbers test_initial_integers \
    'one below the least' 's,magnitude <= most / 2 + 1,magnitude <= most / 2 + 2,'
plant sim/frontend/initial_values.c sim/frontend/test_numbers test_initial_floats \
    'a fraction is its bits' 's/if (negative || !bits || /if (false \&\& /'
plant sim/frontend/initial_values.c sim/frontend/test_numbers test_initial_floats \
    'a float becomes infinite' 's/isfinite(value) \&\& !isfinite(narrow)/false/'
plant sim/frontend/lexer.c sim/frontend/test_numbers test_initial_floats \
    'a number of 64 bits becomes infinite' 's/ \&\& isfinite(value)//'
plant sim/frontend/parser.c sim/frontend/test_numbers test_numbers_of_instructions \
    'an offset of 64 bits wraps' 's/value > (uint64_t)INT64_MAX + negative/false/'
plant sim/frontend/operands.c sim/frontend/test_numbers test_numbers_of_instructions \
    'the sign of a number of 64 bits is lost' 's/!integer_fits(t.value, negative, 8)/false/'
plant sim/frontend/symbols.c sim/frontend/test_numbers test_registers \
    'a register may be one of a range' 's/range != NULL \&\& range->scope == s->scope/false/'
plant sim/frontend/symbols.c sim/frontend/test_numbers test_registers \
    'a range may have a register that is there' 's/range_of(p, one->name, length, \&index) == s/false/'
plant sim/frontend/symbols.c sim/frontend/test_numbers test_registers \
    'a used register of an outer range is seen' 's/range->scope > s->scope/false/'
plant sim/frontend/symbols.c sim/frontend/test_numbers test_registers \
    'a short range hides an outer one' 's/while (range != NULL \&\& \*index >= range->count)/if (range != NULL \&\& *index >= range->count)/;s/range = next_exact(range->chain, name, stem, true);/range = NULL;/'
registers=sim/frontend/test_registers
plant sim/frontend/load_order.c $registers test_constants_take_none \
    'constants are loaded into registers' 's/k->space == SPACE_PARAM || (k->space == SPACE_CONST/k->space == SPACE_PARAM || (false/'
plant sim/frontend/load_order.c $registers test_constants_take_none \
    'a constant at a computed address takes no register' 's/k->space == SPACE_CONST \&\& k->n_src == 0/k->space == SPACE_CONST/'
plant sim/frontend/registers.c $registers test_constants_take_none \
    'what is written by a load of a constant has a register' 's/!load_is_operand(k)/k->space != SPACE_PARAM/'
plant sim/frontend/load_order.c $registers test_few_shared_loads_together \
    'loads of shared memory go together without a limit' 's/ >= SHARED_TOGETHER/ > WINDOW/'
plant sim/frontend/load_order.c $registers test_few_shared_loads_together \
    'one load of shared memory more is on its way' 's/ >= SHARED_TOGETHER/ > SHARED_TOGETHER/'
plant sim/frontend/load_order.c $registers test_few_shared_loads_together \
    'addresses of loads that must wait are early' 's/full ? \&not_shared : \&w->early/\&w->early/'
plant sim/frontend/load_order.c $registers test_few_shared_loads_together \
    'a load is on its way for ever' 's/^\( *\)window_drop(.*/\1(void)0;/'
plant sim/frontend/load_order.c $registers test_shared_loads_for_another_block \
    'loads that nothing of the block reads hold up others' 's/window_set awaited = { { 0 } };/window_set awaited = w->early;/'
plant sim/frontend/load_order.c $registers test_few_shared_loads_together \
    'what must wait goes before the rest' 's/other < w->count ? other : last/last < w->count ? last : other/'
plant sim/frontend/load_order.c $registers test_products_take_odd_registers \
    'loads of global memory have the limit too' 's/load_is_hoisted(k) \&\& k->space == SPACE_SHARED/load_is_hoisted(k)/'
plant sim/frontend/kernel_source.c sim/frontend/test_block_limits test_directives_bind \
    'directives leave a thread what it takes' 's/return warps \* 32 \* (thread < promised ? thread : promised);/return warps * 32 * thread;/'
plant sim/frontend/kernel_source.c sim/frontend/test_block_limits test_directives_bind \
    'the CTAs that an SM is to hold are not looked at' 's/ \/ (f->least_ctas ? f->least_ctas : 1)//'
plant sim/frontend/kernel_source.c sim/frontend/test_block_limits test_directives_bind \
    'a block need not be of whole warps' 's/((threads + 31) \/ 32 \* 32)/threads/'
plants_end
