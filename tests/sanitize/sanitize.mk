# SPDX-License-Identifier: BSD-3-Clause
# Fuzzers and sanitizers (docs/tests.md#sanitizers). Part of the Makefile, whose variables it uses.
FUZZ_PACKAGES := clang libclang-rt-14-dev
FUZZ_SECONDS  ?= 600
.PHONY: fuzz sanitize
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
FUZZ_SHARED := $(patsubst %,$(BUILD)/obj/fuzz/tests/sim/%.o,frontend/ptx_run cudart/fatbin_image trace/trace_read)
$(FUZZERS): $(BUILD)/%: $(BUILD)/obj/fuzz/%.o $(FUZZ_SHARED) $(BUILD)/libsim_fuzz.a $(LIBRARIES) $(BUILD)/libfst.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(quiet)clang $(fuzz_flags) -fsanitize=fuzzer -o $@ $< $(FUZZ_SHARED) $(BUILD)/libsim_fuzz.a $(BUILD)/libtb.a $(BUILD)/libfst.a $(LDLIBS)
fuzz: $(FUZZERS) ## every parser's fuzzer, one after the other, for FUZZ_SECONDS each (600: more than an hour)
	@for fuzzer in $(FUZZERS); do \
	    corpus=$(BUILD)/corpus/$$(basename $$fuzzer); seeds=$${fuzzer#$(BUILD)/}_seeds; mkdir -p $$corpus; [ -d $$seeds ] || seeds=; \
	    echo "$$fuzzer: $(FUZZ_SECONDS) seconds"; \
	    $$fuzzer -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=2048 -verbosity=0 -print_final_stats=1 -artifact_prefix=$$corpus- \
	        $$corpus $$seeds || exit 1; \
	done

sanitize: $(BUILD)/warplock $(BUILD)/tests/sim/cli/mutate ## every bundled kernel under every policy, campaigns, the CUDA runtime and a \
    proof under address, undefined, thread and memory sanitizers; a quarter of an hour
	@sh .ci/install $(FUZZ_PACKAGES)
	@BUILD=$(BUILD) sh tests/sanitize/sanitize.sh
