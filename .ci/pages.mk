# SPDX-License-Identifier: BSD-3-Clause
# Tables of pages that are made of what is built. Part of the Makefile, whose variables it uses.
# Between the page's markers of a name what a command prints: $(1) the name, $(2) the command, $(3) the page.
put_between = @{ sed '/<!-- $(1):begin/q' $(3) && $(2) && sed -n '/<!-- $(1):end/,$$p' $(3); } > $(BUILD)/page.new && cat $(BUILD)/page.new > $(3)
.PHONY: readme
readme: $(BUILD)/block_table $(BUILD)/prove/front_ends ## bring the generated tables in README.md, docs/proof.md and docs/legend.md up to date
	$(call put_between,blocks,$(BUILD)/block_table,README.md)
	$(call put_between,proven,sh tb/prove/state.sh tuples,docs/proof.md)
	$(call put_between,front-ends,BUILD=$(BUILD) sh tb/prove/compose_state.sh,docs/proof.md)
	@sh sim/campaign/systems.sh README.md
	@sh sim/campaign/legend.sh docs/legend.md
