# SPDX-License-Identifier: BSD-3-Clause
# warplock. On a fresh Debian with nothing but make: `make run`, `make test`. `make help` lists the rest.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
SHELL := /bin/sh
MAKEFLAGS += --no-builtin-rules --jobs=$(shell nproc 2>/dev/null || echo 1)

## ---------------------------------------------------------------------------------------------------------- Tools
CC       := gcc
CXX      := g++
AR       := ar
V        ?= 0
quiet    := $(if $(filter 1,$(V)),,@)
say       = $(if $(filter 1,$(V)),@:,@printf '  %-9s %s\n' '$(1)' '$(strip $(2))')

BUILD_PACKAGES := gcc g++ libc6-dev verilator libinih-dev libjansson-dev libsqlite3-dev zlib1g-dev liblz4-dev libzstd-dev liblzma-dev
TEST_PACKAGES  := libcmocka-dev yosys iverilog z3 gtkwave pkg-config gnuplot-nox opensta qflow-tech-osu018 qflow-tech-osu035 graphviz clang zsh libxml2-utils mandoc cmake libthrust-dev libcub-dev
FUZZ_PACKAGES  := clang libclang-rt-14-dev
PTX_PACKAGES   := clang
BENCH_PACKAGES := valgrind

## ---------------------------------------------------------------------------------------------------------- Flags
BUILD    ?= build
ifneq ($(words $(BUILD)),1)
$(error BUILD: seen "$(BUILD)", expected one path without blanks: make takes a blank for the end of a name)
endif
PREFIX   ?= /usr/local
# The one place of it; a change of it is a new heading of docs/CHANGELOG.md (make dist asks for that).
VERSION  := 0.1.0
FUZZ_SECONDS ?= 600
# Where the blocks are read from: a planted bug is a changed copy of one of these.
RTL_C    ?= rtl_c
VERILOG  ?= verilog
# For processors with AVX2: 1.5 to 1.7 times the instructions without. A program's main file is for any, and looks
# (tb/processor.h). `make clean; make all OPTIMISE=-O3` builds for any.
OPTIMISE ?= -O3 -march=x86-64-v3
march    := $(filter -march=%,$(OPTIMISE))
CFLAGS   ?= -std=c11 -g1 $(OPTIMISE) -ffp-contract=off -Wall -Wextra -Werror -Wno-missing-field-initializers
CPPFLAGS += -I. -D_DEFAULT_SOURCE
# Of Verilog that is compiled; how far it is optimised is said where that is done (tb/tuple_compile.c). Loops that are
# unrolled are functions of up to 100,000 lines, for which g++ combines instructions in quadratic time, three and more at once.
CXXFLAGS ?= $(march) --param=max-combine-insns=2
# Memory that is not to be had is one line and exit 2 (tb/allocate.c).
LDLIBS   := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup,--wrap=strndup,--wrap=mmap -linih -ljansson -lsqlite3 -lm -lz -llz4 -lzstd -llzma -pthread -latomic -lsupc++
# Lazy: Verilator may be installed by this very run.
verilator_include = $(shell verilator --getenv VERILATOR_ROOT)/include

include tb/blocks.mk
include tb/prove/prove.mk

## -------------------------------------------------------------------------------------------------------- Sources
SIM_SOURCES := $(filter-out sim/main.c,$(shell find sim -name '*.c' | LC_ALL=C sort))
TB_MAINS    := $(wildcard tb/*_main.c)
TB_SOURCES  := $(filter-out $(TB_MAINS) tb/described.c,$(wildcard tb/*.c tb/stimuli/*.c))
TEST_C      := $(shell find tests -name 'test_*.c' | LC_ALL=C sort)
TEST_SH     := $(shell find tests -name 'test_*.sh' | LC_ALL=C sort)
TEST_SHARED := $(filter-out $(TEST_C) tests/case.c,$(shell find tests -name '*.c' ! -name 'fuzz_*' ! -name '*_main.c' ! -path '*/planted/*' ! -path '*/versions/*' ! -path '*/project/*' ! -path '*/mutants/*' ! -path '*/coverage/*' ! -path '*/sanitize/*' | LC_ALL=C sort))
TEST_MAINS  := $(shell find tests -name '*_main.c' ! -name 'mutants_*' ! -path '*/mutants/*' | LC_ALL=C sort)
BUNDLED     := $(wildcard sim/machine/*.ini sim/workload/kernels/*.ptx sim/workload/kernels/*.cu sim/campaign/papers/*.json) synth_estimates/claims.csv sim/campaign/sheet.gnuplot $(wildcard tests/sim/baseline/figures.csv) \
    $(wildcard $(addprefix sim/campaign/html/,page.html page.css page_*.js library/echarts.js library/LICENSE* library/NOTICE))

object    = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
made_objects  := $(BUILD)/obj/bundled_files.o $(BUILD)/obj/version.o $(BUILD)/obj/program_sums.o
SIM_OBJECTS   := $(call object,$(SIM_SOURCES)) $(made_objects)
TB_OBJECTS    := $(call object,$(TB_SOURCES)) $(described_objects) $(BUILD)/obj/tuple_sums.o
LIBRARIES     := $(BUILD)/libsim.a $(BUILD)/libtb.a
TEST_PROGRAMS := $(patsubst %.c,$(BUILD)/%,$(TEST_C))
TB_PROGRAMS   := $(patsubst tb/%_main.c,$(BUILD)/%,$(TB_MAINS))
TEST_TOOLS    := $(patsubst %_main.c,$(BUILD)/%,$(TEST_MAINS))

## -------------------------------------------------------------------------------------------------------- Targets
.PHONY: always help all packages tuples tests test test-all test-files test-tuples plants readme bench fuzz sanitize random random-forms slurm slurm-faults slurm-thousand mutants mutant-tuples show-march ptx clean

help: ## this list
	@printf 'warplock: warp schedulers as C models and Verilog, compared on every cycle inside a GPU simulator\n\n'
	@awk -f tb/help.awk sim/main_job.mk $(filter-out sim/main_job.mk %.d,$(MAKEFILE_LIST))

all: $(BUILD)/warplock $(BUILD)/libwarplock_cudart.a $(TB_PROGRAMS) ## build everything that is not a test

packages: $(BUILD)/packages
# Anew whenever this file, and so perhaps the list, has changed.
$(BUILD)/packages: Makefile
	@mkdir -p $(@D)
	@sh .ci/install $(BUILD_PACKAGES)
	@touch $@
$(BUILD)/test-packages: $(BUILD)/packages
	@sh .ci/install $(TEST_PACKAGES)
	@touch $@

# --- objects
# What is done once a run and not each cycle, and what draws stimuli, is compiled in half the time; gcc guesses lengths of texts too roughly then.
cold := sim/campaign/% sim/cli/% sim/cudart/% sim/machine/% sim/report/% $(addprefix sim/frontend/,decl% decode% initial% layout% lexer% liveness% load_order% parser% program% refusals% statements% symbols% variable%) tb/stimuli/% tb/tuple%
$(call object,$(filter $(cold),$(SIM_SOURCES) $(TB_SOURCES))): OPTIMISE = -O1 $(march) -Wno-format-truncation
$(BUILD)/obj/%.o: %.c | $(BUILD)/packages
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(quiet)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/libsim.a: $(SIM_OBJECTS)
$(BUILD)/libtb.a: $(TB_OBJECTS)
$(BUILD)/lib%.a:
	$(call say,AR,$@)
	@rm -f $@.new
	$(quiet)$(AR) rcs $@.new $^ && mv $@.new $@

# The FST writer that ships with Verilator.
$(BUILD)/libfst.a: | $(BUILD)/packages
	$(call say,CC,FST writer)
	@mkdir -p $(BUILD)/obj/fst
	$(quiet)for part in fstapi lz4 fastlz; do \
	    $(CC) $(OPTIMISE) -DFST_CONFIG_INCLUDE='"fst_config.h"' -I$(verilator_include)/gtkwave -c $(verilator_include)/gtkwave/$$part.c -o $(BUILD)/obj/fst/$$part.o || exit 1; done
	$(quiet)rm -f $@ && $(AR) rcs $@ $(BUILD)/obj/fst/fstapi.o $(BUILD)/obj/fst/lz4.o $(BUILD)/obj/fst/fastlz.o
# Whoever includes fstapi.h: Verilator's folder, known once it is installed.
$(BUILD)/obj/tb/%.o: CPPFLAGS += -I$(verilator_include)/gtkwave

# --- files that travel inside the binary
$(BUILD)/bundled_files.c: Makefile sim/machine/bundle.sh $(BUNDLED)
	$(call say,BUNDLE,$@)
	@mkdir -p $(@D)
	$(quiet)sh sim/machine/bundle.sh $(BUNDLED) > $@.new && mv $@.new $@
$(BUILD)/obj/bundled_files.o: $(BUILD)/bundled_files.c sim/machine/bundled.h | $(BUILD)/packages
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(quiet)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# --- what a store takes for this program, in a file that is new only when that is
$(BUILD)/program_sums.c: always
	@mkdir -p $(@D)
	@sh sim/campaign/program_sums.sh $(RTL_C) > $@.$$$$ && if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi
$(BUILD)/obj/program_sums.o: $(BUILD)/program_sums.c sim/campaign/program_sums.h | $(BUILD)/packages
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(quiet)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# --- the number, in a file that is new only when the number is
$(BUILD)/version.c: always
	@mkdir -p $(@D)
	@printf '%s\n' '#include "sim/cli/version.h"' 'const char warplock_version[] = "$(VERSION)";' > $@.$$$$ && \
	    if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi
$(BUILD)/obj/version.o: $(BUILD)/version.c sim/cli/version.h | $(BUILD)/packages
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(quiet)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@
always:

# --- programs
$(BUILD)/obj/sim/main.o $(patsubst %.c,$(BUILD)/obj/%.o,$(TB_MAINS)): CFLAGS += $(if $(march),-march=x86-64)
link = $(CC) $(CFLAGS) -o $@ $(1) $(LIBRARIES) $(BUILD)/libfst.a $(LDLIBS)
$(BUILD)/warplock: $(BUILD)/obj/sim/main.o $(LIBRARIES) $(BUILD)/libfst.a
	$(call say,LINK,$@)
	$(quiet)$(call link,$<)
$(TB_PROGRAMS): $(BUILD)/%: $(BUILD)/obj/tb/%_main.o $(LIBRARIES) $(BUILD)/libfst.a
	$(call say,LINK,$@)
	$(quiet)$(call link,$< $(filter %/librtl_c.a,$^))
# It prints tables of all models, and runs none.
$(BUILD)/block_table: $(BUILD)/librtl_c.a

# --- the CUDA runtime
include sim/cudart/cudart.mk

# --- tests
$(BUILD)/libtest.a: $(call object,$(TEST_SHARED))
	$(call say,AR,$@)
	@rm -f $@.new
	$(quiet)$(AR) rcs $@.new $^ && mv $@.new $@
$(call object,tests/case.c $(TEST_C) $(TEST_SHARED) $(TEST_MAINS)): | $(BUILD)/test-packages
$(TEST_PROGRAMS): $(BUILD)/%: $(BUILD)/obj/%.o $(BUILD)/obj/tests/case.o $(BUILD)/libtest.a $(LIBRARIES) $(BUILD)/libfst.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(quiet)$(call link,$< $(filter $(BUILD)/obj/sim/%,$^) $(BUILD)/obj/tests/case.o $(BUILD)/libtest.a $(filter %/librtl_c.a,$^)) -lcmocka
# Tests of models take them from the library.
models_tested := $(patsubst %.c,$(BUILD)/%,$(subst _main.c,.c,$(filter tests/rtl_c/%,$(TEST_C)) $(shell grep -lE 'rtl_c/models\.h|block_table' $(TEST_C) $(TEST_MAINS))))
$(models_tested): $(BUILD)/librtl_c.a
# Tools whose references are in quadruple precision.
$(BUILD)/tests/sim/cuda/%: LDLIBS += -lquadmath
$(TEST_TOOLS): $(BUILD)/%: $(BUILD)/obj/%_main.o $(BUILD)/libtest.a $(LIBRARIES) $(BUILD)/libfst.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(quiet)$(call link,$< $(BUILD)/libtest.a $(filter %/librtl_c.a,$^))

tests: $(TEST_PROGRAMS) $(TEST_TOOLS) $(TB_PROGRAMS) $(BUILD)/warplock
# A test file with `tier: all` in its head runs in `make test-all` alone; the others run in both, and may run in a small
# shape in `make test` (docs/tests.md). What a test wants built beyond warplock: its line `needs:`, or all that tests have.
TEST_FILES := $(TEST_SH) $(TEST_C)
TEST_LONG  := $(shell grep -lE '^(\#|//) tier: all' $(TEST_FILES))
chosen  = $(foreach word,$(or $(TEST),/),$(foreach file,$(1),$(if $(findstring $(word),$(file)),$(file))))
wanted  = $(if $(TEST),$(BUILD)/warplock $(patsubst %.c,$(BUILD)/%,$(filter %.c,$(1))) $(foreach file,$(1),$(call needs,$(file))),tests test-tuples $(call needs,$(1)))
needs   = $(or $(addprefix $(BUILD)/,$(shell sed -nE 's,^(#|//) needs: ,,p' $(1))),$(if $(filter %.sh,$(1)),tests))
# A test builds the tuples that it needs where they are missing; all of them need all, and these are built side by side.
test-tuples: $(BUILD)/block_bench
	@BUILD=$(BUILD) sh tests/run.sh --with-tuples $(BUILD)/block_bench --build
# Programs first: a script that plants asks what they have seen to pass.
run_tests = @BUILD=$(BUILD) TIER=$(1) sh tests/run.sh $(patsubst %.c,$(BUILD)/%,$(filter %.c,$(2))) $(filter %.sh,$(2))
test: $(call wanted,$(call chosen,$(filter-out $(TEST_LONG),$(TEST_FILES)))) ## what must hold (TEST=words: only the tests whose path holds one); at most 10 minutes of processor time
	$(call run_tests,test,$(call chosen,$(filter-out $(TEST_LONG),$(TEST_FILES))))
test-all: $(call wanted,$(call chosen,$(TEST_FILES))) ## the same whole, and what takes longer (TEST=words); more than half an hour
	$(call run_tests,all,$(call chosen,$(TEST_FILES)))
test-files: # what each tier runs, for tests/test_tiers.sh
	@printf 'test %s\n' $(filter-out $(TEST_LONG),$(TEST_FILES))
	@printf 'all %s\n' $(TEST_FILES)
plants: ## every planted bug and what notices it
	@sh tests/plants.sh

tuples: $(BUILD)/block_bench ## the model and the Verilog of every tuple of rtl_c/configs.def into the cache (WARPLOCK_TUPLES=best: for long runs); minutes
	@$(BUILD)/block_bench --build

# --- the main job
include sim/main_job.mk

# --- the papers
include sim/campaign/papers.mk

# --- the scheduling front end of an SM: each system's number, and whether warp_order has the pairs of all warps
paper_geometry           := N=48 S=2 M=32 SETS=32 ENTRIES=32 C=8 P=6
front_end_system_base    := SYSTEM=0 ACROSS=0
front_end_system_oaws    := SYSTEM=1 ACROSS=1
front_end_system_ccws    := SYSTEM=2 ACROSS=1
front_end_system_kaws    := SYSTEM=3 ACROSS=1
front_end_system_bucl    := SYSTEM=4 ACROSS=0
front_end_system_owl     := SYSTEM=5 ACROSS=0
# The parameters that no paper's machine of these varies.
front_end_fixed          := CORE_W=6 NUMBERS=7 WAYS=8 BITS=32 PROGRESS_W=32

# In SystemC, its blocks made modules by verilator --sc (docs/systemc.md): a folder for the modules, in it one for each system.
# The modules are common, so warp_order has all pairs in each.
SYSTEMC_PACKAGES  := libsystemc-dev
SYSTEMC_GEOMETRY  ?= $(filter-out P=%,$(paper_geometry)) P=12
SYSTEMC_CYCLES    ?= 200000
empty :=
space := $(empty) $(empty)
SYSTEMC           := $(BUILD)/systemc/$(subst $(space),_,$(subst =,,$(strip $(SYSTEMC_GEOMETRY))))
systemc_systems   := oaws ccws kaws bucl owl
systemc_own_oaws  := warp_rank oaws_ocw oaws_dlc oaws_misspred oaws_qualify
systemc_own_ccws  := ccws_vta ccws_lls ccws_llds
systemc_own_kaws  := kaws_progress kaws_share
systemc_own_bucl  := bucl_bypass
systemc_own_owl   := owl_groups
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
systemc_blocks     = warp_order $(systemc_own_$(1)) warp_arbiter
systemc_modules    = $(patsubst %,$(SYSTEMC)/%.a,$(call systemc_blocks,$(1)))
systemc_parameters = $(addprefix -DCFG_,$(SYSTEMC_GEOMETRY) $(filter SYSTEM=%,$(front_end_system_$(1))) ACROSS=1 $(front_end_fixed))
systemc_value      = $(patsubst $(1)=%,%,$(filter $(1)=%,$(SYSTEMC_GEOMETRY)))
systemc_machine    = $(systemc_run_$(1)) --set core.warps=$(call systemc_value,N) --set core.schedulers=$(call systemc_value,S) --set l1d.mshrs=$(call systemc_value,M) --set l1d.sets=$(call systemc_value,SETS) --set core.max_ctas=$(call systemc_value,C)
systemc_include    = -std=c++17 -DVM_SC=1 -I. -isystem $(verilator_include) -isystem $(verilator_include)/vltstd
systemc_own_flags  = $(systemc_parameters) $(patsubst %.a,-I%.d,$(systemc_modules))
systemc_headers   := $(wildcard tb/systemc/*.h tb/systemc/*.def tb/stimuli/stimuli.h rtl_c/*.h rtl_c/*.def) tb/lockstep_counts.def $(patsubst %,tb/%.h,lockstep verilated field stimulus)
systemc_sources    = $(filter-out tb/systemc/block_registers.cpp tb/systemc/system_%.cpp,$(wildcard tb/systemc/*.cpp tb/systemc/*.c)) tb/systemc/system_$(1).cpp
.PHONY: systemc
$(BUILD)/systemc-packages: $(BUILD)/packages
	@sh .ci/install $(SYSTEMC_PACKAGES)
	@touch $@
$(sort $(foreach system,$(systemc_systems),$(call systemc_modules,$(system)))): $(SYSTEMC)/%.a: $(VERILOG)/%.v rtl_c/%.def tb/systemc/verilate.sh tb/systemc/block_registers.cpp tb/systemc/block_module.h tb/systemc/pins.h | $(BUILD)/systemc-packages
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
	$$(call say,CC,$$< $(1))
	@mkdir -p $$(@D)
	$$(quiet)$$(CC) $$(CPPFLAGS) $$(CFLAGS) $(systemc_parameters) -c $$< -o $$@
$(SYSTEMC)/$(1)/libfront_end.a: $(patsubst %,$(SYSTEMC)/$(1)/%.cpp.o,warp_scheduling_front_end system_$(1) front_end_signals) $(systemc_modules) $(SYSTEMC)/runtime.a
	$$(call say,AR,$$@)
	$$(quiet)rm -f $$@ && $$(AR) rcs $$@ $$(filter %.cpp.o,$$^) $(patsubst %.a,%.d/*.o,$(systemc_modules)) $(SYSTEMC)/runtime/*.o
	$$(quiet)printf '%s\n' '$$(systemc_include) $(systemc_own_flags)' > $$(@D)/flags
$(SYSTEMC)/$(1)/front_end_bench: $(patsubst tb/systemc/%,$(SYSTEMC)/$(1)/%.o,$(systemc_sources)) $(SYSTEMC)/$(1)/libfront_end.a $(BUILD)/libtb.a $(BUILD)/libfst.a
	$$(call say,LINK,$$@)
	$$(quiet)$$(CXX) -o $$@ $$^ -lsystemc -lz -lm -pthread -latomic
.PHONY: systemc-$(1)
systemc-$(1): $(SYSTEMC)/$(1)/front_end_bench $(BUILD)/warplock
	@rm -rf $$(<D)/bfs $$(<D)/$(firstword $(systemc_kernel_$(1)))
	@$(BUILD)/warplock run $(systemc_machine) --set gpu.sms=2 --set gpu.clusters=2 --record $$(<D)/bfs --record-window 60000 bfs > $$(<D)/bfs.log
	@$(BUILD)/warplock run $(systemc_machine) --set gpu.sms=1 --set gpu.clusters=1 --record $$(<D)/$(firstword $(systemc_kernel_$(1))) --record-window 60000 $(systemc_kernel_$(1)) > $$(<D)/$(firstword $(systemc_kernel_$(1))).log
	@printf 'system     $(1)\n'
	@SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 $$< --cycles $(SYSTEMC_CYCLES) --recorded $$(<D)/bfs --recorded $$(<D)/$(firstword $(systemc_kernel_$(1))) --trace $$(<D)/front_end.vcd
	@printf 'trace      %s\n' $$(<D)/front_end.vcd
endef
$(foreach system,$(systemc_systems),$(eval $(call systemc_rules,$(system))))
tests: $(patsubst %,$(SYSTEMC)/%/front_end_bench,$(systemc_systems))
systemc: $(addprefix systemc-,$(systemc_systems)) ## the front end of an SM in SystemC, of each system, against the C models, random and recorded stimuli; trace

# In Verilog: warp_front_end.v with the blocks of each system in it, Verilated, against the C wiring (docs/front_end.md)
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
front_end_headers := $(wildcard tb/front_end/*.h tb/systemc/*.h tb/systemc/*.def tb/stimuli/stimuli.h rtl_c/*.h rtl_c/*.def) tb/lockstep_counts.def $(patsubst %,tb/%.h,lockstep verilated field stimulus)
.PHONY: front-end
# $(1)_$(2), SYSTEM_SIZE: a folder with the program and the flags that it was built with.
define front_end_rules
$(BUILD)/front_end/$(1)_$(2)/rtl.a: $$(wildcard $(VERILOG)/*.v) tb/front_end/verilate.sh tb/front_end/front_end_rtl.cpp $(front_end_headers) | $(BUILD)/packages
	$$(call say,VERILATE,warp_front_end $(1) $(2))
	@mkdir -p $$(@D)
	$$(quiet)sh tb/front_end/verilate.sh $(VERILOG) $$@ "$$(CXX)" "-O1 $(CXXFLAGS)" $(call front_end_flags,$(1),$(2))
	$$(quiet)printf '%s\n' '$(call front_end_flags,$(1),$(2))' > $$(@D)/flags
$(BUILD)/front_end/$(1)_$(2)/%.o: tb/%.c $(front_end_headers) | $(BUILD)/packages
	$$(call say,CC,$$<)
	@mkdir -p $$(@D)
	$$(quiet)$$(CC) $$(CPPFLAGS) $$(CFLAGS) $(call front_end_flags,$(1),$(2)) -c $$< -o $$@
$(BUILD)/front_end/$(1)_$(2)/bench: $(patsubst tb/%.c,$(BUILD)/front_end/$(1)_$(2)/%.o,$(front_end_sources)) $(BUILD)/front_end/$(1)_$(2)/rtl.a $(BUILD)/verilated_runtime.o $(BUILD)/libtb.a $(BUILD)/libfst.a
	$$(call say,LINK,$$@)
	$$(quiet)$$(CXX) -o $$@ $$^ -lz -lm -pthread -latomic
endef
$(foreach system,$(front_end_systems),$(foreach size,small paper,$(eval $(call front_end_rules,$(system),$(size)))))
tests: $(patsubst %,$(BUILD)/front_end/%_small/bench,$(front_end_systems))
front-end: $(patsubst %,$(BUILD)/front_end/%_paper/bench,$(front_end_systems)) $(BUILD)/warplock ## warp_front_end.v of each system against the C wiring: random traffic and FRONT_END_CYCLES recorded of each kernel
	@sh tb/front_end/run.sh paper $(FRONT_END_CYCLES) 20000 $(FRONT_END_KERNELS)

include tb/prove/compose.mk

# --- what is used without this repository
include .ci/install.mk
include .ci/release.mk

# --- what the hardware costs: Yosys, OpenSTA and a 0.18 um library on every block
OVERHEAD_PACKAGES := yosys opensta qflow-tech-osu018 qflow-tech-osu035 gnuplot graphviz
OVERHEAD_SOURCES  := $(wildcard synth_estimates/*.c)
overhead_run       = VERILOG=$(VERILOG) BUILD=$(BUILD) LIBRARY="$(LIBRARY)" sh synth_estimates/
.PHONY: overhead overhead-libraries overhead-renew overhead-front-end overhead-noise overhead-all overhead-machines overhead-machines-results overhead-scaling overhead-fpga overhead-accept overhead-results gates
tests: $(BUILD)/overhead/overhead
$(BUILD)/overhead/overhead: $(call object,$(OVERHEAD_SOURCES)) $(LIBRARIES) $(BUILD)/librtl_c.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(quiet)$(CC) $(CFLAGS) -o $@ $(filter %.o,$^) $(LIBRARIES) $(BUILD)/librtl_c.a -linih -ljansson -lm
$(call object,$(OVERHEAD_SOURCES)): $(wildcard synth_estimates/*.def)
overhead: $(BUILD)/overhead/overhead ## bits, gates, area, timing of every block beside the papers' claims (BLOCK=x.v: your own first; LIBRARY=x.lib: mapped to it)
	@sh .ci/install $(OVERHEAD_PACKAGES)
	@$(overhead_run)run.sh paper "$(BLOCK)"
overhead-libraries: $(BUILD)/overhead/overhead ## every block in each library of libraries.txt: GE, um2, ns, pJ side by side (BLOCK=name: one; ASAP7=file); long
	@sh .ci/install $(OVERHEAD_PACKAGES) qflow-tech-osu050
	@$(overhead_run)libraries.sh "$(BLOCK)"
overhead-front-end: $(BUILD)/overhead/overhead ## the front ends of front_ends.def, each mapped whole: area and true paths; minutes (BLOCK=name: one)
	@sh .ci/install $(OVERHEAD_PACKAGES)
	@$(overhead_run)front_end.sh "$(BLOCK)"
overhead-noise: $(BUILD)/overhead/overhead ## the same, and how far names and order move the mapping: five more mappings of each block
	@sh .ci/install $(OVERHEAD_PACKAGES)
	@$(overhead_run)run.sh noise "$(BLOCK)"
overhead-all: $(BUILD)/overhead/overhead ## the same at every machine's parameters; long
	@sh .ci/install $(OVERHEAD_PACKAGES)
	@$(overhead_run)run.sh all "$(BLOCK)"
overhead-scaling: $(BUILD)/overhead/overhead ## gates and critical path against warps, MSHRs, DLC entries, VTA ways; long (BLOCK=name: one)
	@sh .ci/install $(OVERHEAD_PACKAGES)
	@$(overhead_run)scaling.sh "$(BLOCK)"
overhead-machines: $(BUILD)/overhead/overhead ## the blocks at the parameters of the machines that are compared, beside the papers'; half an hour (MACHINES=names; PROOF_SECONDS=0: no proof)
	@sh .ci/install $(OVERHEAD_PACKAGES)
	@$(overhead_run)machines.sh $(or $(MACHINES),gtx480 qv100 rtx3070)
overhead-machines-results: ## its last tables into docs/overhead_results.md
	@sh sim/campaign/results.sh docs/overhead_results.md $(BUILD) overhead_machines
overhead-fpga: $(BUILD)/overhead/overhead ## iCE40 look-up tables, flip-flops, block RAMs, maximum frequency (BLOCK=name: one)
	@sh .ci/install yosys nextpnr-ice40
	@$(overhead_run)fpga.sh "$(BLOCK)"
gates: $(BUILD)/overhead/overhead $(BUILD)/block_bench $(BUILD)/warplock ## recorded inputs on every block's mapped netlist in Icarus, against its C model; power on three kernels; long (BLOCK=name: one; CYCLES=n)
	@sh .ci/install $(OVERHEAD_PACKAGES) iverilog
	@CYCLES=$(CYCLES) $(overhead_run)gates.sh "$(BLOCK)"
overhead-results: ## the page of the last overhead report into docs/overhead_results.md, with its pictures
	@sh synth_estimates/results.sh docs/overhead_results.md $(BUILD)
overhead-renew: ## all of it anew, the golden report, the page of results and README with it: front ends, gates, growth, FPGA, permutations; hours
	@$(MAKE) overhead-front-end BLOCK=
	@$(MAKE) gates BLOCK=
	@$(MAKE) overhead-scaling BLOCK=
	@$(MAKE) overhead-fpga BLOCK=
	@$(MAKE) overhead-libraries BLOCK= || echo "the libraries differ from the golden ones, which they now take the place of"
	@$(MAKE) overhead-noise BLOCK= || echo "the report differs from the golden one, which it now takes the place of"
	@$(MAKE) overhead-accept
	@$(MAKE) overhead-results readme
overhead-accept: $(BUILD)/overhead/overhead ## make the last overhead report the golden one
	@test -f $(BUILD)/overhead/overhead.json || { echo "no report of a run that ended: make overhead" >&2; exit 2; }
	@$(BUILD)/overhead/overhead accept synth_estimates $(BUILD)/overhead/overhead.json
	@$(BUILD)/overhead/overhead libraries-accept $(BUILD)/overhead synth_estimates

# --- the blocks' benches in plain Verilog (docs/benches.md): make and iverilog, no C
icarus_runs := $(addprefix icarus/,$(tuple_names))
.PHONY: icarus icarus-package vectors $(icarus_runs)
icarus: $(icarus_runs) ## every block's Verilog bench, with X injection, in Icarus Verilog; nothing else is needed (make icarus/TUPLE PLUSARGS=+vcd=FILE)
icarus-package:
	@command -v iverilog >/dev/null || sh .ci/install iverilog
$(icarus_runs): icarus/%: | icarus-package
	@sh tb/verilog/icarus.sh $(call field,$*,2) $(patsubst $(call field,$*,2)_%,%,$*) $(VERILOG)/$(call field,$*,2).v $(BUILD)/icarus/$* $(PLUSARGS)
# The tuple of each block whose vectors are shipped.
VECTOR_TUPLES := warp_order/n8_s2_across1 warp_rank/n8_s2_numbers7 warp_arbiter/n8_s2 oaws_ocw/n8_s2_sets32 oaws_dlc/entries3 oaws_misspred/n8_s2_m32 oaws_qualify/n8_m32 ccws_vta/n3_ways4 ccws_llds/n8_bits32 ccws_lls/n8 kaws_progress/n8_s4_c5_progress_w8 kaws_share/n8_s4 bucl_bypass/p3 bucl_update/sms2_p2 owl_prefetch/banks3_lines5 owl_groups/n8_c5
VECTORS       ?= tb/verilog/vectors
vectors: $(BUILD)/block_bench ## the vectors that the Verilog benches replay, recorded from the C models anew
	@for tuple in $(VECTOR_TUPLES); do \
	    $(BUILD)/block_bench --block $${tuple%/*} --config $${tuple#*/} --phase-cycles 30 --no-pack --vectors $(VECTORS)/$${tuple%/*}_$${tuple#*/}.txt || exit 1; done

# --- versions of memory travel with requests and replies (sim/memory/versions.h), and a ledger says what each load must see
VERSIONED := $(patsubst %.c,$(BUILD)/obj/versions/%.o,$(SIM_SOURCES) sim/main.c $(wildcard tests/sim/versions/*.c))
$(BUILD)/obj/versions/%.o: %.c | $(BUILD)/packages
	$(call say,CC,$< with versions)
	@mkdir -p $(@D)
	$(quiet)$(CC) $(CPPFLAGS) -DLINE_VERSIONS $(CFLAGS) -MMD -MP -c $< -o $@
$(BUILD)/versions/warplock: $(VERSIONED) $(made_objects) $(LIBRARIES) $(BUILD)/libfst.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(quiet)$(CC) $(CFLAGS) -o $@ $(filter %.o,$^) $(BUILD)/libtb.a $(BUILD)/libfst.a $(LDLIBS)

# --- longer campaigns
# Coverage-guided fuzzers of every parser under address and undefined-behaviour sanitizers.
FUZZERS := $(patsubst %.c,$(BUILD)/%,$(shell find tests -name 'fuzz_*.c' | LC_ALL=C sort))
fuzz_flags := -std=c11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined
$(BUILD)/obj/fuzz/%.o: %.c | $(BUILD)/packages
	@sh .ci/install $(FUZZ_PACKAGES)
	$(call say,FUZZ-CC,$<)
	@mkdir -p $(@D)
	$(quiet)clang $(CPPFLAGS) $(fuzz_flags) -fsanitize=fuzzer-no-link -MMD -MP -c $< -o $@
$(BUILD)/obj/fuzz/tb/%.o: CPPFLAGS += -I$(verilator_include)/gtkwave
$(BUILD)/libsim_fuzz.a: $(patsubst %.c,$(BUILD)/obj/fuzz/%.o,$(SIM_SOURCES) $(TB_SOURCES)) $(made_objects)
	$(call say,AR,$@)
	@rm -f $@.new
	$(quiet)$(AR) rcs $@.new $^ && mv $@.new $@
FUZZ_SHARED := $(patsubst %,$(BUILD)/obj/fuzz/tests/sim/%.o,frontend/ptx_run cudart/fatbin_image trace/trace_read)
$(FUZZERS): $(BUILD)/%: $(BUILD)/obj/fuzz/%.o $(FUZZ_SHARED) $(BUILD)/libsim_fuzz.a $(LIBRARIES) $(BUILD)/libfst.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(quiet)clang $(fuzz_flags) -fsanitize=fuzzer -o $@ $< $(FUZZ_SHARED) $(BUILD)/libsim_fuzz.a $(BUILD)/libtb.a $(BUILD)/libfst.a $(LDLIBS)
fuzz: $(FUZZERS) ## every parser's fuzzer, one after the other, for FUZZ_SECONDS each (600: more than an hour)
	@for fuzzer in $(FUZZERS); do \
	    corpus=$(BUILD)/corpus/$$(basename $$fuzzer); seeds=$${fuzzer#$(BUILD)/}_seeds; mkdir -p $$corpus; [ -d $$seeds ] || seeds=; \
	    echo "$$fuzzer: $(FUZZ_SECONDS) seconds"; \
	    $$fuzzer -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=2048 -verbosity=0 -print_final_stats=1 -artifact_prefix=$$corpus- $$corpus $$seeds || exit 1; \
	done

sanitize: $(BUILD)/warplock $(BUILD)/tests/sim/cli/mutate ## every bundled kernel under every policy, campaigns, the CUDA runtime and a proof under address, undefined, thread and memory sanitizers; a quarter of an hour
	@sh .ci/install $(FUZZ_PACKAGES)
	@BUILD=$(BUILD) sh tests/sanitize/sanitize.sh

# Random kernels in lockstep, policy and machine drawn by the seed (docs/random.md): SEEDS of them from seed FROM on.
SEEDS ?= 20000
FROM  ?= 1
random: $(BUILD)/tests/sim/random/random_campaign $(BUILD)/warplock ## SEEDS random kernels (20000) from seed \
    FROM (1), each with another policy and machine in lockstep, against an interpreter; half an hour, goes on where it was ended
	@$< --from $(FROM) --seeds $(SEEDS) --folder $(BUILD)/random

random-forms: $(BUILD)/tests/sim/random/random_forms ## every form of every instruction that the front end takes, and how often the kernels of SEEDS have it: the table of docs/random.md
	@$< $(SEEDS) > $(BUILD)/random_forms.md || { echo "docs/random.md is left as it is" >&2; exit 1; }
	@sh tests/sim/random/forms_page.sh $(BUILD)/random_forms.md docs/random.md

slurm: $(BUILD)/warplock ## a campaign by a real Slurm of three nodes on this machine, as root: three minutes
	@sh tests/sim/campaign/test_slurm.sh

FAULTS ?= 200
SEED   ?= 1
slurm-faults: $(BUILD)/warplock $(BUILD)/libsim.a ## FAULTS faults (200) drawn by SEED (1) while campaigns are under way on such a \
    Slurm, as root: a table of what came of each kind; half an hour
	@FAULTS=$(FAULTS) SEED=$(SEED) sh tests/sim/campaign/test_slurm_faults.sh

slurm-thousand: $(BUILD)/warplock ## a thousand runs by such a Slurm, as root: what a run costs beyond itself; three minutes
	@sh tests/sim/campaign/test_slurm_thousand.sh

bench: $(BUILD)/warplock $(BUILD)/tests/bench/bench $(BUILD)/tests/bench/store ## simulation speed, peak memory, host instructions per simulated cycle; what a result store of 100,000 rows costs
	@sh .ci/install $(BENCH_PACKAGES)
	@BUILD=$(BUILD) $(BUILD)/tests/bench/bench
	@BUILD=$(BUILD) sh tests/bench/instructions.sh || [ $$? = 77 ]
	@mkdir -p $(BUILD)/store_bench && $(BUILD)/tests/bench/store $(BUILD)/store_bench; rm -rf $(BUILD)/store_bench

ptx: $(BUILD)/warplock ## compile the bundled kernels' and the libraries' CUDA C to PTX again (Debian's clang)
	@sh .ci/install $(PTX_PACKAGES)
	@sh sim/workload/kernels/compile.sh sim/workload/kernels
	@for library in cudart $(kernel_libraries); do sh sim/cuda/compile_library.sh $$library $(BUILD)/warplock sim/$$library/kernels || exit 1; done

# 200 mutants by Yosys of the smallest tuple of each block, the first in rtl_c/configs.def, against its C model; survivors
# are proven equivalent. With two warps OCW is a constant, so that of the registers nothing is left to prove. A heap
# of two places has no larger of two below.
MUTANT_NOT    := oaws_ocw_n2_s1_sets3 ccws_lls_n2
tuples_of      = $(foreach t,$(tuples),$(if $(findstring |$(1)|,$(t)),$(firstword $(subst |, ,$(t)))))
MUTANT_TUPLES := $(foreach b,$(sort $(foreach t,$(tuples),$(word 2,$(subst |, ,$(t))))),$(patsubst $(b)_%,$(b)/%,$(firstword $(filter-out $(MUTANT_NOT),$(call tuples_of,$(b))))))
mutants: $(BUILD)/test-packages $(LIBRARIES) $(BUILD)/librtl_c.a $(BUILD)/verilated_runtime.o $(BUILD)/libfst.a ## 200 mutants of every block's Verilog against its model; minutes
	@BUILD=$(BUILD) sh tests/tb/mutants.sh 200 1 $(MUTANT_TUPLES)
-include tests/sim/mutants/mutants.mk
-include tests/coverage/coverage.mk
show-march: # for tests/sim/cli/test_environment.sh
	@echo $(march)
mutant-tuples: # for tests/tb/test_mutants.sh
	@echo $(MUTANT_TUPLES)

readme: $(BUILD)/block_table $(BUILD)/prove/front_ends ## bring the generated tables in README.md, docs/proof.md and docs/legend.md up to date
	@$(BUILD)/block_table > $(BUILD)/README.blocks
	@{ sed '/<!-- blocks:begin/q' README.md; cat $(BUILD)/README.blocks; sed -n '/<!-- blocks:end/,$$p' README.md; } > $(BUILD)/README.new
	@cat $(BUILD)/README.new > README.md
	@{ sed '/<!-- proven:begin/q' docs/proof.md; sh tb/prove/state.sh tuples; sed -n '/<!-- proven:end/,$$p' docs/proof.md; } > $(BUILD)/proof.new
	@{ sed '/<!-- front-ends:begin/q' $(BUILD)/proof.new; BUILD=$(BUILD) sh tb/prove/compose_state.sh; sed -n '/<!-- front-ends:end/,$$p' $(BUILD)/proof.new; } > $(BUILD)/proof.front_ends
	@cat $(BUILD)/proof.front_ends > docs/proof.md
	@sh sim/campaign/systems.sh README.md
	@sh sim/campaign/legend.sh docs/legend.md

clean: ## remove everything built
	rm -rf $(BUILD)

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
