campaign papers --per-line atax
