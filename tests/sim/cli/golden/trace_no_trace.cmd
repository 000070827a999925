trace info README.md
