run vadd gcd --functional
