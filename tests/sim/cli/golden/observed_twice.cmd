run vadd --observe oaws_ocw,oaws_ocw
