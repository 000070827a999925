run tests/sim/cli/input/outside.ptx --grid 1 --block 1 --arg 3
