// oaws_misspred: predicted misses of each buffered instruction, stored beside it in the instruction buffer. One per SM.
//
// Source: OAWS sections 4.2, 4.3.2, 4.4; hardware.md section 1.3, decisions D-7 (M - 1 at most), D-8 (rounding), D-9.
// Computed once, when an instruction enters the buffer; active = active threads of its warp:
//   no load (or a store)       0
//   coherent load              1; static with miss rate 0: 0
//   divergent load, static     ceil(active * smr / 100), as ((active * smr + 99) * 5243) >> 19, which is the same
//   divergent load, dynamic    ceil(active / 2) + rank of the warp in this cycle
// and at most M - 1, so that any one load qualifies when all MSHRs are free. It stays as it is while ranks change.
//
// A warp that issues shifts slot 1 into slot 0, 0 into slot 1; then the fills are written, the second after the first;
// then the buffers of flushed warps are cleared, this cycle's fills included. A fill of warp N or beyond is ignored.
// Latency: a fill shows at the edge. Throughput: two fills, any number of issues and flushes per cycle.
// Example, M = 32, static, smr 50: fill (warp 3, slot 0, divergent, 32 active) and (warp 3, slot 1, coherent): pred 16
// at the port; issue: 1; issue: 0. Dynamic, rank 20: 16 + 20 saturates to 31. E-11: 48 warps x 2 x 5 bits are 480.
// Not modelled: the instruction buffer itself, locality warps (oaws_qualify).
module oaws_misspred #(
    parameter N = 48,
    parameter M = 32
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   cfg_dynamic_i,
    input  wire [6:0]             cfg_smr_i,
    input  wire [N*$clog2(N)-1:0] rank_i,
    input  wire [1:0]             fill_i,
    input  wire [2*$clog2(N)-1:0] fill_warp_i,
    input  wire [1:0]             fill_slot_i,
    input  wire [1:0]             fill_load_i,
    input  wire [1:0]             fill_divergent_i,
    input  wire [11:0]            fill_active_i,
    input  wire [N-1:0]           issue_i,
    input  wire [N-1:0]           flush_i,
    output reg  [N*$clog2(M)-1:0] pred_o
);
    localparam RANK_W = $clog2(N);
    localparam PRED_W = $clog2(M);
    localparam LAST_MSHR_VALUE = M - 1;

    localparam [26:0] LAST_MSHR = LAST_MSHR_VALUE[26:0];

    reg [2*N*PRED_W-1:0] pred_q, pred_d;

    integer o;

    always @* begin
        pred_o = {N*PRED_W{1'b0}};
        for (o = 0; o < N; o = o + 1) pred_o[o*PRED_W +: PRED_W] = pred_q[2*o*PRED_W +: PRED_W];
    end

    // What is predicted of the two fills.
    integer            f, r;
    reg [26:0]         rank, active, misses;
    reg [2*PRED_W-1:0] prediction;

    always @* begin
        r = 0;
        rank = 27'd0;
        active = 27'd0;
        misses = 27'd0;
        prediction = {2*PRED_W{1'b0}};
        for (f = 0; f < 2; f = f + 1) begin
            rank = 27'd0;
            for (r = 0; r < N; r = r + 1)
                if (fill_warp_i[f*RANK_W +: RANK_W] == r[RANK_W-1:0])
                    rank = {{27-RANK_W{1'b0}}, rank_i[r*RANK_W +: RANK_W]};
            active = {21'd0, fill_active_i[f*6 +: 6]};
            misses = 27'd0;
            if (fill_load_i[f] & fill_divergent_i[f])
                misses = cfg_dynamic_i ? ((active + 27'd1) >> 1) + rank
                                       : ((active * {20'd0, cfg_smr_i} + 27'd99) * 27'd5243) >> 19;
            else if (fill_load_i[f])
                misses = {26'd0, cfg_dynamic_i || cfg_smr_i != 7'd0};
            if (misses > LAST_MSHR) misses = LAST_MSHR;
            prediction[f*PRED_W +: PRED_W] = misses[PRED_W-1:0];
        end
    end

    integer w, g;

    always @* begin
        g = 0;
        pred_d = pred_q;
        for (w = 0; w < N; w = w + 1) begin
            if (issue_i[w]) pred_d[2*w*PRED_W +: 2*PRED_W] = {{PRED_W{1'b0}}, pred_q[(2*w+1)*PRED_W +: PRED_W]};
            for (g = 0; g < 2; g = g + 1)
                if (fill_i[g] && fill_warp_i[g*RANK_W +: RANK_W] == w[RANK_W-1:0]) begin
                    if (fill_slot_i[g])
                        pred_d[(2*w+1)*PRED_W +: PRED_W] = prediction[g*PRED_W +: PRED_W];
                    else
                        pred_d[2*w*PRED_W +: PRED_W] = prediction[g*PRED_W +: PRED_W];
                end
            if (flush_i[w]) pred_d[2*w*PRED_W +: 2*PRED_W] = {2*PRED_W{1'b0}};
        end
    end

    always @(posedge clk_i)
        if (rst_i)
            pred_q <= {2*N*PRED_W{1'b0}};
        else
            pred_q <= pred_d;
endmodule
