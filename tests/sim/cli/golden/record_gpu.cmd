run vadd --record build/none --record-place gpu --record-sm 1
