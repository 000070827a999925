# SPDX-License-Identifier: BSD-3-Clause
# Sourced by each test_planted*.sh as its last command: plants the rows of planted*.txt beside it, a table of
#
#     sim/core/gpu.c sim/core/test_deadlock test_of_a_long_launch: what is wrong
#         s/a sed script/of one line or more/
#
# In front of the colon are the first three words of `plant` (tests/lib.sh). Blank lines and lines that begin with # are skipped.
# New rows go at the end, so that `make test`, which tries every 24th, goes on trying the same ones.
set -u
. tests/lib.sh
table=${0#tests/} table=${table%.sh}
table=${table%/*}/${table##*/test_}
plants_in "planted/$table"
plants_of "tests/$table.txt"
plants_end
