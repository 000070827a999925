run vadd --machine tests/sim/cli/input/key.ini
