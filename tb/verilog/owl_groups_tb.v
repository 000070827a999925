// SPDX-License-Identifier: BSD-3-Clause
// Bench of owl_groups: make icarus. What a bench consists of: tb/verilog/bench.vh, docs/benches.md.
module owl_groups_tb;
    parameter N = 32, C = 8, CORE_W = 6;

    `include "owl_groups_harness.vh"

    // The reference: hardware.md section 5.1, Algorithm 1. A record of each group, in the order of opening: its slots,
    // and its number among those of the first fill, or -1; the last CTA's group, or -1 when that is gone.
    reg [C-1:0] group_slots [0:C-1];
    integer     group_number [0:C-1];
    integer     count, at, last, fill, n, g_core, launched, rotation, turns, slots;
    integer     i, j, k, seen, chosen, from, filled, number, left;
    reg         there;

    // Where record i stands in the queue.
    function integer in_queue(input integer record);
        integer r;
        begin
            in_queue = 0;
            for (r = 0; r < count; r = r + 1)
                if (cfg_scheme_i >= 2 && group_number[r] >= 0 && group_number[record] >= 0)
                    in_queue = in_queue + ((group_number[r] + g_core - rotation) % g_core
                        < (group_number[record] + g_core - rotation) % g_core);
                else in_queue = in_queue + (r < record);
        end
    endfunction
    function blocked(input integer record);
        integer u;
        begin
            blocked = 1;
            for (u = 0; u < N; u = u + 1)
                if (cta_i[GROUP_W*u +: GROUP_W] < C && unfinished_i[u] && !blocked_i[u]
                    && group_slots[record][cta_i[GROUP_W*u +: GROUP_W]]) blocked = 0;
        end
    endfunction

    task choose;                                             // the record that is chosen, -1: there is none
        begin
            chosen = -1;
            for (k = 0; k < count; k = k + 1)
                for (i = 0; i < count; i = i + 1) begin
                    from = cfg_scheme_i == 0 ? (i + count - at) % count : in_queue(i);
                    if (from == k && (chosen < 0 || (blocked(chosen) && !blocked(i)))) chosen = i;
                end
        end
    endtask

    // The registers, from the records. The last CTA of the first fill is the filled-th.
    task write_registers;
        begin
            resident_q_want = 0;
            group_q_want = 0;
            first_q_want = 0;
            rotated_q_want = 0;
            for (i = 0; i < count; i = i + 1) begin
                resident_q_want = resident_q_want | group_slots[i];
                for (j = 0; j < C; j = j + 1) if (group_slots[i][j]) group_q_want[GROUP_W*j +: GROUP_W] = i;
                first_q_want = first_q_want + (group_number[i] >= 0);
                rotated_q_want = rotated_q_want + (group_number[i] >= 0 && group_number[i] < rotation);
            end
            groups_q_want = count;
            place_q_want = at;
            size_q_want = n;
            filled = launched < fill ? launched : fill;
            to_come_q_want = fill - filled;
            number = filled == 0 ? 0 : (filled - 1) / n < g_core ? (filled - 1) / n : g_core - 1;
            joined_q_want = filled - number * n < n ? filled - number * n : n;
            to_rotate_q_want = rotation > number ? rotation - number : 0;
            open_q_want = last >= 0;
        end
    endtask

    task reference_reset;
        begin
            count = 0;
            at = 0;
            last = -1;
            fill = 0;
            n = 1;
            g_core = 0;
            launched = 0;
            rotation = 0;
            write_registers;
        end
    endtask

    task reference_outputs;
        begin
            choose;
            allow_o_want = 0;
            group_o_want = group_q_want;
            priority_o_want = 0;
            if (chosen >= 0)
                for (i = 0; i < N; i = i + 1)
                    if (cta_i[GROUP_W*i +: GROUP_W] < C)
                        allow_o_want[i] = group_slots[chosen][cta_i[GROUP_W*i +: GROUP_W]];
            for (i = 0; i < count; i = i + 1)
                for (j = 0; j < C; j = j + 1)
                    if (group_slots[i][j] && cfg_scheme_i != 0) priority_o_want[GROUP_W*j +: GROUP_W] = in_queue(i);
        end
    endtask

    task begin_kernel;
        begin
            fill = n_cta_i > C ? C : n_cta_i;
            n = 1;
            while (n * warps_per_cta_i < cfg_g_size_i && n < fill) n = n + 1;
            g_core = fill / n;
            rotation = g_core == 0 ? 0 : cfg_core_i % g_core;
            launched = 0;
            count = 0;
            at = 0;
            last = -1;
        end
    endtask
    // CTA-Aware goes to the next record that stays; then those that do not are taken out.
    task leave(input [C-1:0] slots);
        begin
            for (i = 0; i < count; i = i + 1) group_slots[i] = group_slots[i] & ~slots;
            there = 0;
            for (k = 0; k < count; k = k + 1)
                if (!there) begin
                    there = group_slots[at] != 0;
                    if (!there) at = (at + 1) % count;
                end
            if (!there) at = 0;
            left = 0;
            for (i = 0; i < count; i = i + 1) begin
                if (at == i) at = left;
                if (last == i) last = group_slots[i] != 0 ? left : -1;
                if (group_slots[i] != 0) begin
                    group_slots[left] = group_slots[i];
                    group_number[left] = group_number[i];
                    left = left + 1;
                end
            end
            count = left;
        end
    endtask
    task enter(input integer slot);
        begin
            number = launched / n < g_core ? launched / n : g_core - 1;
            seen = 0;
            for (i = 0; i < C; i = i + 1) if (count > 0) seen = seen + group_slots[count - 1][i];
            if (launched < fill ? count == 0 || group_number[count - 1] != number
                : count == 0 || seen >= n || in_queue(count - 1) == 0) begin
                group_slots[count] = 0;
                group_number[count] = launched < fill ? number : -1;
                count = count + 1;
            end
            last = count - 1;
            group_slots[last][slot] = 1;
            launched = launched + 1;
        end
    endtask

    task reference_next;
        begin
            choose;
            if (cfg_scheme_i == 0 && count > 0) at = chosen;
            if (kernel_launch_i) begin_kernel;
            leave(exit_i);
            if (launch_i && launch_cta_i < C) begin
                leave(1'b1 << launch_cta_i);
                enter(launch_cta_i);
            end
            write_registers;
        end
    endtask

    // Slot w mod C for each warp; all of them could go.
    task quiet;
        begin
            launch_i = 0;
            exit_i = 0;
            kernel_launch_i = 0;
            for (i = 0; i < N; i = i + 1) cta_i[GROUP_W*i +: GROUP_W] = i % C;
            unfinished_i = ~0;
        end
    endtask
    task kernel(input integer ctas, input integer warps, input integer least);
        begin
            quiet;
            kernel_launch_i = 1;
            n_cta_i = ctas;
            warps_per_cta_i = warps;
            cfg_g_size_i = least;
            cycle;
            quiet;
        end
    endtask
    task launch(input integer slot);
        begin
            launch_i = 1;
            launch_cta_i = slot;
            cycle;
            quiet;
        end
    endtask
    task expect_slot(input integer slot, input integer group, input integer place);
        begin
            present(1);
            expect_number("group of a slot", group_o[GROUP_W*slot +: GROUP_W], group);
            expect_number("priority of a slot", priority_o[GROUP_W*slot +: GROUP_W], place);
        end
    endtask

    task examples;
        begin
            if (C >= 10) for (turns = 0; turns < 3; turns = turns + 1) begin
                begin_part("E-9: groups of 3, 3, 4; (g - j) mod 3");
                cfg_scheme_i = 2;
                cfg_core_i = turns;
                kernel(10, 2, 5);
                while (launched < 10) launch(launched);
                for (slots = 0; slots < 10; slots = slots + 1)
                    expect_slot(slots, slots < 3 ? 0 : slots < 6 ? 1 : 2,
                        ((slots < 3 ? 0 : slots < 6 ? 1 : 2) + 3 - turns) % 3);
            end
            begin_part("groups of one CTA");
            cfg_scheme_i = 1;
            kernel(2, 1, 1);
            launch(0);
            launch(1);
            expect_slot(1, 1, 1);
            expect_number("Locality: slot 0", allow_o[1:0], 2'b01);
            blocked_i = ~2;
            present(1);
            expect_number("as it is blocked: slot 1", allow_o[1:0], 2'b10);
            blocked_i = 0;
            present(1);
            expect_number("and back", allow_o[1:0], 2'b01);
            cfg_scheme_i = 0;
            blocked_i = ~2;
            cycle;
            blocked_i = 0;
            present(1);
            expect_number("CTA-Aware stays", allow_o[1:0], 2'b10);
            exit_i = 2;
            cycle;
            quiet;
            present(1);
            expect_number("until it is gone", allow_o[1:0], 2'b01);
            cfg_scheme_i = 2;
            cfg_core_i = 1;
            kernel(2, 1, 1);
            launch(0);
            launch(1);
            expect_slot(0, 0, 1);
            expect_slot(1, 1, 0);
            begin_part("a least that no group has");
            cfg_scheme_i = 1;
            kernel(2, 1, 100);
            launch(0);
            launch(1);
            expect_slot(0, 0, 0);
            expect_slot(1, 0, 0);
            exit_i = 1;
            cycle;
            quiet;
            launch(0);                                       // not to the front group
            expect_slot(0, 1, 1);
        end
    endtask

    // Kernels whose CTAs come at once and stay for a while, in groups of one or several; warps that all wait, or of
    // which one or the other does not.
    task stimuli;
        begin
            if (chance(88)) kernel_launch_i = 0;
            if (chance(30)) launch_i = 0;
            if (chance(90)) launch_i = launch_i & ~resident_q_want[launch_cta_i % C];
            exit_i = chance(15) ? chance(50) ? 1 << below(C) : exit_i : 0;
            if (chance(80)) n_cta_i = C - below(2);
            if (chance(70)) cfg_g_size_i = below(4);
            if (chance(50)) warps_per_cta_i = 1 + below(2);
            cfg_scheme_i = cycle_number / 60;
            if (chance(25)) begin
                unfinished_i = ~0;
                blocked_i = ~0;
            end else if (chance(30)) begin
                unfinished_i = 0;
                blocked_i = 0;
            end
        end
    endtask
endmodule
