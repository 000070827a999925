// ccws_vta with its tags in a macro, for tools that read file lists, beside rtl.f or alone: verilator -F with its path.
macro/ccws_vta_macro.v
macro/sram_2r1w.v
