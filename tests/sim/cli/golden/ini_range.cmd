run vadd --machine tests/sim/cli/input/range.ini
