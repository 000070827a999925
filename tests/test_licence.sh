#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: packages
# Every source of ours says its licence in one of its first three lines; what is no source, or not ours, is of a kind that
# is named here. Shown to fail: a source of each kind without, one with another licence, a line too far down.
set -u
. tests/lib.sh
work=$BUILD/licence
rm -rf "$work" && mkdir -p "$work" || exit 1

# Pages, pictures, recorded and expected data, machines, plants, what a tool asks to be bare; and what others wrote.
no_source() {
    case $1 in
        sim/campaign/html/library/* | LICENSE | .gitignore) ;;
        *.md | *.svg | *.png | *.txt | *.out | *.cmd | *.json | *.csv | *.dat | *.bin | *.l1d | *.sqlite.xz | */fuzz_*_seeds/*) ;;
        *.traceg | */kernelslist.g | *.ini | *.config | *.icnt | *.ptx | *.diff | tests/tb/prove_misleads | */page.html | *.map | *.abc | *.core | *.f | *.cff) ;;
        .ci/debian/control | .ci/debian/copyright | .ci/debian/source/format | .ci/debian/tests/control) ;;
        *) return 1 ;;
    esac
}
# without ROOT FILES: those of the files that ought to say their licence and do not.
without() {
    while IFS= read -r file; do no_source "$file" || printf '%s\n' "$file"; done <"$2" >"$work/sources"
    (cd "$1" && xargs awk 'FNR <= 3 && /^[^a-zA-Z]*SPDX-License-Identifier: BSD-3-Clause( \*\/| -->)?$/ { print FILENAME }') <"$work/sources" |
        LC_ALL=C sort -u | comm -13 - "$work/sources"
}
sh .ci/files "$BUILD" >"$work/files" || exit 1
[ "$(wc -l <"$work/files")" -gt 1000 ] || complain "only $(wc -l <"$work/files") files are listed"
found=$(without . "$work/files")
[ -z "$found" ] || complain "no licence in: $found"
echo "$(wc -l <"$work/sources") sources"

tree=$work/tree
mkdir "$tree"
for name in a.c a.h a.def a.sh a.v a.vh a.cpp a.cu a.mk a.awk a.tcl a.js a.css a.gnuplot a.py Makefile install; do
    echo "text" >"$tree/$name"
    echo "$name"
done | LC_ALL=C sort >"$work/planted"
printf '// SPDX-License-Identifier: Apache-2.0\n' >"$tree/a.c"
printf '\n\n\n// SPDX-License-Identifier: BSD-3-Clause\n' >"$tree/a.h"
[ "$(without "$tree" "$work/planted")" = "$(cat "$work/planted")" ] || complain "not noticed: $(without "$tree" "$work/planted" | comm -13 - "$work/planted")"
for name in $(cat "$work/planted"); do printf '#!/bin/sh\n# SPDX-License-Identifier: BSD-3-Clause\n' >"$tree/$name"; done
[ -z "$(without "$tree" "$work/planted")" ] || complain "seen without a licence, which they have: $(without "$tree" "$work/planted")"
[ "$failures" = 0 ]
