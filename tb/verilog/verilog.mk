# SPDX-License-Identifier: BSD-3-Clause
# The blocks' benches in plain Verilog (docs/benches.md): make and iverilog, no C. Part of the Makefile, whose variables it uses.
icarus_runs := $(addprefix icarus/,$(tuple_names))
.PHONY: icarus icarus-package vectors $(icarus_runs)
icarus: $(icarus_runs) ## every block's Verilog bench, with X injection, in Icarus Verilog; nothing else is needed \
    (make icarus/TUPLE PLUSARGS=+vcd=FILE)
icarus-package: # for make icarus
	@command -v iverilog >/dev/null || sh .ci/install iverilog
$(icarus_runs): icarus/%: | icarus-package # for make icarus
	@sh tb/verilog/icarus.sh $(call field,$*,2) $(patsubst $(call field,$*,2)_%,%,$*) \
	    $(VERILOG)/$(call field,$*,2).v $(BUILD)/icarus/$* $(PLUSARGS)
# The tuple of each block whose vectors are shipped.
VECTOR_TUPLES := warp_order/n8_s2_across1 warp_rank/n8_s2_numbers7 warp_arbiter/n8_s2 oaws_ocw/n8_s2_sets32 oaws_dlc/entries3 \
    oaws_misspred/n8_s2_m32 oaws_qualify/n8_m32 ccws_vta/n3_ways4 ccws_llds/n8_bits32 ccws_lls/n8 \
    kaws_progress/n8_s4_c5_progress_w8 kaws_share/n8_s4 bucl_bypass/p3 bucl_update/sms2_p2 owl_prefetch/banks3_lines5 owl_groups/n8_c5
VECTORS       ?= tb/verilog/vectors
vectors: $(BUILD)/block_bench ## the vectors that the Verilog benches replay, recorded from the C models anew
	@for tuple in $(VECTOR_TUPLES); do \
	    $(BUILD)/block_bench --block $${tuple%/*} --config $${tuple#*/} \
	        --phase-cycles 30 --no-pack --vectors $(VECTORS)/$${tuple%/*}_$${tuple#*/}.txt || exit 1; done
