#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every planted bug and what notices it, as a table: `make plants`.
set -eu
echo '| where | what is wrong | noticed by |'
echo '| --- | --- | --- |'
export PLANTS=list
grep -lE '^(plants_in |\. tests/planted\.sh$)' $(find tests -name 'test_*.sh' | LC_ALL=C sort) | while read -r script; do sh "$script"; done
. tests/lib.sh
. tests/blocks.sh
for place in bench:tb/test_planted front_end:tb/test_front_end systemc:tb/test_systemc macro:verilog/test_macro; do
    for name in $(bugs "${place%:*}"); do
        know_bug "${place%:*}" "$name"
        printf '| `%s` | %s | %s, in `tests/%s.sh` |\n' "$source" "$what" "$expect" "${place#*:}"
    done
done
rows_of proof | awk '/^[a-z]/ {
    source = $2 == "c" ? "rtl_c/" $1 ".c" : "verilog/" $1 ".v"
    fields = $5; sub(/:$/, "", fields); words = $0; sub(/^[^:]*: /, "", words)
    printf "| `%s` | %s | %s, in `tests/tb/test_prove_plants.sh` |\n", source, words, fields
}'
