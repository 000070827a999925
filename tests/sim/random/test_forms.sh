#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# What tests/sim/random/forms.md says of forms is what `make random-forms` prints: every form that the decoder takes is in a random kernel,
# or it says why not. A form that is new to the decoder, one that the generator does not make any more and an exception
# that nothing needs are noticed, and named.
# needs: tests/sim/random/random_forms libtest.a libsim.a libtb.a
set -u
. tests/lib.sh
listing && exit 0
work=$BUILD/test_forms failures=0
rm -rf "$work" && mkdir -p "$work" || exit 1
bad() { echo "FAILED: $1"; failures=$((failures + 1)); }

"$BUILD/tests/sim/random/random_forms" 20000 >"$work/table" 2>"$work/log" || { bad "$(head -n 5 "$work/log")"; }
sed -n '/^<!-- forms:begin/,/^<!-- forms:end/p' tests/sim/random/forms.md | sed '1d;$d' >"$work/page"
sh tests/sim/random/forms_page.sh "$work/table" >"$work/expected"
cmp "$work/expected" "$work/page" || bad "tests/sim/random/forms.md: the tables of forms are out of date (make random-forms)"

# plant SOURCE SCRIPT NOTICED: random_forms with the changed source complains so.
plant() {
    plant_copy "$1" "$work/copy.c" "$2" || return
    gcc $plant_flags -I. -c "$work/copy.c" -o "$work/copy.o" && gcc $plant_linker -s -o "$work/program" \
        "$BUILD/obj/tests/sim/random/random_forms_main.o" "$work/copy.o" "$BUILD/libtest.a" \
        "$BUILD/libsim.a" "$BUILD/libtb.a" "$BUILD/libfst.a" $(sed -n 's/^LDLIBS *:= //p' Makefile) ||
        { bad "$1: does not build"; return; }
    "$work/program" 300 >"$work/table" 2>"$work/log"
    [ $? = 1 ] && grep -q "^random_forms: $3" "$work/log" || bad "$1: $2: expected: $3"
    grep -m1 "^random_forms: $3" "$work/log"
}
plant sim/frontend/decode_arithmetic.c 's/PTX_brev: uniform/PTX_brev: decode_take(d, MODIFIER_shiftamt); uniform/' \
    'brev.shiftamt: a word that no kernel has'
plant sim/frontend/decode_arithmetic.c \
    's/PTX_cnot: uniform(d, OPERATION_cnot/PTX_cnot: uniform(d, decode_take(d, MODIFIER_hi) ? OPERATION_not : OPERATION_cnot/' \
    'cnot.hi.b32: a form that no kernel has'
plant tests/sim/random/generate_forms.c 's/"lop3.b32"/"prmt.b32"/;s/"w,W,W,W,#256"/"w,w,w,n256"/' \
    'lop3.b32: a form that no kernel has'
plant sim/frontend/decode_arithmetic.c 's/PTX_popc: count_bits(d, OPERATION_popc);/PTX_popc: decode_operand_count(d, 7, 7);/' \
    'popc: no operands are known'
[ "$failures" = 0 ]
