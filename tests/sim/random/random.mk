# SPDX-License-Identifier: BSD-3-Clause
# Random kernels in lockstep, policy and machine drawn by the seed (docs/tests.md): SEEDS of them from seed FROM on. Part of
# the Makefile, whose variables it uses.
SEEDS ?= 20000
FROM  ?= 1
.PHONY: random random-forms
random: $(BUILD)/tests/sim/random/random_campaign $(BUILD)/warplock ## SEEDS random kernels (20000) from seed \
    FROM (1), each with another policy and machine in lockstep, against an interpreter; half an hour, goes on where it was ended
	@$< --from $(FROM) --seeds $(SEEDS) --folder $(BUILD)/random
random-forms: $(BUILD)/tests/sim/random/random_forms ## every form of every instruction that the front end takes, \
    and how often the kernels of SEEDS have it: the tables of tests/sim/random/forms.md
	@$< $(SEEDS) > $(BUILD)/random_forms.md || { echo "tests/sim/random/forms.md is left as it is" >&2; exit 1; }
	@sh tests/sim/random/forms_page.sh $(BUILD)/random_forms.md tests/sim/random/forms.md
