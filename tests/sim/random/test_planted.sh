#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in sim/frontend, which random kernels notice, and in their generator, whose own test notices kernels
# that are ill-formed.
export WARPLOCK_FAILURES=1      # one kernel that disagrees is enough
. tests/planted.sh
