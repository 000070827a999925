# SPDX-License-Identifier: BSD-3-Clause
# Blocks: what the program knows of each without a model, what it builds their tuples of (docs/geometry.md), and the models
# as a library for programs of one's own. Part of the Makefile, whose variables it uses.

# Tuples block/name/flags of rtl_c/configs.def, flags joined by commas so that a tuple is one word.
tuples   := $(shell sed -n 's/^CONFIG(\([a-z_]*\), *\([a-z0-9_]*\), *\(.*\))$$/\1_\2|\1|\3/p' rtl_c/configs.def | sed 's/ -D/,-D/g')
tuple_names  := $(foreach t,$(tuples),$(firstword $(subst |, ,$(t))))
tuple_blocks := $(sort $(foreach t,$(tuples),$(word 2,$(subst |, ,$(t)))))
field = $(word $(2),$(subst |, ,$(filter $(1)|%,$(tuples))))
flags = $(subst $(comma), ,$(call field,$(1),3))
comma := ,
# What a block is made of besides its own files; a row of configs.def, places.def or wires.def concerns no other block.
block_parts := $(addprefix rtl_c/,block.h bits.h table.h table_ops.h table_structs.h)

# A block as its table describes it (tb/blocks.h), with the parameters of its first tuple.
counting_blocks := $(notdir $(basename $(shell grep -lE '^REG_COUNT' rtl_c/*.def)))
define described_rule
$(BUILD)/described/$(1).o: tb/described.c rtl_c/$(1).h rtl_c/$(1).def $(block_parts) | $(BUILD)/packages
	$$(call compile, $(1),$(call flags,$(firstword $(foreach t,$(tuples),$(if $(findstring |$(1)|,$(t)),$(firstword $(subst |, ,$(t))))))) \
	    $(if $(filter $(1),$(counting_blocks)),-DBLOCK_COUNTS) -DDESCRIBED=$(1) -DCFG_NAME=described \
	    -DDESCRIBED_HEADER='"rtl_c/$(1).h"' -DDESCRIBED_TABLE='"rtl_c/$(1).def"')
endef
$(foreach block,$(tuple_blocks),$(eval $(call described_rule,$(block))))
described_objects := $(patsubst %,$(BUILD)/described/%.o,$(tuple_blocks))
$(BUILD)/obj/tb/blocks.o: rtl_c/configs.def rtl_c/places.def

# The models of configs.def as a library, for programs of one's own (make install-rtl) and for the models' unit tests. The
# program has none of it.
define model_rule
$(BUILD)/rtl_c/$(1).o: $(RTL_C)/$(call field,$(1),2).c rtl_c/$(call field,$(1),2).h rtl_c/$(call field,$(1),2).def $(block_parts) | $(BUILD)/packages
	$$(call compile, $(1),$(call flags,$(1)) -DCFG_NAME=$(patsubst $(call field,$(1),2)_%,%,$(1)))
endef
$(foreach name,$(tuple_names),$(eval $(call model_rule,$(name))))
$(BUILD)/rtl_c/block_table.o: rtl_c/block_table.c rtl_c/configs.def rtl_c/block.h | $(BUILD)/packages
	$(call compile)
$(BUILD)/librtl_c.a: $(patsubst %,$(BUILD)/rtl_c/%.o,$(tuple_names)) $(BUILD)/rtl_c/block_table.o

# Verilator's runtime for what is Verilated beside the tuples: front ends and mutants.
$(BUILD)/verilated_runtime.o: tb/verilated_runtime.sh | $(BUILD)/packages
	$(call say,CXX,Verilator runtime)
	@mkdir -p $(@D)
	$(quiet)sh $< $@ "$(CXX)" "$(CXXFLAGS) -O2"

# Copies of what a tuple is built of, beside the program (where it is installed: .ci/install.mk), and in the program their
# sums and the compilers.
tuple_c  := $(block_parts) $(foreach b,$(tuple_blocks),$(RTL_C)/$(b).c rtl_c/$(b).h rtl_c/$(b).def)
tuple_v  := $(foreach b,$(tuple_blocks),$(VERILOG)/$(b).v)
tuple_tb := $(addprefix tb/,verilate.sh verilated_runtime.sh verilated_header.sh verilated_top.v.h verilated.cpp verilated.h tuple.map)
# The program is linked anew only when it says something else; the copies are made anew once, whatever it says.
$(BUILD)/sources.made: $(tuple_c) $(tuple_v) $(tuple_tb) tb/tuples/source_sums.sh Makefile tb/blocks.mk
	$(call say,SOURCES,$(BUILD)/sources)
	@rm -rf $(BUILD)/sources && mkdir -p $(BUILD)/sources/rtl_c $(BUILD)/sources/verilog $(BUILD)/sources/tb
	@install -m 644 $(tuple_c) $(BUILD)/sources/rtl_c/ && install -m 644 $(tuple_v) $(BUILD)/sources/verilog/ && install -m 644 $(tuple_tb) $(BUILD)/sources/tb/
	$(quiet)sh tb/tuples/source_sums.sh "$(BUILD)/sources" "$(filter-out ccache,$(CC))" "$(CPPFLAGS) $(filter-out -W%,$(CFLAGS))" \
	    "$(filter-out ccache,$(CXX))" "$(CXXFLAGS)" > $(BUILD)/tuple_sums.c.new
	@cd $(BUILD) && if cmp -s tuple_sums.c.new tuple_sums.c; then rm tuple_sums.c.new; else mv tuple_sums.c.new tuple_sums.c; fi
	@touch $@
$(BUILD)/tuple_sums.c: $(BUILD)/sources.made ;
$(BUILD)/obj/tuple_sums.o: $(BUILD)/tuple_sums.c tb/tuples/source_sums.h | $(BUILD)/packages
	$(call compile)
