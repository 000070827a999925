// SPDX-License-Identifier: BSD-3-Clause
    // What every bench has beside its harness, which includes this; in plain Verilog-2005, inside the bench's module.
    //
    // A bench defines four tasks: `examples` drives the worked examples; `stimuli` makes the inputs of one random cycle from
    // inputs that are already anything at all; `reference_reset`, `reference_outputs` and `reference_next` are the block in
    // a few lines of its own: they set NAME_q_want, set NAME_o_want from NAME_q_want and early inputs, move NAME_q_want on.
    //
    //   +vectors=FILE  lines recorded from the C model are replayed too     +vcd=FILE   a wave of everything
    //   +cycles=N      random cycles                                        +seed=N     of the random stimuli
    //   +x             an X on every bit of every input, with a list of where it shows
    //
    // It ends with one line, `PASS <block> <parameters> (<checks>)`, or stops at the first difference with a line `FAIL ...`
    // and exit status 1.
    integer          checks, cycle_number, seed, cycles, bit_number, fields, vector_file, x_bits, x_seen;
    integer          x_gaps, x_stale, x_wrong;
    reg              bit_kept, vector_reset, vectors_left, x_injected;
    reg [8*40-1:0]   x_at;
    reg [8*48-1:0]   part;
    reg [8*1024-1:0] path;

    task begin_failure;
        begin
            $write("FAIL ");
            print_block;
            $write(": time %0t, cycle %0d of %0s: ", $time, cycle_number, part);
        end
    endtask
    task end_failure;
        begin
`ifdef __ICARUS__
            $finish_and_return(1);
`else
            $finish;
`endif
            #1;                                              // nothing more is said
        end
    endtask

    // One number of a worked example, beside what the reference says of it.
    task expect_number(input [8*48-1:0] what, input [63:0] seen, input [63:0] expected);
        begin
            checks = checks + 1;
            if (seen !== expected) begin
                begin_failure;
                $display("%0s: expected %0d, seen %0d", what, expected, seen);
                end_failure;
            end
        end
    endtask

    task reset_block;
        begin
            rst_i = 1'b1;
            #1 clk_i = 1'b1;
            #1 clk_i = 1'b0;
            rst_i = 1'b0;
            #1;
        end
    endtask

    // A cycle, its inputs set: early inputs alone decide the outputs, so late ones are X while these are first compared.
    task present(input by_reference);
        begin
            hide_late;
            #1;
            if (by_reference) reference_outputs;
            compare_outputs;
            show_late;
            #1;
            compare_outputs;
        end
    endtask
    task clock(input by_reference);
        begin
            if (by_reference) reference_next;
            clk_i = 1'b1;
            #1;
            compare_registers;
            clk_i = 1'b0;
            cycle_number = cycle_number + 1;
        end
    endtask
    task cycle;
        begin
            present(1'b1);
            clock(1'b1);
        end
    endtask

    // A part of the bench, from reset, without inputs.
    task begin_part(input [8*48-1:0] words);
        begin
            part = words;
            cycle_number = 0;
            no_inputs;
            reset_block;
            reference_reset;
            compare_registers;
        end
    endtask

    function [31:0] below(input [31:0] limit);               // a random number below the limit
        below = $unsigned($random(seed)) % limit;
    endfunction
    function chance(input [31:0] percent);
        chance = below(100) < percent;
    endfunction

    task random_cycles;
        begin
            begin_part("random stimuli");
            while (cycle_number < cycles) begin
                any_inputs;
                stimuli;
                if (below(200) == 0) begin
                    reset_block;
                    reference_reset;
                    compare_registers;
                end
                present(1'b1);
                if (x_injected && cycle_number % 4 == 0) inject_x;
                clock(1'b1);
            end
        end
    endtask

    task replay_vectors;
        begin
            begin_part("vectors");
            vector_file = $fopen(path, "r");
            read_vector(vectors_left);
            expect_number("lines in the vector file", vectors_left, 1);
            while (vectors_left) begin
                if (vector_reset) reset_block;
                present(1'b0);
                clock(1'b0);
                read_vector(vectors_left);
            end
            expect_number("words behind the last vector", fields > 0, 0);
        end
    endtask

    // The list of X injections, one input a line.
    task begin_x_row(input [8*32-1:0] signal, input integer bits);
        begin
            $write("X on %0s: ", signal);
            x_bits = bits;
            x_seen = 0;
            x_gaps = 0;
            x_stale = 0;
        end
    endtask
    task x_bit(input seen, input excused);
        begin
            if (seen) x_seen = x_seen + 1;
            if (!seen && !excused) x_gaps = x_gaps + 1;
            if (seen && excused) x_stale = x_stale + 1;
        end
    endtask
    task end_x_row(input [8*40-1:0] where, input [8*110-1:0] why);
        begin
            $write("%0d of %0d bits seen", x_seen, x_bits);
            if (x_seen != 0) $write(", first at %0s", where);
            if (why != 0) $write("; %0s", why);
            checks = checks + x_bits;
            x_wrong = x_wrong + x_gaps + x_stale;
            if (x_gaps != 0) $write(" <- %0d unseen and not excused", x_gaps);
            if (x_stale != 0) $write(" <- %0d excused but seen", x_stale);
            $write("\n");
        end
    endtask

    initial begin
        checks = 0;
        cycle_number = 0;
        part = "reset";
        if (!$value$plusargs("seed=%d", seed)) seed = 1;
        if (!$value$plusargs("cycles=%d", cycles)) cycles = 1000;
        x_injected = $test$plusargs("x");
        if ($value$plusargs("vcd=%s", path)) begin
            $dumpfile(path);
            $dumpvars;
        end
        clk_i = 1'b0;
        rst_i_excused = 1'b1;
        rst_i_why = "the clocked block reads if (rst_i), the form that synthesis knows";
        examples;
        if (cycles > 0) random_cycles;
        x_wrong = 0;
        if (x_injected) report_x;
        expect_number("bits of X injection", x_wrong, 0);
        if ($value$plusargs("vectors=%s", path)) replay_vectors;
        $write("PASS ");
        print_block;
        $display(" (%0d checks)", checks);
        $finish;
    end
