#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# compare.sh FOLDER OVERHEAD GATES RUNS: the page of `warplock campaign compare --folder FOLDER` as FOLDER/compare_page/compare_page.md:
# of the columns that it left (ipc_, misses_, limits_, pairs_, belady_, why_*.dat), the gate equivalents of the page OVERHEAD
# (docs/overhead_results.md), by the parts that GATES names (sim/campaign/compare_gates.txt); RUNS is
# `warplock results STORE --columns program,seconds --csv -`. Machines are those of ipc_*.dat. FOLDER/gains.dat is what its picture
# is drawn of (compare.gnuplot).
# Exit 2 and a line that names file and what is expected when a column, a part or a row is not there; no page is written then.
set -eu
[ $# = 4 ] || { echo "compare.sh: expected FOLDER OVERHEAD GATES RUNS" >&2; exit 2; }
folder=$1 overhead=$2 gates=$3 runs=$4
for file in "$overhead" "$gates" "$runs"; do [ -r "$file" ] || { echo "$file: cannot be read" >&2; exit 2; }; done
machines=$(for m in gtx480 qv100 rtx3070; do [ ! -s "$folder/ipc_$m.dat" ] || echo "$m"; done)
[ -n "$machines" ] || { echo "$folder/ipc_gtx480.dat: missing, expected tables of warplock campaign compare --folder $folder" >&2; exit 2; }
for m in $machines; do
    for table in misses limits; do
        [ -s "$folder/${table}_$m.dat" ] || { echo "$folder/${table}_$m.dat: missing, expected it beside ipc_$m.dat" >&2; exit 2; }
    done
done
page=$folder/compare_page
rm -rf "$page"
mkdir -p "$page"
new=$page/new
awk -F '\t' -v folder="$folder" -v overhead="$overhead" -v gates="$gates" -v runs="$runs" -v list="$(echo "$machines" | tr '\n' ' ')" '
    function fail(words) { print words > "/dev/stderr"; bad = 1; exit 2 }
    function plain(text) { gsub(/^"|"$/, "", text); return text }
    # Student, 97.5 % of n - 1 degrees of freedom (Cornish and Fisher; three degrees or more).
    function student(n,    z, v) {
        z = 1.959964; v = n - 1
        return v < 1 ? 0 : v == 1 ? 12.706 : v == 2 ? 4.303 : z + (z ^ 3 + z) / (4 * v) + (5 * z ^ 5 + 16 * z ^ 3 + 3 * z) / (96 * v ^ 2)
    }
    function part_cost(word,    sign, shared, half) {
        sign = sub(/^-/, "", word) ? -1 : 1
        shared = 1
        if (match(word, /\/[0-9.]+$/)) { shared = substr(word, RSTART + 1); word = substr(word, 1, RSTART - 1) }
        if (!(word in cost)) fail(gates ": there is no row " word " in " overhead ", expected BLOCK:CONFIGURATION or BLOCK:PARAMETER=VALUE of it")
        return sign * cost[word] / shared
    }
    # Reads a table: number[table, row, column], rows in their order with the group that their mean names.
    function read_table(table,    line, n, cells, i, file, from) {
        file = folder "/" table ".dat"
        n_rows[table] = 0; from = 1; n_columns[table] = 0
        while ((getline line < file) > 0) {
            n = split(line, cells, "\t")
            if (!n_columns[table]) {
                n_columns[table] = n - 1
                for (i = 2; i <= n; i++) { column[table, i - 1] = plain(cells[i]); place[table, plain(cells[i])] = i - 1 }
                continue
            }
            if (plain(cells[1]) ~ /^(GMean|mean|HMean) /) {
                for (; from <= n_rows[table]; from++) { group[row[table, from]] = plain(cells[1]); sub(/^[^ ]* /, "", group[row[table, from]]) }
                continue
            }
            row[table, ++n_rows[table]] = plain(cells[1])
            for (i = 2; i <= n; i++) number[table, row[table, n_rows[table]], i - 1] = cells[i]
        }
        close(file)
        return n_columns[table]
    }
    # Of a column the kernels of a group, "" all: count, mean of the logarithms, half of its interval, won and lost by 1 %.
    function gains(table, which, of,    i, x, sum, squares) {
        count = sum = squares = won = lost = 0
        for (i = 1; i <= n_rows[table]; i++) {
            x = number[table, row[table, i], which]
            if ((of != "" && group[row[table, i]] != of) || x !~ /^[0-9]/ || x + 0 <= 0) continue
            count++; sum += log(x); squares += log(x) ^ 2
            won += x > 1.01; lost += x < 0.99
        }
        mean = count ? sum / count : 0
        half = count > 1 ? student(count) * sqrt((squares - count * mean ^ 2 > 0 ? squares - count * mean ^ 2 : 0) / (count - 1) / count) : 0
    }
    # How much a pair gains over the better of its two: both have a column of the machine with as many kernels, or there is no answer.
    function beyond(pair, on, kernels, gain,    n, word, i, which, best) {
        n = split(pair, word, "+")
        for (i = 1; i <= n; i++) {
            if (!(which = place["ipc_" on, word[i] " @" on])) continue
            gains("ipc_" on, which, "")
            if (count != kernels) return "-"
            if (exp(mean) > best) best = exp(mean)
        }
        return best ? sprintf("%.3f", gain / best) : "-"
    }
    function pairs_of(on,    t, k, g, pair, text, best, first, of) {
        t = "pairs_" on
        if (read_table(t) < 1) return
        print "\n| together | IPC over `gto`, geometric mean, and its 95 % interval | kernels | over the better of the two | divergent | coherent |"
        print "| --- | ---: | ---: | ---: | ---: | ---: |"
        for (k = 1; k <= n_columns[t]; k++) {
            pair = column[t, k]; sub(/ @.*/, "", pair)
            gains(t, k, "")
            if (!count) { printf "| `%s` | not measured | 0 | - | - | - |\n", pair; continue }
            text = sprintf("| `%s` | %.3f (%.3f to %.3f) | %d |", pair, exp(mean), exp(mean - half), exp(mean + half), count)
            text = text " " beyond(pair, on, count, exp(mean)) " |"
            for (g = 1; g <= 2; g++) {
                of = g == 1 ? "divergent" : "coherent"
                gains(t, k, of)
                text = text (count ? sprintf(" %.3f |", exp(mean)) : " - |")
                if (count && (!(g in first) || exp(mean) > best[g])) { best[g] = exp(mean); first[g] = pair }
            }
            print text
        }
        if (1 in first && 2 in first) printf "\nThe best of these: `%s` of divergent kernels, `%s` of coherent ones.\n", first[1], first[2]
    }
    function average(table, which,    i, x, n, sum) {
        for (i = 1; i <= n_rows[table]; i++) {
            x = number[table, row[table, i], which]
            if (x ~ /^[0-9]/) { n++; sum += x }
        }
        return n ? sprintf("%.1f", sum / n) : "-"
    }
    # Why policies have no gates: each once, those of one reason together.
    function note(policy, why) {
        if (told[policy, why]++) return
        if (!(why in without)) reason[++n_reasons] = why
        without[why] = without[why] ", `" policy "`"
    }
    function notes(   i, text) {
        for (i = 1; i <= n_reasons; i++) text = text "; " substr(without[reason[i]], 3) " (" reason[i] ")"
        n_reasons = 0; split("", without)
        return substr(text, 3)
    }
    function gate_words(machine, policy,    i) {
        for (i = 1; i <= n_gates; i++)
            if ((gate_machine[i] == machine || gate_machine[i] == "*") && (gate_policy[i] == policy || gate_policy[i] == "*")) return gate_parts[i]
        return "? no line in " gates
    }
    function sum_of(words,    n, word, i, sum) {
        if (words == "none") return 0
        n = split(words, word, " ")
        for (i = 1; i <= n; i++) sum += part_cost(word[i])
        return sum
    }
    BEGIN {
        while ((getline line < overhead) > 0) {
            n = split(line, cell, "|")
            for (i = 1; i <= n; i++) gsub(/^ +| +$|`/, "", cell[i])
            if (line ~ /^## /) section = line
            if (section ~ /Blocks, mapped/ && n >= 11 && cell[8] ~ /^[0-9]+$/) cost[cell[2] ":" cell[3]] = cell[8]
            if (section ~ /^## Blocks at the parameters of/ && n >= 11 && cell[4] ~ /^[0-9]+$/ && !((cell[2] ":" cell[3]) in cost))
                cost[cell[2] ":" cell[3]] = cell[4]
            if (section ~ /^## Growth/ && sub(/^\[/, "", cell[3]) && sub(/\].*/, "", cell[3])) {
                split(cell[5], of, " ")
                for (i = split(cell[4], at, " "); i > 0; i--) cost[cell[2] ":" cell[3] "=" at[i]] = of[i]
            }
            if (section ~ /^## Power of a system/ && cell[2] == "system")     # of base, then of base with the system
                for (i = 1; i <= n; i++) if (cell[i] == "pJ an instruction") { if (alone) both = i; else alone = i }
            if (section ~ /^## Power of a system/ && both && cell[alone] > 0 && cell[both] > 0) { ratio[cell[2]] += log(cell[both] / cell[alone]); ratios[cell[2]]++ }
        }
        close(overhead)
        while ((getline line < gates) > 0) {
            if (line ~ /^#/ || line ~ /^ *$/) continue
            n = split(line, cell, " ")
            if (n < 3) fail(gates ": seen `" line "`, expected MACHINE POLICY PART...")
            n_gates++; gate_machine[n_gates] = cell[1]; gate_policy[n_gates] = cell[2]; gate_parts[n_gates] = cell[3]
            for (i = 4; i <= n; i++) gate_parts[n_gates] = gate_parts[n_gates] " " cell[i]
        }
        close(gates)
        for (i = 1; i <= n_gates; i++) if (gate_parts[i] !~ /^(\?|none)/) sum_of(gate_parts[i])
        while ((getline line < runs) > 0)
            if (split(line, cell, ",") == 2 && cell[2] ~ /^[0-9]/) { n_runs++; seconds += cell[2]; program = cell[1] }
        close(runs)
        if (!n_runs) fail(runs ": no run, expected program,seconds and a line for each")
        printf "Of %d runs of program %s; one after the other they took %.1f hours.\n\n", n_runs, program, seconds / 3600
        n_machines = split(list, machine, " ")
        for (m = 1; m <= n_machines; m++) {
            read_table("ipc_" machine[m]); read_table("misses_" machine[m]); read_table("limits_" machine[m]); read_table("belady_" machine[m])
        }
        for (m = 1; m <= n_machines; m++) {
            on = machine[m]; t = "ipc_" on
            printf "## %s\n\n", on
            print "| policy | IPC over `gto`, geometric mean, and its 95 % interval | kernels | won | lost | divergent | coherent | misses over `gto` | GE an SM | energy an instruction over base, on the paper'"'"'s machine | gain per 1,000 GE |"
            print "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
            for (k = 1; k <= n_columns[t]; k++) {
                policy = column[t, k]; sub(/ @.*/, "", policy)
                gains(t, k, ""); g_mean = mean; g_half = half; g_count = count; g_won = won; g_lost = lost
                gains(t, k, "divergent"); groups = count ? sprintf("%.3f |", exp(mean)) : "- |"
                gains(t, k, "coherent"); groups = groups (count ? sprintf(" %.3f", exp(mean)) : " -")
                gains("misses_" on, place["misses_" on, column[t, k]], "")
                misses = count ? sprintf("%.3f", exp(mean)) : "-"
                words = gate_words(on, policy)
                if (words ~ /^\?/) { ge = "-"; per = "-"; note(policy, substr(words, 3)) }
                else { value = sum_of(words); ge = sprintf("%.0f", value); per = value > 0 && g_count ? sprintf("%+.3f %%", (exp(g_mean) - 1) * 100000 / value) : "-" }
                family = policy; sub(/-.*/, "", family)
                energy = ratios[family] ? sprintf("%.1f x", exp(ratio[family] / ratios[family])) : "-"
                if (g_count) printf "| `%s` | %.3f (%.3f to %.3f) | %d | %d | %d | %s | %s | %s | %s | %s |\n", policy, exp(g_mean), exp(g_mean - g_half), exp(g_mean + g_half), g_count, g_won, g_lost, groups, misses, ge, energy, per
                else printf "| `%s` | not measured | 0 | - | - | - | - | %s | %s | %s | - |\n", policy, misses, ge, energy
                best = exp(g_mean)
                if (g_count && policy != "gto") { if (!drawn[policy]++) draw[++n_drawn] = policy; gain[policy, on] = sprintf("%.3f", best) }
                if (g_count && (!(policy in most) || best > most[policy])) { most[policy] = best; where[policy] = on }
            }
            if (n_columns["belady_" on]) {
                gains("belady_" on, 1, "")
                if (count) printf "| optimal replacement (`gto` replayed) | - | %d | - | - | - | - | %.3f | - | - | - |\n", count, exp(mean)
            }
            if ((text = notes()) != "") printf "\nWithout gates, here and below: %s.\n", text
            pairs_of(on)
            print ""
        }
        text = "policy"; for (m = 1; m <= n_machines; m++) text = text "\t\"" machine[m] "\""
        print text >(folder "/gains.dat")
        for (i = 1; i <= n_drawn; i++) {
            text = "\"" draw[i] "\""
            for (m = 1; m <= n_machines; m++) text = text "\t" ((draw[i], machine[m]) in gain ? gain[draw[i], machine[m]] : "-")
            print text >(folder "/gains.dat")
        }
        print "## Side by side\n\n![IPC over GTO, geometric mean](figures/compare/gains.svg)\n"
        print "## What limits each kernel under `gto`\n\nThe largest part of the scheduler cycles without an issue, in % of all; below, how many kernels it limits.\n"
        text = "| kernel |"; rule = "| --- |"
        for (m = 1; m <= n_machines; m++) { text = text " " machine[m] " |"; rule = rule " --- |" }
        print text "\n" rule
        for (m = 1; m <= n_machines; m++)
            for (i = 1; i <= n_rows["limits_" machine[m]]; i++) if (!seen[row["limits_" machine[m], i]]++) name[++n_names] = row["limits_" machine[m], i]
        for (i = 1; i <= n_names; i++) {
            text = "| `" name[i] "` |"
            for (m = 1; m <= n_machines; m++) {
                t = "limits_" machine[m]
                if (number[t, name[i], place[t, "idle"]] !~ /^[0-9]/) { text = text " - |"; continue }
                away = 100 - number[t, name[i], place[t, "resident"]]
                class["no CTA"] = away; class["fetch, barrier"] = number[t, name[i], place[t, "idle"]] - away
                class["scoreboard"] = number[t, name[i], place[t, "scoreboard"]]; class["LD/ST unit"] = number[t, name[i], place[t, "ldst"]]
                class["other unit or policy"] = number[t, name[i], place[t, "pipeline"]] - class["LD/ST unit"]
                top = "no CTA"; n = split("fetch, barrier|scoreboard|LD/ST unit|other unit or policy", word, "|")
                for (k = 1; k <= n; k++) if (class[word[k]] > class[top]) top = word[k]
                text = text sprintf(" %s %.0f |", top, class[top]); limited[machine[m], top]++
            }
            print text
        }
        n = split("no CTA|fetch, barrier|scoreboard|LD/ST unit|other unit or policy", word, "|")
        for (k = 1; k <= n; k++) { text = "| " word[k] " |"; for (m = 1; m <= n_machines; m++) text = text " " limited[machine[m], word[k]] + 0 " |"; print text }
        print "\n## Each system where it gains most, and what shows it\n"
        text = "| system | gains most on | counter |"; for (m = 1; m <= n_machines; m++) text = text " " machine[m] ": `gto`, system |"
        print text; text = "| --- | --- | --- |"; for (m = 1; m <= n_machines; m++) text = text " ---: |"; print text
        n = split("oaws-dyn|ccws|bucl-dyn|kaws|cta-aware-locality-blp", word, "|")
        split("fully cached divergent loads, %|hits of loads, %|LD/ST unit full, % of scheduler cycles|pipeline stalls, %|ready warps held or their unit taken, %", counter, "|")
        for (k = 1; k <= n; k++) {
            t = "why_" word[k]
            if (read_table(t) < 1) continue
            top = word[k] == "kaws" && most["kaws-progress"] > most["kaws"] ? "kaws-progress" : word[k]
            text = sprintf("| `%s` | %s | %s |", word[k], top in where ? sprintf("%s, %.3f", where[top], most[top]) : "-", counter[k])
            for (m = 1; m <= n_machines; m++) {
                own = word[k]; if (!((t, own " @" machine[m]) in place)) own = "kaws-progress"
                text = text " " average(t, place[t, "gto @" machine[m]]) ", " average(t, place[t, own " @" machine[m]]) " |"
            }
            print text
        }
    }
    END { if (bad) exit 2 }' </dev/null >"$new" || { rm -rf "$page"; echo "no page" >&2; exit 2; }
mv "$new" "$page/compare_page.md"
