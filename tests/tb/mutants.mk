# SPDX-License-Identifier: BSD-3-Clause
# Mutants of Verilog (docs/tests.md). Part of the Makefile, whose variables it uses.
# 200 mutants by Yosys of the smallest tuple of each block, the first in rtl_c/configs.def, against its C model; survivors
# are proven equivalent. With two warps OCW is a constant, so that of the registers nothing is left to prove. A heap
# of two places has no larger of two below. Totals of 5 bits give no quotient just above a large cutoff, and three slots no
# two groups of two CTAs: fewer registers are met there than the invariants allow.
.PHONY: mutants mutant-tuples
MUTANT_NOT    := oaws_ocw_n2_s1_sets3 ccws_lls_n2 ccws_llds_n2_bits5 owl_groups_n4_c3 owl_groups_n2_c2
tuples_of      = $(foreach t,$(tuples),$(if $(findstring |$(1)|,$(t)),$(firstword $(subst |, ,$(t)))))
MUTANT_TUPLES := $(foreach b,$(tuple_blocks),$(patsubst $(b)_%,$(b)/%,$(firstword $(filter-out $(MUTANT_NOT),$(call tuples_of,$(b))))))
mutants: $(BUILD)/test-packages $(LIBRARIES) $(addprefix $(BUILD)/,librtl_c.a verilated_runtime.o libfst.a) ## 200 mutants of every block's Verilog against its model; minutes
	@BUILD=$(BUILD) sh tests/tb/mutants.sh 200 1 $(MUTANT_TUPLES)
mutant-tuples: # for tests/tb/test_mutants.sh
	@echo $(MUTANT_TUPLES)
