run vadd --policy
