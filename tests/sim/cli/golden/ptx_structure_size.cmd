run tests/sim/cli/input/services.ptx --entry say --grid 1 --block 2 --arg buf:s32:4 --arg hex:00
