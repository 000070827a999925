campaign paper
