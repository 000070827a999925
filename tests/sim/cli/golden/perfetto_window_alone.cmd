run vadd --perfetto-window 100
