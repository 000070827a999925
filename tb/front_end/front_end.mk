# SPDX-License-Identifier: BSD-3-Clause
# The scheduling front end of an SM (docs/front_end.md). Part of the Makefile, whose variables it uses.
# Each system's number, and whether warp_order has the pairs of all warps.
paper_geometry           := N=48 S=2 M=32 SETS=32 ENTRIES=32 C=8 P=6
front_end_system_base    := SYSTEM=0 ACROSS=0
front_end_system_oaws    := SYSTEM=1 ACROSS=1
front_end_system_ccws    := SYSTEM=2 ACROSS=1
front_end_system_kaws    := SYSTEM=3 ACROSS=1
front_end_system_bucl    := SYSTEM=4 ACROSS=0
front_end_system_owl     := SYSTEM=5 ACROSS=0
# The parameters that no paper's machine of these varies.
front_end_fixed          := CORE_W=6 NUMBERS=7 WAYS=8 BITS=32 PROGRESS_W=32

# warp_front_end.v with the blocks of each system in it, Verilated, against the C wiring.
FRONT_END_CYCLES   ?= 150000
FRONT_END_KERNELS  ?= bfs syr2k syrk 2mm atax kmeans
front_end_geometry_small = N=8 S=2 M=32 SETS=32 ENTRIES=32 C=8 P=3
front_end_geometry_kaws_small = N=8 S=4 M=32 SETS=32 ENTRIES=32 C=5 P=3
front_end_geometry_paper = $(paper_geometry)
front_end_geometry_ccws_paper = N=32 S=1 M=32 SETS=32 ENTRIES=32 C=8 P=8
front_end_geometry_kaws_paper = N=64 S=4 M=32 SETS=32 ENTRIES=32 C=32 P=24
front_end_geometry_bucl_paper = N=48 S=2 M=32 SETS=32 ENTRIES=32 C=8 P=12
front_end_geometry_owl_paper = N=32 S=1 M=32 SETS=32 ENTRIES=32 C=8 P=8
front_end_systems := base oaws ccws kaws bucl owl
front_end_flags = $(addprefix -DCFG_,$(or $(front_end_geometry_$(1)_$(2)),$(front_end_geometry_$(2))) $(front_end_system_$(1)) $(front_end_fixed))
front_end_sources := $(wildcard tb/front_end/*.c) $(addprefix tb/systemc/,front_end.c front_end_table.c recorded.c traffic.c traffic_systems.c)
front_end_headers := $(wildcard tb/front_end/*.h tb/systemc/*.h tb/systemc/*.def tb/stimuli/stimuli.h rtl_c/*.h rtl_c/*.def) tb/lockstep_counts.def \
    $(patsubst %,tb/%.h,lockstep verilated field stimuli/stimulus)
.PHONY: front-end
# $(1)_$(2), SYSTEM_SIZE: a folder with the program and the flags that it was built with.
define front_end_rules
$(BUILD)/front_end/$(1)_$(2)/rtl.a: $$(wildcard $(VERILOG)/*.v) $(addprefix tb/front_end/,verilate.sh instances.awk front_end_rtl.cpp) $(front_end_headers) | $(BUILD)/packages
	$$(call say,VERILATE,warp_front_end $(1) $(2))
	@mkdir -p $$(@D)
	$$(quiet)sh tb/front_end/verilate.sh $(VERILOG) $$@ "$$(CXX)" "-O1 $(CXXFLAGS)" $(call front_end_flags,$(1),$(2))
	$$(quiet)printf '%s\n' '$(call front_end_flags,$(1),$(2))' > $$(@D)/flags
$(BUILD)/front_end/$(1)_$(2)/%.o: tb/%.c $(front_end_headers) | $(BUILD)/packages
	$$(call compile,,$(call front_end_flags,$(1),$(2)))
$(BUILD)/front_end/$(1)_$(2)/bench: $(patsubst tb/%.c,$(BUILD)/front_end/$(1)_$(2)/%.o,$(front_end_sources)) \
    $(BUILD)/front_end/$(1)_$(2)/rtl.a $(BUILD)/verilated_runtime.o $(BUILD)/libtb.a $(BUILD)/libfst.a
	$$(call say,LINK,$$@)
	$$(quiet)$$(CXX) -o $$@ $$^ -lz -lm -pthread -latomic
endef
$(foreach system,$(front_end_systems),$(foreach size,small paper,$(eval $(call front_end_rules,$(system),$(size)))))
tests: $(patsubst %,$(BUILD)/front_end/%_small/bench,$(front_end_systems))
front-end: $(patsubst %,$(BUILD)/front_end/%_paper/bench,$(front_end_systems)) $(BUILD)/warplock ## warp_front_end.v of each system against the C wiring: \
    random traffic and FRONT_END_CYCLES recorded of each kernel
	@sh tb/front_end/run.sh paper $(FRONT_END_CYCLES) 20000 $(FRONT_END_KERNELS)
