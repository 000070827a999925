#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# cuFFT: transforms of any size against sums in double precision. Shown to fail: the plants that the
# program names.
# TIER=all: all programs, with timing, in lockstep, plants.
# needs: warplock libwarplock_cudart.a
set -u
export COLUMNS=1000                     # tables in one piece
. tests/sim/cuda/common.sh
begin cufft_programs
. tests/sim/cuda/library.sh
try_programs cufft transforms
[ "$failures" = 0 ]
