run vadd --machine tests/sim/cli/input/unbuilt.ini
