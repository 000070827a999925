results build/none.sqlite --diff a --baseline gto
