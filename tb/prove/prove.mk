# SPDX-License-Identifier: BSD-3-Clause
# The proof that C models and Verilog are equal (docs/proof.md). Part of the Makefile, whose variables it uses.
# Sources of C models are walked by clang 14, whose libraries the executor uses.
PROVE_PACKAGES := clang llvm-14-dev verilator g++ yosys berkeley-abc cadical iverilog
PROVE_SECONDS  ?= 120
.PHONY: prove
prove_step     := $(addprefix tb/prove/,graph.c graph_file.c word.c prove.c obligations.c ports.c memory.c pointers.c values.c unwritten.c execute.c flow.c rtl.c rtl_ports.c prove_main.c)
prove_settle   := $(addprefix tb/prove/,aiger.c cases.c cnf.c explain.c graph.c graph_file.c prove.c run.c settle.c support.c sweep.c settle_main.c)
$(BUILD)/prove/packages: tb/prove/prove.mk | $(BUILD)/packages
	@mkdir -p $(@D)
	@sh .ci/install $(PROVE_PACKAGES)
	@touch $@
# A program of the C files among what it waits for; $(1), libraries and where their headers are.
define link_sources
$(call say,LINK,$@)
@mkdir -p $(@D)
$(quiet)$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $(filter %.c,$^) $(1)
endef
prove_llvm      = -I"$$(llvm-config-14 --includedir)" -L"$$(llvm-config-14 --libdir)" -lLLVM-14
$(BUILD)/prove/prove_step: $(prove_step) $(wildcard tb/prove/*.h) $(BUILD)/prove/packages
	$(call link_sources,$(prove_llvm))
$(BUILD)/prove/prove_locals: tb/prove/locals_main.c tb/prove/prove.c tb/prove/prove.h $(BUILD)/prove/packages
	$(call link_sources,$(prove_llvm))
$(BUILD)/prove/prove_settle: $(prove_settle) $(wildcard tb/prove/*.h) | $(BUILD)/packages
	$(call link_sources)
prove_texts    := $(addprefix tb/prove/,texts.c texts_c.c texts_verilog.c texts_words.c texts_main.c prove.c)
$(BUILD)/prove/prove_texts: $(prove_texts) tb/prove/texts.h tb/prove/prove.h | $(BUILD)/packages
	$(call link_sources)
$(BUILD)/prove/prove_drat: tb/prove/drat_main.c tb/prove/prove.c tb/prove/prove.h | $(BUILD)/packages
	$(call link_sources)
$(BUILD)/prove/prove_diagram: tb/prove/diagram_main.c tb/prove/aiger.c tb/prove/prove.c tb/prove/aiger.h tb/prove/prove.h | $(BUILD)/packages
	$(call link_sources)
# All of it but the tuple, whose model or Verilog is linked in (prove.sh). Joined without the flags: of a
# sanitizer clang would put its runtime in, which the programs have.
prove_vectors  := $(addprefix tb/prove/,vectors.c drive.c bench.c aiger.c prove.c) tb/field.c
$(BUILD)/prove/vectors.o: $(prove_vectors) $(wildcard tb/prove/*.h rtl_c/*.h) tb/field.h tb/verilated.h | $(BUILD)/packages
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(quiet)mkdir -p $@.parts && for part in $(prove_vectors); do $(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@.parts/$$(basename $$part .c).o $$part || exit 1; done
	$(quiet)$(CC) -r -nostdlib -o $@ $@.parts/*.o && rm -r $@.parts
prove_programs := $(addprefix $(BUILD)/prove/,prove_texts prove_step prove_locals prove_settle prove_drat prove_diagram vectors.o)
# Newer than all sources: the programs are of these (prove.sh).
$(BUILD)/prove/built: $(prove_programs) $(wildcard tb/prove/*.[ch]) $(BUILD)/tuple_sums.c $(BUILD)/verilated_runtime.o
	@touch $@
# What a counterexample becomes a failure pack with.
prove_pack     := $(addprefix $(BUILD)/,obj/tb/block_bench_main.o libtb.a libfst.a)
prove: $(BUILD)/prove/built $(prove_pack) ## C models equal the Verilog for all states and inputs, proven tuple by tuple; long (BLOCK=words: tuples whose name holds one)
	@BUILD="$(BUILD)" PROVE_SECONDS=$(PROVE_SECONDS) sh tb/prove/all.sh $(BLOCK)
