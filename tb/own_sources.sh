#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Blocks' sources of one's own for a program that is linked anew, as a planted bug or a counterexample needs them:
#   own_sources.sh FOLDER PATH=COPY...      own_sources.sh out rtl_c/oaws_ocw.c=changed.c
# makes FOLDER/sources, those of BUILD (build) with COPY in the place of PATH, and FOLDER/tuple_sums.o with their sums. A
# program that is linked with that object in front of libtb.a and lies in FOLDER, or below it, builds its tuples of them.
set -eu
folder=$1 BUILD=${BUILD:-build}
shift
mkdir -p "$folder"
rm -rf "$folder/sources" && cp -r "$BUILD/sources" "$folder/sources"
for change; do cp "${change#*=}" "$folder/sources/${change%%=*}"; done
word() { sed -n "s/^const char tuple_$1\[\] = \"\(.*\)\";\$/\1/p" "$BUILD/tuple_sums.c" | sed 's/\\\([\\"]\)/\1/g'; }
sh tb/tuples/source_sums.sh "$folder/sources" "$(word cc)" "$(word cflags)" "$(word cxx)" "$(word cxxflags)" >"$folder/tuple_sums.c"
"${CC:-gcc}" -std=c11 -I. -c "$folder/tuple_sums.c" -o "$folder/tuple_sums.o"
