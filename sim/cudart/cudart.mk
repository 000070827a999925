# SPDX-License-Identifier: BSD-3-Clause
# The CUDA runtime as a library for programs: one object with the whole simulator. Only the API's names are visible, so that a
# program may use any other name. C++'s unique symbols cannot be hidden, so they are renamed. Debug information is stripped.
cudart_sources := $(wildcard $(addsuffix *.c,sim/cudart/ $(addprefix sim/cudart/,streams/ runtime/ driver/)))
cudart_objects := $(call object,$(cudart_sources))
cudart_visible := $(addprefix --keep-global-symbol=,'cuda[A-Z]*' '__cuda*' 'cu[A-Z]*')
# Libraries that a program is linked with after this one.
CUDART_LIBS    := $(shell sed -n 's/^LIBRARY("\(.*\)")$$/\1/p' sim/cudart/tables/libraries.def)
# One object for programs and for shared libraries: its variables of a thread are reached as in either.
cudart_symbols := $(call object,sim/cudart/shared/symbols.c)
# Only in libcudart.so: functions refused by name, and those for programs with per-thread default streams.
cudart_refusals := $(call object,sim/cudart/shared/refusals.c)
cudart_of_threads := $(shell sed -n 's/^[a-z].*/&/p' sim/cudart/shared/per_thread.txt)
cudart_per_thread = $(foreach suffix,_ptds _ptsz,$(foreach name,$(filter %$(suffix),$(cudart_of_threads)),-Wl,--defsym=$(name)=$(name:$(suffix)=)))
$(cudart_objects) $(cudart_symbols) $(cudart_refusals): CFLAGS += -fPIC -ftls-model=initial-exec
$(BUILD)/obj/sim/cudart/processor.o: CFLAGS += $(if $(march),-march=x86-64)
$(BUILD)/obj/cudart.o: $(cudart_objects) $(LIBRARIES) $(BUILD)/libfst.a sim/cudart/cudart.mk
	$(call say,LD,$@)
	$(quiet)$(CC) -r -nostdlib -o $@.whole -Wl,--force-group-allocation $(filter -Wl%,$(LDLIBS)) $(cudart_objects) $(LIBRARIES) $(BUILD)/libfst.a
	$(quiet)nm $@.whole | awk '$$2 == "u" { print $$3, "warplock" $$3 }' > $@.unique
	$(quiet)objcopy --wildcard $(cudart_visible) --redefine-syms=$@.unique --strip-debug $@.whole $@.new && rm $@.whole && mv $@.new $@
$(BUILD)/obj/sim/cudart/modules.o: sim/cudart/kernels/cudart.ptx
# The supported CUDA libraries, each an object of its own next to the runtime, linked into programs that call it.
kernel_libraries := cublas curand cufft
cuda_libraries   := $(kernel_libraries) nvrtc
cublas_visible := 'cublas[A-Z]*'
curand_visible := 'curand[A-Z]*'
cufft_visible  := 'cufft[A-Z]*'
nvrtc_visible  := 'nvrtc[A-Z]*'
define cuda_library_rules
$(1)_objects := $$(call object,$$(wildcard sim/$(1)/*.c))
$$($(1)_objects): CFLAGS += -fPIC
$(BUILD)/obj/$(1).o: $$($(1)_objects) sim/cudart/cudart.mk
	$$(call say,LD,$$@)
	$$(quiet)$(CC) -r -nostdlib -o $$@.whole $$($(1)_objects)
	$$(quiet)objcopy --wildcard $$(addprefix --keep-global-symbol=,$$($(1)_visible)) --strip-debug $$@.whole $$@.new && rm $$@.whole && mv $$@.new $$@
$(if $(filter $(1),$(kernel_libraries)),$$($(1)_objects): sim/$(1)/kernels/$(1).ptx)
endef
# The test of its calls is linked with its objects.
$(foreach library,$(cuda_libraries),$(eval $(call cuda_library_rules,$(library)))$(eval $(BUILD)/tests/sim/$(library)/test_$(library): $($(library)_objects)))
$(BUILD)/libwarplock_cudart.a: $(BUILD)/obj/cudart.o $(foreach library,$(cuda_libraries),$(BUILD)/obj/$(library).o)
# For programs that NVIDIA's nvcc has linked with --cudart=shared: under the name and with the version of the library that
# they ask for, by CUDA's release, and the driver's.
CUDART_SONAMES := $(addprefix libcudart.so.,10.1 10.2 11.0 12 13) libcuda.so.1
cudart_shared  := $(addprefix $(BUILD)/cudart_libraries/,$(CUDART_SONAMES))
$(BUILD)/obj/cudart_shared.o: $(BUILD)/obj/cudart.o
	$(quiet)objcopy $(foreach name,stdout stderr environ,--redefine-sym $(name)=cudart_own_$(name)) --redefine-sym _ZSt7nothrow=cudart_own_nothrow $< $@.new && mv $@.new $@
# What later releases have under an older one's name: the older one has its own no more.
cudart_instead  = --redefine-sym $(1)=$(1)_before_$(3) --redefine-sym $(2)=$(1)
cudart_edges    := $(addprefix cudaGraph,GetEdges NodeGetDependencies NodeGetDependentNodes AddDependencies RemoveDependencies)
cudart_edges    += cudaStreamUpdateCaptureDependencies
cudart_places   := cudaMemPrefetchAsync cudaMemAdvise
$(BUILD)/obj/cudart_shared_12.o: $(BUILD)/obj/cudart_shared.o sim/cudart/cudart.mk
	$(quiet)objcopy $(foreach name,cudaGraphInstantiate cudaGraphExecUpdate cudaFuncGetAttributes,$(call cudart_instead,$(name),__$(name)_of_12,12)) $< $@.new && mv $@.new $@
$(BUILD)/obj/cudart_shared_13.o: $(BUILD)/obj/cudart_shared_12.o
	$(quiet)objcopy $(call cudart_instead,cudaGetDeviceProperties,__cudaGetDeviceProperties_of_13,13) \
	    $(foreach name,$(cudart_edges) $(cudart_places),$(call cudart_instead,$(name),$(name)_v2,13)) \
	    $(call cudart_instead,cudaStreamGetCaptureInfo,cudaStreamGetCaptureInfo_v3,13) $< $@.new && mv $@.new $@
$(BUILD)/cudart_libraries/libcudart.so.12: $(BUILD)/obj/cudart_shared_12.o
$(BUILD)/cudart_libraries/libcudart.so.13: $(BUILD)/obj/cudart_shared_13.o
$(BUILD)/cudart_libraries/libcudart.so.%: shared_more = $(cudart_refusals) $(cudart_per_thread)
$(BUILD)/cudart_libraries/lib%: $(BUILD)/obj/cudart_shared.o $(cudart_symbols) $(cudart_refusals)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(quiet)printf '%s { global: cuda*; __cuda*; cu[A-Z]*; local: *; };\n' '$(filter libcudart%,lib$*)' > $@.map
	$(quiet)$(CC) -s -shared -Wl,-Bsymbolic -Wl,-soname,lib$* -Wl,--version-script,$@.map -o $@.new $(or $(filter %_12.o %_13.o,$^),$<) $(cudart_symbols) $(shared_more) $(CUDART_LIBS) && mv $@.new $@ && rm -f $@.map
# NVIDIA's other libraries, of CUDA 10 to 13: they call the libcudart.so that the program asks for beside them.
library_sonames := $(addprefix libcublas.so.,10 11 12 13) libcurand.so.10 $(addprefix libcufft.so.,10 11 12) $(addprefix libnvrtc.so.,10.1 10.2 11.0 11.1 11.2 12 13)
cudart_shared   += $(addprefix $(BUILD)/cudart_libraries/,$(library_sonames))
define shared_library_rule
$(BUILD)/cudart_libraries/$(1): $(BUILD)/obj/$(2).o sim/cudart/cudart.mk
	$$(call say,LINK,$$@)
	@mkdir -p $$(@D)
	$$(quiet)printf '%s { global: $(2)*; local: *; };\n' '$(1)' > $$@.map
	$$(quiet)$$(CC) -s -shared -Wl,-Bsymbolic -Wl,-soname,$(1) -Wl,--version-script,$$@.map -o $$@.new $$< -lm && mv $$@.new $$@ && rm -f $$@.map
endef
$(foreach name,$(library_sonames),$(eval $(call shared_library_rule,$(name),$(patsubst lib%,%,$(firstword $(subst .so., ,$(name)))))))
# --- a folder that CUDA_PATH may name: bin/nvcc, include, lib64 with NVIDIA's names of the one library (linker scripts, which take
# their folder for the path's beginning), and the folder that CMake looks for. Of what a program is linked with, `-pthread` is a word of gcc's and not the linker's.
toolkit_scripts := libcudart.so libcudart_static.a libcuda.so stubs/libcuda.so $(foreach library,$(cuda_libraries),lib$(library).so lib$(library)_static.a)
toolkit_links    = $(patsubst -pthread,-lpthread,$(CUDART_LIBS)) -ldl
toolkit          = $(addprefix $(1)/lib64/,$(toolkit_scripts) libcudadevrt.a) $(1)/nvvm/libdevice/README
toolkit_up       = $(if $(findstring stubs/,$(1)),../)
define toolkit_rules
$(addprefix $(1)/lib64/,$(toolkit_scripts)): $(1)/lib64/%: sim/cudart/tables/libraries.def sim/cudart/cudart.mk
	@mkdir -p $$(@D)
	@echo 'INPUT($$(call toolkit_up,$$*)$(2)/libwarplock_cudart.a $$(toolkit_links))' >$$@.new && mv $$@.new $$@
$(1)/lib64/libcudadevrt.a:
	@mkdir -p $$(@D) && rm -f $$@ && $(AR) rcs $$@
$(1)/nvvm/libdevice/README: sim/cuda/toolkit/libdevice
	@mkdir -p $$(@D) && cp $$< $$@
endef
$(eval $(call toolkit_rules,$(BUILD)/cuda,../..))
$(eval $(call toolkit_rules,$(BUILD)/generated/cuda,../../../../lib))
$(BUILD)/cuda/bin/nvcc: sim/cuda/toolkit/nvcc
	@mkdir -p $(@D) && ln -sfn $(CURDIR)/sim/cuda $(BUILD)/cuda/include && cp $< $@.new && mv $@.new $@
$(BUILD)/cuda/ready: $(BUILD)/warplock $(BUILD)/libwarplock_cudart.a $(BUILD)/cuda/bin/nvcc $(call toolkit,$(BUILD)/cuda)
	@touch $@
cuda-toolkit: $(BUILD)/cuda/ready ## build/cuda, a folder for CUDA_PATH: nvcc, headers, libraries under NVIDIA's names (docs/cuda.md)
.PHONY: cuda-toolkit

wild: $(BUILD)/cuda/ready ## build and run the CUDA programs of a suite (SUITE=folder), print what came of each (docs/cuda.md)
	@sh sim/cudart/wild.sh $(BUILD)/cuda $(BUILD)/wild $(if $(SUITE),"$$SUITE",$(error make wild: SUITE=folder is missing))
.PHONY: wild

cudart-shared: $(cudart_shared) ## the CUDA runtime as shared libraries, for programs that nvcc has built (docs/cuda.md)
.PHONY: cudart-shared

# The runtime's tests with a sanitizer in the runtime and what it calls of the front end and the GPU: what
# tests/sim/cudart/test_sanitizers.sh runs.
sanitized_sources := $(cudart_sources) $(addprefix sim/,frontend/device_memory.c frontend/launch.c frontend/functional.c \
    frontend/exec_memory.c frontend/exec_services.c frontend/texture.c core/gpu.c run/timed_run.c workload/job_functional.c) \
    tests/case.c tests/tier.c $(addprefix tests/sim/cudart/,runtime_ptx.c answers.c hostile.c)
sanitized_programs := test_launches test_memory test_every_call $(addprefix runtime/,test_graphs test_capture test_pools) program
sanitized_flags_address := address,undefined
sanitized_flags_thread  := thread
define sanitized_rules
$(BUILD)/sanitized/$(1)/%.o: %.c | $(BUILD)/test-packages
	$$(call say,CC,$$< $(1))
	@mkdir -p $$(@D)
	$$(quiet)$(CC) $(CPPFLAGS) -I$$(verilator_include)/gtkwave -std=c11 -g -O0 -ffp-contract=off -fsanitize=$(sanitized_flags_$(1)) \
	    -fno-sanitize-recover=all -MMD -MP -c $$< -o $$@
$(addprefix $(BUILD)/sanitized/$(1)/,$(sanitized_programs)): $(BUILD)/sanitized/$(1)/%: $(patsubst %.c,$(BUILD)/sanitized/$(1)/%.o,$(sanitized_sources)) $(LIBRARIES) $(BUILD)/libfst.a
	$$(call say,LINK,$$@)
	@mkdir -p $$(@D)
	$$(quiet)$(CC) -fsanitize=$(sanitized_flags_$(1)) -o $$@ $$(filter %.o,$$^) $(LIBRARIES) $(BUILD)/libfst.a $(LDLIBS) -lcmocka
$(BUILD)/sanitized/$(1)/program: $(BUILD)/sanitized/$(1)/tests/sim/cudart/program_main.o
$(addprefix $(BUILD)/sanitized/$(1)/,$(filter-out program,$(sanitized_programs))): $(BUILD)/sanitized/$(1)/%: $(BUILD)/sanitized/$(1)/tests/sim/cudart/%.o
$(BUILD)/sanitized/$(1)/unlocked: $(CUDART_CORE) $(BUILD)/sanitized/$(1)/program
	$$(quiet)$(CC) $(CPPFLAGS) -std=c11 -g -O1 -fsanitize=$(sanitized_flags_$(1)) -c $$< -o $$@.o
	$$(quiet)$(CC) -fsanitize=$(sanitized_flags_$(1)) -o $$@ $$@.o $(filter-out %/sim/cudart/core.o,$(patsubst %.c,$(BUILD)/sanitized/$(1)/%.o,$(sanitized_sources) tests/sim/cudart/program_main.c)) $(LIBRARIES) $(BUILD)/libfst.a $(LDLIBS) -lcmocka
-include $(shell find $(BUILD)/sanitized/$(1) -name '*.d' 2>/dev/null)
endef
$(foreach kind,address thread,$(eval $(call sanitized_rules,$(kind))))
$(BUILD)/sanitized/all: $(foreach kind,address thread,$(addprefix $(BUILD)/sanitized/$(kind)/,$(sanitized_programs)))
	@touch $@
