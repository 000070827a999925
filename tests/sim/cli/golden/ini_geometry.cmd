run vadd --machine tests/sim/cli/input/geometry.ini
