#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The progress of a long work: quiet in a pipe; on a terminal how many of how many, and the time left as if the others
# took as long as those that have ended.
set -u
. tests/lib.sh
folder=${BUILD:-build}/overhead-progress
rm -rf "$folder" && mkdir -p "$folder"
sh synth_estimates/progress.sh "$folder" begin
sh synth_estimates/progress.sh "$folder" 4 first >"$folder/out" 2>&1
[ ! -s "$folder/out" ] || fail "not quiet in a pipe" "$folder/out"
script -qc true /dev/null </dev/null >/dev/null 2>&1 || { echo "skip: no script or no pseudo-terminal: not tried"; exit 77; }
sed -i "1s/.*/$(($(date +%s) - 600))/" "$folder/progress"   # two ended in 10 minutes
script -qc "sh synth_estimates/progress.sh $folder 4 second" /dev/null </dev/null >"$folder/out"
grep -q '^\[2/4\] second, about 1[01] min left' "$folder/out" || fail "on a terminal" "$folder/out"
