#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# mechanisms.md says of each mechanism of qv100 and rtx3070 which keys it has, which options of GPGPU-Sim these are from, and which
# tests hold it. Here: each key is one of both machines, and in the one file or the other an option of its row stands behind it; each
# option stands in one of the files or in GPGPU-Sim's; each case is in its test, and a planted bug names it; a script plants or is seen
# to fail by itself. Seen to fail: tables with another key, option, test and case, and without a row.
set -u
. tests/lib.sh
work=$BUILD/mechanisms
rm -rf "$work" && mkdir -p "$work" || exit 1

# What there is, a fact a line: a key of a machine and what stands behind it, an option, a case of a test, a script that plants, a word of
# the plants.
for machine in qv100 rtx3070; do
    awk -v of=$machine '/^\[/ { section = substr($1, 2, index($1, "]") - 2) }
        / = / { at = index($0, "; "); print "key", of, section "." $1, substr($0, at + 2) }' "sim/machine/$machine.ini"
    tr ' ;' '\n\n' <tests/sim/machine/import/$machine/gpgpusim.config | sed -n 's/^-/option -/p'
    tr ' ;' '\n\n' <sim/machine/$machine.ini | sed -n 's/^-/option -/p'
done | sort -u >"$work/facts"
grep -o '^static void [a-z0-9_]*(' tests/sim/*/test_*.c | sed 's/^\(.*\):static void \(.*\)($/case \1 \2/' >>"$work/facts"
grep -l 'planted \|Seen to fail\|Shown to fail' tests/sim/test_*.sh | sed 's/^/plants /' >>"$work/facts"
cat tests/sim/core/planted*.txt tests/sim/memory/planted*.txt tests/sim/machine/planted*.txt tests/sim/frontend/planted*.txt |
    tr -c 'a-z0-9_' '\n' | sort -u | sed 's/^/planted /' >>"$work/facts"

# check TABLE: what is wrong with it
check() {
    sed -n '/mechanisms:begin/,/mechanisms:end/p' "$1" | grep '^| ' | sed 1,2d >"$work/rows"
    awk -F'|' '
        function words_of(cell, word,  n, part, i, count) {        # what stands in backticks
            n = split(cell, part, "`")
            for (i = 2; i <= n; i += 2) word[++count] = part[i]
            return count
        }
        FNR == NR {
            n = split($0, fact, " ")
            if (fact[1] == "key") { machines[fact[3]]++; source[fact[3]] = source[fact[3]] $0 " " }
            else there[$0]
            next
        }
        {
            rows++
            keys = words_of($3, key); options = words_of($4, option); tests = words_of($5, test)
            for (i = 1; i <= options; i++) if (!(("option " option[i]) in there)) print "option " option[i]
            for (i = 1; i <= keys; i++) {
                if (machines[key[i]] != 2) { print "key " key[i]; continue }
                named = 0
                for (k = 1; k <= options; k++) named += index(source[key[i]], option[k] " ") != 0
                if (!named) print "source " key[i]
            }
            for (i = 1; i <= tests; i++) {
                if (test[i] ~ /^tests\//) {
                    file = test[i]
                    if (file ~ /[.]sh$/ ? !(("plants " file) in there) : i == tests || test[i + 1] ~ /^tests\//) print "test " file
                    continue
                }
                if (!(("case " file " " test[i]) in there)) print "case " test[i]
                if (!(("planted " test[i]) in there)) print "plant " test[i]
            }
            if (!keys || !options || !tests) print "empty " $2
        }
        END { if (rows != 25) print rows " rows" }' "$work/facts" "$work/rows"
}
found=$(check tests/sim/machine/mechanisms.md)
[ -z "$found" ] || complain "tests/sim/machine/mechanisms.md: $found"

# planted SCRIPT WORDS: with that change the table is wrong so
planted() {
    plant_copy tests/sim/machine/mechanisms.md "$work/table" "$1" || return
    found=$(check "$work/table" | paste -sd, -)
    equal "$1" "$found" "$2"
}
planted 's/`l1d.write_ratio` | `-/`l1d.write_rate` | `-/' 'key l1d.write_rate'
planted 's/`-gpgpu_smem_latency`, //' 'source core.shared_latency'
planted 's/`-dram_dual_bus_interface`/`-dram_dual_bus_interface`, `-dram_dual`/' 'option -dram_dual'
planted 's/`-icnt_arbiter_algo`/`-icnt_in_buffer_limit`/' 'source icnt.arbiter'
planted 's/`two_commands_a_clock`/`three_commands_a_clock`/' 'case three_commands_a_clock,plant three_commands_a_clock'
planted 's/`two_commands_a_clock`/`ipoly_by_hand`/' 'case ipoly_by_hand'
planted 's/: `hbm_and_gddr6`//' 'test tests/sim/memory/test_dram.c'
planted 's/`two_commands_a_clock`/`waits_and_rows`, `checker_bites`/' 'plant checker_bites'
planted 's/^| iSLIP .*//' '24 rows'
planted 's,tests/sim/test_many_sms.sh,tests/sim/test_some_sms.sh,' 'test tests/sim/test_some_sms.sh'
[ "$failures" = 0 ]
