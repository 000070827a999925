# SPDX-License-Identifier: BSD-3-Clause
# Installation in parts (docs/install.md): what each part is made of, and where it goes. Part of the Makefile, whose
# variables it uses. A file to install is one word, MODE:WHERE:SOURCE, with WHERE below PREFIX; .ci/put puts it there and
# keeps a record, by which .ci/remove removes it.

# Files under their own names in one folder: $(1) mode, $(2) folder, $(3) files. The files that such words install.
into       = $(foreach file,$(3),$(1):$(2)/$(notdir $(file)):$(file))
sources_of = $(foreach word,$(1),$(lastword $(subst :, ,$(word))))

# --- the program: what it compiles CUDA programs with, what it builds the tuples of blocks of
# The man page and the completions, from the option tables.
generated := $(addprefix $(BUILD)/generated/,man bash zsh)
$(generated): $(BUILD)/generated/%: $(BUILD)/warplock
	@mkdir -p $(@D)
	$(quiet)$(BUILD)/warplock generate $* >$@.new && mv $@.new $@
installed_program := 755:bin/warplock:$(BUILD)/warplock \
    644:share/man/man1/warplock.1:$(BUILD)/generated/man \
    644:share/bash-completion/completions/warplock:$(BUILD)/generated/bash \
    644:share/zsh/site-functions/_warplock:$(BUILD)/generated/zsh \
    $(foreach header,$(filter-out %/std,$(wildcard sim/cuda/*.h sim/cuda/*/*.h sim/cuda/cuda/* sim/cuda/cuda/std/*)),644:share/warplock/cuda/include/$(patsubst sim/cuda/%,%,$(header)):$(header)) \
    $(call into,644,share/warplock/cuda/cudart/tables,$(addprefix sim/cudart/tables/,api.def errors.def attributes.def api_driver.def)) \
    755:share/warplock/cuda/bin/nvcc:sim/cuda/toolkit/nvcc \
    $(foreach file,$(call toolkit,$(BUILD)/generated/cuda),644:share/warplock/cuda/$(patsubst $(BUILD)/generated/cuda/%,%,$(file)):$(file)) \
    $(call into,644,lib,$(BUILD)/libwarplock_cudart.a) \
    $(call into,644,lib/warplock,$(cudart_shared)) \
    $(call into,644,share/warplock/sources/rtl_c,$(tuple_c)) \
    $(call into,644,share/warplock/sources/verilog,$(tuple_v)) \
    $(call into,644,share/warplock/sources/tb,$(tuple_tb))

# --- the blocks: models as a library, Verilog with its benches
# Where a library is follows from where its pkg-config file is: a tree may be moved.
define package_config
@mkdir -p $(@D)
@printf '%s\n' 'prefix=$${pcfiledir}/../..' 'Name: $(basename $(@F))' 'Description: $(1)' 'Version: $(VERSION)' \
    'Libs: -L$${prefix}/lib $(2)' 'Cflags: $(strip -I$${prefix}/include/warplock $(3))' > $@.new && mv $@.new $@
endef
$(BUILD)/pkgconfig/warplock-rtl_c.pc: $(BUILD)/version.c .ci/install.mk
	$(call package_config,models of warp scheduling blocks in C,-lrtl_c)
$(BUILD)/warplock.core: verilog/warplock.core $(BUILD)/version.c
	$(quiet)sed 's/@VERSION@/$(VERSION)/' $< > $@.new && mv $@.new $@
benches   := $(patsubst tb/verilog/%_tb.v,%,$(wildcard tb/verilog/*_tb.v))
harnesses := $(patsubst %,$(BUILD)/harness/%_harness.vh,$(benches))
$(harnesses): $(BUILD)/harness/%_harness.vh: rtl_c/%.def tb/verilog/harness.sh
	@mkdir -p $(@D)
	$(quiet)sh tb/verilog/harness.sh $< > $@.new && mv $@.new $@
# What tools of RTL engineers read, in $(KIT), by the names of what is installed.
KIT        := $(BUILD)/rtl_kit
# A block of no system has no clock.
kit_timed  := $(sort $(shell awk -F '[^A-Za-z_]+' '$$1 == "PART" { print $$3 }' synth_estimates/systems.def))
# What is of several blocks: wired, or compared with one of them.
kit_several := warp_front_end ccws_vta_macro
kit_made   := $(patsubst %,$(KIT)/sva/%_sva.sv,$(benches)) $(patsubst %,$(KIT)/formal/%.sby,$(benches) $(kit_several)) \
    $(patsubst %,$(KIT)/%.xml,$(benches)) $(patsubst %,$(KIT)/sdc/%.sdc,$(filter $(kit_timed),$(benches))) $(KIT)/Bender.yml
$(KIT)/sva/%_sva.sv: verilog/%_properties.v tb/verilog/sva.awk
	@mkdir -p $(@D)
	$(quiet)awk -f tb/verilog/sva.awk $< > $@.new && mv $@.new $@
$(KIT)/formal/%.sby: tests/blocks/%.txt rtl_c/%.def tb/verilog/sby.sh
	@mkdir -p $(@D)
	$(quiet)sh tb/verilog/sby.sh $* > $@.new && mv $@.new $@
$(patsubst %,$(KIT)/formal/%.sby,$(kit_several)): $(KIT)/formal/%.sby: tb/verilog/sby.sh $(wildcard rtl_c/*.def)
	@mkdir -p $(@D)
	$(quiet)sh tb/verilog/sby.sh $* > $@.new && mv $@.new $@
$(KIT)/sdc/%.sdc: rtl_c/%.def synth_estimates/sdc.awk synth_estimates/report.tsv
	@mkdir -p $(@D)
	$(quiet)awk -f synth_estimates/sdc.awk synth_estimates/report.tsv $< > $@.new && mv $@.new $@
$(KIT)/%.xml: verilog/%.v rtl_c/%.def tb/verilog/ipxact.awk $(BUILD)/version.c
	@mkdir -p $(@D)
	$(quiet)awk -v version=$(VERSION) -f tb/verilog/ipxact.awk verilog/$*.v rtl_c/$*.def > $@.new && mv $@.new $@
$(KIT)/Bender.yml: verilog/rtl.f verilog/macro.f tb/verilog/bender.sh $(BUILD)/version.c
	@mkdir -p $(@D)
	$(quiet)sh tb/verilog/bender.sh $(VERSION) $(benches) > $@.new && mv $@.new $@
kit := $(foreach file,$(kit_made),644:share/warplock/verilog/$(patsubst $(KIT)/%,%,$(file)):$(file)) \
    $(call into,644,share/warplock/verilog,$(wildcard verilog/*.v) verilog/rtl.f verilog/macro.f $(BUILD)/warplock.core) \
    $(call into,644,share/warplock/verilog/macro,$(wildcard verilog/macro/*.v)) \
    $(call into,644,share/warplock/verilog/formal,tb/verilog/macro/one_row_memory.v) \
    $(call into,644,share/warplock/verilog/tb,$(wildcard tb/verilog/*_tb.v) tb/verilog/bench.vh $(harnesses))
.PHONY: rtl-kit
rtl-kit: $(call sources_of,$(kit)) ## bind files with the properties as SVA, IP-XACT, SDC, Bender.yml, sby files, FuseSoC core, beside the Verilog \
    and its benches, in build/rtl_kit, as make install-rtl installs them
	@for word in $(patsubst 644:share/warplock/verilog/%,%,$(kit)); do to=$(KIT)/$${word%%:*} from=$${word#*:}; mkdir -p "$${to%/*}"; \
	    [ "$$from" -ef "$$to" ] || cp "$$from" "$$to" || exit; done; echo "$(KIT): $$(find $(KIT) -type f | wc -l) files"
model_headers := $(call into,644,include/warplock/rtl_c,$(wildcard rtl_c/*.h rtl_c/*.def))
installed_rtl := $(call into,644,lib,$(BUILD)/librtl_c.a) \
    $(call into,644,lib/pkgconfig,$(BUILD)/pkgconfig/warplock-rtl_c.pc) \
    $(model_headers) \
    $(kit)

# --- the front ends of SYSTEMC_GEOMETRY in SystemC; what verilator --sc makes of a block has headers, too
define front_end_package
$(SYSTEMC)/$(1)/warplock-front_end_$(1).pc: $(BUILD)/version.c .ci/install.mk tb/front_end/front_end.mk tb/systemc/systemc.mk | $(BUILD)/packages
	$$(call package_config,scheduling front end of an SM in SystemC ($(1)$$(comma) $(strip $(SYSTEMC_GEOMETRY))),-lwarplock_front_end_$(1) -lsystemc -pthread -latomic,-I$$$${prefix}/include/warplock/front_end $$(filter-out -I%,$$(systemc_include) $(systemc_own_flags)))
endef
$(foreach system,$(systemc_systems),$(eval $(call front_end_package,$(system))))
installed_systemc := $(foreach system,$(systemc_systems),644:lib/libwarplock_front_end_$(system).a:$(SYSTEMC)/$(system)/libfront_end.a \
        644:lib/pkgconfig/warplock-front_end_$(system).pc:$(SYSTEMC)/$(system)/warplock-front_end_$(system).pc) \
    $(model_headers) \
    $(call into,644,include/warplock/tb,$(wildcard tb/*.h tb/*.def)) \
    $(call into,644,include/warplock/tb/systemc,$(wildcard tb/systemc/*.h tb/systemc/*.def))
module_headers = for header in $(foreach system,$(systemc_systems),$(patsubst %.a,%.d/*.h,$(call systemc_modules,$(system)))); do \
    printf '644:include/warplock/front_end/%s:%s\n' "$${header\#\#*/}" "$$header"; done | sort -u

# --- targets
.PHONY: install install-rtl install-systemc uninstall
# All that a part is made of is built.
parts := $(addprefix $(BUILD)/parts/,program rtl systemc)
$(parts): $(BUILD)/parts/%:
	@mkdir -p $(@D) && touch $@
$(BUILD)/parts/program: $(call sources_of,$(installed_program))
$(BUILD)/parts/rtl: $(call sources_of,$(installed_rtl))
$(BUILD)/parts/systemc: $(call sources_of,$(installed_systemc))
tests: $(parts)
# Words for the shell, whatever is in them.
quoted = '$(subst ','\'',$(1))'
where  = PREFIX=$(call quoted,$(PREFIX)) DESTDIR=$(call quoted,$(DESTDIR))
install: $(BUILD)/parts/program ## warplock with its man page, completions, CUDA headers and runtime, and the \
    sources that it builds blocks of (PREFIX=/usr/local, DESTDIR=)
	@printf '%s\n' $(installed_program) | $(where) sh .ci/put program
install-rtl: $(BUILD)/parts/rtl ## the models as a library with headers, the Verilog with its benches and core file (PREFIX, DESTDIR)
	@printf '%s\n' $(installed_rtl) | $(where) sh .ci/put rtl
install-systemc: $(BUILD)/parts/systemc ## the SystemC front ends as libraries with headers (PREFIX, DESTDIR)
	@{ printf '%s\n' $(installed_systemc); $(module_headers); } | $(where) sh .ci/put systemc
uninstall: ## remove what these three have put there, and nothing else (PREFIX, DESTDIR)
	@$(where) sh .ci/remove
