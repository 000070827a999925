dump-machine oaws --set l1d.ways=4
