#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# docs/metrics.md holds: its example of where a load waits, run as printed, prints what it shows. Shown to fail: another
# latency on the page.
set -u
. tests/lib.sh
. tests/docs/tutorial.sh
work=$BUILD/metrics_page
rm -rf "$work" && mkdir -p "$work" || exit 1
ln -s "$(cd "$BUILD" && pwd)" "$work/build"
tutorial_run docs/metrics.md "$work"
[ "$ran" = 2 ] && [ "$shown" = 2 ] || complain "commands are not found: $ran run, $shown with output"
found=$failures failures=0
plant_copy docs/metrics.md "$work/page.md" 's/304\.41/304.42/'
tutorial_run "$work/page.md" "$work" >"$work/log"
[ "$failures" = 1 ] || { found=$((found + 1)) && echo "FAILED: not noticed: another latency"; }
failures=$found
echo "the page of metrics: 2 commands, $failures failures"
[ "$failures" = 0 ]
