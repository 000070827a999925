#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# No machine and no policy is named in the campaign's and the command line's C: what a paper measures are rows of tables
# (sim/campaign/*.def) and campaign files (sim/campaign/papers). Shown to fail: a claim's table, a key and a comment that name one.
# needs: warplock
set -u
. tests/lib.sh
build=$BUILD
folder=$build/campaign_names
rm -rf "$folder"
mkdir -p "$folder/sim/campaign/file" "$folder/sim/campaign/terms" "$folder/sim/campaign/store" "$folder/sim/cli" "$folder/sim/run"

# Names of both, policies' also without what follows a dash (oaws-dyn: oaws), between other letters and digits.
names=$({ COLUMNS=1000 "$build/warplock" policies; for ini in sim/machine/*.ini; do basename "$ini" .ini; done; } |
    awk '{ print $1; sub(/-.*/, "", $1); print $1 }' | sort -u | paste -sd '|' -)
case "|$names|" in *'|gtx480|'*'|oaws|'*'|swl|'*) ;; *) fail "names that are looked for: seen $names, expected gtx480, oaws and swl among them" ;; esac
named() { grep -niE "(^|[^a-z0-9])($names)([^a-z0-9]|\$)" "$1"/sim/campaign/*.[ch] "$1"/sim/campaign/file/*.[ch] "$1"/sim/campaign/terms/*.[ch] "$1"/sim/campaign/store/*.[ch] "$1"/sim/run/*.[ch] "$1"/sim/cli/*.[ch] "$1"/sim/main.c; }

if named .; then fail "named outside the tables"; fi

cp sim/campaign/*.[ch] "$folder/sim/campaign/" && cp sim/campaign/file/*.[ch] "$folder/sim/campaign/file/" &&
    cp sim/campaign/terms/*.[ch] "$folder/sim/campaign/terms/" && cp sim/campaign/store/*.[ch] "$folder/sim/campaign/store/" && cp sim/run/*.[ch] "$folder/sim/run/" && cp sim/cli/*.[ch] "$folder/sim/cli/" && cp sim/main.c "$folder/sim/" || exit 1
plant() { # plant FILE SCRIPT
    cp "$1" "$folder/kept"
    plant_copy "$1" "$folder/$1" "$2" || exit 1
    equal "lines that name one, with $2 in $1" "$(named "$folder" | wc -l)" 1
    cp "$folder/kept" "$folder/$1"
}
if named "$folder"; then fail "a copy is named in, and the sources are not"; fi
plant sim/campaign/claims.c 's/^static const claim \*find_in(.*/extern const claim oaws_claims[];\n&/'
plant sim/campaign/terms/system.c 's/^static bool add_set(/static const char key[] = "policy.swl_limit";\n&/'
plant sim/campaign/plans.c '1s/$/ The baseline is GTO./'
plant sim/cli/campaign.c '1s/$/ "GTX480"/'
echo "names in tables alone: $names"
[ "$failures" = 0 ]
