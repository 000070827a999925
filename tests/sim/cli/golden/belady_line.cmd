belady --line 64 tests/sim/cli/input/bfs.l1d
