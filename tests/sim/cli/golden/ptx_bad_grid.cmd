run tests/sim/cli/input/two.ptx --entry one --grid 1,2,3,4 --block 1
