run tests/sim/cli/input/two.ptx --entry three --grid 1 --block 1
