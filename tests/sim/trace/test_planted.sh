#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of the sources of the reader of traces; the case of a unit test that the plant names notices
# it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_trace
reader() { plant "sim/trace/$1" sim/trace/test_trace "$2" "$3" "$4"; }
mistake() { plant "sim/trace/$1" sim/trace/test_trace_mistakes "$2" "$3" "$4"; }
reader instructions.c three_forms "differences are of the first address" 's/add_overflow(o->list\[n - 1\], /add_overflow(o->list[0], /'
reader instructions.c three_forms "a list has a stride" 's/return form == 0 ? take_list/return form == 3 ? take_list/'
reader instructions.c version_5 "R255 is a register" 's/{ "R", TRACE_R, 255, 255 }/{ "R", TRACE_R, 255, 256 }/'
reader instructions.c version_5 "UR63 is a register" 's/{ "UR", TRACE_UR, 63, 63 }/{ "UR", TRACE_UR, 63, 64 }/'
reader instructions.c version_5 "the line of the source is lost" 's/\.line = (uint32_t)source/.line = 0/'
reader instructions.c changed_in_between "what is new the second time is taken" 's/if (f->closed)/if (false)/'
reader instructions.c numbers_by_pc "static instructions in the order of the file" 's/(x->pc < y->pc ? -1 : 1)/(x->row < y->row ? -1 : 1)/'
reader instructions.c bulk_copies "a bulk copy is read as others" "s/    if (s->bulk)/    if (false)/"
reader ctas.c three_forms "no windows" 's/if (step->space == TRACE_GENERIC)/if (false)/'
reader ctas.c three_forms "an address in a window is as in the file" 's/    base -= window;/    window = 0;/'
reader ctas.c three_forms "an access of no lane has a space" 's/ || !insn->addressed || !mask)/ || !insn->addressed)/'
reader packed.c three_forms "a step back is a step forth" 's/return (int64_t)(n >> 1 ^ (0 - (n \& 1)))/return (int64_t)(n >> 1)/'
reader packed.c three_forms "the mask of the record before stays" 's/    if (line->mask == p->mask)/    if (true)/'
reader packed.c beyond_memory "differences of 32 bits" "s/folded((int64_t)(line->list/folded((int32_t)(line->list/"
reader trace.c the_first_pass_sees_the_same "the first pass sees full masks" 's/step_fill(k, \&s->insn, line->mask, line->form/step_fill(k, \&s->insn, UINT32_MAX, line->form/'
reader trace.c counts "lanes are not counted" 's/(unsigned)__builtin_popcount(line->mask)/32/'
reader trace.c changed_in_between "another header is taken" 's/ \&\& memcmp(\&before, \&k->header, sizeof before) != 0)/ \&\& false)/'
reader unpack.c packed_by_xz "what is cut off has ended" 's/    u->done = result == LZMA_STREAM_END;/    u->done = result == LZMA_STREAM_END || result == LZMA_BUF_ERROR;/'
reader unpack.c packed_by_xz "one stream is all" 's/LZMA_CONCATENATED/0/'
reader unpack.c packed_by_zstd "what is cut off has ended" 's/u->at == u->length \&\& !u->within)/u->at == u->length)/'
reader header.c version_5 "immediates by the version alone" 's/k->format.immediate |= strncmp(at, "immediate", 9) == 0;/(void)0;/'
plant sim/trace/list.c sim/trace/test_lists a_list "copies to the host are kernels" 's/strncmp(at, "kernel", 6) == 0/strncmp(at, "kernel", 6) == 0 || strncmp(at, "MemcpyD", 7) == 0/'
mistake lines.c the_ten_commonest "columns from 0 on" 's/(uint64_t)(at - l->start + 1)/(uint64_t)(at - l->start)/'
mistake lines.c long_lines "lines of any length" 's/looked <= LINE_BYTES/true/'
mistake ctas.c all_others "lanes that there are not" 's/if (insn.mask \& absent)/if (false)/'
mistake ctas.c all_others "a warp stands twice" 's/if (warps >> warp \& 1)/if (false)/'
mistake trace.c all_others "a CTA stands twice" 's/k->seen\[number \/ 8\] >> number % 8 \& 1/false/'
mistake instructions.c all_others "a stride over a gap" 's/if (gap_in(o->mask))/if (false)/'
mistake header.c all_others "a key stands twice" 's/            if (found\[i\])/            if (false)/'
mistake list.c lists "a list leads out of its folder" "s/ || memchr(l->at, '\/', length)//"
mistake list.c lists "a copy as large as its number" 's/c.bytes > MAX_COPY || //'
mistake instructions.c many_instructions "any number of functions" 's/if (same == PC_FUNCTIONS)/if (false)/'
mistake instructions.c many_instructions "any number of instructions" 's/if (t->count == TRACE_MAX_INSNS || /if (/'
mistake list.c a_long_list "any number of lines" 's/if (list->count == MAX_COMMANDS)/if (false)/'
reader packed.c no_room_for_the_rest "a file that has become shorter ends the warp" 's/k->failed = true;/k->failed = false;/'
mistake list.c lists "a copy ends beyond 64 bits" 's/ || c.bytes > UINT64_MAX - c.address//'
mistake instructions.c all_others "an access of six bytes" 's/if (width \& (width - 1))/if (false)/'
table() { plant "sim/trace/$1" sim/trace/test_opcodes "$2" "$3" "$4"; }
table opcodes.def not_of_the_generation "Volta has XMAD" 's/OPCODE("XMAD",      M, /OPCODE("XMAD",      KMVTAH, /'
table opcodes.def rows_hold "MEMBAR is nothing" 's/\(OPCODE("MEMBAR", *KMVTAH, \)MEMBAR, /\1CONTROL,/'
table opcodes.def suffixes "DEPBAR is a barrier" 's/\(OPCODE("DEPBAR", *MVTAH, *\)CONTROL, NO_MEMORY, SPACE_NONE, 0/\1BARRIER, NO_MEMORY, SPACE_NONE, IS_BARRIER/'
table opcodes.c suffixes "the last type is the result's" 's/        if (type_bits(w))/        if (type_bits(w) \&\& !*at)/'
table opcodes.c suffixes "what an SM or CTA shares passes the L1D by" 's/ \&\& !has(opcode, "CTA") \&\& !has(opcode, "SM"))/)/'
table opcodes.c generations_of_versions "Ada is none" 's/{ 80, 89, GENERATION_AMPERE }/{ 80, 86, GENERATION_AMPERE }/'
facts() { plant sim/trace/info.c sim/trace/test_info "$1" "$2" "$3"; }
facts lines_once "a line is counted each time" "s/f->lines += !(\*words & bit);/f->lines++;/"
facts no_room "a footprint without room is whole" "s/            f->full = true;/            ;/"
facts across_a_boundary "an access lies in its first line" "s/insn->width - 1) \/ INFO_LINE/0) \/ INFO_LINE/"
facts across_a_boundary "the lines of lanes, not distinct ones" "s/            if (i == 0) {/            {/"
facts many_unknown "one more unknown opcode than there is room for" "s/if (i == INFO_UNKNOWN)/if (i == INFO_UNKNOWN - 1)/"
plants_end
