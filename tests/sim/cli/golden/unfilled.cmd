run tests/sim/cli/input/unfilled.json --functional
