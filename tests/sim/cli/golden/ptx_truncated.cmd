run tests/sim/cli/input/truncated.ptx --grid 1 --block 1
