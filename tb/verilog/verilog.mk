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
# The tuples whose vectors are shipped: those of the files; a new block's is said once, VECTOR_TUPLES=name.
VECTOR_TUPLES ?= $(basename $(notdir $(wildcard tb/verilog/vectors/*.txt)))
VECTORS       ?= tb/verilog/vectors
vectors: $(BUILD)/block_bench ## the vectors that the Verilog benches replay, recorded from the C models anew
	@$(foreach t,$(VECTOR_TUPLES),$(BUILD)/block_bench --block $(call field,$(t),2) --config $(patsubst $(call field,$(t),2)_%,%,$(t)) \
	    --phase-cycles 30 --no-pack --vectors $(VECTORS)/$(t).txt &&) :
MACRO_CYCLES ?= 50000
.PHONY: macro
macro: $(BUILD)/block_bench $(BUILD)/warplock ## CCWS's tags in a macro of SRAM cells (verilog/macro) proven equal to ccws_vta with a register in front, \
    and compared with the C model over random and MACRO_CYCLES recorded cycles of each of six kernels
	@sh .ci/install yosys cadical
	@sh tb/verilog/macro/prove.sh $(BUILD)/macro n32_ways8 1 && echo 'proven: ccws_vta_macro n32_ways8'
	@sh tb/verilog/macro/bench.sh $(BUILD)/macro n32_ways8 1 verilator random:20000:1 $(patsubst %,%:$(MACRO_CYCLES),bfs syr2k syrk 2mm atax kmeans)
.PHONY: lists
lists: ## verilog/rtl.f, verilog/macro.f and verilog/warplock.core, for other tools, anew from rtl_c/configs.def
	@for list in rtl.f macro.f warplock.core; do sh tb/verilog/lists.sh $$list > verilog/$$list || exit 1; done
