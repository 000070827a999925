#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# sim/cuda/warplock/polynomials.h is what tests/sim/cuda/polynomials_main.c prints. Shown to fail: a changed digit.
# needs: tests/sim/cuda/polynomials
set -u
BUILD=${BUILD:-build}
"$BUILD/tests/sim/cuda/polynomials" >"$BUILD/polynomials.now" || exit 1
cmp "$BUILD/polynomials.now" sim/cuda/warplock/polynomials.h ||
    { echo "build/tests/sim/cuda/polynomials > sim/cuda/warplock/polynomials.h mends it"; exit 1; }
! sed 's/STEP(-0\.16666666666666/&7/' sim/cuda/warplock/polynomials.h | cmp -s "$BUILD/polynomials.now" - ||
    { echo "a changed digit is not noticed"; exit 1; }
