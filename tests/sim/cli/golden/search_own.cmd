run tests/sim/cli/input/two.ptx --entry one --grid 1 --block 32 --policy swl-best
