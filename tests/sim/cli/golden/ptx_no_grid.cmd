run tests/sim/cli/input/two.ptx --block 1
