run vad
