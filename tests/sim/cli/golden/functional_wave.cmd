run vadd --functional --wave build/functional.fst
