#!/bin/sh
# A sample of the mutation campaign (`make mutants` is the whole of it): every mutant caught or proven equivalent.
set -eu
sh tests/tb/mutants.sh warp_arbiter n8_s2 40 7
sh tests/tb/mutants.sh oaws_ocw n4_s1_sets4 40 7
