// SPDX-License-Identifier: BSD-3-Clause
// Bench of kaws_share: make icarus. What a bench consists of: tb/verilog/bench.vh, docs/benches.md.
module kaws_share_tb;
    parameter N = 64, S = 4;

    `include "kaws_share_harness.vh"

    localparam SP = 0, SFU = 1, MEM = 2;

    // The reference: hardware.md section 3.2; for each scheduler every warp is asked, and the oldest one kept.
    integer x, y, w, other, chosen, empty;
    reg     candidates [0:N-1];
    reg     beaten;

    function older(input integer a, input integer b);        // is b's warp older than a's
        older = b < a ? older_i[N*a + b] : !older_i[N*b + a];
    endfunction

    task reference_reset;
        begin
        end
    endtask

    task reference_outputs;
        begin
            borrows_o_want = 0;
            warp_o_want = 0;
            for (x = 0; x < S; x = x + 1) begin
                for (w = 0; w < N; w = w + 1) begin
                    empty = 0;
                    for (y = 0; y < S; y = y + 1)
                        if (unit_i[2*w +: 2] != 3) empty = empty + can_accept_i[3*y + unit_i[2*w +: 2]];
                    candidates[w] = ready_i[w] && w % S != x && !issues_i[x] && empty == 1
                        && can_accept_i[3*x + unit_i[2*w +: 2]];
                end
                for (w = 0; w < N; w = w + 1)
                    if (candidates[w]) begin
                        beaten = 0;
                        for (other = 0; other < N; other = other + 1)
                            if (candidates[other]) if (other != w && older(w, other)) beaten = 1;
                        if (!beaten) begin
                            borrows_o_want[x] = 1;
                            warp_o_want[WARP_W*x +: WARP_W] = w;
                        end
                    end
            end
        end
    endtask

    task reference_next;
        begin
        end
    endtask

    // The pairs of an order: each slot's number, the smaller the older.
    integer place [0:N-1];

    task order_by_place;
        begin
            older_i = 0;
            for (w = 0; w < N; w = w + 1)
                for (other = 0; other < w; other = other + 1) older_i[N*w + other] = place[other] <= place[w];
        end
    endtask

    task instruction(input integer warp, input integer unit);
        begin
            ready_i[warp] = 1;
            unit_i[2*warp +: 2] = unit;
        end
    endtask
    task expect_borrowed(input integer scheduler, input integer warp);
        begin
            expect_number("the scheduler borrows", borrows_o[scheduler], warp < N);
            if (warp < N) expect_number("the warp that it borrows", warp_o[WARP_W*scheduler +: WARP_W], warp);
        end
    endtask

    task figure_3;
        begin
            no_inputs;
            for (w = 0; w < N; w = w + 1) place[w] = w;
            order_by_place;
            instruction(0, MEM);
            instruction(4, MEM);
            instruction(1, SP);
            instruction(5, SFU);
            instruction(6, MEM);
            instruction(3, MEM);
            instruction(7, MEM);
            can_accept_i[3*1 + MEM] = 1;
            can_accept_i[3*2 + SFU] = 1;
            can_accept_i[3*3 + SP] = 1;
        end
    endtask

    task examples;
        begin
            rst_i_why = "there is nothing to reset";
            // Of a row, bits from the diagonal on say nothing: X on them goes unseen.
            for (w = 0; w < N; w = w + 1)
                for (other = w; other < N; other = other + 1) older_i_excused[N*w + other] = 1;
            older_i_why = "bits of a slot with itself and the slots above are not read";
            if (N >= 8 && S == 4) begin
                begin_part("E-7, KAWS Fig. 3");
                figure_3;
                present(1);
                expect_borrowed(0, N);
                expect_borrowed(1, 0);
                expect_borrowed(2, 5);
                expect_borrowed(3, 1);
                can_accept_i[3*2 + MEM] = 1;                 // two MEM registers are empty: neither is lent to
                present(1);
                expect_borrowed(1, N);
                expect_borrowed(2, 5);
                figure_3;
                issues_i = 4'b0010;                          // S1 issues its own
                present(1);
                expect_borrowed(1, N);
                expect_borrowed(3, 1);
                begin_part("D-15");
                figure_3;
                can_accept_i = 0;
                can_accept_i[3*2 +: 3] = 3'b111;             // all of S2: the oldest of all, but for its own w6
                present(1);
                expect_borrowed(2, 0);
                place[6] = 0;
                order_by_place;
                ready_i[0] = 0;
                present(1);
                expect_borrowed(2, 1);
            end
        end
    endtask

    // Orders most of the time; few registers empty, few warps ready; and each two warps for one register.
    task stimuli;
        begin
            if (chance(80)) begin
                for (w = 0; w < N; w = w + 1) place[w] = below(1000);
                order_by_place;
            end
            if (chance(70)) begin
                can_accept_i = 0;
                for (y = 0; y < 3; y = y + 1) if (chance(80)) can_accept_i[3*below(S) + y] = 1;
                issues_i = chance(40) ? issues_i : 0;
            end
            if (chance(40)) ready_i = (1 << below(N)) | (1 << below(N)) | (1 << below(N));
            if (cycle_number % 8 == 0) begin
                unit_i = 0;
                ready_i = (1 << cycle_number / 8 % N) | (1 << cycle_number / 8 / N % N);
                can_accept_i = 0;
                for (y = 0; y < S; y = y + 1)
                    if (cycle_number / 8 % N % S != y && cycle_number / 8 / N % N % S != y) can_accept_i = 1 << 3*y;
                issues_i = 0;
            end
        end
    endtask
endmodule
