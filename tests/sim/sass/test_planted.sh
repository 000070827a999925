#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of the sources that take traces into the timing model; the case of a unit test that the
# plant names notices it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_sass
plant sim/sass/sass_kernel.c sim/sass/test_sass test_places \
    "words without instructions take room" 's/bundle \/ 8 - 1/bundle \/ 8/'
plant sim/sass/sass_kernel.c sim/sass/test_sass test_places \
    "code that nobody has executed takes none" 's/slots == 0 ? 2 : /slots > 1 ? 1 : slots == 0 ? 2 : /'
plant sim/sass/sass_kernel.c sim/sass/test_sass test_places \
    "instructions of Volta are 8 bytes apart" 's/return pc \/ 16;/return pc \/ 8;/'
plant sim/sass/sass_kernel.c sim/sass/test_sass test_registers \
    "a wide result is one register" 's/from->dst_registers != 0 ? from->dst_registers : 1/false ? from->dst_registers : 1/'
plant sim/sass/sass_kernel.c sim/sass/test_sass test_registers \
    "an address is one register" 's/(is_address(from, i) \&\& has_wide_address(from)) || //'
plant sim/sass/sass_kernel.c sim/sass/test_sass test_registers \
    "what is stored is one register" 's/from->width > 4 ? from->width \/ 4 : 1/1/'
plant sim/sass/sass_kernel.c sim/sass/test_sass test_registers \
    "sources of fp64 are one register each" 's/ || is_double(from) ? 2/ ? 2/'
plant sim/sass/sass_kernel.c sim/sass/test_sass test_registers \
    "registers are not rounded up" 's/(k->header.registers + 3) \/ 4 \* 4/k->header.registers/'
plant sim/sass/sass_kernel.c sim/sass/test_sass test_kinds \
    "what passes the L1D by does not" 's/{ TRACE_PAST_L1D, INSN_PAST_L1D }, //'
plant sim/sass/sass_kernel.c sim/sass/test_sass test_kinds \
    "the coalescer sees words alone" 's/to->width = to->element = /to->element = 4, to->width = /'
plant sim/sass/sass_launch.c sim/sass/test_sass test_part_of_a_warp \
    "a warp of a part of a block is whole" 's/(1u << left) - 1;/UINT32_MAX;/'
plant sim/sass/sass_launch.c sim/sass/test_sass test_steps \
    "local memory lies as the file says" 's/    if (step->space != SPACE_LOCAL) {/    if (true) {/'
plant sim/sass/sass_launch.c sim/sass/test_sass test_steps \
    "what nobody executes has no lanes" 's/active != 0 ? active : c->warps\[w\].lanes/active/'
plant sim/sass/sass_launch.c sim/sass/test_sass test_steps \
    "a launch goes on where the one before has ended" 's/else if (!trace_kernel_rewind(k->trace, \&wrong))/else if (false)/'
plant sim/sass/sass_launch.c sim/sass/test_sass test_steps \
    "a barrier opens at the first warp" 's/ || (c->running \& ~c->arrived) != 0) {/) {/'
plant sim/sass/sass_launch.c sim/sass/test_sass test_lanes_arrive \
    "a warp of Volta arrives by its first lanes" 's/if (!c->launch->lanes_arrive || (v->live \& ~v->arrived) == 0) {/if (true) {/'
plant sim/sass/sass_launch.c sim/sass/test_sass test_lanes_arrive \
    "lanes that have ended are waited for" 's/v->live \&= ~step->active;/;/'
plant sim/sass/sass_launch.c sim/sass/test_sass test_lanes_arrive \
    "the end of a warp opens nothing" 's/    c->running \&= ~warp_bit(w);/    (void)w;/'
plant sim/sass/sass_launch.c sim/sass/test_sass test_empty_warp \
    "a warp without instructions has the first one" 's/if (c->read != NULL \&\& trace_cta_insns(c->read, w) == 0) {/if (false) {/'
plant sim/sass/sass_launch.c sim/sass/test_sass test_file_that_changes \
    "any file is the one that was read first" 's/trace_kernel_insns(k->trace) != k->n_static || //;s/trace_kernel_counts(k->trace)->ctas != k->ctas/false/'
plant sim/sass/sass_launch.c sim/sass/test_sass test_lanes_arrive \
    "lanes that end are waited for" 's/if (v->arrived != 0 \&\& v->live != 0 \&\& (v->live \& ~v->arrived) == 0) {/if (false) {/'
plant sim/sass/sass_kernel.c sim/sass/test_sass test_uniform_registers \
    "an address beside a uniform register is a pair" 's/ \&\& !names_uniform(from);/;/'
plant sim/sass/sass_kernel.c sim/sass/test_sass test_no_instruction \
    "a kernel without instructions" 's/if (trace_kernel_insns(trace) == 0) {/if (false) {/'
plants_end
