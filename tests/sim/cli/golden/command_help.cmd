dump-machine --help
