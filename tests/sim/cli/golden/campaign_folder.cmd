campaign papers --folder Makefile atax
