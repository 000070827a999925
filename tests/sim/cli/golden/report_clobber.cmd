run tests/sim/cli/input/repeat.json --functional --report tests/sim/cli/input/repeat.json
