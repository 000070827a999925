// SPDX-License-Identifier: BSD-3-Clause
// PRESENT-80, encryption, one round a cycle: the cipher of Bogdanov et al., CHES 2007, as its figure of the data path has
// it: a register of 64 bits for the state and one of 80 for the key, both loaded through a multiplexer, 16 S-boxes for the
// state and one for the key, a counter of 5 bits. load_i takes plaintext and key; 31 cycles later valid_o is 1 and
// ciphertext_o the result. Nothing of the simulator uses it: it calibrates the area that `make overhead` gives.
// Example (the paper's test vectors): plaintext 0 under key 0 becomes 5579c1387b228445.
module present80(
    input             clk_i,
    input             load_i,
    input      [63:0] plaintext_i,
    input      [79:0] key_i,
    output     [63:0] ciphertext_o,
    output            valid_o
);
    reg [63:0] state_q, state_d;
    reg [79:0] key_q, key_d;
    reg [4:0] round_q, round_d;    // 1 to 31; 0: done

    function [3:0] sbox(input [3:0] x);
        case (x)
            4'h0: sbox = 4'hc;
            4'h1: sbox = 4'h5;
            4'h2: sbox = 4'h6;
            4'h3: sbox = 4'hb;
            4'h4: sbox = 4'h9;
            4'h5: sbox = 4'h0;
            4'h6: sbox = 4'ha;
            4'h7: sbox = 4'hd;
            4'h8: sbox = 4'h3;
            4'h9: sbox = 4'he;
            4'ha: sbox = 4'hf;
            4'hb: sbox = 4'h8;
            4'hc: sbox = 4'h4;
            4'hd: sbox = 4'h7;
            4'he: sbox = 4'h1;
            4'hf: sbox = 4'h2;
        endcase
    endfunction

    // The round key is the upper 64 bits of the key register.
    wire [63:0] mixed = state_q ^ key_q[79:16];
    assign ciphertext_o = mixed;
    assign valid_o = round_q == 5'd0;

    reg [63:0] substituted;
    reg [79:0] rotated;
    integer i;
    always @* begin
        for (i = 0; i < 16; i = i + 1) substituted[4 * i +: 4] = sbox(mixed[4 * i +: 4]);
        rotated = {key_q[18:0], key_q[79:19]};
        rotated[79:76] = sbox(rotated[79:76]);
        rotated[19:15] = rotated[19:15] ^ round_q;

        state_d = plaintext_i;
        key_d = key_i;
        round_d = 5'd1;
        if (!load_i) begin
            // Bit i goes to 16 i mod 63, the last stays.
            for (i = 0; i < 63; i = i + 1) state_d[(16 * i) % 63] = substituted[i];
            state_d[63] = substituted[63];
            key_d = rotated;
            round_d = round_q + 5'd1;
        end
    end

    always @(posedge clk_i) begin
        state_q <= state_d;
        key_q <= key_d;
        round_q <= round_d;
    end
endmodule
