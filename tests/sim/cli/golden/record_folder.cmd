run vadd --record build/none/none
