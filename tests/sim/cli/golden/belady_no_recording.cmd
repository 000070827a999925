belady README.md
