#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The target of 2 ns reaches every step of ABC that takes one: its log names it, and a module that is faster gets no larger
# drive than it needs, which with a target of 1 ps it does. Planted: the script given as a file, in which Yosys replaces no {D}.
# needs: overhead/overhead
set -u
. tests/lib.sh
export BUILD
tech=${TECH:-/usr/share/qflow/tech}
command -v yosys >/dev/null 2>&1 && command -v sta >/dev/null 2>&1 && [ -d "$tech/osu018" ] && [ -d "$tech/osu035" ] ||
    { echo "skip: no Yosys, OpenSTA, osu018 or osu035"; exit 77; }
folder=$BUILD/overhead-target
rm -rf "$folder" && mkdir -p "$folder"
cat >"$folder/fan.v" <<'END'
module fan(input clk_i, input [31:0] a_i, input [3:0] b_i, output reg [31:0] q_q);
    always @(posedge clk_i) q_q <= &b_i ? q_q : a_i;
endmodule
END

with() { # with NAME SED-SCRIPT: maps the fan with measure.sh changed
    mkdir -p "$folder/$1"
    cp -r synth_estimates "$folder/$1/scripts"
    [ -z "$2" ] || plant_copy synth_estimates/measure.sh "$folder/$1/scripts/measure.sh" "$2" || exit 1
    PROOF_SECONDS=0 sh "$folder/$1/scripts/measure.sh" full fan "$folder/fan.v" "$folder/$1" || exit 1
}
applied() { # applied NAME: the steps of ABC that have got the target
    sed -n 's/^ABC: + \(.*\) -D 2000 *$/\1/p' "$folder/$1/abc.log" | paste -sd' ' -
}
drives() { grep -c '"type": "BUFX4"' "$folder/$1/net.json"; }   # buffers of the larger drive

with target ''
[ "$(applied target)" = '&nf upsize dnsize' ] || fail "2 ns reaches: $(applied target)" "$folder/target/abc.log"
with fast 's/^target=2000/target=1/'
[ -z "$(applied fast)" ] && [ "$(drives fast)" -gt 0 ] && [ "$(drives target)" = 0 ] ||
    fail "larger buffers with 1 ps $(drives fast), with 2 ns $(drives target)"
with file 's|-script .*|-script $here/map.abc|'
[ -z "$(applied file)" ] || fail "a script file is taken for one with the target"
echo "2 ns is applied: no larger buffer, $(drives fast) with 1 ps"
