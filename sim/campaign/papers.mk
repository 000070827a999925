# SPDX-License-Identifier: BSD-3-Clause
# The papers: results stay in one file, so that an interrupted campaign goes on and a second one takes seconds
FIGURE_PACKAGES := gnuplot-nox
STORE_PACKAGES  := xz-utils
# What the pages of this repository are made of: the results that they need and no others, each page's of one program.
PACKED          ?= sim/campaign/papers/results.sqlite.xz
# make reproduce: so many per cent of each table's figures, of runs that took so many minutes all together.
SHARE           ?= 10
BUDGET          ?= 30
RESULTS         ?= $(if $(STORED),$(BUILD)/stored.sqlite,$(BUILD)/results.sqlite)
# Empty: what each campaign's file says (sim/campaign/papers).
SIZE            ?=
# The papers that are asked for.
PAPERS          ?= oaws ccws kaws bucl owl
PAGES           ?= docs
# STORED=1: nothing is simulated, tables of what the repository's store has, or RESULTS=file, which is then of this program;
# PROGRAM=hash: of what another build measured (its tables name it). A campaign, the paper that it is of, options.
campaign = mkdir -p $(BUILD)/$(1); $(BUILD)/warplock campaign $(1) $(if $(SIZE),--size $(SIZE)) --store $(RESULTS) --folder $(BUILD)/$(1) \
    --html $(BUILD)/$(1)/$(1).html $(3) $(KERNELS); status=$$?; \
    case $$status in 0|1|3) sh sim/campaign/draw.sh $(2) $(BUILD)/$(1) || exit 1; \
    printf 'tables and figures: %s, as a page: %s\n' $(BUILD)/$(1) $(BUILD)/$(1)/$(1).html$(if $(packed),; status=0) ;; esac; exit $$status
page     = ($(call campaign,$(1),$(1),--stored $(call of,$(packed),$(1)))) >$(BUILD)/results.log; status=$$?; \
    case $$status in 0|1|3) ;; *) tail -n 5 $(BUILD)/results.log >&2; exit $$status ;; esac; sh sim/campaign/paper_results.sh $(PAGES)/$(1)_results.md $(BUILD) $(1) || exit
# The program of a page's runs in the repository's store is the one it has on the paper's machines.
packed   = $(filter $(BUILD)/stored.sqlite,$(RESULTS))
of       = $(if $(PROGRAM),--stored-program $(PROGRAM),$(if $(1),$$(sh sim/campaign/program_of.sh $(BUILD) $(1) $(2) | sed "s/^/--stored-program /")))
stored   = $(if $(STORED)$(PROGRAM),--stored $(call of,$(packed),$(1)))
# What make reproduce holds its figures against: the repository's store, or RESULTS when that is given.
held     = $(if $(filter command environment,$(firstword $(origin RESULTS))),$(RESULTS),$(BUILD)/stored.sqlite)
held_packed = $(filter $(BUILD)/stored.sqlite,$(held))
# The comparison has a store of its own, and its page another packed one (make store PAPERS=compare RESULTS=... PACKED=...).
COMPARE_PACKED  := sim/campaign/papers/compare.sqlite.xz
COMPARE_STORE   ?= $(BUILD)/$(if $(STORED),compare_stored,compare).sqlite
# So has CCWS with its tags in a macro, a table of docs/ccws.md (make store PAPERS=ccws_macro RESULTS=... PACKED=...).
MACRO_PACKED    := sim/campaign/papers/ccws_macro.sqlite.xz
MACRO_STORE     ?= $(BUILD)/$(if $(STORED),ccws_macro_stored,ccws_macro).sqlite
.PHONY: papers sensitivity results figures store claims reproduce compare ccws-macro
$(BUILD)/stored.sqlite: $(PACKED)
$(BUILD)/compare_stored.sqlite: $(COMPARE_PACKED)
$(BUILD)/ccws_macro_stored.sqlite: $(MACRO_PACKED)
$(BUILD)/stored.sqlite $(BUILD)/compare_stored.sqlite $(BUILD)/ccws_macro_stored.sqlite:
	@sh .ci/install $(STORE_PACKAGES)
	@mkdir -p $(@D) && { xz -dc $< > $@.$$$$ && mv $@.$$$$ $@ || { rm -f $@.$$$$; exit 1; }; }
# Asked for with sensitivity, it measures both in one campaign, what claims rest on first; then sensitivity finds its
# results. Of the repository's store each page is made, too, and is byte for byte what it is.
papers: $(BUILD)/warplock $(packed) ## the papers' claims and figures beside what is measured; long the first time (PAPERS=ccws: that one; KERNELS=words: only those; SIZE=paper/4: a quarter of the rows; STORED=1: of the repository's store, simulating nothing)
	@sh .ci/install $(FIGURE_PACKAGES)
	@$(if $(filter oaws,$(PAPERS)),$(call campaign,$(if $(filter sensitivity,$(MAKECMDGOALS))$(packed),oaws,papers),oaws,$(call stored,oaws)))
	@$(if $(filter ccws,$(PAPERS)),$(call campaign,ccws,ccws,$(call stored,ccws)))
	@$(if $(filter kaws,$(PAPERS)),$(call campaign,kaws,kaws,$(call stored,kaws)))
	@$(if $(filter bucl,$(PAPERS)),$(call campaign,bucl,bucl,$(call stored,bucl)))
	@$(if $(filter owl,$(PAPERS)),$(call campaign,owl,owl,$(call stored,owl)))
	@$(if $(packed),sh sim/campaign/same_pages.sh $(PAGES) $(BUILD) $(PAPERS))
sensitivity: $(BUILD)/warplock $(packed) ## the OAWS paper's figures 12 to 14: static miss rate, MSHRs, allocation of lines; long the first time
	@sh .ci/install $(FIGURE_PACKAGES)
	@$(call campaign,sensitivity,oaws,$(call stored,oaws))
# One after the other when several are asked for: each uses all processors. For the page nothing is built anew: it is
# of the program that measured.
sensitivity: | $(filter papers,$(MAKECMDGOALS))
results: | $(filter papers sensitivity,$(MAKECMDGOALS))
results: $(packed) $(if $(packed),$(BUILD)/warplock) ## what make papers and make sensitivity measured into docs/<paper>_results.md, with pictures and the notes on claims (STORED=1: what the repository's store has)
	@sh .ci/install $(FIGURE_PACKAGES)
	@$(foreach paper,$(PAPERS),$(call page,$(paper));)
reproduce: $(BUILD)/warplock $(held_packed) ## up to a tenth of every table of the results pages made again, the cheap figures first, each figure beside the stored one; half an hour (PAPERS=ccws: that page's; SHARE=20: per cent of each table; BUDGET=60: minutes)
	@sh sim/campaign/reproduce.sh $(BUILD) $(held) $(SHARE) $(BUDGET) "$(if $(SIZE),--size $(SIZE))$(if $(PROGRAM), --stored-program $(PROGRAM))" "$(KERNELS)" "$(if $(PROGRAM),,$(held_packed))" $(PAPERS)
store: ## what the results pages are made of, from build/results.sqlite into the repository, compressed (PAPERS=kaws: that page's; the others stay)
	@sh .ci/install $(STORE_PACKAGES)
	@sh sim/campaign/pack.sh $(BUILD) $(RESULTS) $(PACKED) "$(if $(SIZE),--size $(SIZE))" "$(if $(PROGRAM),--stored-program $(PROGRAM))" "$(KERNELS)" $(PAPERS)
# Of the pages, so behind what makes them.
claims: | $(filter papers sensitivity results,$(MAKECMDGOALS))
claims: ## all claims of the papers in one table, as the results pages have them; keeps docs/claims.md and README.md up to date
	@mkdir -p $(BUILD)/claims && sh sim/campaign/claims_table.sh >$(BUILD)/claims/claims.md && \
	    sh sim/campaign/results.sh docs/claims.md $(BUILD) claims && sh sim/campaign/systems.sh README.md && cat $(BUILD)/claims/claims.md
figures: ## draw the pictures of the results pages again from their whole tables, docs/figures/PAPER/tables.txt (PAPERS=ccws: that page's)
	@sh .ci/install $(FIGURE_PACKAGES)
	@for paper in $(PAPERS); do sh sim/campaign/redraw.sh $$paper $(BUILD)/figures/$$paper && cp $(BUILD)/figures/$$paper/*.svg docs/figures/$$paper/ || exit; done
# Of what is there: a campaign that was ended leaves its page as it was, one with failures tells them.
compare: $(BUILD)/warplock $(filter $(BUILD)/compare_stored.sqlite,$(COMPARE_STORE)) ## every policy on gtx480, qv100 and rtx3070 into docs/compare.md; hours (STORED=1: of the repository's store, or what COMPARE_STORE has, simulating nothing; KERNELS=words: only those)
	@sh .ci/install $(FIGURE_PACKAGES)
	@mkdir -p $(BUILD)/compare && $(BUILD)/warplock campaign compare --store $(COMPARE_STORE) --folder $(BUILD)/compare $(if $(STORED),--stored $(call of,$(COMPARE_STORE))) \
	    $(KERNELS) >$(BUILD)/compare.log; case $$? in 0|1|3) ;; *) exit 1 ;; esac; \
	    $(BUILD)/warplock results $(COMPARE_STORE) --columns program,seconds --csv - >$(BUILD)/compare/runs.csv 2>/dev/null && \
	    sh sim/campaign/compare.sh $(BUILD)/compare docs/overhead_results.md sim/campaign/compare_gates.txt $(BUILD)/compare/runs.csv && \
	    sh sim/campaign/draw.sh compare $(BUILD)/compare && \
	    mkdir -p $(PAGES)/figures/compare && cp $(BUILD)/compare/gains.svg $(PAGES)/figures/compare/ && \
	    sh sim/campaign/results.sh $(PAGES)/compare.md $(BUILD)/compare compare_page
ccws-macro: $(BUILD)/warplock $(filter $(BUILD)/ccws_macro_stored.sqlite,$(MACRO_STORE)) ## IPC of CCWS with its victim tags in flip-flops and in a macro into docs/ccws.md and overhead_results.md; half an hour (STORED=1: of the repository's store)
	@mkdir -p $(BUILD)/ccws_macro && $(BUILD)/warplock campaign ccws_macro --store $(MACRO_STORE) --folder $(BUILD)/ccws_macro $(if $(STORED),--stored $(call of,$(MACRO_STORE))) \
	    $(if $(SIZE),--size $(SIZE)) >$(BUILD)/ccws_macro.log; case $$? in 0) ;; *) tail -n 5 $(BUILD)/ccws_macro.log >&2; exit 1 ;; esac; \
	    sh sim/campaign/ccws_macro.sh $(BUILD)/ccws_macro && \
	    sh sim/campaign/results.sh $(PAGES)/ccws.md $(BUILD)/ccws_macro ccws_macro_table$(if $(filter docs,$(PAGES)), && sh synth_estimates/pages.sh synth_estimates/report.tsv)
