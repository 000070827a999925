belady
