#!/bin/sh
# Every path that README and docs name exists, the tables generated between markers are up to date, and no file has marks of
# a merge.
set -u
status=0
for page in README.md docs/*.md; do
    folder=$(dirname "$page")
    # Markdown links, and words in backquotes that look like paths of this repository
    for path in $(grep -oE '\]\([^)#: ]+\)' "$page" | sed -E 's/^\]\(//; s/\)$//' | sort -u); do
        [ -e "$folder/$path" ] || { echo "$page links to $path, which does not exist"; status=1; }
    done
    for path in $(grep -oE '`(rtl_c|verilog|tb|sim|tests|docs|synth_estimates|\.ci)/[A-Za-z0-9_./-]*[A-Za-z0-9_/]`' "$page" | tr -d '`' | sort -u); do
        [ -e "$path" ] || grep -qx "+++ b/$path" tests/own/*.diff || { echo "$page names $path, which does not exist"; status=1; }
    done
done
# What a merge leaves where two changes met.
unmerged() { grep -rnIE "^(<{7}|>{7}) " "$@"; }
unmerged README.md Makefile docs rtl_c verilog tb sim tests synth_estimates && status=1
build=${BUILD:-build}
sed -n '/<!-- blocks:begin/,/<!-- blocks:end/p' README.md | sed '1d;$d' >"$build/readme_blocks.now"
"$build/block_table" >"$build/readme_blocks.want"
cmp -s "$build/readme_blocks.now" "$build/readme_blocks.want" ||
    { echo "README.md: the block table is stale; make readme mends it"; diff "$build/readme_blocks.now" "$build/readme_blocks.want"; status=1; }
# Its numbers are the golden report's, and a block without any is refused.
sed 's/"yosys": 600,/"yosys": 601,/; s/"gate_equivalents": /&1/' synth_estimates/golden.json >"$build/readme_planted.json"
"$build/block_table" "$build/readme_planted.json" >"$build/readme_blocks.now"
[ "$(diff "$build/readme_blocks.now" "$build/readme_blocks.want" | grep -c '^<.* n48_s2_across0: 601, .* | 1[0-9]*, 1[0-9]*, 1[0-9]*, 1[0-9]*, 1[0-9]*, 1[0-9]* |')" = 1 ] ||
    { echo "another golden report, the same table in README.md"; status=1; }
sed '/"block": "warp_order"/,/"paper"/ s/true/false/' synth_estimates/golden.json >"$build/readme_planted.json"
"$build/block_table" "$build/readme_planted.json" >/dev/null 2>"$build/readme_blocks.now"
[ $? = 2 ] && grep -q 'readme_planted.json: no tuple of warp_order is its paper.s, expected one: make overhead' "$build/readme_blocks.now" ||
    { echo "a block without a row of its paper is not refused"; status=1; }
printf '%s\n' "<<<<<<< HEAD" ">>>>>>> other" >"$build/readme_blocks.now"
[ "$(unmerged "$build/readme_blocks.now" | wc -l)" = 2 ] || { echo "marks of a merge are not noticed"; status=1; }
exit $status
