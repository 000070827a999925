import build/no.config
