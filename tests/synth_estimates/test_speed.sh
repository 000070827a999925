#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What the report says of speed, of a report of two blocks: one that an issue waits for and that takes longer than an issue
# period is named as one that cannot decide in time; an update that does is named with its periods, as one that can be
# pipelined; with a longer issue period, a slower clock or a shorter median neither is. Planted: a table that calls every
# slow block a decider.
# needs: overhead/overhead
set -u
. tests/lib.sh
folder=$BUILD/overhead-speed
rm -rf "$folder" && mkdir -p "$folder"
table() { # table SCRIPT: the program that prints tables, with tables_cost.c changed
    sed "$1" synth_estimates/tables_cost.c >"$folder/tables_cost.c"
    objects=$(find "$BUILD/obj/synth_estimates" -name '*.o' ! -name tables_cost.o ! -name overhead_main.o)
    # shellcheck disable=SC2086
    ${CC:-cc} -std=c11 -D_DEFAULT_SOURCE -I. -o "$folder/table" tests/synth_estimates/planted/tables.c "$folder/tables_cost.c" \
        $objects "$BUILD/libsim.a" "$BUILD/libtb.a" "$BUILD/librtl_c.a" -linih -ljansson -lm || exit 1
}
# 1000 MHz, delays at 65 nm half as long: 3.2 periods for the update, 1.5 for the decider.
cat >"$folder/report.json" <<'END'
{"blocks": [
  {"block": "updater", "config": "n2", "critical_ns": 6.4, "cost": {},
   "clock": {"machine": "m", "mhz": 1000.0, "issue_period": 1, "decides": false, "periods": 6.4, "periods_65nm": 3.2}},
  {"block": "decider", "config": "n2", "critical_ns": 3.0, "cost": {},
   "clock": {"machine": "m", "mhz": 1000.0, "issue_period": 1, "decides": true, "periods": 3.0, "periods_65nm": 1.5}}]}
END
says() { # says SED-SCRIPT SENTENCE: of the report so changed, on one line
    sed "$1" "$folder/report.json" >"$folder/changed.json"
    "$folder/table" "$folder/changed.json" speed | tr '\n' ' ' | tr -s ' ' | grep -qF "$2"
}
slow_update='No issue waits for these, which can be pipelined: updater n2 takes 3.2 periods.'
slow_decider='No issue decision in time without a pipeline register, which neither model nor Verilog has: decider n2.'
expect() { says "$1" "$2" || fail "with $1: seen '$("$folder/table" "$folder/changed.json" speed)', expected $2"; }
never() { says "$1" "$2" && fail "with $1, yet: $2"; }
table ''
expect '' "$slow_update"
expect '' "$slow_decider"
never 's/"issue_period": 1,/"issue_period": 4,/' 'can be pipelined'
expect 's/"issue_period": 1,/"issue_period": 4,/' 'A scheduler issues every cycle, on m every 4 cycles. Every block that an issue waits for is in time.'
never 's/"mhz": 1000.0/"mhz": 300.0/' 'can be pipelined'
never 's/"critical_ns": 6.4,/& "noise": {"critical_ns": {"median": 1.6, "spread": 0.1}},/' 'can be pipelined'
expect 's/"decides": false/"decides": true/' 'neither model nor Verilog has: updater n2, decider n2.'
table 's/if (!decides) add_name(updates/if (false) add_name(updates/; s/if (decides) add_name/add_name/'
cmp -s synth_estimates/tables_cost.c "$folder/tables_cost.c" && fail "nothing is planted"
never '' "$slow_update"
echo "slow updates are named, and not as decisions"
