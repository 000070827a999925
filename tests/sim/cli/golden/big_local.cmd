run tests/sim/cli/input/big_local.ptx --grid 1000 --block 256
