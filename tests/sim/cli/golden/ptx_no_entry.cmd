run tests/sim/cli/input/two.ptx --grid 1 --block 1
