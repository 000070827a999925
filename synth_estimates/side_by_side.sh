# SPDX-License-Identifier: BSD-3-Clause
# Sourced: side_by_side COMMAND... runs the command with the words of each line of the input behind its own, JOBS of them (2) at a time.
# One that ends with 255 is the last to begin (exit 2); it says why itself, so xargs does not say that it did. $place: place.sh.
side_by_side() {
    xargs -P "${JOBS:-2}" -L 1 sh -c 'exec "$@" 2>&3 3>&-' sh "$@" 3>&2 2>"$place/side_by_side.said" && return
    grep -v 'status 255' "$place/side_by_side.said" >&2 || true
    return 2
}
