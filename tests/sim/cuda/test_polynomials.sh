#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# sim/cuda/warplock/polynomials.h is what tests/sim/cuda/polynomials_main.c prints. Shown to fail: a changed digit.
# needs: tests/sim/cuda/polynomials
set -u
. tests/lib.sh
"$BUILD/tests/sim/cuda/polynomials" >"$BUILD/polynomials.now" || exit 1
cmp "$BUILD/polynomials.now" sim/cuda/warplock/polynomials.h ||
    fail "sim/cuda/warplock/polynomials.h is not as expected; build/tests/sim/cuda/polynomials prints what it should be"
! sed 's/STEP(-0\.16666666666666/&7/' sim/cuda/warplock/polynomials.h | cmp -s "$BUILD/polynomials.now" - ||
    fail "a changed digit is not noticed"
