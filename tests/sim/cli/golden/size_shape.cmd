run bfs --size 64x64
