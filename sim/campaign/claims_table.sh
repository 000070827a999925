#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# claims_table.sh [--summary] [DOCS]: all claims of the papers in one table, with totals below, as the results pages of the
# folder DOCS (docs) have them; with --summary the totals in a sentence or two, for README.md.
#
# The claims come from the campaign files; each one's measured value, verdict and note on the experiment from
# DOCS/<paper>_results.md, or from the overhead report, DOCS/overhead_results.md. For a claim in two tables of a page the row with
# a number counts; of two such rows, the last. A claim missing from its page is an error. When a claim was changed after its page
# was measured, the page's row is shown, with a remark. A note holds an experiment when it names what was run (a command, an
# option, a key with its value, another size or machine, a patch), or the claim whose note does ("see W4", "as under W1").
set -eu
. "$(dirname "$0")/papers.sh"
summary=0
[ "${1:-}" != --summary ] || { summary=1; shift; }
docs=${1:-docs}
claims=$(mktemp)
trap 'rm -f "$claims"' EXIT
for paper in $papers; do
    [ -r "$docs/${paper}_results.md" ] ||
        { echo "$docs/${paper}_results.md: cannot be read, expected a results page" >&2; exit 2; }
    objects "$paper" claims id measure value words section | sed "s/^/$paper	/"
done >"$claims"
set --
for paper in $papers; do set -- "$@" "$docs/${paper}_results.md"; done

awk -v docs="$docs" -v summary="$summary" '
    BEGIN {
        nearness["within a tenth"] = nearness["within a third"] = 1; no_note = "^No experiment shows"
        run = "`[^`]*(--[a-z]|warplock |=[0-9a-z]|[a-z]:[0-9]|-short|_2x2)|`[^`]*make [a-z]|patch|@[a-z]"
    }
    FILENAME == ARGV[1] {
        split($0, f, "\t"); id = f[2]
        order[++n] = id; paper[id] = f[1]; remains[id] = f[3] == "remains"; now[id] = f[5] f[4]; place[id] = f[6] ~ /^[0-9]/ ? "section " f[6] : f[6]
        next
    }
    FNR == 1 { page = FILENAME; sub(/^.*\//, "", page); heading = last = "" }
    page == "overhead_results.md" {
        split($0, f, / *\| */)
        if (f[2] in paper && measured[f[2]] == "-" && verdict[f[2]] ~ /^in the overhead report/) take_reported(f[2], f[7])
        next
    }
    /^### / { heading = anchor(substr($0, 5)) }
    /^#/ { last = "" }
    match($0, /^\*\*[A-Z]+[0-9]+: /) {
        last = substr($0, 3, RLENGTH - 4)
        if (last in paper) note[last] = page "#" heading
        next
    }
    last != "" && $0 ~ no_note { delete note[last] }
    last != "" && $0 ~ run { tried[last] = 1 }
    last != "" {
        for (text = $0; match(text, /([Ss]ee|under) [A-Z]+[0-9]+/); text = substr(text, RSTART + RLENGTH)) {
            reference = substr(text, RSTART, RLENGTH); sub(/.* /, "", reference); refers[last] = refers[last] " " reference
        }
    }
    /^\| [A-Z]+[0-9]+ \|/ {
        split($0, f, / *\| */); id = f[2]
        if (!(id in paper) || page != paper[id] "_results.md" || f[8] == "" || (measured[id] != "" && f[6] == "-")) next
        words[id] = f[4]; claimed[id] = f[5]; measured[id] = f[6]; unit[id] = f[7]; verdict[id] = f[8]
    }
    # The anchor that GitHub gives a heading.
    function anchor(text) { text = tolower(text); gsub(/[^a-z0-9 _-]/, "", text); gsub(/ /, "-", text); return text }
    # The overhead report judges nothing: the size is that of docs/campaigns.md.
    function take_reported(id, text,    off, size) {
        sub(/ .*/, "", text); measured[id] = text
        off = text - claimed[id]; if (off < 0) off = -off
        size = off <= claimed[id] / 10 ? "within a tenth" : off <= claimed[id] / 3 ? "within a third" : "further"
        verdict[id] = "no direction claimed, " size
    }
    # The first two words of a verdict: a direction may be missing.
    function judge(id,    text, at) {
        text = verdict[id]; sub(/;.*/, "", text)
        direction[id] = size[id] = ""
        at = index(text, ", ")
        if (text ~ /^(right direction|wrong direction|no direction|no direction claimed)(,|$)/) {
            direction[id] = at ? substr(text, 1, at - 1) : text; text = at ? substr(text, at + 2) : ""
        }
        if (text ~ /^(within a tenth|within a third|further|no size claimed)$/) size[id] = text
    }
    # Of what remains of another 100 is no change. Of a claimed 0 all that is further is far.
    function is_far(id,    of, by) {
        if (size[id] != "further") return 0
        of = claimed[id] - 100 * remains[id]; by = measured[id] - 100 * remains[id]
        return of == 0 || by / of > 3 || by / of < 1 / 3
    }
    # Whether its note, or one that this refers to, says what was run.
    function has_experiment(id,    i, n, other) {
        if (!(id in note)) return 0
        if (id in tried) return 1
        n = split(refers[id], other, " ")
        for (i = 1; i <= n; i++) if (other[i] in note && other[i] in tried) return 1
        return 0
    }
    function share(part, whole) { return whole ? sprintf("%d of %d (%d %%)", part, whole, part * 100 / whole + 0.5) : "0 of 0" }
    function count(p, what) { total[p, what]++; total["all", what]++ }
    function tally(id,    p) {
        p = paper[id]; count(p, "claims")
        judge(id)
        if (size[id] == "") { open = open " " id; return }
        if (direction[id] != "no direction claimed") count(p, "directed")
        if (direction[id] == "right direction") count(p, "right")
        if (size[id] != "no size claimed") count(p, "sized")
        if (size[id] in nearness) count(p, "near")
        if (far[id] = is_far(id)) count(p, "far")
        if (far[id] && !has_experiment(id)) { count(p, "far alone"); alone = alone " " id }
        if (direction[id] ~ /^(wrong|no) direction$/ || size[id] == "further") {
            count(p, "away"); if (has_experiment(id)) count(p, "explained")
        }
    }
    function row(id,    where) {
        where = has_experiment(id) ? "[" id "](" note[id] ")" : id in note ? "-, [a note](" note[id] ")" : "-"
        printf "| %s | %s (%s) | %s | %s | %s | %s | %s | %s |\n", id, words[id], place[id], claimed[id], measured[id], unit[id],
            direction[id] == "" ? "-" : direction[id],
            size[id] == "" ? "-" : size[id] (far[id] ? ", over three times" : ""), where
    }
    function totals(p, name) {
        printf "| %s | %d | %s | %s | %d | %d | %s |\n", name, total[p, "claims"],
            share(total[p, "right"], total[p, "directed"]),
            share(total[p, "near"], total[p, "sized"]), total[p, "far"], total[p, "far alone"],
            share(total[p, "explained"], total[p, "away"])
    }
    END {
        for (i = 1; i <= n; i++) {
            id = order[i]
            if (!(id in words)) {
                printf "%s/%s_results.md: no claim %s\n", docs, paper[id], id > "/dev/stderr"
                bad = 1
                continue
            }
            if (now[id] != words[id] claimed[id]) older = older " " id
            tally(id)
        }
        if (bad) exit 2
        if (summary) {
            printf "%d claims of the five papers are held against what is measured, [all in one table](docs/claims.md):\n" \
                "%s that say a direction have it here, %s with a size are within a third of it. Of the\n" \
                "%d that come out otherwise %s an experiment on their page that tells why.\n", n, share(total["all", "right"],
                total["all", "directed"]), share(total["all", "near"], total["all", "sized"]), total["all", "away"],
                total["all", "explained"] == total["all", "away"] ? "all have" : total["all", "explained"] + 0 " have"
            exit
        }
        print "| claim | in words (where in the paper) | claimed | measured | unit | direction | size | experiment |"
        print "| --- | --- | ---: | ---: | --- | --- | --- | --- |"
        for (i = 1; i <= n; i++) row(order[i])
        print "\n| paper | claims | right direction, of those that claim one | within a third, of those with a size |" \
            " off by more than three times | of these without an experiment | of wrong, none and further: with an experiment |"
        print "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
        for (i = 1; i <= n; i++) if (paper[order[i]] != before) { before = paper[order[i]]; totals(before, toupper(before)) }
        totals("all", "all")
        if (open != "") printf "\nNot measured:%s.\n", open
        if (alone != "") printf "\nOff by more than three times, without an experiment:%s.\n", alone
        if (older != "") printf "\nMeasured before the claim was changed to what the campaign file says now:%s.\n", older
    }' "$claims" "$@" "$docs/overhead_results.md"
