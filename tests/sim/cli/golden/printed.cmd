run tests/sim/cli/input/services.json --functional
