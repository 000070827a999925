run tests/sim/cli/input/unsupported.json
