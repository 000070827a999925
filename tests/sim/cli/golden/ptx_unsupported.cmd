run tests/sim/cli/input/unsupported.ptx --grid 1 --block 1
