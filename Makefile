# SPDX-License-Identifier: BSD-3-Clause
# warplock. On a fresh Debian with nothing but make: `make run`, `make test`. `make help` lists the rest.
# Here: tools, flags, what the project is made of, how a source is compiled. The rest is in the makefiles that are
# included at the end, each beside what it builds; tests/test_makefile.sh keeps it so.
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

## ---------------------------------------------------------------------------------------------------------- Flags
BUILD    ?= build
ifneq ($(words $(BUILD)),1)
$(error BUILD: seen "$(BUILD)", expected one path without blanks: make takes a blank for the end of a name)
endif
PREFIX   ?= /usr/local
# The one place of it; a change of it is a new heading of docs/CHANGELOG.md (make dist asks for that).
VERSION  := 0.1.0
# Where the blocks are read from: a planted bug is a changed copy of one of these.
RTL_C    ?= rtl_c
VERILOG  ?= verilog
# For processors with AVX2: 1.5 to 1.7 times the instructions without. A program's main file is for any, and looks
# (tb/processor.h). `make clean; make all OPTIMISE=-O3` builds for any. No vector is passed between
# files, so gcc need not warn of how that depends on AVX (psabi).
OPTIMISE ?= -O3 -march=x86-64-v3
march    := $(filter -march=%,$(OPTIMISE))
CFLAGS   ?= -std=c11 -g1 $(OPTIMISE) -ffp-contract=off -Wall -Wextra -Werror -Wno-missing-field-initializers -Wno-psabi
CPPFLAGS += -I. -D_DEFAULT_SOURCE
# Of Verilog that is compiled; how far it is optimised is said where that is done (tb/tuples/compile.c). Loops that are
# unrolled are functions of up to 100,000 lines, for which g++ combines instructions in quadratic time, three and more at once.
CXXFLAGS ?= $(march) --param=max-combine-insns=2
# Memory that is not to be had is one line and exit 2 (tb/allocate.c).
LDLIBS   := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup,--wrap=strndup,--wrap=mmap -linih -ljansson -lsqlite3 -lm -lz -llz4 -lzstd -llzma -pthread -latomic -lsupc++
# Lazy: Verilator may be installed by this very run.
verilator_include = $(shell verilator --getenv VERILATOR_ROOT)/include

## -------------------------------------------------------------------------------------------------------- Sources
SIM_SOURCES := $(filter-out sim/main.c,$(shell find sim -name '*.c' | LC_ALL=C sort))
TB_MAINS    := $(wildcard tb/*_main.c)
TB_SOURCES  := $(filter-out $(TB_MAINS) tb/described.c,$(wildcard tb/*.c $(foreach room,bench lockstep stimuli tuples wave,tb/$(room)/*.c)))
object      = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
LIBRARIES   := $(BUILD)/libsim.a $(BUILD)/libtb.a
TB_PROGRAMS := $(patsubst tb/%_main.c,$(BUILD)/%,$(TB_MAINS))

## -------------------------------------------------------------------------------------------------------- Targets
.PHONY: help all tests packages clean
help: ## this list
	@printf 'warplock: warp schedulers as C models and Verilog, compared on every cycle inside a GPU simulator\n\n'
	@awk -f tb/help.awk sim/main_job.mk $(filter-out sim/main_job.mk %.d,$(MAKEFILE_LIST))
all: $(BUILD)/warplock $(BUILD)/libwarplock_cudart.a $(TB_PROGRAMS) ## build everything that is not a test
tests: $(BUILD)/warplock $(TB_PROGRAMS) # what tests run; the makefiles below add what they have of it
packages: $(BUILD)/packages # what building needs, installed
# Anew whenever this file, and so perhaps the list, has changed.
$(BUILD)/packages: Makefile
	@mkdir -p $(@D)
	@sh .ci/install $(BUILD_PACKAGES)
	@touch $@
clean: ## remove everything built
	rm -rf $(BUILD)

# --- recipes. compile: $(1) is said behind the source's name, $(2) are more flags. link: $(1) objects, $(2) more libraries.
define compile
$(call say,CC,$<$(1))
@mkdir -p $(@D)
$(quiet)$(CC) $(CPPFLAGS) $(CFLAGS) $(2) -c $< -o $@
endef
define link
$(call say,LINK,$@)
@mkdir -p $(@D)
$(quiet)$(CC) $(CFLAGS) -o $@ $(1) $(LIBRARIES) $(BUILD)/libfst.a $(LDLIBS) $(2)
endef
$(BUILD)/obj/%.o: %.c | $(BUILD)/packages
	$(call compile,,-MMD -MP)
$(BUILD)/lib%.a:
	$(call say,AR,$@)
	@rm -f $@.new
	$(quiet)$(AR) rcs $@.new $^ && mv $@.new $@
# What is done once a run and not each cycle, and what draws stimuli, is compiled in half the time; gcc guesses lengths of texts too roughly then.
cold := $(addprefix sim/,campaign/% cli/% cudart/% run/% machine/% report/%) tb/stimuli/% tb/tuples/% $(addprefix sim/frontend/,decode/% parse/% \
    kernel% launch_failure% lexer% program% refusals% relocation% symbols% variable%)
$(call object,$(filter-out tb/stimuli/stimulus%,$(filter $(cold),$(SIM_SOURCES) $(TB_SOURCES)))): OPTIMISE = -O1 $(march) -Wno-format-truncation
$(call object,sim/main.c $(TB_MAINS)): CFLAGS += $(if $(march),-march=x86-64)

## --------------------------------------------------------------------------------------- The rest, by what is built
# Tests may be missing, as in a copy that only builds.
include tb/blocks.mk                      # what the program knows of each block, the models as a library
include sim/sim.mk                        # build/warplock, the files inside it, PTX of its kernels
include sim/main_job.mk                   # make run, make wave
-include tests/tests.mk                   # make test, test-all, plants: programs and scripts of tests
include tb/tb.mk                          # the benches of blocks, make tuples
include sim/cudart/cudart.mk              # the CUDA runtime, static and shared; a folder for CUDA_PATH
include sim/campaign/papers.mk            # make papers, reproduce, compare: campaigns and their pages
include tb/front_end/front_end.mk         # the front end of an SM in Verilog, of each system
include tb/systemc/systemc.mk             # the same in SystemC
include tb/verilog/verilog.mk             # the blocks' benches in plain Verilog
include tb/prove/prove.mk                 # the proof of each block
include tb/prove/compose.mk               # the proof of the front ends' wiring
include synth_estimates/overhead.mk       # what the hardware costs
-include tests/bench/bench.mk             # simulation speed
-include tests/sanitize/sanitize.mk       # fuzzers and sanitizers
-include tests/sim/random/random.mk       # random kernels
-include tests/sim/versions/versions.mk   # warplock with versions of memory, for its test
-include tests/sim/campaign/slurm.mk      # campaigns by a real Slurm
-include tests/tb/mutants.mk              # mutants of Verilog
-include tests/sim/mutants/mutants.mk     # mutants of the simulator
-include tests/coverage/coverage.mk       # what no test reaches
include .ci/install.mk                    # make install and its parts
include .ci/release.mk                    # make dist, make deb
include .ci/pages.mk                      # make readme: generated tables of pages

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
