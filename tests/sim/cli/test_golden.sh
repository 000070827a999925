#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What warplock says, word for word, above all to mistakes: tests/sim/cli/golden. Shown to fail: a changed word is noticed.
set -u
. tests/lib.sh
sh tests/sim/cli/golden.sh check || exit 1
export BUILD_REAL="$BUILD"
planted=$BUILD_REAL/golden_planted
mkdir -p "$planted"
printf '#!/bin/sh\n"$BUILD_REAL/warplock" "$@" | sed "s/size/sise/"\n' >"$planted/warplock"
chmod +x "$planted/warplock"
if BUILD=$planted sh tests/sim/cli/golden.sh check >"$planted/log"; then
    fail "a planted word: seen no difference, expected some"
fi
