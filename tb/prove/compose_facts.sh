#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# compose_facts.sh TUPLE: proves of a tuple of rtl_c/configs.def what front ends rely on (compose_facts.h). Prints prove_settle's
# lines; exit status 0 proven or nothing is relied on, 1 refuted, 2 not read, 3 open. What was proven is not proven again.
# BUILD, PROVE_WORK, PROVE_TOOLS, PROVE_SECONDS, PROVE_SECONDS_IN_ALL, PROVE_CONFLICTS, PROVE_SWEEP, PROVE_CHECK: as compose.sh has them.
set -u
tuple=$1 tools=$BUILD/prove work=$PROVE_WORK/facts_of_$1
line=$(sed -n 's/^CONFIG(\([a-z_]*\), *\([a-z0-9_]*\), *\(.*\))$/\1 \2 \3/p' rtl_c/configs.def | awk -v tuple="$tuple" '$1 "_" $2 == tuple')
[ -n "$line" ] || { echo "$tuple, expected a tuple of rtl_c/configs.def" >&2; exit 2; }
# shellcheck disable=SC2086
set -- $line
block=$1
shift 2
grep -q "static inline bool ${block}_keeps(" tb/prove/compose_facts.h || exit 0
key="$(sh tb/prove/key.sh "$tuple") $PROVE_SWEEP $PROVE_CHECK ${PROVE_TOOLS:-$(sh tb/prove/tools.sh)}" || exit 2
mkdir -p "$PROVE_WORK/known" "$work" && exec 9>"$PROVE_WORK/known/facts_of_$tuple.lock" && flock 9 || exit 2
known=$PROVE_WORK/known/facts_of_$tuple
[ ! -s "$known" ] || [ "$(sed -n 1p "$known")" != "$key" ] || { sed -n 2p "$known"; exit 0; }
rm -f "$known"
sh tb/prove/compile.sh "$work/facts.bc" "$@" -DCFG_NAME=any -DPROVE_PLAIN -DMODEL="\"${RTL_C:-rtl_c}/$block.c\"" -DKEEPS="${block}_keeps" \
    tb/prove/compose_facts.c >"$work/log" 2>&1 &&
    "$tools/prove_step" "$work/facts.bc" - "$work/facts" alone >"$work/log" 2>&1 || { echo "$tuple:" >&2; tail -n 5 "$work/log" >&2; exit 2; }
mkdir -p "$work/settle"
"$tools/prove_settle" "$work/facts.aig" "$work/settle" "$PROVE_SECONDS" "$PROVE_SECONDS_IN_ALL" "$PROVE_CONFLICTS" "$PROVE_SWEEP" "$PROVE_CHECK" >"$work/settled"
status=$?
[ $status != 0 ] || [ "pieces $(sed -n 's/.*, pieces left \([0-9]*\),.*/\1/p' "$work/log")" = "$(sed -n '1s/.*; //p' "$work/settled")" ] || status=2
[ $status != 0 ] || { echo "$key"; sed -n 1p "$work/settled"; } >"$known"
cat "$work/settled"
exit $status
