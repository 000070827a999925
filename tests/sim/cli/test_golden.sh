#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What warplock says, word for word, above all to mistakes: tests/sim/cli/golden. Shown to fail: a changed word is noticed.
set -u
sh tests/sim/cli/golden.sh check || exit 1
export BUILD_REAL="${BUILD:-build}"
planted=$BUILD_REAL/golden_planted
mkdir -p "$planted"
printf '#!/bin/sh\n"$BUILD_REAL/warplock" "$@" | sed "s/size/sise/"\n' >"$planted/warplock"
chmod +x "$planted/warplock"
if BUILD=$planted sh tests/sim/cli/golden.sh check >"$planted/log"; then
    echo "a changed word was not noticed"
    exit 1
fi
