run tests/sim/cli/input/shared.ptx --grid 1 --block 1
