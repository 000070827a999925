#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# report.sh FOLDER [ALLOWED]: what ran of the sources whose objects and counts (.gcno, .gcda) stand below FOLDER, from where the sources are
# found: per folder of sources the lines and branches reached. FOLDER/lines.txt and branches.txt list what is not, by file and line. Exit
# status 1, and the lines printed, when a line of sim/ is unreached without a reason, a row of ALLOWED has no such line (report.awk), or
# counts are of another source than the notes beside them.
set -eu
folder=$1 allowed=${2:-tests/coverage/allowed.txt}
find "$folder" -name '*.gcno' | LC_ALL=C sort | xargs -P "$(nproc)" -n 20 sh -c '
    for notes do gcov -t -b -c "$notes" 2>"$0/$$.said" || echo "coverage: no counts of $notes: $(head -n 1 "$0/$$.said")"; done >"$0/$$.gcov"
    rm -f "$0/$$.said"' "$folder"
status=0
cat "$folder"/*.gcov | LC_ALL=C awk -v folder="$folder" -v root="$PWD/" -f tests/coverage/report.awk "$allowed" - || status=1
rm -f "$folder"/*.gcov
exit $status
