# block: ccws_llds
# config: n8_bits32
# side: verilog
# what: a kernel launch leaves the quotient
# expect: register quotient
# simulator: none: bugs in the model of this block are tried with kernels
s/if (kernel_launch_i) quotient_d/if (1'b0) quotient_d/
