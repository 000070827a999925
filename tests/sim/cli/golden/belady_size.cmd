belady --ways 1024 --sets 4096 tests/sim/cli/input/bfs.l1d
