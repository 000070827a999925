run tests/sim/cli/input/clobber.json --functional
