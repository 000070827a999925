run vadd --functional --per-line
