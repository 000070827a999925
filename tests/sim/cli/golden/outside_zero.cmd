run tests/sim/cli/input/outside.ptx --grid 1 --block 32 --arg buf:u32:4 --functional --out-of-bounds=zero
