run tests/sim/cli/input/block_limits.ptx --entry most --grid 2 --block 65
