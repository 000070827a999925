belady --sets 24 tests/sim/cli/input/bfs.l1d
