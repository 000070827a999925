belady --json tests/sim/cli/input/bfs.l1d
