#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# memories.sh [BLOCK]: memories of the blocks' tables as flip-flops and as macros of SRAM cells (memories.txt), into memories.tsv
# (MEMORIES=file: another); BLOCK: those of one, the others stay. Maps the block without the memory (measure.sh, a macro in its place):
# what it lacks of the block in report.tsv (REPORT=file: another) is the memory as flip-flops, with its decoders and multiplexers.
# The macro is the model's (memories.awk), as are the published ones beside it (memories_published.txt).
set -eu
only=${1:-}
here=$(dirname "$0")
kept=${MEMORIES:-$here/memories.tsv} report=${REPORT:-$here/report.tsv} list=${MEMORY_LIST:-$here/memories.txt}
unset ADDERS
. "$here/place.sh"
default_library_only memories.sh "the flip-flops beside the macros are its"
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
fail() { echo "$1" >&2; exit 2; }

# The list: every line of one of the three forms, every table of the report in it.
awk -F '|' -v list="$list" '
    function bad(words) { print list ":" FNR ": " words >"/dev/stderr"; wrong = 1; exit 2 }
    FILENAME == list && (/^#/ || NF == 0) { next }
    FILENAME == list && $1 == "macro" {
        if (NF != 7 || $5 !~ /^[1-9][0-9]*$/) bad("expected macro|BLOCK|CONFIGURATION|MEMORY|WORDS OF A ROW|PORTS|what uses them")
        stands[$2] = FNR; next
    }
    FILENAME == list && $1 == "scaled" { if (NF != 5) bad("expected scaled|BLOCK|CONFIGURATION|MEMORY|PUBLISHED MACRO"); stands[$2] = FNR; next }
    FILENAME == list && $1 == "form" { if (NF != 8) bad("expected form|BLOCK|CONFIGURATION|MEMORY|PORTS|VERILOG|WRAPPER|PARAMETERS"); stands[$2] = FNR; next }
    FILENAME == list && $1 == "flip-flops" { if (NF != 4) bad("expected flip-flops|BLOCK|TABLE|why"); stands[$2] = FNR; next }
    FILENAME == list { bad($1 ", expected macro, scaled, form or flip-flops") }
    { split($0, cell, "\t") }
    cell[1] == "storage" { seen[cell[2]]; if ((cell[5] > 0 || cell[6] > 0) && !(cell[2] in stands)) lacking[cell[2]] }
    END {
        if (wrong) exit 2
        for (block in stands) if (!(block in seen)) { print list ":" stands[block] ": " block ", expected a block of the report" >"/dev/stderr"; exit 2 }
        for (block in lacking) { print list ": no line of " block ", which has a table" >"/dev/stderr"; exit 2 }
    }' "$list" "$report" || exit 2
grep '^macro|' "$list" | awk -F '|' -v only="$only" 'only == "" || $2 == only' >"$new/macros"
[ -s "$new/macros" ] || {
    why=$(awk -F '|' -v only="$only" '$1 == "flip-flops" && $2 == only { print ": its " $3 " stay flip-flops, for " $4; exit }' "$list")
    fail "memories.sh: $only$why; expected a block with a macro: $(sed -n 's/^macro|\([^|]*\)|.*/\1/p' "$list" | sort -u | paste -sd' ' -)"
}

cell_of() { # cell_of TABLE BLOCK CONFIGURATION COLUMN: of the report
    awk -F '\t' -v table="$1" -v block="$2" -v configuration="$3" -v heading="$4" '
        $1 == "#" table { for (i = 2; i <= NF; i++) if (substr($i, index($i, " ") + 1) == heading) at = i }
        $1 == table && $2 == block && $3 == configuration && at { print $at; found = 1; exit }
        END { if (!found) { print FILENAME ": no " heading " of " block " " configuration " in " table >"/dev/stderr"; exit 2 } }' "$report"
}
ge_of() { # ge_of FOLDER: gate equivalents of its netlist
    yosys -q -p "read_json $1/net.json; splitnets -ports; opt_clean; write_verilog -noattr -noexpr $new/net.v" >&2 || return 2
    counts=$(awk -f "$here/wires_count.awk" "$place/library/library.lib" "$new/net.v") || return 2
    awk -v counts="$counts" '
        /^cell *\( *NAND2X1/ { inside = 1 }
        inside && /^ *area *:/ { area = $0; sub(/.*: */, "", area); split(counts, count, " "); printf "%.0f", count[2] / (area + 0); exit }' \
        "$place/library/library.lib"
}
# without BLOCK CONFIGURATION MEMORY: gate equivalents of the block without its memory, and of the memory words, bits, read and write ports.
without() {
    parameters=$("$overhead" list paper | awk -v name="$1_$2" '$1 == "full" && $3 == name { for (i = 4; i <= NF; i++) print $i }')
    [ -n "$parameters" ] || fail "$list: $1 $2, expected a configuration that the report maps"
    at=$place/memories/$1_$2
    # shellcheck disable=SC2086
    AFTER_FLATTEN="opt_clean; memory_collect; chtype -set memory_macro t:\$mem_v2; read_verilog -lib $here/memory_macro.v" \
        sh "$here/measure.sh" map "$1" "${VERILOG:-verilog}/$1.v" "$at" $parameters || return 2
    awk -v memory="$3" '
        $1 == "cell" { inside = $2 == "\\memory_macro" && $3 == "\\" memory "_q" }
        inside && $1 == "parameter" { value[$2] = $3 }
        $1 == "end" { inside = 0 }
        END { print value["\\SIZE"], value["\\WIDTH"], value["\\RD_PORTS"], value["\\WR_PORTS"] }' "$at/rtl.il" >"$new/shape"
    read -r words bits reads writes <"$new/shape" && [ -n "$writes" ] || fail "$list: $1 has no memory $3"
    ge_of "$at" || return 2
    echo " $words $bits $reads $writes"
}
model() { awk -f "$here/memories.awk" "$here/memories_constants.txt" "$1"; }

# --- rows: of each memory the flip-flops that the RTL becomes, then the macros
flip_flops() { # flip_flops BLOCK CONFIGURATION MEMORY WORDS BITS PORTS REST
    whole=$(cell_of libraries "$1" "$2" 'GE, OSU 0.18 µm') && um2=$(cell_of libraries "$1" "$2" 'µm², OSU 0.18 µm') &&
        all=$(cell_of storage "$1" "$2" 'all bits') && sequential=$(cell_of blocks "$1" "$2" 'sequential GE') || return 2
    # Clock pins and leakage are the same under every kernel; of a block that was not recorded they are left out.
    clock=$(awk -F '\t' -v block="$1" -v configuration="$2" '$1 == "power_blocks" && $2 == block && $3 == configuration { print $6; exit }' "$report")
    # At 65 nm a gate equivalent is 1.43 µm² (docs/overhead.md).
    awk -v OFS='\t' -v row="$1	$2	$3	$4	$5" -v rest="$7" -v part="$4 $5 $all" -v whole="$whole" -v um2="$um2" -v sequential="$sequential" \
        -v clock="$clock" -v ports="$6" '
        function three(value) { return sprintf("%.3g", value) + 0 }
        BEGIN {
            split(part, number, " "); share = number[1] * number[2] / number[3]; ge = whole - rest
            print "memories", row, "flip-flops", ports, three(ge), three(ge * um2 / whole), three(ge * 1.43), three(whole * 1.43), \
                sprintf("%.0f", 100 * sequential * share / ge), "", "", "", clock == "" ? "" : three(clock * share), "", "", "the same cycle", "the RTL, mapped"
        }'
}
macro() { # macro BLOCK CONFIGURATION MEMORY WORDS BITS WORDS-OF-A-ROW PORTS USES REST
    for node in '180 1.8' '65 1.1'; do echo "$node $(($4 / $6)) $(($6 * $5)) $(($6 * $5)) $5 $7"; done >"$new/jobs"
    model "$new/jobs" >"$new/figures" || return 2
    awk -v OFS='\t' -v row="$1	$2	$3	$4	$5" -v ports="$7" -v uses="$8" -v rest="$9" '
        function three(value) { return sprintf("%.3g", value) + 0 }
        { for (i = 1; i <= NF; i++) figure[NR, i] = $i }
        END {
            # In a cycle every port is used, one that reads and writes for what takes more.
            text = ports
            if (match(text, /^[0-9]+RW/)) { shared = text + 0; text = substr(text, RLENGTH + 1) }
            if (match(text, /[0-9]+R/)) reads = substr(text, RSTART) + 0
            if (match(text, /[0-9]+W/)) writes = substr(text, RSTART) + 0
            most = reads * figure[1, 4] + writes * figure[1, 5] + shared * (figure[1, 4] > figure[1, 5] ? figure[1, 4] : figure[1, 5])
            print "memories", row, "macro", ports, "", three(figure[1, 1]), three(figure[2, 1]), three(figure[2, 1] + rest * 1.43), sprintf("%.0f", figure[1, 2]), \
                three(figure[1, 3]), three(figure[1, 4]), three(figure[1, 5]), three(most), sprintf("%.2f", figure[1, 6]), sprintf("%.2f", figure[2, 6]), "the next cycle", uses
        }' "$new/figures"
}
# scaled BLOCK CONFIGURATION MEMORY WORDS BITS PUBLISHED REST: a published macro, area in proportion to bits and to the node's square, ns to the
# node.
scaled() {
    awk -F '|' -v OFS='\t' -v row="$1	$2	$3	$4	$5" -v bits="$(($4 * $5))" -v name="$6" -v rest="$7" -v list="$list" '
        function three(value) { return sprintf("%.3g", value) + 0 }
        $1 == name && $9 != "" && $12 != "" {
            area = $9 * bits / ($4 * $5) / ($2 * $2); found = 1
            print "memories", row, "macro, scaled", $8, "", three(area * 180 * 180), three(area * 65 * 65), three(area * 65 * 65 + rest * 1.43), \
                "", "", "", "", "", sprintf("%.2f", $12 * 180 / $2), sprintf("%.2f", $12 * 65 / $2), "the next cycle", \
                name ", its area in proportion to bits and to the square of the node, its ns to the node"
        }
        END { if (!found) { print list ": " name ", expected a macro of memories_published.txt with an area and ns" >"/dev/stderr"; exit 2 } }' \
        "$here/memories_published.txt"
}
# form BLOCK CONFIGURATION MEMORY PORTS VERILOG WRAPPER PARAMETERS: the block's Verilog around the macro, mapped without it: the wrapper's pins
# are ports. Its longest path from a register, and from a port, of which the macro's rows are the latest; the area with the macro, and the
# macro's read with what follows its rows.
form() {
    top=$(basename "$5" .v) at=$place/memories/$(basename "$5" .v)_$2
    parameters=$("$overhead" list paper | awk -v name="$1_$2" '$1 == "full" && $3 == name { for (i = 4; i <= NF; i++) print $i }')
    macro=$(awk -F '\t' -v block="$1" -v ports="$4" '$1 == "memories" && $2 == block && $7 == "macro" && $8 == ports { print $11, $18, $19 }' "$new/rows")
    [ -n "$macro" ] || fail "$list: form $1 with $4, expected the ports of a line macro"
    mkdir -p "$at.from"
    { cat "$5" && sed 's/^module /(* blackbox *) &/' "$6"; } >"$at.from/$top.v"
    # shellcheck disable=SC2086
    AFTER_FLATTEN="expose -evert t:*$(basename "$6" .v)*; delete -output w:*.clk_i" sh "$here/measure.sh" time "$top" "$at.from/$top.v" "$at" $parameters $7 || return 2
    ge=$(ge_of "$at") || return 2
    awk -v OFS='\t' -v row="$1	$2	$3	$4	$5	$7" -v ge="$ge" -v macro="$macro" '
        function three(value) { return sprintf("%.3g", value) + 0 }
        $1 == "path" { kind = $2 ~ /^register/ ? "register" : "rows"; if ($3 > ns[kind]) ns[kind] = $3 }
        END {
            split(macro, of, " ")
            print "memory_forms", row, three(ge), three(ge * 1.43), three(ge * 1.43 + of[1]), ns["register"], sprintf("%.2f", ns["register"] * 65 / 180), \
                ns["rows"], sprintf("%.2f", ns["rows"] * 65 / 180), sprintf("%.2f", of[2] + ns["rows"]), sprintf("%.2f", of[3] + ns["rows"] * 65 / 180)
        }' "$at/timing.txt"
}
sort -t '|' -k 2,4 -u "$new/macros" >"$new/memories"
while IFS='|' read -r _ block configuration memory in_row _; do
    measured=$(without "$block" "$configuration" "$memory" </dev/null) || exit 2
    # shellcheck disable=SC2086
    set -- $measured
    rest=$1 words=$2 bits=$3 reads=$4 writes=$5
    [ $((words % in_row)) = 0 ] && [ $((reads % in_row)) = 0 ] ||
        fail "$list: $block: $in_row words of a row, expected a divisor of $words words and of $reads reads"
    printf 'memory_rest\t%s\t%s\t%s\n' "$block" "$configuration" "$rest"
    flip_flops "$block" "$configuration" "$memory" "$words" "$bits" "$((reads / in_row))R${writes}W" "$rest" || exit 2
    awk -F '|' -v block="$block" -v memory="$memory" '$2 == block && $4 == memory' "$new/macros" >"$new/ports"
    while IFS='|' read -r _ _ _ _ _ ports uses; do
        macro "$block" "$configuration" "$memory" "$words" "$bits" "$in_row" "$ports" "$uses" "$rest" || exit 2
    done <"$new/ports"
    awk -F '|' -v block="$block" -v memory="$memory" '$1 == "scaled" && $2 == block && $4 == memory { print $5 }' "$list" >"$new/scaled"
    while read -r published; do
        scaled "$block" "$configuration" "$memory" "$words" "$bits" "$published" "$rest" || exit 2
    done <"$new/scaled"
done <"$new/memories" >"$new/rows" || exit 2
grep '^form|' "$list" | awk -F '|' -v only="$only" 'only == "" || $2 == only' >"$new/forms"
while IFS='|' read -r _ block configuration memory ports verilog wrapper parameters; do
    form "$block" "$configuration" "$memory" "$ports" "$verilog" "$wrapper" "$parameters" </dev/null || exit 2
done <"$new/forms" >"$new/form_rows" || exit 2
cat "$new/form_rows" >>"$new/rows"
[ -z "$only" ] || awk -F '\t' -v only="$only" '($1 == "memories" || $1 == "memory_rest" || $1 == "memory_forms") && $2 != only' "$kept" >>"$new/rows"

# --- the checks, and what stays flip-flops
grep -v '^#' "$here/memories_published.txt" >"$new/published"
awk -F '|' '{ print $2, $3, $4, $5, $6, $7, $8 }' "$new/published" >"$new/jobs"
model "$new/jobs" >"$new/figures" || exit 2
paste -d '|' "$new/published" "$new/figures" | awk -F '|' -v OFS='\t' '
    function three(value) { return sprintf("%.3g", value) + 0 }
    NF != 14 { print "memories_published.txt: " $1 ": " NF - 1 " fields, expected 13" >"/dev/stderr"; exit 2 }
    {
        split($14, figure, " ")
        print "memories_check", $1, $2, $4 " × " $5, $8, $9, $9 == "" ? "" : three(figure[1]), $9 == "" ? "" : sprintf("%.0f", 100 * figure[1] / $9), \
            $10, $10 == "" ? "" : three(figure[3]), $10 == "" ? "" : three(figure[4]), $11, $11 == "" ? "" : three(figure[5]), \
            $12, $12 == "" ? "" : sprintf("%.2f", figure[6]), $13
    }' >>"$new/rows" || exit 2
awk -F '|' -v OFS='\t' '$1 == "flip-flops" { print "memories_not", $2, $3, $4 }' "$list" >>"$new/rows"

head_of() { table=$1; shift; printf '#%s' "$table"; for column; do printf '\t%s' "$column"; done; echo; }
{
    echo '# SPDX-License-Identifier: BSD-3-Clause'
    head_of memory_rest 'code block' 'word configuration' 'number GE'
    head_of memories 'code block' 'word configuration' 'code memory' 'number words' 'number bits a word' 'word as' 'word ports' 'number GE' \
        'number µm² at 0.18 µm' 'number µm² at 65 nm' 'number block, µm² at 65 nm' 'number cells, %' 'number pJ a read' 'number pJ a read, full swing' 'number pJ a write' \
        'number pJ a cycle at most' 'number ns a read at 0.18 µm' 'number ns a read at 65 nm' 'word read in' 'word how'
    head_of memories_check 'code macro' 'number nm' 'word rows × columns' 'word ports' 'number µm²' 'number µm² by the model' 'number of it, %' \
        'number pJ a read' 'number by the model' 'number full swing' 'number pJ a write' 'number pJ a write by the model' 'number ns a read' 'number ns by the model' 'word from'
    head_of memory_forms 'code block' 'word configuration' 'code memory' 'word ports' 'code verilog' 'word parameters' 'number GE' 'number µm² at 65 nm' \
        'number with the macro, µm² at 65 nm' 'number ns at 0.18 µm' 'number ns at 65 nm' 'number ns from its rows at 0.18 µm' 'number ns from its rows at 65 nm' \
        'number ns of a read and from its rows at 0.18 µm' 'number ns of a read and from its rows at 65 nm'
    head_of memories_not 'code block' 'word table' 'word why'
    cat "$new/rows"
} >"$new/kept"
printf '{table memories}\n\n{table memory_forms}\n\n{table memories_check}\n' >"$new/template"
awk -f "$here/page.awk" "$new/kept" "$new/template" || exit 2
keep "$new/kept" "$kept"
