run vadd --json=yes
