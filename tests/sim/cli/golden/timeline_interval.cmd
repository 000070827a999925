run vadd --timeline build/line.csv --timeline-interval 0
