run vadd --timeline tests
