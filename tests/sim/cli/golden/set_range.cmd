run vadd --set l1d.ways=0
