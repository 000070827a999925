#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The generated parts of the documentation are those of this binary; a stale one is noticed.
set -u
sh tests/sim/cli/documents.sh check || exit 1
planted=${BUILD:-build}/documents_planted
mkdir -p "$planted"
printf '#!/bin/sh\n"%s/warplock" "$@" | sed s/cycles/clocks/\n' "${BUILD:-build}" >"$planted/warplock"
chmod +x "$planted/warplock"
if BUILD=$planted sh tests/sim/cli/documents.sh check >"$planted/log"; then
    echo "a stale document was not noticed"
    exit 1
fi
