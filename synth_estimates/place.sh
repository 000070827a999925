# SPDX-License-Identifier: BSD-3-Clause
# Sourced: $overhead, the command, and $place, the folder of all results of a library. LIBRARY=file.lib: a library of
# one's own, whose results stand beside those of the default one. ADDERS=1: with its adder cells; results stand below those
# without, $without_adders.
BUILD=${BUILD:-build}
overhead=$BUILD/overhead/overhead
place=$BUILD/overhead
[ -n "${LIBRARY:-}" ] || [ -z "${CORNER:-}" ] || { echo "CORNER=$CORNER: no LIBRARY, expected the one that has this corner" >&2; exit 2; }
[ -z "${LIBRARY:-}" ] || place=$BUILD/overhead/with_$(basename "${LIBRARY%% *}" | sed 's/\.[gx]z$//; s/\.lib$//' |
    tr -c 'a-zA-Z0-9_\n' _)${CORNER:+_$(echo "$CORNER" | tr -c 'a-zA-Z0-9_\n' _)}
without_adders=$place
[ -z "${ADDERS:-}" ] || place=$place/with_adders
mkdir -p "$place"
