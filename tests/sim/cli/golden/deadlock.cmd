run tests/sim/cli/input/deadlock.ptx --grid 1 --block 96 --functional
