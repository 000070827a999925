run vadd --report build/same.txt --wave build/same.txt
