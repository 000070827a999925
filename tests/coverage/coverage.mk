# SPDX-License-Identifier: BSD-3-Clause
# What no test reaches (docs/tests.md#coverage).
COVERAGE_TIER ?= test
.PHONY: coverage coverage-built
coverage: test-tuples ## lines and branches of sim/, tb/ and rtl_c/ that `make test` and tests/coverage/also.txt reach, and what they do not \
    (COVERAGE_TIER=all: make test-all; TEST=words: adds what these tests reach); in build/coverage; an hour
	@BUILD=$(BUILD) sh tests/coverage/coverage.sh $(COVERAGE_TIER) $(TEST)
coverage_also := $(shell grep -v '^\#' tests/coverage/also.txt)
coverage-built: $(call wanted,$(call chosen,$(if $(filter all,$(COVERAGE_TIER)),$(TEST_FILES),$(TEST_SHORT) \
    $(filter $(coverage_also),$(TEST_LONG))))) # for coverage.sh
.PHONY: coverage-rtl
coverage-rtl: $(BUILD)/warplock $(BUILD)/block_bench ## lines and bits of each block's Verilog that its bench and lockstep runs of each system reach, as Verilator \
    counts them, and what they do not; in build/coverage-rtl, figures in docs/benches.md; a quarter of an hour (PART=benches: those of a small tuple of each block; ten minutes)
	@BUILD=$(BUILD) PART=$(or $(PART),all) sh tests/coverage/rtl.sh
