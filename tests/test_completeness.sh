#!/bin/sh
# Every block has all its parts: table, header, model, Verilog, properties, stimuli, unit test, documentation page, built
# tuples, a README row, its cost at its own paper's machine in the golden overhead report, a scaling series per size
# parameter. Shown to fail: a tree that lacks any one of them is refused by name.
set -u

# Whether the golden report has mapped the block in any configuration: `make overhead` maps the papers' parameters.
costed() { # costed ROOT BLOCK
    awk -v block="\"$2\"" '/"block": / { here = index($0, block) } here && /"critical_ns": / { found = 1 }
        END { exit !found }' "$1/synth_estimates/golden.json"
}

# The size parameters of a block that no series of scaling.txt varies.
unscaled() { # unscaled ROOT BLOCK
    sed -n 's/^PARAM(\([A-Z]*\),.*/\1/p' "$1/rtl_c/$2.def" | grep -xE 'N|M|ENTRIES|WAYS' | while read -r parameter; do
        grep -q "^$2 $parameter " "$1/synth_estimates/scaling.txt" || echo "$2 has no series of $parameter in synth_estimates/scaling.txt"
    done
}

check() { # check ROOT: prints what is missing, returns 1 when anything is
    missing=0
    for table in "$1"/rtl_c/*.def; do
        block=$(basename "$table" .def)
        [ "$block" = configs ] && continue
        for part in "rtl_c/$block.h" "rtl_c/$block.c" "verilog/$block.v" "verilog/${block}_properties.v" \
                    "tb/stimuli/$block.c" "tests/rtl_c/test_$block.c" "docs/$block.md"; do
            [ -s "$1/$part" ] || { echo "$block has no $part"; missing=1; }
        done
        grep -q "^CONFIG($block," "$1/rtl_c/configs.def" || { echo "$block has no tuple in rtl_c/configs.def"; missing=1; }
        grep -q "^| \`$block\` |" "$1/README.md" || { echo "$block has no row in README.md"; missing=1; }
        costed "$1" "$block" ||
            { echo "$block has no cost in synth_estimates/golden.json: make overhead overhead-accept"; missing=1; }
        [ -z "$(unscaled "$1" "$block")" ] || { unscaled "$1" "$block"; missing=1; }
    done
    for model in "$1"/rtl_c/*.c "$1"/verilog/*.v; do     # and nothing stands beside the tables
        block=$(basename "$model" | sed 's/\.[cv]$//; s/_properties$//')
        [ "$block" = block_table ] && continue
        [ -s "$1/rtl_c/$block.def" ] || { echo "${model#"$1"/} has no table rtl_c/$block.def"; missing=1; }
    done
    return $missing
}

check . || exit 1

# The check fails when it should.
copy=${BUILD:-build}/completeness
rm -rf "$copy"
for gone in rtl_c/oaws_ocw.c verilog/warp_order_properties.v tb/stimuli/warp_arbiter.c docs/oaws_ocw.md tests/rtl_c/test_warp_order.c; do
    mkdir -p "$copy"
    cp -r rtl_c verilog tb tests docs README.md synth_estimates "$copy"/
    rm "$copy/$gone"
    if check "$copy" >"$copy.log"; then echo "a missing $gone was not noticed"; exit 1; fi
    grep -q "no $gone" "$copy.log" || { echo "a missing $gone was not named:"; cat "$copy.log"; exit 1; }
    rm -rf "$copy"
done
all='"block": "oaws_qualify"'
for planted in "s/$all/\"block\": \"other\"/" "/$all/,/systems/ s/critical_ns/other/"; do
    mkdir -p "$copy"
    cp -r rtl_c verilog tb tests docs README.md synth_estimates "$copy"/
    sed "$planted" synth_estimates/golden.json >"$copy"/synth_estimates/golden.json
    check "$copy" >"$copy.log"
    grep -qx 'oaws_qualify has no cost in .*: make overhead overhead-accept' "$copy.log" ||
        { echo "a missing overhead row was not named:"; cat "$copy.log"; exit 1; }
    rm -rf "$copy"
done
mkdir -p "$copy"
cp -r rtl_c verilog tb tests docs README.md synth_estimates "$copy"/
sed '/^oaws_misspred M /d' synth_estimates/scaling.txt >"$copy/synth_estimates/scaling.txt"
check "$copy" >"$copy.log" && { echo "a missing series was not noticed"; exit 1; }
grep -qx 'oaws_misspred has no series of M in synth_estimates/scaling.txt' "$copy.log" ||
    { echo "a missing series was not named:"; cat "$copy.log"; exit 1; }
rm -rf "$copy"
echo "every block is complete"
