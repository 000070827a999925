run vadd --wave ""
