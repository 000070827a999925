#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# docs/own_policy.md holds: its example (policy.diff) touches the two tables that it names and nothing else, and every
# command of the page does what is printed (in `make test` the example compiles). Shown to fail: the page, by a policy that lets one warp more load.
set -u
. tests/lib.sh
. tests/own/tree.sh
. tests/docs/tutorial.sh

diff=tests/own/policy.diff page=docs/own_policy.md
[ "$(own_files $diff)" = "sim/machine/machine.def
sim/policy/policies.def" ] || complain "files that the example changes: $(own_files $diff)"
for file in $(own_files $diff) $(sed -n 's/^+++ b\///p' $diff); do
    grep -q "$file" $page || complain "$page does not name $file"
done

if ! tier_is_all; then                  # all but building it
    tree=$BUILD/own_policy
    rm -rf "$tree" && mkdir -p "$tree" && cp -r rtl_c sim tb "$tree" && (cd "$tree" && patch -p1 --quiet --fuzz=0) <$diff || complain "$diff does not apply as it stands"
    for source in $(sed -n 's/^+++ b\/\(.*\.c\)$/\1/p' $diff) sim/policy/policy_table.c sim/machine/machine.c; do
        (cd "$tree" && gcc -std=c11 -Wall -Wextra -Werror -Wno-missing-field-initializers -D_DEFAULT_SOURCE -I. -fsyntax-only "$source") || complain "$source does not compile"
    done
    # The page's commands build without optimisation, where gcc ignores the pragmas of some loops, and warns; without AVX it may
    # warn of vectors (docs/command_line.md: a build for any processor).
    warnings=$(sed -n "s/^CFLAGS *?=.*\(-Wall .*\)/\1/p" Makefile)
    for source in $(grep -rlE '#pragma GCC|sim/memory/times\.h' sim/core sim/memory --include='*.c'); do
        for optimise in "-O0 -march=x86-64-v3" -O3; do
            # shellcheck disable=SC2086
            gcc -std=c11 $optimise $warnings -D_DEFAULT_SOURCE -I. -c "$source" -o "$tree/pragma.o" ||
                complain "$source does not compile with OPTIMISE='$optimise'"
        done
    done
    echo "the example policy applies and compiles, $failures failures"
    [ "$failures" = 0 ]
    exit
fi
own_typed own_policy $diff $page || exit 1
[ "$ran" = 4 ] && [ "$shown" = 3 ] || complain "commands are not found: $ran run, $shown with output"
typed=$ran
run() { "$own/build/warplock" run --machine oaws --set gpu.sms=2 --set gpu.clusters=2 --size 128 "$@" atax; }
"$own/build/warplock" dump-machine oaws | grep -q '^old_warps *= *8' || complain "its key is not dumped"
run --policy old-loads --blocks lockstep | grep -q '^  verified  *yes' || complain "in lockstep: not verified"

sed -i 's/rank_run\[warp\] >= /rank_run[warp] > /' "$own/sim/policy/old_loads.c" && own_make build/warplock || complain "the plant does not build"
own_noticed "one warp more than the key says" $page 4 "$own"
echo "the example policy: $typed commands of the page, $failures failures"
[ "$failures" = 0 ]
