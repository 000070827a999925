run tests/sim/cli/input/two.ptx --entry one --grid 1 --block 1025
