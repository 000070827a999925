# SPDX-License-Identifier: BSD-3-Clause
# Sourced: $overhead, the command, and $place, the folder of all results of a library. LIBRARY=file.lib: a library of
# one's own, whose results stand beside those of the default one.
BUILD=${BUILD:-build}
overhead=$BUILD/overhead/overhead
place=$BUILD/overhead
[ -z "${LIBRARY:-}" ] || place=$BUILD/overhead/with_$(basename "${LIBRARY%% *}" | sed 's/\.[gx]z$//; s/\.lib$//' |
    tr -c 'a-zA-Z0-9_\n' _)${CORNER:+_$(echo "$CORNER" | tr -c 'a-zA-Z0-9_\n' _)}
mkdir -p "$place"
