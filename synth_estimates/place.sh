# SPDX-License-Identifier: BSD-3-Clause
# Sourced: $overhead, the command, and $place, the folder of all results of a library. LIBRARY=file.lib: a library of
# one's own, whose results stand beside those of the default one. ADDERS=1: with its adder cells; results stand below those
# without, $without_adders.
BUILD=${BUILD:-build}
overhead=$BUILD/overhead/overhead
place=$BUILD/overhead
case ${ADDERS:-} in
    '' | 1) ;;
    0) ADDERS= ;;
    *) echo "ADDERS=$ADDERS: expected 1 or 0" >&2; exit 2 ;;
esac
if [ -z "${LIBRARY:-}" ]; then
    [ -z "${CORNER:-}" ] || { echo "CORNER=$CORNER: no LIBRARY, expected the one that has this corner" >&2; exit 2; }
    [ -z "${DONT_USE:-}" ] || { echo "DONT_USE=$DONT_USE: no LIBRARY, expected the one that has these cells" >&2; exit 2; }
    [ -z "${LEF:-}" ] || { echo "LEF=$LEF: no LIBRARY, expected the one whose layouts these are" >&2; exit 2; }
else
    case $LIBRARY in *[!\ ]*) ;; *) echo "LIBRARY: only blanks, expected Liberty files" >&2; exit 2 ;; esac
    for place_file in $LIBRARY ${LEF:+"$LEF"}; do
        [ ! -d "$place_file" ] || { echo "$place_file: a directory, expected a file" >&2; exit 2; }
    done
    [ ! -f "${LEF:-}" ] || grep -q '^[[:space:]]*MACRO[[:space:]]' "$LEF" || { echo "$LEF: no MACRO, expected a LEF file" >&2; exit 2; }
    place=$BUILD/overhead/with_$(basename "${LIBRARY%% *}" | sed 's/\.[gx]z$//; s/\.lib$//' |
        tr -c 'a-zA-Z0-9_\n' _)${CORNER:+_$(echo "$CORNER" | tr -c 'a-zA-Z0-9_\n' _)}
fi
without_adders=$place
[ -z "${ADDERS:-}" ] || place=$place/with_adders
mkdir -p "$place"

# keep NEW FILE: takes the place of the file at once, so that an interrupted run leaves it whole.
keep() { cp "$1" "$2.new" && mv "$2.new" "$2"; }
# need_library: made or found in $place. Before several blocks want it, so that what is wrong with it is said once.
need_library() { sh "$here/library.sh" "${TECH:-/usr/share/qflow/tech}" "$place/library" "${LIBRARY:-}" || exit 2; }
# default_library_only SCRIPT WHY: a library of one's own would change nothing there.
default_library_only() {
    [ -z "${LIBRARY:-}" ] || { echo "$1: LIBRARY=$LIBRARY, expected none: $2" >&2; exit 2; }
}
# expects_number NAME VALUE: a variable of a target, empty where it is not set.
expects_number() {
    case $2 in *[!0-9]*) echo "$1=$2: expected a number" >&2; exit 2 ;; esac
}
