run vadd --wave-window 100
