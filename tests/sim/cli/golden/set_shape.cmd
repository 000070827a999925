run vadd --set ways=3
