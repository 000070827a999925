run tests/sim/cli/input/repeat.json --seed 3
