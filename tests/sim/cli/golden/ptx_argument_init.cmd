run tests/sim/cli/input/outside.ptx --grid 1 --block 1 --arg buf:f32:4:lcg,1
