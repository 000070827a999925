// SPDX-License-Identifier: BSD-3-Clause
// Bench of ccws_vta: make icarus. What a bench consists of: tb/verilog/bench.vh, docs/benches.md.
module ccws_vta_tb;
    parameter N = 32;
    parameter WAYS = 8;

    `include "ccws_vta_harness.vh"

    // The reference: hardware.md section 2.1, with the time of the last insert of each way in place of an order.
    reg [32:0] tag   [0:2*N*WAYS-1];
    integer    stamp [0:2*N*WAYS-1];
    integer    now, place, freed, chosen, one, other;

    task reference_reset;
        begin
            now = 1;
            valid_q_want = 0;
            newer_q_want = 0;
            for (place = 0; place < 2 * N * WAYS; place = place + 1) stamp[place] = place % WAYS - WAYS;
        end
    endtask

    function integer set_of(input asked, input integer warp, input [33:0] line);         // -1: none
        set_of = asked && warp < N ? 2 * warp + line[0] : -1;
    endfunction
    function integer find(input integer set, input [33:0] line);                         // -1: it is not there
        integer w;
        begin
            find = -1;
            if (set >= 0)
                for (w = set * WAYS; w < set * WAYS + WAYS; w = w + 1)
                    if (valid_q_want[w] && tag[w] == line[33:1]) find = w;
        end
    endfunction

    task reference_outputs;
        hit_o_want = find(set_of(probe_i, probe_warp_i, probe_line_i), probe_line_i) >= 0;
    endtask

    // A free way before any other, of either the one of the oldest stamp.
    task choose(input integer set);
        begin
            chosen = set * WAYS;
            for (place = set * WAYS; place < set * WAYS + WAYS; place = place + 1)
                if ({valid_q_want[place], stamp[place][30:0] ^ 31'h4000_0000}
                    < {valid_q_want[chosen], stamp[chosen][30:0] ^ 31'h4000_0000}) chosen = place;
        end
    endtask

    task insert(input integer set);
        begin
            chosen = find(set, insert_line_i);
            if (chosen < 0 && freed >= 0 && freed / WAYS == set) chosen = freed;
            if (chosen < 0) choose(set);
            valid_q_want[chosen] = 1;
            tag[chosen] = insert_line_i[33:1];
            stamp[chosen] = now;
            for (other = 1; other < WAYS; other = other + 1)
                for (one = 0; one < other; one = one + 1)
                    newer_q_want[set * PAIRS + other * (other - 1) / 2 + one] =
                        stamp[set * WAYS + one] > stamp[set * WAYS + other];
        end
    endtask

    task reference_next;
        begin
            now = now + 1;
            freed = find(set_of(probe_i, probe_warp_i, probe_line_i), probe_line_i);
            if (freed >= 0) valid_q_want[freed] = 0;
            if (set_of(insert_i, insert_warp_i, insert_line_i) >= 0) insert(set_of(insert_i, insert_warp_i, insert_line_i));
            for (place = 0; place < N; place = place + 1)
                if (launch_i[place]) valid_q_want[place*2*WAYS +: 2*WAYS] = 0;
        end
    endtask

    task probing(input integer warp, input [33:0] line, input expected);
        begin
            no_inputs;
            probe_i = 1;
            probe_warp_i = warp;
            probe_line_i = line;
            present(1'b1);
            expect_number("hit", hit_o, expected);
            clock(1'b1);
        end
    endtask
    task inserting(input integer warp, input [33:0] line);
        begin
            no_inputs;
            insert_i = 1;
            insert_warp_i = warp;
            insert_line_i = line;
            cycle;
        end
    endtask

    integer lines;

    task examples;
        begin
            begin_part("example of the header");
            inserting(1, 6);
            probing(1, 6, 1);
            probing(1, 6, 0);
            inserting(1, 6);
            probing(0, 6, 0);                                // its own section alone
            probing(1, 6, 1);
            begin_part("the oldest gives way");
            for (lines = 0; lines < WAYS; lines = lines + 1) inserting(0, 2 * lines);
            inserting(0, 0);                                 // the newest again
            inserting(0, 2 * WAYS);
            inserting(0, 2 * WAYS + 1);                      // of the other set
            probing(0, 2, 0);
            probing(0, 0, 1);
            probing(0, 2 * WAYS, 1);
            probing(0, 2 * WAYS + 1, 1);
            begin_part("probe, insert, clear in one cycle");
            inserting(0, 34'h3ffffffff);
            no_inputs;
            {probe_i, insert_i} = 2'b11;
            {probe_line_i, insert_line_i} = {2{34'h3ffffffff}};
            cycle;
            probing(0, 34'h3ffffffff, 1);
            no_inputs;
            insert_i = 1;
            launch_i = 1;
            cycle;
            probing(0, 0, 0);
        end
    endtask

    // Few lines and few warps, so that sections are full; anything at all.
    task stimuli;
        begin
            launch_i = below(60) == 0 ? launch_i : 0;
            if (chance(97)) begin
                probe_warp_i = below(cycle_number / 100 % 2 ? 2 : N);
                insert_warp_i = chance(60) ? probe_warp_i : below(N);
                insert_line_i = below(2 * WAYS + 5) * (chance(90) ? 1 : 34'h1ffffffff);
                probe_line_i = chance(30) ? insert_line_i : below(2 * WAYS + 5);
                if (chance(70)) insert_i = 1;
                if (cycle_number / 50 % 2) probe_i = chance(20);
            end
        end
    endtask
endmodule
