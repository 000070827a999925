run tests/sim/cli/input/unknown_key.json
