run vadd --perfetto build/p.json --perfetto-sms 0,15
