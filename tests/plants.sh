#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every planted bug and what notices it, as a table: `make plants`.
set -eu
echo '| where | what is wrong | noticed by |'
echo '| --- | --- | --- |'
export PLANTS=list
grep -lE '^(plants_in |\. tests/planted\.sh$)' $(find tests -name 'test_*.sh' | LC_ALL=C sort) | while read -r script; do sh "$script"; done
for bug in tests/tb/planted/*.sed; do
    value() { sed -n "s/^# $1: //p" "$bug" | head -n 1; }
    case $(value side) in c) source=rtl_c/$(value block).c ;; *) source=verilog/$(value block).v ;; esac
    printf '| `%s` | %s | %s, in `tests/tb/test_planted.sh` |\n' "$source" "$(value what)" "$(value expect)"
done
awk '/^[a-z]/ {
    source = $2 == "c" ? "rtl_c/" $1 ".c" : "verilog/" $1 ".v"
    fields = $5; sub(/:$/, "", fields); words = $0; sub(/^[^:]*: /, "", words)
    printf "| `%s` | %s | %s, in `tests/tb/test_prove_plants.sh` |\n", source, words, fields
}' tests/tb/prove_plants
