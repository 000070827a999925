run atax --size 64x
