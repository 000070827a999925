# block: ccws_llds
# config: n8_bits32
# side: verilog
# what: a kernel launch leaves the quotient
# expect: register quotient
# simulator: none: no policy of that test's machine has it
s/if (kernel_launch_i) quotient_d/if (1'b0) quotient_d/
