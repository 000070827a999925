run vadd --machine oaws --per-link
