run tests/sim/cli/input/repeat.json --functional
