run atax --size 40x7 --functional
