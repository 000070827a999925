campaign oaws atax bfs atax --stored
