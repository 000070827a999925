run vadd --functional --perfetto build/p.json
