#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The mapped netlist gives what the C model does under recorded inputs, in Icarus with the library's own cells; held
# inputs, without events, cost less than busy ones; what a toggle costs is what the Liberty file says, times the toggles in a dump.
# Every run of gates.txt is long enough. Planted: a wrong gate in the netlist, a net that the dump lacks, a run that is too short.
# needs: overhead/overhead block_bench warplock
set -u
. tests/lib.sh
export BUILD
tech=${TECH:-/usr/share/qflow/tech}
command -v yosys >/dev/null 2>&1 && command -v sta >/dev/null 2>&1 && command -v iverilog >/dev/null 2>&1 && [ -d "$tech/osu018" ] ||
    { echo "skip: no Yosys, OpenSTA, Icarus or osu018"; exit 77; }
work=$BUILD/gates-test
rm -rf "$work" && mkdir -p "$work" || exit 1

# One block of a small SM, of which 300 cycles are recorded.
"$BUILD/warplock" run --machine oaws --policy oaws-dyn --set core.warps=8 --set policy.fetch_group=4 --set gpu.sms=1 --set gpu.clusters=1 \
    --size 64x64 --max-cycles 1000 --record "$work/recorded" --record-window 1000 atax >"$work/log" 2>&1
[ -s "$work/recorded/oaws_qualify.txt" ] || fail "a recording of oaws_qualify: seen none, expected one" "$work/log"
gates=$BUILD/overhead/gates/oaws_qualify_n8_m32
recorded=$work/recorded/oaws_qualify.txt
one() { # one [CYCLES STIMULUS]
    sh synth_estimates/gates.sh --one 1 test atax oaws_qualify n8_m32 "${1:-1000}" "${2:-$recorded}" \
        >"$work/log" 2>&1
}
rm -f "$gates"/*.key
one || { complain "the netlist does not give what the model does"; cat "$work/log"; }
grep -qE 'oaws_qualify: 1000 cycles, [0-9]{4,} outputs compared, 0 different; inputs held: 300 cycles' "$work/log" || complain "$(cat "$work/log")"
cat "$work/log"
value() { sed -n "s/.*\"$2\": \([0-9.e+-]*\).*/\1/p" "$gates/test_atax.oaws_qualify.$1.json"; }
for what in internal_pj switching_pj; do
    awk -v busy="$(value busy $what)" -v idle="$(value idle $what)" 'BEGIN { exit !(busy > 0 && idle < busy) }' ||
        complain "$what: $(value idle $what) when inputs are held, expected less than busy: $(value busy $what)"
done

# What is held is no event: a load that issues in the last cycle of the tenth does not go on issuing.
tenth=$(awk '$1 == "step" { n++ } / issue=1/ { print n; exit }' "$recorded")
[ -n "$tenth" ] || fail "no load issues in what was recorded"
awk -v tenth="$tenth" '$1 == "step" && ++n > tenth { exit } $1 != "end" { print }
    END { while (n <= 10 * tenth) print "step " n++ - 1; print "end" }' "$recorded" >"$work/oaws_qualify.txt"
one $((10 * tenth)) "$work/oaws_qualify.txt" || complain "a tenth that ends with an event, $tenth cycles: $(cat "$work/log")"
held=$gates/test_atax.oaws_qualify.idle.txt
awk -v tenth="$tenth" '/^(step|sleep) / && ++n == tenth + 1 { ends = / issue=0/ } END { exit !ends }' "$held" ||
    complain "a load goes on issuing: $(grep -A 1 "^step $((tenth - 1)) " "$held")"

# An inverter too many.
plant_copy "$gates/wires.v" "$work/wires.v" \
    's/\.Y(ocw_warps_o\[0\])/.Y(wrong)/; s/^endmodule/INVX1 planted (.A(wrong), .Y(ocw_warps_o[0])); &/'
cp "$work/wires.v" "$gates/wires.v"
rm -f "$gates"/test_*.key
one && complain "a wrong gate goes unnoticed"
grep -q '^gates: .*: cycle [0-9]*: output .*: expected [0-9a-f]*, seen [0-9a-fx]*: 1000 cycles, .* different, expected' "$work/log" || complain "a wrong gate: $(cat "$work/log")"
tail -n 1 "$work/log"
rm -f "$gates/net.key"

# Runs shorter than what is recorded of them.
grep -v '^#' synth_estimates/gates.txt >"$work/list"
while read -r system policy kernel size cycles; do
    "$BUILD/warplock" run --machine "$system" --policy "$policy" --size "$size" --max-cycles "$cycles" "$kernel" >"$work/log" 2>&1
    [ $? = 3 ] || complain "gates.txt: $system $policy $kernel $size: seen the end within $cycles cycles, expected a longer run: $(tail -n 1 "$work/log")"
done <"$work/list"
echo 'oaws oaws-dyn atax 32x1 100000' >"$work/short.txt"
GATES_LIST=$work/short.txt sh synth_estimates/gates.sh oaws_ocw >"$work/log" 2>&1 && complain "a run that is too short goes unnoticed"
grep -q "short.txt: oaws oaws-dyn atax 32x1: ends within 100000 cycles, expected a longer run" "$work/log" || complain "a run that is too short: $(cat "$work/log")"

# The GPU's one block, which an SM's recording has, too, is replayed once. Nothing is mapped here.
echo 'bucl bucl-dyn atax 64x64 300' >"$work/once.txt"
GATES_LIST=$work/once.txt VERILOG=$work/none sh synth_estimates/gates.sh bucl_update >"$work/log" 2>&1
equal "replays of the GPU's block" "$(sed "s|$BUILD/overhead/||" "$BUILD/overhead/gates/jobs")" \
    'bucl atax bucl_update sms15_p12 300 gates/recorded_bucl_atax_gpu/bucl_update.txt' "$work/log"

# A buffer that toggles three times in four cycles.
cat >"$work/one.v" <<'END'
module one(input clk_i, input a, output y);
    BUFX2 u0(.A(a), .Y(y));
endmodule
END
sh synth_estimates/library.sh "$tech" "$BUILD/overhead/library" || exit 1
yosys -q -p "read_liberty -lib $BUILD/overhead/library/library.lib; read_verilog $work/one.v; hierarchy -top one; write_json $work/one.json" || exit 1
liberty=$BUILD/overhead/library/library.lib netlist=$work/one.v top=one sta -no_splash -exit synth_estimates/energy.tcl >"$work/energy.txt" || exit 1
printf '%s\n' '$var wire 1 ! y $end' '$enddefinitions $end' '$dumpvars' 'x!' '$end' '#1' '0!' '#2' '1!' '#3' '0!' '#4' '1!' >"$work/one.vcd"
energy() { "$BUILD/overhead/overhead" gates-energy "$work/one.json" one "$work/energy.txt" "$1" 4; }
# Liberty's tables around 0.02 pF and an edge of 0.1 ns: 0.0366 to 0.0391 pJ rising, 0.0648 to 0.0730 falling.
energy "$work/one.vcd" | sed -n 's/.*"toggles": 3\.0,.*"internal_pj": \([0-9.e-]*\), "switching_pj": \([0-9.e-]*\),.*/\1 \2/p' |
    awk '{ seen = 1; exit !($1 > 0.75 * (0.0366 + 0.0648) / 2 && $1 < 0.75 * (0.0391 + 0.0730) / 2 &&
        $2 > 0.75 * 0.5 * 0.0199 * 1.8 * 1.8 && $2 < 0.75 * 0.5 * 0.0201 * 1.8 * 1.8) } END { if (!seen) exit 1 }' ||
    complain "a buffer's energy: $(energy "$work/one.vcd")"
sed 's/ y / z /' "$work/one.vcd" >"$work/other.vcd"
energy "$work/other.vcd" >"$work/log" 2>&1 && complain "a net that the dump lacks goes unnoticed"
grep -q 'net of u0/Y: expected it in the dump' "$work/log" || complain "$(cat "$work/log")"

# Sums: the system's block takes the place of base's; what is of another netlist than the report's is left out.
measured() { # measured BLOCK CONFIG PART CLOCK TOGGLES [KEY]
    mkdir -p "$work/sums/$1_$2" "$work/sums/gates/$1_$2"
    echo key >"$work/sums/$1_$2/map.key"
    echo "${6:-key}" >"$work/sums/gates/$1_$2/net.key"
    touch "$work/sums/gates/$1_$2/oaws_atax.$1.key"
    for kind in busy:"$5" idle:0.5; do
        echo "{\"cycles\": 1000, \"clock_pj\": $4, \"internal_pj\": ${kind#*:}, \"switching_pj\": 0.25, \"leakage_uw\": 700}" \
            >"$work/sums/gates/$1_$2/oaws_atax.$1.${kind%:*}.json"
    done
    echo "oaws $3 atax 500 $1 $2 $1_$2/oaws_atax.$1" >>"$work/sums/gates/runs"
}
measured order small base 10 2
measured order large oaws 20 3
measured rank all oaws 1 4
measured other all oaws 1000 1000 stale
measured owl_prefetch banks4_lines32 oaws 5 8      # in a controller: in no sum, and leaks for a clock of DRAM, 924 MHz
"$BUILD/overhead/overhead" power "$work/sums" >"$work/log" 2>&1 || complain "overhead power fails"
tr -s ' ' <"$work/log" >"$work/sums.txt"
for row in 'base atax 11 2.25 0.75 0.50 26 4.5' 'base + oaws atax 23 7.50 1.50 0.50 61 15.0' 'order small order atax 11.0 2.250 0.750' \
    'owl_prefetch banks4_lines32 owl_prefetch atax 5.8 8.250 0.750'; do
    grep -q "^ *$row *\$" "$work/sums.txt" || complain "power: expected $row"
done
grep -q "^other" "$work/sums.txt" && complain "a netlist that is not the report's is counted"
[ "$failures" = 0 ]
