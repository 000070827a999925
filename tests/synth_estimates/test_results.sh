#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The page of results takes the last report between its markers, with every picture that it shows; without a report it
# stays as it is.
set -u
BUILD=${BUILD:-build}
folder=$BUILD/overhead-results
rm -rf "$folder" && mkdir -p "$folder/docs" "$folder/overhead"
page=$folder/docs/page.md
printf '# Results\n<!-- overhead:begin -->\nold\n<!-- overhead:end -->\nend\n' >"$page"
cp "$page" "$folder/before.md"
sh synth_estimates/results.sh "$page" "$folder" 2>"$folder/out" && { echo "no report, and no mistake"; exit 1; }
grep -qx 'no tables yet: make overhead' "$folder/out" && cmp -s "$page" "$folder/before.md" ||
    { echo "without a report:"; cat "$folder/out" "$page"; exit 1; }

printf '**No wires.**\n\n| block |\n| --- |\n\n![gates](gates.svg)\n' >"$folder/overhead/overhead.md"
sh synth_estimates/results.sh "$page" "$folder" 2>"$folder/out" && { echo "a missing picture was not noticed"; exit 1; }
grep -q 'gates.svg: missing' "$folder/out" && cmp -s "$page" "$folder/before.md" ||
    { echo "without a picture:"; cat "$folder/out" "$page"; exit 1; }
echo '<svg/>' >"$folder/overhead/gates.svg"
sh synth_estimates/results.sh "$page" "$folder" || exit 1
printf '# Results\n<!-- overhead:begin -->\n**No wires.**\n\n| block |\n| --- |\n\n![gates](figures/overhead/gates.svg)\n<!-- overhead:end -->\nend\n' |
    cmp - "$page" || { cat "$page"; exit 1; }
cmp "$folder/overhead/gates.svg" "$folder/docs/figures/overhead/gates.svg"
# Registers and schematics go to a page of their own, where it is.
printf '# Blocks\n<!-- overhead_blocks:begin -->\nold\n<!-- overhead_blocks:end -->\nend\n' >"$folder/docs/overhead_blocks.md"
printf '\n## Registers and schematics\n\n![a block](block.svg)\n' >>"$folder/overhead/overhead.md"
echo '<svg/>' >"$folder/overhead/block.svg"
sh synth_estimates/results.sh "$page" "$folder" || exit 1
printf '# Blocks\n<!-- overhead_blocks:begin -->\n## Registers and schematics\n\n![a block](figures/overhead/block.svg)\n<!-- overhead_blocks:end -->\nend\n' |
    cmp - "$folder/docs/overhead_blocks.md" || { cat "$folder/docs/overhead_blocks.md"; exit 1; }
! grep -q 'Registers' "$page" && grep -q '^!\[gates\](figures/overhead/gates.svg)$' "$page" || { cat "$page"; exit 1; }
[ -s "$folder/docs/figures/overhead/gates.svg" ] && [ -s "$folder/docs/figures/overhead/block.svg" ]
