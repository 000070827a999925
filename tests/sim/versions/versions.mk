# SPDX-License-Identifier: BSD-3-Clause
# warplock with versions of memory, which travel with requests and replies (sim/memory/versions.h); a ledger says what each
# load must see. Part of the Makefile, whose variables it uses.
VERSIONED := $(patsubst %.c,$(BUILD)/obj/versions/%.o,$(SIM_SOURCES) sim/main.c $(wildcard tests/sim/versions/*.c))
$(BUILD)/obj/versions/%.o: %.c | $(BUILD)/packages
	$(call compile, with versions,-DLINE_VERSIONS -MMD -MP)
$(BUILD)/versions/warplock: $(VERSIONED) $(made_objects) $(LIBRARIES) $(BUILD)/libfst.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(quiet)$(CC) $(CFLAGS) -o $@ $(filter %.o,$^) $(BUILD)/libtb.a $(BUILD)/libfst.a $(LDLIBS)
