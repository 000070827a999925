# SPDX-License-Identifier: BSD-3-Clause
# join_cuts.awk -v few=GATES MERGED WORDS WORDS MERGED MERGED LOGIC LOGIC: three designs in BLIF, as ABC writes them, in three files;
# a cut `cut_1[0]` is an output and its input `cut_1.i[0]` free. MERGED is read first, then each design twice: to know its cuts, and
# to write it with fewer of them, as NAME.joined. prove.sh says which, and why one that agrees with MERGED then is the same.
# same: the input that takes this one's place; whole: inputs that are their own functions, with all that are the same as one that
# is; alone: outputs that are only the input of another of their kind.
function word_of(bit) { sub(/\[.*/, "", bit); return bit }
function input_of(bit) { sub(/\[|$/, ".i&", bit); return bit }
function one(input) { while (input in same) input = same[input]; return input }
function count_gates(node, of, i) {   # below node, up to few: gates
    if (visited[node] == visit || !(node in inputs_of) || gates == few) return
    visited[node] = visit
    gates++
    split(inputs_of[node], of, " ")
    for (i in of) count_gates(of[i])
}
# A cut, by the row of its function of inputs.
function study(cut, inputs, row) {
    is_input = row == "1 1" && inputs ~ /^cut_[0-9]+[.]i(\[|$)/
    if (file > 1 && is_input && one(inputs) == one(input_of(cut))) alone[file, cut] = one(inputs)
    else if (file > 1) function_of[file, one(input_of(cut))] = cut
    else if (inputs == "") whole[input_of(cut)] = 1
    else if (is_input) same[input_of(cut)] = inputs
    else if (row == "1 1" && inputs in cuts) same[input_of(cut)] = input_of(inputs)
    if (file == 1) cuts[cut] = 1
}
function all_studied() {
    for (cut in cuts) {
        visit++
        gates = 0
        count_gates(cut)
        if (gates == few) large[word_of(cut)] = 1
    }
    for (cut in cuts) if (!(word_of(cut) in large)) whole[one(input_of(cut))] = 1
}
{ while (sub(/\\$/, "")) { getline more; $0 = $0 more } }
FNR == 1 && file == 1 { all_studied() }
FNR == 1 { file++; writes = file > 2 && file % 2; cut = "" }
cut != "" { study(cut, inputs, $0); cut = "" }
$1 == ".names" && !writes {
    inputs = $0
    sub(/^[.]names */, "", inputs)
    sub(/ *[^ ]*$/, "", inputs)
    if (file == 1) inputs_of[$NF] = inputs
    if ($NF ~ /^cut_[0-9]+(\[|$)/) cut = $NF
}
!writes { next }
$1 == ".inputs" { for (i = 2; i <= NF; i++) if ($i in same || one($i) in whole) $i = "" }
$1 == ".outputs" { for (i = 2; i <= NF; i++) if ($i in cuts && one(input_of($i)) in whole) $i = "" }
$1 == ".names" && (file - 1, $NF) in alone && !(alone[file - 1, $NF] in whole) { $2 = function_of[file - 1, alone[file - 1, $NF]] }
{ print >(FILENAME ".joined") }
$1 == ".outputs" {
    for (cut in cuts) {
        input = input_of(cut)
        of = one(input) in whole ? cut : one(input)
        if (of != input) print ".names " of " " input "\n1 1" >(FILENAME ".joined")
    }
    cut = ""
}
