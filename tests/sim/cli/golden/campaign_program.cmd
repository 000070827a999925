campaign papers --stored-program 0123456789abcdef atax
