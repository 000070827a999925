# SPDX-License-Identifier: BSD-3-Clause
# Sourced by the scripts of this folder: runs with a trace, values of a JSON.
. tests/lib.sh

# begin NAME: an empty work folder of that name
begin() {
    work=$BUILD/tests/sim/policy/$1
    rm -rf "$work" && mkdir -p "$work"
}

# trace NAME PROGRAM MACHINE POLICY KERNEL BLOCKS OPTION...: writes NAME.trace, and NAME.out with what was printed
trace() {
    name=$1 program=$2 machine=$3 policy=$4 kernel=$5 blocks=$6
    shift 6
    "$program" run --machine "$machine" --policy "$policy" --blocks "$blocks" --issue-trace "$work/$name.trace" "$@" "$kernel" \
        >"$work/$name.out" 2>"$work/$name.error" || { complain "$name: $machine $policy $kernel $blocks"; cat "$work/$name.error"; }
}

# value FILE KEY: the first value of that key
value() { sed -n "s/^ *\"$2\": \([^,]*\),*\$/\1/p" "$work/$1" | head -n 1; }
