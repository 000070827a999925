#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: test-packages
# CLOG2 of rtl_c/block.h is the number of bits up to 1024 and, past that, refused by the compiler, as the width of a table in C
# and in the C++ of the glue. Shown to fail: CLOG2 without a bound, which gave 10 for every larger value.
set -u
. tests/lib.sh
work=$BUILD/tests/rtl_c/clog2
rm -rf "$work" && mkdir -p "$work/rtl_c" || exit 1

# compiles FOLDER VALUE BITS: is that a width in both languages, with rtl_c/block.h of the folder?
compiles() {
    echo '#include "rtl_c/block.h"' >"$work/width.c"
    cp "$work/width.c" "$work/width.cpp"
    echo "enum { WIDTH = CLOG2($2) }; _Static_assert(WIDTH == $3, \"bits\");" >>"$work/width.c"
    echo "constexpr int WIDTH = CLOG2($2); static_assert(WIDTH == $3, \"bits\");" >>"$work/width.cpp"
    gcc -std=c11 -fsyntax-only -I"$1" -I. "$work/width.c" >"$work/log" 2>&1
    c=$?
    g++ -std=c++17 -fsyntax-only -I"$1" -I. "$work/width.cpp" >>"$work/log" 2>&1
    [ "$c$?" = "$4" ]
}
accepted() { compiles "$@" 00 || { complain "CLOG2($2) is not $3"; cat "$work/log"; }; }
reason='^[^ ]* error: (enumerator value .* is not an integer constant|division by zero)'   # in C, in C++
refused() {
    compiles "$@" 11 && [ "$(grep -cE "$reason" "$work/log")" = 2 ] && return
    complain "CLOG2($2) is $3"; cat "$work/log"
}

for row in "1 1" "2 1" "3 2" "4 2" "5 3" "128 7" "129 8" "256 8" "257 9" "512 9" "513 10" "1024 10"; do accepted . "${row% *}" "${row#* }"; done
for value in 1025 2048 65536; do refused . $value 10; done

sed 's|10 / ((n) <= 1024)|10|' rtl_c/block.h >"$work/rtl_c/block.h"
cmp -s rtl_c/block.h "$work/rtl_c/block.h" && complain "CLOG2 without a bound: changes nothing"
accepted "$work" 1025 10
[ "$failures" = 0 ] && echo "CLOG2: 12 values, 3 refused; without its bound 1025 passes"
