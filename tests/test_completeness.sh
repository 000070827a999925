#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every block has all its parts: table, header, model, Verilog, properties, stimuli, unit test, documentation page, built
# tuples, a README row, its cost at its own paper's machine in the golden overhead report and rows in the page of results, a
# scaling series per size parameter, its power on three kernels there; an invariant and a proof, mutants, a short bench of
# its smallest tuple, a bug planted on each side in lockstep and one in its model; a Verilog bench, vectors, with whose
# tuple X is injected, and guards. Each system that is built has its front end, wired and mapped whole. Shown to fail: a
# tree that lacks any one of them is refused by name. A block of no system of systems.def, as no policy has it yet, is
# said to be so and needs neither cost nor power, but all else.
set -u
. tests/lib.sh
unset MAKEFLAGS MFLAGS MAKELEVEL

# Whether the golden report has mapped the block in any configuration: `make overhead` maps the papers' parameters.
costed() { # costed ROOT BLOCK
    awk -v block="\"$2\"" '/"block": / { here = index($0, block) } here && /"critical_ns": / { found = 1 }
        END { exit !found }' "$1/synth_estimates/golden.json"
}

in_system() { # in_system ROOT BLOCK: whether a system has the block
    grep -qE "^PART\([a-z_]+, *$2," "$1/synth_estimates/systems.def"
}

# The size parameters of a block that no series of scaling.txt varies.
unscaled() { # unscaled ROOT BLOCK
    sed -n 's/^PARAM(\([A-Z]*\),.*/\1/p' "$1/rtl_c/$2.def" | grep -xE 'N|M|C|ENTRIES|WAYS' | while read -r parameter; do
        grep -q "^$2 $parameter " "$1/synth_estimates/scaling.txt" || echo "$2 has no series of $parameter in synth_estimates/scaling.txt"
    done
}

smallest_of() { sed -n "s/^CONFIG($2, *\([a-z0-9_]*\), .*/\1/p" "$1/rtl_c/configs.def" | head -n 1; }

# How a block is tested, as the tests of ROOT have it.
untested() { # untested ROOT BLOCK
    set -- "$1" "$2" "$1"/tb/verilog/vectors/"$2"_*.txt
    [ -s "$3" ] || echo "$2 has no vectors in tb/verilog/vectors: make vectors VECTOR_TUPLES=$2_TUPLE"
    grep -q ' begin : refuse_' "$1/verilog/$2.v" 2>/dev/null || echo "$2 has no guard in verilog/$2.v"
    grep -qE '^ *(wire|reg).* invariant\b' "$1/verilog/$2_properties.v" 2>/dev/null || echo "$2 has no invariant in verilog/$2_properties.v"
    grep -q "^$2/" "$BUILD/mutant_tuples" || echo "$2 has no mutants: MUTANT_TUPLES in tests/tb/mutants.mk"
    for row in holds covers 'guard -' property chosen model 'bench c_' 'bench verilog_' 'proof c' 'proof verilog'; do
        grep -qs "^$row" "$1/tests/blocks/$2.txt" || echo "$2 has no row $row in tests/blocks/$2.txt"
    done
    sed '/^$/d; /^[# ]/d' "$1/tests/blocks/$2.txt" 2>/dev/null | grep -vE \
        '^(holds|within|covers|engine|guard|property|chosen|model|bench (c|verilog)_[a-z_0-9]*|proof (c|verilog)|front_end|systemc|macro) ' | cut -d' ' -f1,2 |
        sort -u | sed "s,.*,$2 has a row & in tests/blocks/$2.txt: no test reads it,"
    "$BUILD/block_bench" --block "$2" --config "$(smallest_of "$1" "$2")" --cycles 200 --no-pack 2>&1 |
        grep -q '^[^ ]* .*200 cycles' || echo "$2 has no bench of $(smallest_of "$1" "$2")"
}

# Whether the page has the power of the block on three kernels, less with its inputs held each time: `atax 1.2 + 1.3, bfs 0.4`
# beside what they take when held, or one number of all.
# Held inputs take less than busy ones. Where registers count in every cycle (REG_COUNT_VEC) they may take a tenth more. A block
# of the GPU or of a controller is recorded once.
powered() { # powered ROOT BLOCK
    awk -F' *\\| *' -v block="\`$2\`" -v counts="$(grep -c '^REG_COUNT_VEC' "$1/rtl_c/$2.def")" \
        -v once="$(grep -cE "^PLACE\($2, (GPU|CONTROLLER)," "$1/rtl_c/places.def")" '
        function first(text,    word) { split(text, word, " "); return word[2] + 0 }
        /^## / { here = /^## Power of each block/ }
        here && $2 == block {
            n = split($7, moving, /, /); held = split($8, still, /, /)
            for (i = 1; i <= n; i++) {
                kernel = moving[i]; sub(/ .*/, "", kernel); kernels[kernel]
                if ((held == n && held > 1 ? first(still[i]) : $8 + 0) >= first(moving[i]) * (counts > 0 ? 1.1 : 1)) idle = 1
                if (once && moving[i] ~ /[+]/) idle = 1
            }
        }
        END { for (kernel in kernels) count++; exit idle || count < 3 }' "$1/docs/overhead_blocks.md"
}

# The system of the front end that has each part of a system that is built, base's parts with it; faults planted in its wires.
# With a block: of its parts only that one.
unwired() { # unwired ROOT [BLOCK]
    sed -n 's/^SYSTEM(\([a-z_]*\), .*/\1/p' "$1/synth_estimates/systems.def" | while read -r system; do
        parts=$(sed -n "s/^PART($system, *\([a-z_]*\), .*/\1/p" "$1/synth_estimates/systems.def")
        built=yes
        for block in $parts; do [ -s "$1/rtl_c/$block.def" ] || built=no; done
        [ "$built" = yes ] || continue
        sed -n '/^front_end_systems := /s/.*:= //p' "$1/tb/front_end/front_end.mk" | tr ' ' '\n' | grep -qx "$system" ||
            echo "$system is built and not in verilog/warp_front_end.v: front_end_systems in tb/front_end/front_end.mk"
        number=$(sed -n "s/^front_end_system_$system *:= SYSTEM=\([0-9]*\) .*/\1/p" "$1/tb/front_end/front_end.mk")
        grep -q "^FRONT_END([a-z_]*, $system, $number, \"\", \"\"," "$1/synth_estimates/front_ends.def" ||
            echo "$system is built and not mapped whole as SYSTEM=$number: synth_estimates/front_ends.def"
        for block in $parts; do
            ! grep -qE "^PLACE\($block, (GPU|CONTROLLER)," "$1/rtl_c/places.def" || continue     # stands outside
            case $block in "${2:-$block}") ;; *) continue ;; esac
            grep -qE "^ *$block #\(" "$1/verilog/warp_front_end.v" || echo "$block has no instance in verilog/warp_front_end.v"
            grep -qs '^front_end ' "$1/tests/blocks/$block.txt" || echo "$block has no row front_end in tests/blocks/$block.txt"
        done
    done
}

# The tuples with mutants; make is asked anew when what it reads has changed.
mutant_tuples() { # mutant_tuples ROOT
    cat "$1/tests/tb/mutants.mk" "$1/rtl_c/configs.def" >"$BUILD/mutant_tuples.of.new"
    if ! cmp -s "$BUILD/mutant_tuples.of.new" "$BUILD/mutant_tuples.of"; then
        make -s -C "$1" mutant-tuples 2>/dev/null | tr ' ' '\n' >"$BUILD/mutant_tuples"
        [ -s "$BUILD/mutant_tuples" ] || return                 # interrupted: made again by the next
        mv "$BUILD/mutant_tuples.of.new" "$BUILD/mutant_tuples.of"
    fi
}

check() { # check ROOT [BLOCK]: prints what is missing, of all blocks or of one, and returns 1 when anything is
    missing=0
    mutant_tuples "$1"
    for table in "$1"/rtl_c/${2:-*_*}.def; do
        block=${table##*/} block=${block%.def}
        for part in "rtl_c/$block.h" "rtl_c/$block.c" "verilog/$block.v" "verilog/${block}_properties.v" \
                    "tb/stimuli/$block.c" "tests/rtl_c/test_$block.c" "docs/$block.md" "tb/verilog/${block}_tb.v"; do
            [ -s "$1/$part" ] || { echo "$block has no $part"; missing=1; }
        done
        grep -q "^CONFIG($block," "$1/rtl_c/configs.def" || { echo "$block has no tuple in rtl_c/configs.def"; missing=1; }
        grep -qF "| [\`$block\`](docs/$block.md) |" "$1/README.md" || { echo "$block has no row in README.md"; missing=1; }
        if in_system "$1" "$block"; then
            costed "$1" "$block" ||
                { echo "$block has no cost in synth_estimates/golden.json: make overhead overhead-accept"; missing=1; }
            [ "$(grep -c "^| \`$block\` |" "$1/docs/overhead_results.md")" -ge 2 ] ||
                { echo "$block has no rows in docs/overhead_results.md"; missing=1; }
            powered "$1" "$block" ||
                { echo "$block has no power on three kernels in docs/overhead_blocks.md: make gates"; missing=1; }
        else
            echo "$block is in no system of synth_estimates/systems.def yet: no cost, no power"
        fi
        untested "$1" "$block" >"$BUILD/untested" && [ ! -s "$BUILD/untested" ] || { cat "$BUILD/untested"; missing=1; }
        unscaled "$1" "$block" >"$BUILD/untested" && [ ! -s "$BUILD/untested" ] || { cat "$BUILD/untested"; missing=1; }
    done
    for model in "$1"/rtl_c/*.c "$1"/verilog/*.v; do     # and nothing stands beside the tables
        block=${model##*/} block=${block%.[cv]} block=${block%_properties}
        case $block in block_table | warp_front_end) continue ;; esac
        [ -s "$1/rtl_c/$block.def" ] || { echo "${model#"$1"/} has no table rtl_c/$block.def"; missing=1; }
    done
    unwired "$1" "${2:-}" >"$BUILD/untested" && [ ! -s "$BUILD/untested" ] || { cat "$BUILD/untested"; missing=1; }
    return $missing
}

check . || exit 1

# The check fails when it should: in a copy of the tree a part of a block is missing.
copy=$BUILD/completeness refusals=0
rm -rf "$copy" && mkdir -p "$copy" || exit 1
cp -r Makefile rtl_c verilog tb tests docs README.md synth_estimates "$copy"/
for file in $(makefiles); do mkdir -p "$copy/$(dirname "$file")" && cp "$file" "$copy/$file" || exit 1; done

# refused BLOCK FILES SCRIPT SAID: without the files, or with the sed script on each of them, BLOCK is refused in
# these words; in `make test` every sixth is tried.
refused() {
    refusals=$((refusals + 1))
    tier_is_all || [ $((refusals % 6)) = 1 ] || return 0
    for file in $2; do
        if [ -z "$3" ]; then rm "$copy/$file"; continue; fi
        plant_copy "$file" "$copy/$file" "$3" || exit 1
    done
    check "$copy" "$1" >"$copy.log" && fail "not noticed in $2: $3"
    grep -qx "$4" "$copy.log" || fail "$2, $3: expected: $4" "$copy.log"
    for file in $2; do cp "$file" "$copy/$file"; done
}
while read -r block gone; do refused "$block" "$gone" '' "$block has no $gone"; done <<'PLANTED'
oaws_ocw rtl_c/oaws_ocw.c
warp_order verilog/warp_order_properties.v
warp_arbiter tb/stimuli/warp_arbiter.c
oaws_ocw docs/oaws_ocw.md
kaws_share docs/kaws_share.md
warp_order tests/rtl_c/test_warp_order.c
oaws_dlc tb/verilog/oaws_dlc_tb.v
PLANTED
while IFS='|' read -r file script said; do refused "${said%% *}" "$file" "$script" "$said"; done <<'PLANTED'
synth_estimates/golden.json|s/"block": "oaws_qualify"/"block": "other"/|oaws_qualify has no cost in .*: make overhead overhead-accept
synth_estimates/golden.json|/"block": "oaws_qualify"/,/systems/ s/critical_ns/other/|oaws_qualify has no cost in .*: make overhead overhead-accept
synth_estimates/scaling.txt|/^oaws_misspred M /d|oaws_misspred has no series of M in synth_estimates/scaling.txt
verilog/oaws_ocw_properties.v|s/wire invariant/wire other/|oaws_ocw has no invariant in verilog/oaws_ocw_properties.v
tests/blocks/oaws_ocw.txt|s/^holds/#/|oaws_ocw has no row holds in tests/blocks/oaws_ocw.txt
tests/blocks/warp_order.txt|/^covers/d|warp_order has no row covers in tests/blocks/warp_order.txt
tests/blocks/oaws_qualify.txt|/^property/d|oaws_qualify has no row property in tests/blocks/oaws_qualify.txt
tests/blocks/warp_order.txt|s/^model/#/|warp_order has no row model in tests/blocks/warp_order.txt
tests/blocks/oaws_misspred.txt|s/^bench c_/bench other_/|oaws_misspred has no row bench c_ in tests/blocks/oaws_misspred.txt
tests/blocks/oaws_misspred.txt|s/^bench verilog_/bench other_/|oaws_misspred has no row bench verilog_ in tests/blocks/oaws_misspred.txt
tests/blocks/ccws_llds.txt|s/^proof verilog/#/|ccws_llds has no row proof verilog in tests/blocks/ccws_llds.txt
tests/blocks/kaws_share.txt|0,/^covers /s//cover /|kaws_share has a row cover .* in tests/blocks/kaws_share.txt: no test reads it
tests/tb/mutants.mk|s/^MUTANT_NOT .*/MUTANT_NOT := oaws_dlc_%/|oaws_dlc has no mutants: MUTANT_TUPLES in tests/tb/mutants.mk
rtl_c/configs.def|s/^CONFIG(oaws_dlc, entries2,/CONFIG(oaws_dlc, entries1,/|oaws_dlc has no bench of entries1
verilog/oaws_ocw.v|s/refuse_/other_/|oaws_ocw has no guard in verilog/oaws_ocw.v
tests/blocks/oaws_dlc.txt|/^guard - /d|oaws_dlc has no row guard - in tests/blocks/oaws_dlc.txt
tb/verilog/vectors/oaws_misspred_n8_s2_m32.txt|d|oaws_misspred has no vectors in tb/verilog/vectors: make vectors VECTOR_TUPLES=oaws_misspred_TUPLE
README.md|/docs.oaws_dlc.md/d|oaws_dlc has no row in README.md
docs/overhead_results.md|s/^. .oaws_misspred. /other /|oaws_misspred has no rows in docs/overhead_results.md
docs/overhead_blocks.md|/^. .warp_rank. /s/, kmeans [0-9.]*//|warp_rank has no power on three kernels in docs/overhead_blocks.md: make gates
docs/overhead_blocks.md|/^. .oaws_dlc. .* bfs /s/kmeans [0-9.]* . /&99999/|oaws_dlc has no power on three kernels in docs/overhead_blocks.md: make gates
docs/overhead_blocks.md|/^. .bucl_update. /s/atax \([0-9.]*\)/& + \1/|bucl_update has no power on three kernels in docs/overhead_blocks.md: make gates
docs/overhead_blocks.md|/^. .bucl_update. .* bfs /s/kmeans [0-9.]* . /&99999/|bucl_update has no power on three kernels in docs/overhead_blocks.md: make gates
verilog/warp_front_end.v|s/oaws_dlc #(/other #(/|oaws_dlc has no instance in verilog/warp_front_end.v
tb/front_end/front_end.mk|s/^front_end_systems := .*/front_end_systems := base/|oaws is built and not in verilog/warp_front_end.v: front_end_systems in tb/front_end/front_end.mk
synth_estimates/front_ends.def|s/^FRONT_END(oaws, oaws, 1/FRONT_END(oaws, oaws, 0/|oaws is built and not mapped whole as SYSTEM=1: synth_estimates/front_ends.def
tests/blocks/oaws_dlc.txt|s/^front_end/#/|oaws_dlc has no row front_end in tests/blocks/oaws_dlc.txt
PLANTED
# Without a cost a block is let through only when no system has it, which is said.
plant_copy synth_estimates/golden.json "$copy/synth_estimates/golden.json" 's/"block": "oaws_ocw"/"block": "other"/' || exit 1
plant_copy synth_estimates/systems.def "$copy/synth_estimates/systems.def" '/^PART(oaws, oaws_ocw, /d' || exit 1
check "$copy" oaws_ocw >"$copy.log" &&
    grep -qx 'oaws_ocw is in no system of synth_estimates/systems.def yet: no cost, no power' "$copy.log" ||
    fail "a block of no system" "$copy.log"
cp synth_estimates/golden.json synth_estimates/systems.def "$copy/synth_estimates/"
check "$copy" || fail "the copy is not whole again"
echo "every block is complete"
