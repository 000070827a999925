run vadd --machine kaws --set core.max_ctas=1 --policy kaws-progress
