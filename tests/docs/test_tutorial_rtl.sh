#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# docs/tutorial_rtl.md holds: every command in it is run as printed, in a copy of the tree, and what it shows is
# printed.
set -u
. tests/lib.sh
. tests/own/tree.sh
. tests/docs/tutorial.sh
own_tree tutorial_rtl || exit 1
tutorial_run docs/tutorial_rtl.md "$own"
[ "$ran" -ge 15 ] && [ "$shown" -ge 9 ] || complain "commands are not found: $ran run, $shown with output"
echo "the RTL engineer's tutorial: $ran commands, $shown with their output, $failures failures"
[ "$failures" = 0 ]
