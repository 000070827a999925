# SPDX-License-Identifier: BSD-3-Clause
# Programs and scripts of tests, and make test. Part of the Makefile, whose variables it uses.
TEST_PACKAGES := libcmocka-dev yosys iverilog z3 gtkwave pkg-config gnuplot-nox opensta qflow-tech-osu018 qflow-tech-osu035 graphviz clang zsh \
    libxml2-utils mandoc cmake libthrust-dev libcub-dev
TEST_C      := $(shell find tests -name 'test_*.c' | LC_ALL=C sort)
TEST_SH     := $(shell find tests -name 'test_*.sh' | LC_ALL=C sort)
no_helpers  := $(patsubst %,! -path '*/%/*',planted versions project mutants coverage sanitize)
TEST_SHARED := $(filter-out $(TEST_C) tests/case.c,$(shell find tests -name '*.c' ! -name 'fuzz_*' ! -name '*_main.c' $(no_helpers) | LC_ALL=C sort))
TEST_MAINS  := $(shell find tests -name '*_main.c' ! -name 'mutants_*' ! -path '*/mutants/*' | LC_ALL=C sort)
TEST_PROGRAMS := $(patsubst %.c,$(BUILD)/%,$(TEST_C))
TEST_TOOLS    := $(patsubst %_main.c,$(BUILD)/%,$(TEST_MAINS))
.PHONY: test test-all test-files test-tuples plants show-march
# Anew whenever this file, and so perhaps the list, has changed.
$(BUILD)/test-packages: tests/tests.mk $(BUILD)/packages
	@sh .ci/install $(TEST_PACKAGES)
	@touch $@

$(BUILD)/libtest.a: $(call object,$(TEST_SHARED))
$(call object,tests/case.c $(TEST_C) $(TEST_SHARED) $(TEST_MAINS)): | $(BUILD)/test-packages
$(TEST_PROGRAMS): $(BUILD)/%: $(BUILD)/obj/%.o $(BUILD)/obj/tests/case.o $(BUILD)/libtest.a $(LIBRARIES) $(BUILD)/libfst.a
	$(call link,$< $(filter $(BUILD)/obj/sim/%,$^) $(BUILD)/obj/tests/case.o $(BUILD)/libtest.a $(filter %/librtl_c.a,$^),-lcmocka)
# Tests of models take them from the library.
models_tested := $(patsubst %.c,$(BUILD)/%,$(subst _main.c,.c,$(filter tests/rtl_c/%,$(TEST_C)) \
    $(shell grep -lE 'rtl_c/models\.h|block_table' $(TEST_C) $(TEST_MAINS))))
$(models_tested): $(BUILD)/librtl_c.a
# Tools whose references are in quadruple precision.
$(BUILD)/tests/sim/cuda/%: LDLIBS += -lquadmath
$(TEST_TOOLS): $(BUILD)/%: $(BUILD)/obj/%_main.o $(BUILD)/libtest.a $(LIBRARIES) $(BUILD)/libfst.a
	$(call link,$< $(BUILD)/libtest.a $(filter %/librtl_c.a,$^))

tests: $(TEST_PROGRAMS) $(TEST_TOOLS)
# A test file with `tier: all` in its head runs in `make test-all` alone; the others run in both, and may run in a small
# shape in `make test` (docs/tests.md). What a test wants built beyond warplock: its line `needs:`, or all that tests have.
TEST_FILES := $(TEST_SH) $(TEST_C)
TEST_LONG  := $(shell grep -lE '^(\#|//) tier: all' $(TEST_FILES))
TEST_SHORT := $(filter-out $(TEST_LONG),$(TEST_FILES))
chosen  = $(sort $(foreach word,$(or $(TEST),/),$(foreach file,$(1),$(if $(findstring $(word),$(file)),$(file)))))
wanted  = $(if $(TEST),$(BUILD)/warplock $(patsubst %.c,$(BUILD)/%,$(filter %.c,$(1))) \
    $(foreach file,$(1),$(call needs,$(file))),tests test-tuples $(call needs,$(1)))
needs   = $(or $(addprefix $(BUILD)/,$(shell sed -nE 's,^(#|//) needs: ,,p' $(1))),$(if $(filter %.sh,$(1)),tests))
# A test builds the tuples that it needs where they are missing; all of them need all, and these are built side by side.
test-tuples: $(BUILD)/block_bench # what tests that build tuples need
	@BUILD=$(BUILD) sh tests/run.sh --with-tuples $(BUILD)/block_bench --build
# Programs first: a script that plants asks what they have seen to pass.
run_tests = @BUILD=$(BUILD) TIER=$(1) sh tests/run.sh $(patsubst %.c,$(BUILD)/%,$(filter %.c,$(2))) $(filter %.sh,$(2))
test: $(call wanted,$(call chosen,$(TEST_SHORT))) ## what must hold \
    (TEST=words: only the tests whose path holds one); at most 10 minutes of processor time
	$(call run_tests,test,$(call chosen,$(TEST_SHORT)))
test-all: $(call wanted,$(call chosen,$(TEST_FILES))) ## the same whole, and what takes longer (TEST=words); more than half an hour
	$(call run_tests,all,$(call chosen,$(TEST_FILES)))
test-files: # what each tier runs, for tests/test_tiers.sh
	@printf 'test %s\n' $(TEST_SHORT)
	@printf 'all %s\n' $(TEST_FILES)
plants: ## every planted bug and what notices it
	@sh tests/plants.sh
show-march: # for tests/sim/cli/test_environment.sh
	@echo $(march)
