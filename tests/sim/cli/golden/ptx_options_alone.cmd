run vadd --grid 3
