run vadd --record docs
