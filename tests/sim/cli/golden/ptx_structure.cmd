run tests/sim/cli/input/services.ptx --entry say --grid 1 --block 2 --arg buf:s32:4 --arg hex:0000004000000000000000000000f03f0000000000000000 --functional
