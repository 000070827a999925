# SPDX-License-Identifier: BSD-3-Clause
# The simulator: warplock, and the files that are made for it. Part of the Makefile, whose variables it uses.
PTX_PACKAGES := clang
BUNDLED      := $(wildcard sim/machine/*.ini sim/workload/kernels/*.ptx sim/workload/kernels/*.cu sim/campaign/papers/*.json) \
    synth_estimates/claims.csv sim/campaign/sheet.gnuplot $(wildcard tests/sim/baseline/figures.csv) \
    $(wildcard $(addprefix sim/campaign/html/,page.html page.css page_*.js library/echarts.js library/LICENSE* library/NOTICE))
made_objects := $(addprefix $(BUILD)/obj/,bundled_files.o version.o program_sums.o)
SIM_OBJECTS  := $(call object,$(SIM_SOURCES)) $(made_objects)
.PHONY: always ptx
$(BUILD)/libsim.a: $(SIM_OBJECTS)
# With -O3 what each cycle passes through is optimised as one: calls between these files become part of their callers. In warplock it
# stands in front of libsim.a, whose objects of the same sources other programs are linked with. Functions of twice gcc's usual size
# become part, too. Expressions are not computed ahead of the branches that want them, for which no registers are left, nor words joined
# that are soon taken apart again.
each_cycle := $(filter sim/core/% sim/memory/% sim/blocks/% sim/frontend/%,$(filter-out $(cold),$(SIM_SOURCES)))
as_one     := $(if $(filter -O3,$(OPTIMISE)),$(patsubst %.c,$(BUILD)/obj/as_one/%.o,$(each_cycle)))
as_one_flags := -flto --param=max-inline-insns-auto=60 -fno-code-hoisting -fno-tree-slp-vectorize
# Libraries are part of it where the system has their archives: of shared ones thousands of symbols are looked up at every start.
archives := $(filter /%,$(shell for l in inih jansson sqlite3 z lz4 zstd lzma; do $(CC) -print-file-name=lib$$l.a; done))
archived := $(patsubst lib%.a,-l%,$(notdir $(archives)))
$(BUILD)/warplock: LDLIBS := $(foreach word,$(LDLIBS),$(if $(filter $(word),$(archived)),$(word:-l%=-l:lib%.a),$(word)))
$(BUILD)/warplock: $(BUILD)/obj/sim/main.o $(as_one) $(LIBRARIES) $(BUILD)/libfst.a
	$(call link,$(BUILD)/obj/sim/main.o $(as_one),$(if $(as_one),$(as_one_flags) -flto=auto))
$(BUILD)/obj/as_one/%.o: %.c | $(BUILD)/packages
	$(call compile, (as one),-MMD -MP $(as_one_flags))

$(made_objects): $(BUILD)/obj/%.o: $(BUILD)/%.c | $(BUILD)/packages
	$(call compile)
# Files that travel inside the binary.
$(BUILD)/obj/bundled_files.o: sim/machine/bundled.h
$(BUILD)/bundled_files.c: sim/sim.mk sim/machine/bundle.sh $(BUNDLED)
	$(call say,BUNDLE,$@)
	@mkdir -p $(@D)
	$(quiet)sh sim/machine/bundle.sh $(BUNDLED) > $@.new && mv $@.new $@
# Writes a command's output to a file only when it differs from the file.
define renew
@mkdir -p $(@D)
@$(1) > $@.$$$$ && if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi
endef
# What a store takes for this program.
$(BUILD)/obj/program_sums.o: sim/campaign/program_sums.h
$(BUILD)/program_sums.c: always
	$(call renew,sh sim/campaign/program_sums.sh $(RTL_C))
# The number.
$(BUILD)/obj/version.o: sim/cli/version.h
$(BUILD)/version.c: always
	$(call renew,printf '%s\n' '#include "sim/cli/version.h"' 'const char warplock_version[] = "$(VERSION)";')
always: # what looks each time whether it is anew

ptx: $(BUILD)/warplock ## compile the bundled kernels' and the libraries' CUDA C to PTX again (Debian's clang)
	@sh .ci/install $(PTX_PACKAGES)
	@sh sim/workload/kernels/compile.sh sim/workload/kernels
	@for library in cudart $(kernel_libraries); do sh sim/cuda/compile_library.sh $$library $(BUILD)/warplock sim/$$library/kernels || exit 1; done
