run tests/sim/cli/input/two.ptx --entry one --grid 0 --block 1
