#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Every test file is in a tier: `make test-all` runs them all, `make test` all but those with `tier: all` in their head, and
# tests/tiers.md has a row for each that is not whole in `make test`, and for no other. Shown to fail: a file without a row, a
# row without its file, a script that plants left to `make test-all`, a file that no tier runs.
set -u
. tests/lib.sh
unset MAKEFLAGS MFLAGS MAKELEVEL
work=${BUILD:-build}/tiers
rm -rf "$work" && mkdir -p "$work"

# What is not whole in `make test`: marked, or asking for its tier.
asks='^(#|//) tier: all$|tier_is_all|TIER\b|\| smallest [0-9]|\bfirst_of\b'
not_whole() {
    find tests -name 'test_*.sh' -o -name 'test_*.c' | grep -vxE 'tests/test_(tiers|run)\.sh' | xargs grep -lE "$asks" | LC_ALL=C sort
}
check() { # check TABLE FILES [PAGE]: FILES as `make test-files` prints them, PAGE with the fuzzers
    not_whole >"$work/not_whole"
    sed -n 's/^| `\(tests\/[^`]*\)` |.*/\1/p' "$1" | LC_ALL=C sort >"$work/rows"
    comm -23 "$work/not_whole" "$work/rows" | sed "s|\$| is not whole in make test, and has no row in tests/tiers.md|"
    comm -13 "$work/not_whole" "$work/rows" | sed "s|\$| has a row in tests/tiers.md, but is whole in make test|"
    find tests -name 'test_*.sh' -o -name 'test_*.c' | LC_ALL=C sort >"$work/found"
    sed -n 's/^all //p' "$2" | LC_ALL=C sort | comm -23 "$work/found" - | sed 's/$/ is in neither tier/'
    find tests -name 'fuzz_*.c' | while read -r file; do
        grep -qF "\`$file\`" "${3:-docs/tests.md}" || echo "$file is not among the fuzzers of docs/tests.md"
    done
    sed -n 's/^test //p' "$2" | LC_ALL=C sort | comm -23 "$work/found" - | while read -r file; do
        grep -qE '^(#|//) tier: all$' "$file" || echo "$file is not in make test"
        grep -qE '^(plants_in |\. tests/planted\.sh$)' "$file" && echo "$file plants bugs: they must be tried in make test"
    done
}
noticed() { # noticed LINE TABLE FILES [PAGE]
    check "$2" "$3" "${4:-docs/tests.md}" >"$work/out"
    grep -qxF "$1" "$work/out" || fail "not noticed: $1" "$work/out"
}
make -s test-files >"$work/files" || exit 1
check tests/tiers.md "$work/files" >"$work/out"
[ ! -s "$work/out" ] || fail "$(head -n 1 "$work/out")" "$work/out"

for way in '# tier: all' 'tier_is_all || exit' '[ "$TIER" = all ]' 'list | smallest 1' 'first_of oaws || continue'; do
    echo "$way" >"$work/asking.sh"
    grep -qE "$asks" "$work/asking.sh" || fail "not noticed: $way"
done
sed '/^| `tests\/sim\/test_modes.c`/d' tests/tiers.md >"$work/page.md"
noticed 'tests/sim/test_modes.c is not whole in make test, and has no row in tests/tiers.md' "$work/page.md" "$work/files"
{ cat tests/tiers.md; echo '| `tests/test_run.sh` | a | b | c |'; } >"$work/page.md"
noticed 'tests/test_run.sh has a row in tests/tiers.md, but is whole in make test' "$work/page.md" "$work/files"
grep -v ' tests/tb/test_bench.sh$' "$work/files" >"$work/fewer"
noticed 'tests/tb/test_bench.sh is in neither tier' tests/tiers.md "$work/fewer"
grep -v '^test tests/tb/test_bench.sh$' "$work/files" >"$work/fewer"
noticed 'tests/tb/test_bench.sh is not in make test' tests/tiers.md "$work/fewer"
grep -v '^test tests/sim/core/test_planted.sh$' "$work/files" >"$work/fewer"
noticed 'tests/sim/core/test_planted.sh plants bugs: they must be tried in make test' tests/tiers.md "$work/fewer"
sed '/fuzz_stimulus.c/d' docs/tests.md >"$work/page.md"
noticed 'tests/tb/fuzz_stimulus.c is not among the fuzzers of docs/tests.md' tests/tiers.md "$work/files" "$work/page.md"
