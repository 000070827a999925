run "$(printf 'a\033[31mb\302\233')"
