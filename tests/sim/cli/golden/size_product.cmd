run atax --size 100000x10000
