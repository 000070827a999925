# SPDX-License-Identifier: BSD-3-Clause
# What the hardware costs: Yosys, OpenSTA and a 0.18 um library on every block (docs/overhead.md). Part of the Makefile, whose variables it uses.
OVERHEAD_PACKAGES := yosys opensta qflow-tech-osu018 qflow-tech-osu035 gnuplot graphviz
OVERHEAD_SOURCES  := $(wildcard synth_estimates/*.c)
overhead_run       = VERILOG=$(VERILOG) BUILD=$(BUILD) LIBRARY="$(LIBRARY)" ADDERS="$(ADDERS)" sh synth_estimates/
.PHONY: overhead overhead-libraries overhead-front-end overhead-noise overhead-all overhead-scaling overhead-machines
.PHONY: overhead-wires overhead-placed overhead-adders overhead-memories overhead-pages
.PHONY: overhead-machines-results overhead-fpga gates overhead-results overhead-renew overhead-accept
tests: $(BUILD)/overhead/overhead
$(BUILD)/overhead/overhead: $(call object,$(OVERHEAD_SOURCES)) $(LIBRARIES) $(BUILD)/librtl_c.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(quiet)$(CC) $(CFLAGS) -o $@ $(filter %.o,$^) $(LIBRARIES) $(BUILD)/librtl_c.a -linih -ljansson -lm
$(call object,$(OVERHEAD_SOURCES)): $(wildcard synth_estimates/*.def)
overhead: $(BUILD)/overhead/overhead ## bits, gates, area, timing of every block beside the papers' claims \
    (BLOCK=name: one; BLOCK=x.v: your own first; LIBRARY=x.lib: mapped to it)
	@sh .ci/install $(OVERHEAD_PACKAGES)
	@$(overhead_run)run.sh paper "$(BLOCK)"
overhead-libraries: $(BUILD)/overhead/overhead ## every block in each library of libraries.txt: GE, um2, ns, pJ side by side (BLOCK=name: one; ASAP7=file); long
	@sh .ci/install $(OVERHEAD_PACKAGES) qflow-tech-osu050
	@$(overhead_run)libraries.sh "$(BLOCK)"
overhead-front-end: $(BUILD)/overhead/overhead ## the front ends of front_ends.def, each mapped whole: area and true paths; minutes (BLOCK=name: one)
	@sh .ci/install $(OVERHEAD_PACKAGES)
	@$(overhead_run)front_end.sh "$(BLOCK)"
overhead-noise: $(BUILD)/overhead/overhead ## the same, and how far names and order move the mapping: five more mappings of each block (BLOCK=name: one)
	@sh .ci/install $(OVERHEAD_PACKAGES)
	@$(overhead_run)run.sh noise "$(BLOCK)"
overhead-all: $(BUILD)/overhead/overhead ## the same at every machine's parameters; long
	@sh .ci/install $(OVERHEAD_PACKAGES)
	@$(overhead_run)run.sh all "$(BLOCK)"
overhead-scaling: $(BUILD)/overhead/overhead ## gates and critical path against warps, MSHRs, DLC entries, VTA ways; long (BLOCK=name: one)
	@sh .ci/install $(OVERHEAD_PACKAGES)
	@$(overhead_run)scaling.sh "$(BLOCK)"
overhead-machines: $(BUILD)/overhead/overhead ## the blocks at the parameters of the machines that are compared, \
    beside the papers'; half an hour (MACHINES=names; PROOF_SECONDS=0: no proof)
	@sh .ci/install $(OVERHEAD_PACKAGES)
	@$(overhead_run)machines.sh $(or $(MACHINES),gtx480 qv100 rtx3070)
overhead-machines-results: ## its last tables into docs/overhead_results.md
	@sh sim/campaign/results.sh docs/overhead_results.md $(BUILD) overhead_machines
overhead-wires: $(BUILD)/overhead/overhead ## longest path and energy of every block with an estimate of its wires, into \
    synth_estimates/wires.tsv (BLOCK=name: one; LIMIT=n: none of more cells); minutes to hours
	@sh .ci/install $(OVERHEAD_PACKAGES)
	@$(overhead_run)wires.sh "$(BLOCK)"
overhead-adders: $(BUILD)/overhead/overhead ## every block mapped with the library's adder cells beside the mapping without, into \
    synth_estimates/adders.tsv (BLOCK=name: one; CONFIGURATION=name: at other parameters; MEDIANS=0: one mapping each); long
	@sh .ci/install $(OVERHEAD_PACKAGES)
	@$(overhead_run)adders.sh "$(BLOCK)" $(CONFIGURATION)
overhead-memories: $(BUILD)/overhead/overhead ## tables of the blocks as macros of SRAM cells beside flip-flops, \
    into synth_estimates/memories.tsv (BLOCK=name: one)
	@sh .ci/install $(OVERHEAD_PACKAGES)
	@$(overhead_run)memories.sh "$(BLOCK)"
overhead-placed: $(BUILD)/overhead/overhead ## BLOCK=name placed and routed after overhead-wires: wire length beside the estimate (CONFIGURATION=name)
	@sh .ci/install $(OVERHEAD_PACKAGES) qflow graywolf qrouter
	@$(overhead_run)wires_place.sh "$(BLOCK)" $(CONFIGURATION)
overhead-fpga: $(BUILD)/overhead/overhead ## iCE40 look-up tables, flip-flops, block RAMs, maximum frequency (BLOCK=name: one)
	@sh .ci/install yosys nextpnr-ice40
	@$(overhead_run)fpga.sh "$(BLOCK)"
gates: $(BUILD)/overhead/overhead $(BUILD)/block_bench $(BUILD)/warplock ## recorded inputs on every block's mapped netlist in Icarus, \
    against its C model; power on three kernels; long (BLOCK=name: one; CYCLES=n)
	@sh .ci/install $(OVERHEAD_PACKAGES) iverilog
	@CYCLES=$(CYCLES) $(overhead_run)gates.sh "$(BLOCK)"
overhead-results: ## the tables and pictures of the last overhead report into synth_estimates/report.tsv and the pages of docs/
	@sh synth_estimates/results.sh docs $(BUILD) synth_estimates/report.tsv
overhead-pages: ## docs/overhead_results.md and overhead_blocks.md of synth_estimates/report.tsv; measures nothing
	@sh synth_estimates/pages.sh synth_estimates/report.tsv
overhead-renew: ## all of it anew, the golden report, the page of results and README with it: \
    front ends, gates, growth, FPGA, permutations, wires, adders, other machines; hours
	@$(MAKE) overhead-front-end BLOCK=
	@$(MAKE) gates BLOCK=
	@$(MAKE) overhead-scaling BLOCK=
	@$(MAKE) overhead-fpga BLOCK=
	@$(MAKE) overhead-libraries BLOCK= || echo "the libraries differ from the golden ones, which they now take the place of"
	@$(MAKE) overhead-noise BLOCK= || echo "the report differs from the golden one, which it now takes the place of"
	@$(MAKE) overhead-accept
	@$(MAKE) overhead-results readme
	@$(MAKE) overhead-memories BLOCK=
	@$(MAKE) overhead-wires BLOCK=
	@$(MAKE) overhead-adders BLOCK=
	@$(MAKE) overhead-machines MACHINES=
	@$(MAKE) overhead-machines-results
	@$(MAKE) overhead-pages
overhead-accept: $(BUILD)/overhead/overhead ## make the last overhead report the golden one
	@test -f $(BUILD)/overhead/overhead.json || { echo "no report of a run that ended: make overhead" >&2; exit 2; }
	@$(BUILD)/overhead/overhead accept synth_estimates $(BUILD)/overhead/overhead.json
	@$(BUILD)/overhead/overhead libraries-accept $(BUILD)/overhead synth_estimates
