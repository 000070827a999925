run tests/sim/cli/input/syntax.json
