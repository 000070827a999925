run vadd --policy=
