// What the library's DFFPOSX1 does, for the equivalence check: the library's own Verilog does not parse in Yosys, and
// its Liberty description holds the state in a hidden net, under which no register could be paired by name.
module DFFPOSX1 (
    input      CLK,
    input      D,
    output reg Q
);
    always @(posedge CLK) Q <= D;
endmodule
