#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What tests/sim/random/forms.md says of forms is what `make random-forms` prints: every form that the decoder takes is in a random kernel,
# or it says why not. A form that is new to the decoder, one that the generator does not make any more and an exception
# that nothing needs are noticed, and named. In `make test` 300 kernels are too few to have every form: there the page has every
# form that the decoder takes, whoever has it, and the kernels have every instruction and word.
# needs: tests/sim/random/random_forms libtest.a libsim.a libtb.a
set -u
. tests/lib.sh
listing && exit 0
work=$BUILD/test_forms failures=0 kinds=
rm -rf "$work" && mkdir -p "$work" || exit 1
bad() { echo "FAILED: $1"; failures=$((failures + 1)); }

seeds=300
tier_is_all && seeds=20000
# compare TABLE: the page's tables; how rare the rarest form is depends on the seeds.
compare() {
    sed -n '/^<!-- forms:begin/,/^<!-- forms:end/p' tests/sim/random/forms.md | sed '1d;$d' >"$work/page"
    sh tests/sim/random/forms_page.sh "$1" >"$work/expected"
    tier_is_all || sed -i 's/ The rarest is .*//' "$work/page" "$work/expected"
    diff "$work/page" "$work/expected" >"$work/diff"
}
complaints() { if tier_is_all; then cat "$1"; else grep -v ': a form that no kernel has$' "$1"; fi; }

"$BUILD/tests/sim/random/random_forms" "$seeds" >"$work/table" 2>"$work/log"
complaints "$work/log" >"$work/left"
[ ! -s "$work/left" ] || bad "$(head -n 5 "$work/left")"
compare "$work/table" || bad "tests/sim/random/forms.md: the tables of forms are out of date (make random-forms): $(grep -m1 '^>' "$work/diff")"

# plant KIND SOURCE SCRIPT NOTICED [ROW]: random_forms with the changed source complains so, and the page lacks the row. In
# `make test` the first of each kind.
plant() {
    plant_copy "$2" "$work/copy.c" "$3" || return
    first_of "$1" || return
    gcc $plant_flags -I. -c "$work/copy.c" -o "$work/copy.o" && gcc $plant_linker -s -o "$work/program" \
        "$BUILD/obj/tests/sim/random/random_forms_main.o" "$work/copy.o" "$BUILD/libtest.a" \
        "$BUILD/libsim.a" "$BUILD/libtb.a" "$BUILD/libfst.a" $(sed -n 's/^LDLIBS *:= //p' Makefile) ||
        { bad "$2: does not build"; return; }
    "$work/program" 300 >"$work/planted" 2>"$work/log"
    [ $? = 1 ] && grep -q "^random_forms: $4" "$work/log" || bad "$2: $3: expected: $4"
    grep -m1 "^random_forms: $4" "$work/log"
    [ $# = 5 ] || return
    compare "$work/planted"
    grep -q "^> .*$5" "$work/diff" || bad "$2: $3: expected in the tables: $5"
}
plant operands sim/frontend/decode/arithmetic.c \
    's/PTX_popc: count_bits(d, OPERATION_popc);/PTX_popc: decode_operand_count(d, 7, 7);/' 'popc: no operands are known'
plant operands tests/sim/random/form_list.c 's/{MODIFIER_2d, MODIFIER_v4}/{MODIFIER_v2, MODIFIER_v4}/' \
    'tld4: no operands are known'
plant form sim/frontend/decode/arithmetic.c \
    's/PTX_cnot: uniform(d, OPERATION_cnot/PTX_cnot: uniform(d, decode_take(d, MODIFIER_hi) ? OPERATION_not : OPERATION_cnot/' \
    'cnot.hi.b32: a form that no kernel has' '`cnot` 6'
plant form sim/frontend/decode/arithmetic.c 's/PTX_brev: uniform/PTX_brev: decode_take(d, MODIFIER_shiftamt); uniform/' \
    'brev.shiftamt: a word that no kernel has'
plant form tests/sim/random/generate_forms.c 's/"lop3.b32"/"prmt.b32"/;s/"w,W,W,W,#256"/"w,w,w,n256"/' \
    'lop3.b32: a form that no kernel has'
[ "$failures" = 0 ]
