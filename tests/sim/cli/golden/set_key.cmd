run vadd --set l1d.way=3
