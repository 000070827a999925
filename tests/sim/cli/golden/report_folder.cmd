run vadd --functional --report tests
