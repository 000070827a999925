run --functional --belady vadd
