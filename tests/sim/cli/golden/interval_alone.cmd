run vadd --timeline-interval 1000
