belady --policy gto tests/sim/cli/input/bfs.l1d
