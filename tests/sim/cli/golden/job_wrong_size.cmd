run tests/sim/cli/input/expect.json
