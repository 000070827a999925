#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# show.sh WAVE.fst: GTKWave on a wave with its save file. One line and exit 2 when there is no wave, no display or
# no GTKWave, or when it cannot show one: GTKWave itself prints how it is called and ends with 0 then.
set -eu
wave=$1 save=${1%.fst}.gtkw
fail() { echo "$1; where there is a display: gtkwave -f $wave -a $save" >&2; exit 2; }
[ -f "$wave" ] || { echo "no wave yet: make run" >&2; exit 2; }
[ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || fail "no display: neither DISPLAY nor WAYLAND_DISPLAY is set"
command -v gtkwave >/dev/null || sh .ci/install gtkwave >/dev/null 2>&1 || fail "gtkwave is not installed and cannot be"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
gtkwave -f "$wave" -a "$save" >"$log" 2>&1 || status=$?
if grep -q 'Could not initialize GTK' "$log"; then
    fail "the display ${DISPLAY:-$WAYLAND_DISPLAY} cannot be opened"
elif [ "$status" != 0 ]; then
    fail "gtkwave ended with status $status: $(tail -n 1 "$log")"
fi
