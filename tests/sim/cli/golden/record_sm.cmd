run vadd --record build/none --record-sm 15
