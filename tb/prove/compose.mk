# SPDX-License-Identifier: BSD-3-Clause
# The proof of the front ends' wiring (docs/proof.md). Part of the Makefile, whose variables it uses: behind the front ends'.
.PHONY: prove-front-ends
$(BUILD)/prove/front_ends: tb/front_end/front_end.mk tb/prove/compose.mk
	@mkdir -p $(@D)
	@{ $(foreach size,small paper,$(foreach system,$(front_end_systems),printf '%s\n' '$(system)_$(size) $(call front_end_flags,$(system),$(size))';)) } > $@
prove-front-ends: $(BUILD)/prove/built $(BUILD)/prove/front_ends ## the wiring of each system's front end: C and Verilog give every block the same, proven; a minute (BLOCK=words: those whose names hold one)
	@BUILD="$(BUILD)" PROVE_SECONDS=$(PROVE_SECONDS) sh tb/prove/compose_all.sh $(BLOCK)
