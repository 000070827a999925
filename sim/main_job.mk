# SPDX-License-Identifier: BSD-3-Clause
# make run: the main job of each system on its paper's machine, every block of every SM in lockstep with its Verilog.
# A row a system: its policies, the first one the one that speedups are over unless --baseline says so, the last one the
# paper's; its kernels; what the paper is about. Sizes are such that the last policy gains on each kernel (what is
# smaller fits the L1D whichever warps run) and that all of it takes a minute or two; the papers' own sizes are in make
# papers. The wave is of the last kernel under the last policy: under OAWS-Dyn OCW goes from 2 to 6 in it, and CNT
# moves.
SYSTEM := oaws
main_job_systems  := oaws ccws kaws bucl owl
main_job_oaws     := --policy gto,oaws-static,oaws-dyn
main_kernels_oaws := bfs:16384x18 gesummv:2048x64 kmeans:12288x34
main_says_oaws    := OAWS lets divergent loads wait for MSHRs, so that those of few warps stay cached
main_job_ccws     := --policy lrr,gto,ccws --baseline gto
main_kernels_ccws := bfs:16384x18 memcached:16384x64 kmeans:8192x34
main_says_ccws    := CCWS holds back the loads of warps while others lose their lines in the L1D
main_job_kaws     := --policy lrr,gto,kaws
main_kernels_kaws := mriq:65536x64 backprop:2048 streamcluster:65536x8x1
main_says_kaws    := KAWS runs the CTA with the least progress first at a kernel's end, and lends stalled warps
main_job_bucl     := --policy gto,bucl-prf,bucl-dyn
main_kernels_bucl := bfs:16384x18 sssp:8192x12 kmeans:8192x34
main_says_bucl    := BUCL sends loads of many accesses, and accesses that fail, past the L1D
main_job_owl      := --policy lrr,cta-aware,owl
main_kernels_owl  := fft:256x256 spmv:8192 kmeans:8192x34
main_says_owl     := OWL lets a group of CTAs run ahead of the others, and prefetches lines of open DRAM rows

RUN_KERNELS     = $(main_kernels_$(SYSTEM))
RUN_WAVE_CYCLES := 40000
known_system    = $(if $(filter 1,$(words $(SYSTEM))),$(filter $(SYSTEM),$(main_job_systems)))
$(if $(filter run,$(MAKECMDGOALS)),$(if $(known_system),,$(error SYSTEM: seen `$(SYSTEM)`, expected one of $(main_job_systems))))
.PHONY: run wave
run: $(BUILD)/warplock $(BUILD)/libwarplock_cudart.a ## the main job: kernels x policies on 30 SMs, every block in lockstep; report and wave; a minute or two (SYSTEM=oaws: or ccws, kaws, bucl, owl)
	@mkdir -p $(BUILD)/run
	@echo "$(main_says_$(SYSTEM))."
	@$(BUILD)/warplock run --machine $(SYSTEM) $(main_job_$(SYSTEM)) --blocks lockstep --report $(BUILD)/run/report.txt \
	    --wave $(BUILD)/run/run.fst --wave-window $(RUN_WAVE_CYCLES) $(RUN_KERNELS)
	@printf 'every counter: %s   next: make wave (the last run in GTKWave),\n%s, docs/%s.md\n' $(BUILD)/run/report.txt \
	    'make run SYSTEM=$(firstword $(filter-out $(SYSTEM),$(main_job_systems))) (of $(main_job_systems)), warplock --help' $(SYSTEM)
wave: ## GTKWave on the wave of the last run, with its generated save file; needs a display
	@sh tb/wave/show.sh $(BUILD)/run/run.fst
