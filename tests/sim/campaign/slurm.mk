# SPDX-License-Identifier: BSD-3-Clause
# Campaigns by a real Slurm (docs/cluster.md). Part of the Makefile, whose variables it uses.
FAULTS ?= 200
SEED   ?= 1
.PHONY: slurm slurm-faults slurm-thousand
slurm: $(BUILD)/warplock ## a campaign by a real Slurm of three nodes on this machine, as root: three minutes
	@sh tests/sim/campaign/test_slurm.sh
slurm-faults: $(BUILD)/warplock $(BUILD)/libsim.a ## FAULTS faults (200) drawn by SEED (1) while campaigns are under way on such a \
    Slurm, as root: a table of what came of each kind; half an hour
	@FAULTS=$(FAULTS) SEED=$(SEED) sh tests/sim/campaign/test_slurm_faults.sh
slurm-thousand: $(BUILD)/warplock ## a thousand runs by such a Slurm, as root: what a run costs beyond itself; three minutes
	@sh tests/sim/campaign/test_slurm_thousand.sh
