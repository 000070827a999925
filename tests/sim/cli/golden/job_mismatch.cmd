run tests/sim/cli/input/mismatch.json --functional
