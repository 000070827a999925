// SPDX-License-Identifier: BSD-3-Clause
// ccws_vta_macro on every cycle against what the C model of ccws_vta has given with LATENCY registers in front (tb/verilog/macro/bench.sh).
//
//   +vectors=FILE  a line a cycle: reset, probe, warp, line, insert, warp, line, launch at the ports; the probe and the warp that the
//                  model had then, its hit, its registers after the edge. Hexadecimal.
//
// The outputs are compared before the inputs of their cycle are known, all of them x, and again with them. The macro's model gives x
// where a macro may give anything. Ends with `PASS ccws_vta_macro ... (CYCLES cycles)`, or with the first difference.
module ccws_vta_macro_tb;
    parameter N = 2;
    parameter WAYS = 2;
    parameter LATENCY = 1;
    localparam SETS = 2 * N;
    localparam PAIRS = WAYS * (WAYS - 1) / 2;

    reg                  clk_i, rst_i, probe_i, insert_i, given_reset, given_probe, given_insert, model_probe, model_hit;
    reg [$clog2(N)-1:0]  probe_warp_i, insert_warp_i, given_probe_warp, given_insert_warp, model_warp;
    reg [33:0]           probe_line_i, insert_line_i, given_probe_line, given_insert_line;
    reg [N-1:0]          launch_i, given_launch;
    reg [SETS*WAYS-1:0]  model_valid;
    reg [SETS*PAIRS-1:0] model_newer;
    wire                 hit_o;
    wire [$clog2(N)-1:0] hit_warp_o;
    reg [8*1024-1:0]     path;
    reg                  failed;
    integer              file, fields, cycles;

    ccws_vta_macro #(.N(N), .WAYS(WAYS), .LATENCY(LATENCY)) dut (
        .clk_i(clk_i), .rst_i(rst_i), .probe_i(probe_i), .probe_warp_i(probe_warp_i), .probe_line_i(probe_line_i),
        .insert_i(insert_i), .insert_warp_i(insert_warp_i), .insert_line_i(insert_line_i), .launch_i(launch_i),
        .hit_o(hit_o), .hit_warp_o(hit_warp_o)
    );

    task difference(input [8*20-1:0] what, input [SETS*PAIRS+63:0] expected, input [SETS*PAIRS+63:0] seen);
        if (!failed) begin
            failed = 1'b1;
            $display("FAIL ccws_vta_macro N=%0d WAYS=%0d LATENCY=%0d: cycle %0d: %0s: expected %0h, seen %0h", N, WAYS, LATENCY, cycles, what,
                     expected, seen);
        end
    endtask
    task edge_of_clock;
        begin
            #1 clk_i = 1'b1;
            #1 clk_i = 1'b0;
        end
    endtask
    task no_inputs;
        begin
            {probe_i, insert_i} = 2'bxx;
            probe_warp_i = {$clog2(N){1'bx}};
            insert_warp_i = {$clog2(N){1'bx}};
            probe_line_i = {34{1'bx}};
            insert_line_i = {34{1'bx}};
            launch_i = {N{1'bx}};
        end
    endtask
    task compare_outputs;
        begin
            if (hit_o !== model_hit) difference("output hit_o", model_hit, hit_o);
            if (model_probe && hit_warp_o !== model_warp) difference("output hit_warp_o", model_warp, hit_warp_o);
        end
    endtask
    task read_line;
        fields = $fscanf(file, "%b %h %h %h %h %h %h %h %h %h %h %h %h", given_reset, given_probe, given_probe_warp, given_probe_line,
                         given_insert, given_insert_warp, given_insert_line, given_launch, model_probe, model_warp, model_hit, model_valid,
                         model_newer);
    endtask

    initial begin
        {clk_i, rst_i, failed} = 3'b000;
        cycles = 0;
        if (!$value$plusargs("vectors=%s", path)) path = "vectors.txt";
        file = $fopen(path, "r");
        read_line;
        while (!failed && fields == 13) begin
            no_inputs;
            if (given_reset) begin
                rst_i = 1'b1;
                edge_of_clock;
                rst_i = 1'b0;
            end
            #1 compare_outputs;
            {probe_i, insert_i} = {given_probe, given_insert};
            {probe_warp_i, insert_warp_i} = {given_probe_warp, given_insert_warp};
            {probe_line_i, insert_line_i} = {given_probe_line, given_insert_line};
            launch_i = given_launch;
            #1 compare_outputs;
            edge_of_clock;
            #1;
            if (dut.valid_q !== model_valid) difference("register valid_q", model_valid, dut.valid_q);
            if (dut.newer_q !== model_newer) difference("register newer_q", model_newer, dut.newer_q);
            cycles = cycles + 1;
            read_line;
        end
        if (!failed && (cycles == 0 || fields > 0)) $display("FAIL ccws_vta_macro: %0d fields in line %0d, expected 13", fields, cycles + 1);
        else if (!failed) $display("PASS ccws_vta_macro N=%0d WAYS=%0d LATENCY=%0d (%0d cycles)", N, WAYS, LATENCY, cycles);
        $finish;
    end
endmodule
