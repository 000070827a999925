# SPDX-License-Identifier: BSD-3-Clause
# The benches of blocks, and what the simulator has of them. Part of the Makefile, whose variables it uses.
TB_OBJECTS := $(call object,$(TB_SOURCES)) $(described_objects) $(addprefix $(BUILD)/obj/,tuple_sums.o stimuli_table.o)
.PHONY: tuples
$(BUILD)/libtb.a: $(TB_OBJECTS)
# The stimuli of every block that has some.
stimulated := $(filter $(tuple_blocks),$(notdir $(basename $(wildcard tb/stimuli/*.c))))
$(BUILD)/stimuli_table.c: always
	$(call renew,printf '%s\n' '#include "tb/stimuli/stimuli.h"' $(stimulated:%='extern const stimuli %_stimuli;') \
	    'const stimuli *const stimuli_table[] = {$(stimulated:%=&%_stimuli$(comma)) NULL};')
$(BUILD)/obj/stimuli_table.o: $(BUILD)/stimuli_table.c tb/stimuli/stimuli.h rtl_c/block.h | $(BUILD)/packages
	$(call compile)
# The FST writer that ships with Verilator.
$(BUILD)/libfst.a: | $(BUILD)/packages
	$(call say,CC,FST writer)
	@mkdir -p $(BUILD)/obj/fst
	$(quiet)for part in fstapi lz4 fastlz; do \
	    $(CC) $(OPTIMISE) -DFST_CONFIG_INCLUDE='"fst_config.h"' -I$(verilator_include)/gtkwave \
	        -c $(verilator_include)/gtkwave/$$part.c -o $(BUILD)/obj/fst/$$part.o || exit 1; done
	$(quiet)rm -f $@ && $(AR) rcs $@ $(BUILD)/obj/fst/fstapi.o $(BUILD)/obj/fst/lz4.o $(BUILD)/obj/fst/fastlz.o
# Whoever includes fstapi.h: Verilator's folder, known once it is installed.
$(BUILD)/obj/tb/%.o: CPPFLAGS += -I$(verilator_include)/gtkwave

$(TB_PROGRAMS): $(BUILD)/%: $(BUILD)/obj/tb/%_main.o $(LIBRARIES) $(BUILD)/libfst.a
	$(call link,$< $(filter %/librtl_c.a,$^))
# It prints tables of all models, and runs none.
$(BUILD)/block_table: $(BUILD)/librtl_c.a

tuples: $(BUILD)/block_bench ## the model and the Verilog of every tuple of rtl_c/configs.def into the cache \
    (WARPLOCK_TUPLES=best: for long runs); minutes
	@$(BUILD)/block_bench --build
