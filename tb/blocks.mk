# SPDX-License-Identifier: BSD-3-Clause
# Blocks: one C object and one Verilated library per tuple of rtl_c/configs.def, and what any other tuple is built of on
# demand (docs/geometry.md). Part of the Makefile, whose variables it uses.

# Tuples block/name/flags of rtl_c/configs.def, flags joined by commas so that a tuple is one word.
tuples   := $(shell sed -n 's/^CONFIG(\([a-z_]*\), *\([a-z0-9_]*\), *\(.*\))$$/\1_\2|\1|\3/p' rtl_c/configs.def | sed 's/ -D/,-D/g')
tuple_names  := $(foreach t,$(tuples),$(firstword $(subst |, ,$(t))))
tuple_blocks := $(sort $(foreach t,$(tuples),$(word 2,$(subst |, ,$(t)))))
field = $(word $(2),$(subst |, ,$(filter $(1)|%,$(tuples))))
flags = $(subst $(comma), ,$(call field,$(1),3))
comma := ,
# What a block is made of besides its own files; a row of configs.def, places.def or wires.def concerns no other block.
block_parts := $(addprefix rtl_c/,block.h bits.h table.h table_ops.h table_structs.h)
define tuple_rules
$(BUILD)/rtl_c/$(1).o: $(RTL_C)/$(call field,$(1),2).c rtl_c/$(call field,$(1),2).h rtl_c/$(call field,$(1),2).def $(block_parts) | $(BUILD)/packages
	$$(call say,CC,$$< $(1))
	@mkdir -p $$(@D)
	$$(quiet)$$(CC) $$(CPPFLAGS) $$(CFLAGS) $(call flags,$(1)) -DCFG_NAME=$(patsubst $(call field,$(1),2)_%,%,$(1)) -c $$< -o $$@

$(BUILD)/verilated/$(1).a: $(VERILOG)/$(call field,$(1),2).v tb/verilate.sh tb/verilated_top.v.h tb/verilated.cpp tb/verilated.h rtl_c/$(call field,$(1),2).h rtl_c/$(call field,$(1),2).def $(block_parts) | $(BUILD)/packages
	$$(call say,VERILATE,$(1))
	@mkdir -p $$(@D)
	$$(quiet)sh tb/verilate.sh $(call field,$(1),2) $(1) $$< $$@ "$$(CXX)" "$$(CXXFLAGS)" $(call flags,$(1))
endef
$(foreach name,$(tuple_names),$(eval $(call tuple_rules,$(name))))

$(BUILD)/rtl_c/block_table.o: rtl_c/block_table.c rtl_c/configs.def rtl_c/block.h | $(BUILD)/packages
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(quiet)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# Verilator's runtime, compiled once.
$(BUILD)/verilated/runtime.a: tb/verilated_runtime.sh | $(BUILD)/packages
	$(call say,CXX,Verilator runtime)
	@mkdir -p $(@D)
	$(quiet)sh $< $@ "$(CXX)" "$(CXXFLAGS)"

# Copies of what a tuple is built of, beside the program and where it is installed, and in the program their sums and
# the compilers. $(1): the folder.
tuple_c  := $(block_parts) $(foreach b,$(tuple_blocks),$(RTL_C)/$(b).c rtl_c/$(b).h rtl_c/$(b).def)
tuple_v  := $(foreach b,$(tuple_blocks),$(VERILOG)/$(b).v)
tuple_tb := $(addprefix tb/,verilate.sh verilated_runtime.sh verilated_top.v.h verilated.cpp verilated.h tuple.map)
define put_sources
	@rm -rf "$(1)" && mkdir -p "$(1)/rtl_c" "$(1)/verilog" "$(1)/tb"
	@install -m 644 $(tuple_c) "$(1)/rtl_c/" && install -m 644 $(tuple_v) "$(1)/verilog/" && install -m 644 $(tuple_tb) "$(1)/tb/"
endef
# The program is linked anew only when it says something else.
$(BUILD)/tuple_sources.c: $(tuple_c) $(tuple_v) $(tuple_tb) tb/tuple_sources.sh Makefile tb/blocks.mk
	$(call say,SOURCES,$(BUILD)/sources)
	$(call put_sources,$(BUILD)/sources)
	$(quiet)sh tb/tuple_sources.sh "$(BUILD)/sources" "$(filter-out ccache,$(CC))" "$(CPPFLAGS) $(filter-out -W%,$(CFLAGS))" \
	    "$(filter-out ccache,$(CXX))" "$(CXXFLAGS)" > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
$(BUILD)/obj/tuple_sources.o: $(BUILD)/tuple_sources.c tb/tuple_sources.h | $(BUILD)/packages
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(quiet)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@
