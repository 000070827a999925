belady tests/sim/cli/input/nothing.l1d
