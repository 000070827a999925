// SPDX-License-Identifier: BSD-3-Clause
// For `techmap` beside Yosys's own file, of which it takes the place of `_90_lcu`, a prefix tree: the carries of a word in a
// row, each with its sum a full adder that extract_fa finds. Smaller and slower.
(* techmap_celltype = "$lcu" *)
module _80_carries_in_a_row (P, G, CI, CO);
    parameter WIDTH = 2;
    (* force_downto *) input [WIDTH-1:0] P, G;
    input CI;
    (* force_downto *) output [WIDTH-1:0] CO;
    assign CO = G | (P & {CO, CI});
endmodule
