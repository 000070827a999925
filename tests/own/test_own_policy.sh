#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# docs/own_policy.md holds: its example (policy.diff) touches the two tables that it names, builds, and does what the page
# says at each step.
set -u
. tests/own/tree.sh
failures=0
fail() { echo "FAILED: $1"; failures=$((failures + 1)); }

diff=tests/own/policy.diff
[ "$(own_files $diff)" = "sim/machine/machine.def
sim/policy/policies.def" ] || fail "files that the example changes: $(own_files $diff)"
for file in $(own_files $diff) $(sed -n 's/^+++ b\///p' $diff); do
    grep -q "$file" docs/own_policy.md || fail "docs/own_policy.md does not name $file"
done
own_tree own_policy $diff && own_make build/warplock || exit 1
run() { "$own/build/warplock" run --machine oaws --set gpu.sms=2 --set gpu.clusters=2 --size 128 "$@" atax; }
ipc() { run "$@" --json | sed -n 's/^ *"ipc": \([0-9.]*\),.*/\1/p'; }
held() { run "$@" --json | sed -n 's/^ *"occluded": \([0-9]*\),.*/\1/p' | head -1; }

"$own/build/warplock" policies | grep -q '^  old-loads ' || fail "the policy is not listed"
"$own/build/warplock" dump-machine oaws | grep -q '^old_warps *= *8' || fail "its key is not dumped"
run --policy old-loads --set policy.old_warps=65 2>&1 | grep -q 'old_warps: seen 65, expected 1 to' || fail "its key is not checked"
[ "$(ipc --policy old-loads --set policy.old_warps=48)" = "$(ipc --policy gto)" ] || fail "all warps old: not as gto"
[ "$(held --policy old-loads --set policy.old_warps=1)" -gt "$(held --policy gto)" ] || fail "one old warp: no load is held back"
run --policy old-loads --blocks lockstep | grep -q '^  verified  *yes' || fail "in lockstep: not verified"
echo "the example policy: $failures failures"
[ "$failures" = 0 ]
