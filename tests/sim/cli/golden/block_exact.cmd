run tests/sim/cli/input/block_limits.ptx --entry exact --grid 2 --block 32
