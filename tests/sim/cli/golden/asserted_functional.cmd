run tests/sim/cli/input/services.ptx --entry check --grid 1 --block 6 --arg buf:s32:6:iota --functional
