run vadd --blocks d
