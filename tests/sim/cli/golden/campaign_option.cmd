campaign papers --json atax
