run vadd --functional --timeline build/line.csv
