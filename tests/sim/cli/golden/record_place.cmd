run vadd --record build/none --record-place controller --record-sm 2
