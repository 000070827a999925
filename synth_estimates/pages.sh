#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pages.sh REPORT.tsv [DOCS]: writes the report's tables between the markers of DOCS/overhead_results.md and, registers and all
# details of each block, of DOCS/overhead_blocks.md (page.sh). DOCS is docs when left out.
set -eu
report=$1 docs=${2:-docs}
here=$(dirname "$0")
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
mkdir "$new/overhead" "$new/overhead_blocks"
sh "$here/page.sh" "$report" "$here/page_results.txt" "$docs" >"$new/overhead/overhead.md"
sh "$here/page.sh" "$report" "$here/page_blocks.txt" "$docs" >"$new/overhead_blocks/overhead_blocks.md"
sh "$here/../sim/campaign/results.sh" "$docs/overhead_results.md" "$new" overhead
sh "$here/../sim/campaign/results.sh" "$docs/overhead_blocks.md" "$new" overhead_blocks
