#!/bin/sh
# Every block has all its parts: table, header, model, Verilog, properties, stimuli, unit test, documentation page, built
# tuples, a README row, its cost at its own paper's machine in the golden overhead report and rows in the page of results, a
# scaling series per size parameter; an invariant and a proof, mutants, a short bench of its smallest tuple, a bug planted on
# each side in lockstep and one in its model. Shown to fail: a tree that lacks any one of them is refused by name.
set -u
unset MAKEFLAGS MFLAGS MAKELEVEL
BUILD=${BUILD:-build}

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

smallest_of() { sed -n "s/^CONFIG($2, *\([a-z0-9_]*\), .*/\1/p" "$1/rtl_c/configs.def" | head -n 1; }

# How a block is tested, as the tests of ROOT have it.
untested() { # untested ROOT BLOCK
    grep -qE '^ *(wire|reg).* invariant\b' "$1/verilog/$2_properties.v" 2>/dev/null || echo "$2 has no invariant in verilog/$2_properties.v"
    for way in prove cover plant; do
        grep -qE "^(! [a-z_]+ .. )?$way $2 " "$1/tests/verilog/test_properties.sh" ||
            echo "$2 has no $way in tests/verilog/test_properties.sh"
    done
    make -s -C "$1" mutant-tuples 2>/dev/null | tr ' ' '\n' | grep -q "^$2/" || echo "$2 has no mutants: MUTANT_TUPLES in Makefile"
    grep -q "^plant_model $2 " "$1/tests/rtl_c/test_planted.sh" || echo "$2 has no bug planted in tests/rtl_c/test_planted.sh"
    for side in c verilog; do
        grep -lx "# block: $2" "$1"/tests/tb/planted/*.sed | xargs -r grep -lx "# side: $side" | grep -q . ||
            echo "$2 has no bug planted in its $side side in tests/tb/planted"
    done
    "$BUILD/block_bench" --block "$2" --config "$(smallest_of "$1" "$2")" --cycles 200 --no-pack 2>&1 |
        grep -q '^[^ ]* .*200 cycles' || echo "$2 has no bench of $(smallest_of "$1" "$2")"
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
        [ "$(grep -c "^| \`$block\` |" "$1/docs/overhead_results.md")" -ge 3 ] ||
            { echo "$block has no rows in docs/overhead_results.md"; missing=1; }
        untested "$1" "$block" >"$BUILD/untested" && [ ! -s "$BUILD/untested" ] || { cat "$BUILD/untested"; missing=1; }
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
    cp -r Makefile rtl_c verilog tb tests docs README.md synth_estimates "$copy"/
    rm "$copy/$gone"
    if check "$copy" >"$copy.log"; then echo "a missing $gone was not noticed"; exit 1; fi
    grep -q "no $gone" "$copy.log" || { echo "a missing $gone was not named:"; cat "$copy.log"; exit 1; }
    rm -rf "$copy"
done
all='"block": "oaws_qualify"'
for planted in "s/$all/\"block\": \"other\"/" "/$all/,/systems/ s/critical_ns/other/"; do
    mkdir -p "$copy"
    cp -r Makefile rtl_c verilog tb tests docs README.md synth_estimates "$copy"/
    sed "$planted" synth_estimates/golden.json >"$copy"/synth_estimates/golden.json
    check "$copy" >"$copy.log"
    grep -qx 'oaws_qualify has no cost in .*: make overhead overhead-accept' "$copy.log" ||
        { echo "a missing overhead row was not named:"; cat "$copy.log"; exit 1; }
    rm -rf "$copy"
done
mkdir -p "$copy"
cp -r Makefile rtl_c verilog tb tests docs README.md synth_estimates "$copy"/
sed '/^oaws_misspred M /d' synth_estimates/scaling.txt >"$copy/synth_estimates/scaling.txt"
check "$copy" >"$copy.log" && { echo "a missing series was not noticed"; exit 1; }
grep -qx 'oaws_misspred has no series of M in synth_estimates/scaling.txt' "$copy.log" ||
    { echo "a missing series was not named:"; cat "$copy.log"; exit 1; }
rm -rf "$copy"

# What is not noticed by a missing file: FILE, what is deleted in it, what is said.
while IFS='|' read -r file script said; do
    mkdir -p "$copy"
    cp -r Makefile rtl_c verilog tb tests docs README.md synth_estimates "$copy"/
    sed -i "$script" "$copy/$file"
    cmp -s "$file" "$copy/$file" && { echo "nothing is planted in $file: $script"; exit 1; }
    check "$copy" >"$copy.log" && { echo "not noticed in $file: $script"; exit 1; }
    grep -qx "$said" "$copy.log" || { echo "$file, $script: expected: $said"; cat "$copy.log"; exit 1; }
    rm -rf "$copy"
done <<'PLANTED'
verilog/oaws_ocw_properties.v|s/wire invariant/wire other/|oaws_ocw has no invariant in verilog/oaws_ocw_properties.v
tests/verilog/test_properties.sh|s/^prove oaws_ocw/#/; s/^! .* prove oaws_ocw/#/|oaws_ocw has no prove in tests/verilog/test_properties.sh
tests/verilog/test_properties.sh|/^cover warp_order/d|warp_order has no cover in tests/verilog/test_properties.sh
tests/verilog/test_properties.sh|/^plant oaws_qualify/d|oaws_qualify has no plant in tests/verilog/test_properties.sh
tests/rtl_c/test_planted.sh|s/^plant_model warp_order/#/|warp_order has no bug planted in tests/rtl_c/test_planted.sh
Makefile|s/^MUTANT_NOT .*/MUTANT_NOT := oaws_dlc_%/|oaws_dlc has no mutants: MUTANT_TUPLES in Makefile
rtl_c/configs.def|s/^CONFIG(oaws_dlc, entries2,/CONFIG(oaws_dlc, entries1,/|oaws_dlc has no bench of entries1
docs/overhead_results.md|s/^. .oaws_misspred. /other /|oaws_misspred has no rows in docs/overhead_results.md
PLANTED
for gone in c verilog; do
    mkdir -p "$copy"
    cp -r Makefile rtl_c verilog tb tests docs README.md synth_estimates "$copy"/
    sed -i "s/^# side: $gone\$/# side: none/" "$copy"/tests/tb/planted/*.sed
    check "$copy" >"$copy.log"
    grep -qx "oaws_misspred has no bug planted in its $gone side in tests/tb/planted" "$copy.log" ||
        { echo "a missing bug in $gone was not named:"; cat "$copy.log"; exit 1; }
    rm -rf "$copy"
done
echo "every block is complete"
