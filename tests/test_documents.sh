#!/bin/sh
# Every path that README and docs name exists, and the tables generated between markers are up to date.
set -u
status=0
for page in README.md docs/*.md; do
    folder=$(dirname "$page")
    # Markdown links, and words in backquotes that look like paths of this repository
    for path in $(grep -oE '\]\([^)#: ]+\)' "$page" | sed -E 's/^\]\(//; s/\)$//' | sort -u); do
        [ -e "$folder/$path" ] || { echo "$page links to $path, which does not exist"; status=1; }
    done
    for path in $(grep -oE '`(rtl_c|verilog|tb|sim|tests|docs|synth_estimates|\.ci)/[A-Za-z0-9_./-]*[A-Za-z0-9_/]`' "$page" | tr -d '`' | sort -u); do
        [ -e "$path" ] || { echo "$page names $path, which does not exist"; status=1; }
    done
done
build=${BUILD:-build}
sed -n '/<!-- blocks:begin/,/<!-- blocks:end/p' README.md | sed '1d;$d' >"$build/readme_blocks.now"
"$build/block_table" >"$build/readme_blocks.want"
cmp -s "$build/readme_blocks.now" "$build/readme_blocks.want" ||
    { echo "README.md: the block table is stale; make readme mends it"; diff "$build/readme_blocks.now" "$build/readme_blocks.want"; status=1; }
exit $status
