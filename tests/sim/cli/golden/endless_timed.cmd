run tests/sim/cli/input/endless.ptx --grid 1 --block 32 --max-cycles 500
