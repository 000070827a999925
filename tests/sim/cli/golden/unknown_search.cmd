run vadd --policy swl-bst
