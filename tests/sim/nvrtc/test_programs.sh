#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# NVRTC: a program that compiles kernels as it runs finds them, their names and what is wrong. Shown to fail: the plants that the
# program names.
# needs: warplock libwarplock_cudart.a
set -u
export COLUMNS=1000                     # tables in one piece
. tests/sim/cuda/common.sh
begin nvrtc_programs
. tests/sim/cuda/library.sh
try_programs nvrtc compiled
[ "$failures" = 0 ]
