run vadd --observe oaws
