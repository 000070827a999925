#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# cuRAND: its sequences against published numbers and plain arithmetic, its generators against the documented orderings. Shown to
# fail: the plants that the programs name.
# TIER=all: all programs, with timing, in lockstep, plants.
# needs: warplock libwarplock_cudart.a
set -u
export COLUMNS=1000                     # tables in one piece
. tests/sim/cuda/common.sh
begin curand_programs
. tests/sim/cuda/library.sh
try_programs curand sequences
[ "$failures" = 0 ]
