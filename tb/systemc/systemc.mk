# SPDX-License-Identifier: BSD-3-Clause
# The front end of an SM in SystemC, its blocks made modules by verilator --sc (docs/systemc.md): a folder for the modules, in
# it one for each system. The modules are common, so warp_order has all pairs in each. Part of the Makefile, whose variables it uses.
SYSTEMC_PACKAGES  := libsystemc-dev
SYSTEMC_GEOMETRY  ?= $(filter-out P=%,$(paper_geometry)) P=12
SYSTEMC_CYCLES    ?= 200000
empty :=
space := $(empty) $(empty)
SYSTEMC           := $(BUILD)/systemc/$(subst $(space),_,$(subst =,,$(strip $(SYSTEMC_GEOMETRY))))
systemc_systems   := oaws ccws kaws bucl owl
# The blocks that each system has in an SM besides those of base: system/block.
systemc_own       := $(shell awk -F '[^A-Za-z_]+' 'FNR == NR { place[$$2] = $$3; next } \
    $$1 == "PART" && $$3 != "warp_order" && place[$$3] ~ /^S/ { print $$2 "/" $$3 }' rtl_c/places.def synth_estimates/systems.def)
systemc_run_oaws  := --machine oaws --policy oaws-dyn
systemc_run_ccws  := --machine ccws --policy ccws
systemc_run_kaws   = --machine kaws --policy kaws $(foreach unit,sp sfu mem,--set core.$(unit)_issue_slots=$(call systemc_value,S))
systemc_run_bucl  := --machine bucl --policy bucl-dyn
systemc_run_owl   := --machine owl --set icnt.kind=crossbar --policy owl
# The second recording of each: divergent loads; lines that are lost and asked for again, by a smaller cache; CTAs of
# unequal age behind the last one.
systemc_kernel_oaws := atax
systemc_kernel_ccws := syrk --size 64 --set l1d.sets=8
systemc_kernel_kaws := syr2k --size 64
systemc_kernel_bucl := kmeans
systemc_kernel_owl  := hotspot
systemc_blocks     = warp_order $(patsubst $(1)/%,%,$(filter $(1)/%,$(systemc_own))) warp_arbiter
systemc_modules    = $(patsubst %,$(SYSTEMC)/%.a,$(call systemc_blocks,$(1)))
systemc_parameters = $(addprefix -DCFG_,$(SYSTEMC_GEOMETRY) $(filter SYSTEM=%,$(front_end_system_$(1))) ACROSS=1 $(front_end_fixed))
systemc_value      = $(patsubst $(1)=%,%,$(filter $(1)=%,$(SYSTEMC_GEOMETRY)))
systemc_machine    = $(systemc_run_$(1)) --set core.warps=$(call systemc_value,N) --set core.schedulers=$(call systemc_value,S) \
    --set l1d.mshrs=$(call systemc_value,M) --set l1d.sets=$(call systemc_value,SETS) --set core.max_ctas=$(call systemc_value,C)
systemc_include    = -std=c++17 -DVM_SC=1 -I. -isystem $(verilator_include) -isystem $(verilator_include)/vltstd
systemc_own_flags  = $(systemc_parameters) $(patsubst %.a,-I%.d,$(systemc_modules))
systemc_headers   := $(wildcard tb/systemc/*.h tb/systemc/*.def tb/stimuli/stimuli.h rtl_c/*.h rtl_c/*.def) tb/lockstep_counts.def \
    $(patsubst %,tb/%.h,lockstep verilated field stimuli/stimulus)
systemc_sources    = $(filter-out tb/systemc/block_registers.cpp tb/systemc/system_%.cpp,$(wildcard tb/systemc/*.cpp tb/systemc/*.c)) \
    tb/systemc/system_$(1).cpp
.PHONY: systemc
$(BUILD)/systemc-packages: tb/systemc/systemc.mk $(BUILD)/packages
	@sh .ci/install $(SYSTEMC_PACKAGES)
	@touch $@
$(sort $(foreach system,$(systemc_systems),$(call systemc_modules,$(system)))): $(SYSTEMC)/%.a: $(VERILOG)/%.v rtl_c/%.def \
    $(addprefix tb/systemc/,verilate.sh block_registers.cpp block_module.h pins.h) | $(BUILD)/systemc-packages
	$(call say,VERILATE,$* --sc)
	@mkdir -p $(@D)
	$(quiet)sh tb/systemc/verilate.sh $* $< $@ "$(CXX)" "-O1 $(CXXFLAGS)" $(call systemc_parameters,oaws)
$(SYSTEMC)/runtime.a: | $(BUILD)/systemc-packages
	$(call say,CXX,Verilator runtime for SystemC)
	@mkdir -p $(SYSTEMC)/runtime
	$(quiet)for part in verilated verilated_threads; do \
	    $(CXX) -O2 -w $(systemc_include) -c $(verilator_include)/$$part.cpp -o $(SYSTEMC)/runtime/$$part.o || exit 1; done
	$(quiet)rm -f $@ && $(AR) rcs $@ $(SYSTEMC)/runtime/*.o
# $(1), a system: what a platform of one's own links with, and the compiler's flags for it; the bench. Recorded are a
# kernel with several launches on two SMs, and the system's own, as SM 0 saw them.
define systemc_rules
$(SYSTEMC)/$(1)/%.cpp.o: tb/systemc/%.cpp $(systemc_headers) $(systemc_modules)
	$$(call say,CXX,$$< $(1))
	@mkdir -p $$(@D)
	$$(quiet)$$(CXX) -O2 $(march) -Wall -Wextra -Werror $$(systemc_include) $(systemc_own_flags) -c $$< -o $$@
$(SYSTEMC)/$(1)/%.c.o: tb/systemc/%.c $(systemc_headers) | $(BUILD)/packages
	$$(call compile, $(1),$(systemc_parameters))
$(SYSTEMC)/$(1)/libfront_end.a: $(patsubst %,$(SYSTEMC)/$(1)/%.cpp.o,warp_scheduling_front_end system_$(1) front_end_signals) \
    $(systemc_modules) $(SYSTEMC)/runtime.a
	$$(call say,AR,$$@)
	$$(quiet)rm -f $$@ && $$(AR) rcs $$@ $$(filter %.cpp.o,$$^) $(patsubst %.a,%.d/*.o,$(systemc_modules)) $(SYSTEMC)/runtime/*.o
	$$(quiet)printf '%s\n' '$$(systemc_include) $(systemc_own_flags)' > $$(@D)/flags
$(SYSTEMC)/$(1)/front_end_bench: $(patsubst tb/systemc/%,$(SYSTEMC)/$(1)/%.o,$(systemc_sources)) \
    $(SYSTEMC)/$(1)/libfront_end.a $(BUILD)/libtb.a $(BUILD)/libfst.a
	$$(call say,LINK,$$@)
	$$(quiet)$$(CXX) -o $$@ $$^ -lsystemc -lz -lm -pthread -latomic
.PHONY: systemc-$(1)
systemc-$(1): $(SYSTEMC)/$(1)/front_end_bench $(BUILD)/warplock # for make systemc
	@rm -rf $$(<D)/bfs $$(<D)/$(firstword $(systemc_kernel_$(1)))
	@$(BUILD)/warplock run $(systemc_machine) --set gpu.sms=2 --set gpu.clusters=2 --record $$(<D)/bfs --record-window 60000 \
	    bfs > $$(<D)/bfs.log
	@$(BUILD)/warplock run $(systemc_machine) --set gpu.sms=1 --set gpu.clusters=1 --record $$(<D)/$(firstword $(systemc_kernel_$(1))) --record-window 60000 \
	    $(systemc_kernel_$(1)) > $$(<D)/$(firstword $(systemc_kernel_$(1))).log
	@printf 'system     $(1)\n'
	@SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 $$< --cycles $(SYSTEMC_CYCLES) --recorded $$(<D)/bfs \
	    --recorded $$(<D)/$(firstword $(systemc_kernel_$(1))) --trace $$(<D)/front_end.vcd
	@printf 'trace      %s\n' $$(<D)/front_end.vcd
endef
$(foreach system,$(systemc_systems),$(eval $(call systemc_rules,$(system))))
tests: $(patsubst %,$(SYSTEMC)/%/front_end_bench,$(systemc_systems))
systemc: $(addprefix systemc-,$(systemc_systems)) ## the front end of an SM in SystemC, of each system, \
    against the C models, random and recorded stimuli; trace
