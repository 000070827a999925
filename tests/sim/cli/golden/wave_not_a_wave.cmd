run vadd --wave LICENSE
