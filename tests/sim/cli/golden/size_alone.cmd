run tests/sim/cli/input/repeat.json --size 3
