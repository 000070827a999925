run vadd --timeline build/same.csv --issue-trace build/same.csv
