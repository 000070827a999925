# SPDX-License-Identifier: BSD-3-Clause
# Mutants of the simulator (docs/tests.md#mutants-of-the-simulator). The program that makes them reads C through libclang.
MUTANT_PACKAGES := clang libclang-14-dev
MUTANT_COUNT    ?= 60
MUTANT_SEED     ?= 1
MUTANT_SECONDS  ?= 600
libclang         = -I/usr/lib/llvm-14/include /usr/lib/llvm-14/lib/libclang.so.1
.PHONY: mutants-sim test-tools show-libclang
$(BUILD)/mutant-packages: tests/sim/mutants/mutants.mk $(BUILD)/test-packages
	@sh .ci/install $(MUTANT_PACKAGES)
	@touch $@
$(BUILD)/mutants-sim/mutate: $(filter-out %/example.c,$(wildcard tests/sim/mutants/*.[ch])) | $(BUILD)/mutant-packages
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(quiet)$(CC) $(CPPFLAGS) -D_GNU_SOURCE $(CFLAGS) -o $@ $(filter %.c,$^) $(libclang)
show-libclang: # for tests/sim/mutants/test_mutate.sh
	@echo $(libclang)
test-tools: $(TEST_TOOLS) # for tests/sim/mutants/mutants.sh
mutants-sim: $(BUILD)/mutants-sim/mutate test-tuples ## MUTANT_COUNT mutants of each folder of the simulator, drawn by MUTANT_SEED, under the tests; an hour
	+@BUILD=$(BUILD) SECONDS_A_TEST=$(MUTANT_SECONDS) sh tests/sim/mutants/mutants.sh $(MUTANT_COUNT) $(MUTANT_SEED) $(MUTANT_FOLDERS)
