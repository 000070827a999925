#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What installs packages (.ci/install) when another apt is at work: it says so once, waits for dpkg's lock and for that of the lists, and
# then installs; when the other does not end it gives up with the list. By an apt-get that stands for the real one. Shown to fail: one
# that does not wait, one that does not say so, one that never gives up.
set -u
. tests/lib.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
command_is() { printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1" && chmod +x "$work/bin/$1"; }
command_is dpkg-query 'case $3 in here) echo "install ok installed" ;; *) exit 1 ;; esac'
command_is id 'echo 0'
command_is sleep 'echo "$@" >>"$WORK/slept"; [ ! -e "$WORK/clock" ] || expr $(cat "$WORK/clock") + 300 >"$WORK/new" && mv "$WORK/new" "$WORK/clock"'
command_is date 'cat "$WORK/clock"'
# Refuses by the next line of the file `refuses`, as long as it has one.
command_is apt-get 'echo "$*" >>"$WORK/asked"; line=$(head -n 1 "$WORK/refuses"); tail -n +2 "$WORK/refuses" >"$WORK/left"; mv "$WORK/left" "$WORK/refuses"
[ -z "$line" ] || { echo "$line" >&2; exit 100; }'
dpkg='E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7 (unattended-upgr)'
lists='E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)'
none='E: Unable to locate package missing'

# installs SCRIPT STATUS REFUSAL...: what it says, without times, is in $work/said, what apt-get was asked in $work/asked
installs() {
    script=$1 wanted=$2
    shift 2
    printf '%s\n' "$@" >"$work/refuses"
    rm -f "$work/asked" "$work/slept"
    echo 1000 >"$work/clock"
    (WORK=$work PATH="$work/bin:$PATH" timeout 20 sh "$script" here missing) >"$work/said" 2>&1
    [ $? = "$wanted" ]
}
asked() { sed 's/-o DPkg::Lock::Timeout=//' "$work/asked" | tr '\n' ';'; }

# all SCRIPT: every case; false, and $what says which, at the first that is not so
all() {
    what='nothing held'
    installs "$1" 0 '' && [ "$(asked)" = '0 install -y --no-install-recommends missing;' ] && ! grep -q waiting "$work/said" || return 1
    what='dpkg is locked twice'
    installs "$1" 0 "$dpkg" "$dpkg" '' && [ "$(asked)" = '0 install -y --no-install-recommends missing;600 install -y --no-install-recommends missing;300 install -y --no-install-recommends missing;' ] &&
        [ "$(grep -c waiting "$work/said")" = 1 ] && grep -qx 'another apt-get or dpkg is at work: waiting for it, 600 seconds at most' "$work/said" || return 1
    what='the lists are locked'
    installs "$1" 0 "$none" "$lists" '' '' && [ "$(asked)" = '0 install -y --no-install-recommends missing;0 update;600 update;600 install -y --no-install-recommends missing;' ] &&
        [ "$(grep -c waiting "$work/said")" = 1 ] || return 1
    what='a lock that is held for ever'
    installs "$1" 2 "$dpkg" "$dpkg" "$dpkg" "$dpkg" "$dpkg" "$dpkg" && grep -q 'It is held by process 7' "$work/said" && grep -qx 'could not install: missing' "$work/said" || return 1
    what='no such package'
    installs "$1" 2 "$none" '' "$none" && [ ! -e "$work/slept" ] && grep -qx 'could not install: missing' "$work/said"
}
all .ci/install || complain "$what: $(cat "$work/said" "$work/asked")"

planted() { # planted WORDS SCRIPT
    plant_copy .ci/install "$work/install" "$2" "$1" || return 0
    all "$work/install" && complain "$1: not noticed" || echo "$1: noticed ($what)"
}
planted 'no waiting' 's/^        grep -q -e .*/        return 1/'
planted 'another apt is not named' 's/^        \[ $patience != 0 \] .*//'
planted 'said each time' 's/\[ $patience != 0 \] ||//'
planted 'waiting for ever' 's/^        \[ "$now" -lt "$until" \] .*//'
planted 'any failure is a lock' "s/-e 'Could not get lock'/-e ./"
[ "$failures" = 0 ]
