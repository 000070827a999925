run vadd --max-cycles -3
