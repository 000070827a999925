#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Cuts of the designs between RTL and netlist (join_cuts.awk): a design in which one of two equal bits is the input of the other,
# in either direction, is the same, with words that are cut and with words that are not; one with another function is not. Each
# rule of the program, left out, is noticed.
set -u
. tests/lib.sh
command -v yosys-abc >/dev/null 2>&1 || { echo "skip: no yosys-abc"; exit 77; }
folder=$BUILD/join_cuts
rm -rf "$folder" && mkdir -p "$folder"

# design NAME CUT_1_0 CUT_1_1 CUT_2 Y [CUT_3]: each the inputs and the row of a function; cut_3 is the input of cut_1[0] if not said.
design() {
    { printf '.model proof\n.inputs a b c cut_1.i[0] cut_1.i[1] cut_2.i cut_3.i\n.outputs y cut_1[0] cut_1[1] cut_2 cut_3\n'
      printf '.names %s cut_1[0]\n%s\n.names %s cut_1[1]\n%s\n.names %s cut_2\n%s\n.names %s y\n%s\n' "$2" "$3" "$4" "$5" "$6" "$7" "$8" "$9"
      printf '.names %s cut_3\n%s\n.end\n' "${10:-cut_1.i[0]}" "${11:-1 1}"
    } >"$folder/$1.raw.blif"
    yosys-abc -q "read_blif $folder/$1.raw.blif; strash; write_blif $folder/$1.blif" >"$folder/$1.log" 2>&1 || fail "ABC: exit status $?" "$folder/$1.log"
}
# agrees EXPECTED WHAT: of `merged` and `logic`, with every word cut and with none.
agrees() {
    for few in 0 200; do
        # shellcheck disable=SC2086
        awk -v few=$few -f "$program" $folder/merged.blif $folder/words.blif $folder/words.blif \
            $folder/merged.blif $folder/merged.blif $folder/logic.blif $folder/logic.blif || fail "$2: exit status $?, expected 0"
        for name in merged logic; do mv "$folder/$name.blif.joined" "$folder/${name}_joined.blif"; done
        yosys-abc -q "cec $folder/merged_joined.blif $folder/logic_joined.blif" >"$folder/said" 2>&1
        if grep -q '^Networks are equivalent' "$folder/said"; then seen=equal; else seen=other; fi
        equal "$2, words of fewer than $few gates not cut" "$seen" "$1"
    done
}
all() {
    design logic 'cut_2.i' '1 1' '' ' 0' 'a b' '11 1' 'cut_1.i[0] c' '11 1'
    agrees equal "the other bit has the function"
    design logic 'a b' '11 1' '' ' 0' 'a b' '11 1' 'cut_1.i[0] c' '11 1'
    agrees equal "each has the function"
    design logic 'a b' '11 1' c '1 1' 'cut_1.i[0]' '1 1' 'cut_2.i c' '11 1'
    agrees equal "a bit that is lost in merged"

    design logic 'cut_2.i' '1 1' '' ' 0' 'a b' '10 1' 'cut_1.i[0] c' '11 1'
    agrees other "the other bit has another function"
    design logic 'a b' '10 1' '' ' 0' 'a b' '11 1' 'cut_1.i[0] c' '11 1'
    agrees other "one of them has another function"
    design logic 'cut_2.i' '1 1' '' ' 0' 'a b' '11 1' 'cut_1.i[0] c' '10 1'
    agrees other "what reads it differs"
    design logic 'a b' '11 1' c '1 1' 'cut_1.i[0]' '1 1' 'cut_2.i cut_1.i[1] c' '101 1'
    agrees other "a constant is read as another"
    design logic 'a b' '10 1' '' ' 0' 'cut_1.i[0]' '1 1' 'cut_2.i c' '11 1' 'a b' '11 1'
    agrees other "the input of one, of which a third is not the same"
}
design merged 'a b' '11 1' '' ' 0' 'cut_1.i[0]' '1 1' 'cut_2.i c' '11 1'
cp "$folder/merged.blif" "$folder/words.blif"
program=synth_estimates/join_cuts.awk
all
[ "$failures" = 0 ] || exit 1
echo "equal bits are one input; another function is seen"

program=$folder/planted.awk
noticed() { # noticed SED-SCRIPT
    plant_copy synth_estimates/join_cuts.awk "$program" "$1" || exit 1
    (all >"$folder/planted.said"; [ "$failures" != 0 ]) || complain "not noticed: $1"
}
noticed 's/of = one(input) in whole ? cut :/of =/'
noticed 's/in whole ? cut :/in whole ? function_of[file - 1, one(input)] :/'
noticed '/^[$]1 == ".names" && (file - 1/d'
noticed 's/ && !(alone[[]file - 1, [$]NF[]] in whole)//'
noticed '/^    else if (inputs == "") whole/d'
noticed '/^    else if (is_input) same/d'
echo "each rule that is left out is noticed"
[ "$failures" = 0 ]
