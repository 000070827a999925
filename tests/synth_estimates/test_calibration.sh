#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The design of the calibration row is the published one: PRESENT-80 makes the ciphertexts of its paper. Planted: an S-box
# with two values exchanged, a round key without its counter, another permutation.
# needs: overhead/overhead
set -u
. tests/lib.sh
command -v iverilog >/dev/null 2>&1 || { echo "skip: iverilog is not installed"; exit 77; }
folder=$BUILD/overhead-calibration
rm -rf "$folder" && mkdir -p "$folder"
cat >"$folder/bench.v" <<'END'
module bench;
    reg clk_i = 0, load_i = 1;
    reg [63:0] plaintext_i, expected;
    reg [79:0] key_i;
    wire [63:0] ciphertext_o;
    wire valid_o;
    present80 dut(.clk_i(clk_i), .load_i(load_i), .plaintext_i(plaintext_i), .key_i(key_i), .ciphertext_o(ciphertext_o),
                  .valid_o(valid_o));
    task edges(input integer count); repeat (count) begin #1 clk_i = 1; #1 clk_i = 0; end endtask
    task encrypts(input [79:0] key, input [63:0] plaintext, input [63:0] expected); begin
        load_i = 1; key_i = key; plaintext_i = plaintext;
        edges(1);
        load_i = 0; key_i = 80'bx; plaintext_i = 64'bx;
        edges(31);
        if (valid_o !== 1 || ciphertext_o !== expected)
            $display("key %h plaintext %h: %h, expected %h", key, plaintext, ciphertext_o, expected);
    end endtask
    initial begin   // appendix I of the paper
        encrypts(80'h0, 64'h0, 64'h5579c1387b228445);
        encrypts(~80'h0, 64'h0, 64'he72c46c0f5945049);
        encrypts(80'h0, ~64'h0, 64'ha112ffc72f68417b);
        encrypts(~80'h0, ~64'h0, 64'h3333dcd3213210d2);
        $display("done");
    end
endmodule
END
said() { # said SED-SCRIPT: what the bench of the design so changed prints
    if [ -z "$1" ]; then cp synth_estimates/calibration/present80.v "$folder/"
    else plant_copy synth_estimates/calibration/present80.v "$folder/present80.v" "$1" || exit; fi
    iverilog -g2001 -o "$folder/bench" "$folder/bench.v" "$folder/present80.v" && vvp -n "$folder/bench"
}
[ "$(said '')" = done ] || { said ''; exit 1; }
for planted in "s/4'h3: sbox = 4'hb/4'h3: sbox = 4'h9/; s/4'h4: sbox = 4'h9/4'h4: sbox = 4'hb/" 's/ ^ round_q;/;/' 's/(16 \* i) % 63/(8 * i) % 63/'; do
    said "$planted" | grep -q '^key .* expected' || fail "not noticed: $planted: $(said "$planted")"
done
echo "PRESENT-80 is the published one"
