#!/bin/sh
# Bugs planted one at a time in copies of sim/frontend's files: the random kernels must catch every one of them, and an
# unchanged copy must pass. Prints how many kernels it took. Then bugs in the generator, which make ill-formed kernels: its
# own test must catch those. Needs what `make test` has built before.
set -u
BUILD=${BUILD:-build}
CC=${CC:-gcc}
folder=$BUILD/planted-random
rm -rf "$folder" && mkdir -p "$folder" || exit 1

# name | file of sim/frontend or of this folder | sed expression that plants the bug
bugs() {
    cat <<'BUGS'
unchanged|warp.c|
shr.s32 shifts in zeros|exec_integer.c|s/SHIFT(shr_s32, 32, int32_t,/SHIFT(shr_s32, 32, uint32_t,/
shl by 32 shifts by 0|exec_integer.c|s/SHIFT(shl_32, 32, uint32_t, b > 31 ? 0 : a << b)/SHIFT(shl_32, 32, uint32_t, a << (b \& 31))/
inactive lanes are written|exec_integer.c|s/to\[i\] = (mask >> i & 1) != 0 ? from\[i\] : to\[i\];/to[i] = from[i];/
mul.hi.s32 is unsigned|exec_integer.c|s/SAME(mul_hi_s32, 32, int32_t, ((int64_t)a/SAME(mul_hi_s32, 32, uint32_t, ((uint64_t)a/
setp.lt.u32 compares signed|exec_compare.c|s/ORDERED(u32, uint32_t, uint32_t)/ORDERED(u32, uint32_t, int32_t)/
setp.ltu is false for NaN|exec_compare.c|s/COMPARE(ltu_##type, row_type, A, !(a >= b))/COMPARE(ltu_##type, row_type, A, a < b)/
second predicate of p|q is not the inverse|exec_compare.c|s/second = combine(x, code, ~result)/second = ~combine(x, code, result)/
reconvergence at the branch target|flow.c|s/c->reconvergence = d < g->n_blocks ? f->first + g->blocks\[d\].first : NO_RECONVERGENCE;/c->reconvergence = c->flow == FLOW_BRANCH ? c->target : (uint32_t)NO_RECONVERGENCE;/
paths run on past their reconvergence point|warp.c|s/top->mask != 0 \&\& top->pc != top->reconvergence/top->mask != 0/
a divergent branch drops a lane|warp.c|s/next.mask = top->mask & ~taken;/next.mask = top->mask \& ~taken, next.mask \&= taken == 0 ? next.mask : next.mask - 1;/
@!p means @p|warp.c|s/code->guard_negated ? ~guard : guard/guard/
exit in a function only returns|warp.c|s/leave(v, active, true)/leave(v, active, false)/
arguments are those of lane 0|warp.c|s/local + call->arguments\[k\].from/v->x.local + call->arguments[k].from/
barriers do not wait|functional.c|/\*waits = i->barrier;/{n;d}
paths that part for good arrive at a barrier apart|warp.c|s/if (v->depth > 1 \&\& at_barrier(v, top))/if (v->depth == 0 \&\& at_barrier(v, top))/
a partial warp loses its last lane|launch.c|s/: (1u << left) - 1 };/: (1u << (left > 1 ? left - 1 : left)) - 1 };/
colliding atomics are lost|exec_atomic.c|s/memcpy(host + offset\[i\], \&new, sizeof new);/if ((left \& (left - 1)) == 0) memcpy(host + offset[i], \&new, sizeof new);/
atom returns the new value|exec_atomic.c|s/r\[i\] = old;/r[i] = new;/
ld.s8 does not extend the sign|exec_memory.c|s/GATHER(gather_s8, uint32_t, int8_t)/GATHER(gather_s8, uint32_t, uint8_t)/
a vector store repeats its first element|exec_memory.c|s/code->src\[1 + e\]/code->src[1]/
fma rounds twice|exec_float.c|s/__builtin_fmaf(a, b, c)/a * b + c/
cvt.rzi rounds down|exec_convert.c|s/case ROUND_rzi: return trunc(v);/case ROUND_rzi: return floor(v);/
subc forgets the borrow|exec_wide.c|s/CARRY_WIDTHS(subc, false, a - b - carry)/CARRY_WIDTHS(subc, false, a - b)/
generator: a barrier is left out|generator.c|/^static void barrier/,/^}/s/"bar.sync 0"/"membar.cta"/
generator: a register is not initialised|generator.c|s/for (unsigned i = 0; i < kinds\[k\].count; i++)/for (unsigned i = 1; i < kinds[k].count; i++)/
generator: the bits of a NaN are seen|generate_blocks.c|s/"0f7FC00000" : "0d7FF8000000000000"/value : value/
generator: an atomic's order counts|generate_memory.c|s/"add.u32", "min.s32", "max.u32", "and.b32"/"exch.b32", "min.s32", "max.u32", "and.b32"/
generator: a barrier under divergence|generate_control.c|s/gen_emit_always(g, "and.b32 %%choice, %s, 3", gen_reg(g, 'w'));/&\n    if (g->phase == SHARED_OWN) gen_emit_always(g, "@%%p1 bar.sync 0");/
BUGS
}

# One bug: compile the changed copy, link it in front of the library, run. Says what happened in one line.
try() {
    number=$1 name=$2 file=$3 change=$4
    place=$folder/$number
    source=sim/frontend/$file test=test_random
    [ -f "$source" ] || source=tests/sim/random/$file test=test_generator
    mkdir -p "$place/build"
    sed -e "$change" "$source" >"$place/$file"
    if [ -n "$change" ] && cmp -s "$source" "$place/$file"; then
        echo "STALE   $name: the expression changes nothing in $source"
        return
    fi
    if ! $CC -std=c11 -O1 -march=x86-64-v3 -ffp-contract=off -D_DEFAULT_SOURCE -I. -c "$place/$file" -o "$place/bug.o" 2>"$place/log" ||
       ! $CC -o "$place/test" "$BUILD/obj/tests/sim/random/$test.o" "$place/bug.o" "$BUILD/libtest.a" "$BUILD/libsim.a" \
           -lcmocka -lm 2>>"$place/log"; then
        echo "BROKEN  $name: does not compile, see $place/log"
        return
    fi
    BUILD=$place/build WARPLOCK_FAILURES=1 timeout 900 "$place/test" >"$place/log" 2>&1
    status=$?
    kernels=$(sed -n 's/^ *\([0-9]*\) random kernels.*/\1/p' "$place/log")
    if [ -z "$change" ]; then
        [ $status = 0 ] && echo "ok      unchanged: all ${kernels:-0} kernels agree" || echo "BROKEN  unchanged: see $place/log"
    elif [ $status = 0 ]; then
        echo "MISSED  $name: all ${kernels:-0} kernels agree"
    else
        echo "caught  $name${kernels:+ (after $kernels kernels)}"
    fi
}

number=0
bugs | while IFS= read -r line; do
    number=$((number + 1))
    # The name may hold a bar, the file may not: split at the bar in front of *.c.
    file=$(printf '%s\n' "$line" | sed 's/^.*|\([a-z_]*\.c\)|.*$/\1/')
    name=${line%%"|$file|"*}
    change=${line#*"|$file|"}
    try "$number" "$name" "$file" "$change"
done | tee "$folder/result"

total=$(bugs | wc -l)
good=$(grep -c -e '^caught' -e '^ok' "$folder/result")
echo "$good of $total as expected"
[ "$good" = "$total" ]
