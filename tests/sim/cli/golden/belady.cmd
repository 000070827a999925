belady --sets 8 --ways 2 --index linear --show 24 tests/sim/cli/input/bfs.l1d
