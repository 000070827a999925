run vadd --record-sm=3
