run vadd --perfetto-sms all
