#!/bin/sh
# The unit tests of machines, jobs, workloads and report fail when they should: one bug at a time is planted in a copy of
# a source file, the test is linked with that copy, and must not pass.
set -u
build=${BUILD:-build}
folder=$build/planted_product
mkdir -p "$folder"
flags="-std=c11 -O1 -ffp-contract=off -I. -D_DEFAULT_SOURCE"
status=0
number=0

plant() { # plant FILE TEST SED-EXPRESSION
    number=$((number + 1))
    copy=$folder/$number.c
    sed "$3" "$1" >"$copy"
    if cmp -s "$1" "$copy"; then
        echo "$1: \`$3\` changes nothing"
        status=1
    elif ! gcc $flags "$copy" "$2" "$build/libsim.a" -linih -ljansson -lm -lcmocka -o "$folder/$number" 2>"$folder/log"; then
        echo "$1: \`$3\` does not compile:"
        cat "$folder/log"
        status=1
    elif "$folder/$number" >"$folder/log" 2>&1; then
        echo "$1: \`$3\` was not noticed by $2"
        status=1
    fi
}

machine=tests/sim/machine/test_machine.c
job=tests/sim/workload/test_job.c
plant sim/machine/machine.c $machine 's/number < r->low || number > r->high/number > r->high/'
plant sim/machine/machine.c $machine 's/if (r && source->given\[r - rows\])/if (false)/'
plant sim/machine/machine.c $machine 's/source->line++;/source->line += source->line > 0;/'
plant sim/machine/check.c $machine 's/m->core.warps % m->core.schedulers/false/'
plant sim/machine/nearest.c $machine 's/a\[i - 1\] != b\[j - 1\]/1/'
plant sim/workload/job.c $job 's/UINT32_C(1664525)/UINT32_C(1664521)/'
plant sim/workload/job.c $job 's/is_float == (!arg->is_buffer/true || (!arg->is_buffer/'
plant sim/workload/job_run.c $job 's/expect->absolute + expect->relative/expect->absolute + 2 * expect->relative/'
plant sim/workload/job_run.c $job 's/round < step->max; round++/round <= step->max; round++/'
plant sim/workload/job_file.c $job 's/more = seen == bytes/more = false/'
plant sim/workload/json_place.c $job 's/hide theirs/&/; s/skip_string(c);$/c->at++;/'
plant sim/workload/workload.c tests/sim/workload/test_workload.c 's/if (!j->seed)/if (true)/'
plant sim/workload/bfs.c tests/sim/workload/test_workload.c 's/cost\[at\] + 1/cost[at] + 2/'
plant sim/workload/spmv.c tests/sim/workload/test_workload.c 's/(double)values\[at\] \* x/(double)values[at] + x/'
plant sim/report/table.c tests/sim/report/test_report.c 's/(length - 1 - i) % 3 == 0/(length - i) % 3 == 0/'
plant sim/report/output_file.c tests/sim/report/test_report.c 's/"%s.part", path/"%s", path/'
plant sim/report/group.c tests/sim/report/test_report.c 's/loads_divergent > c/loads_divergent >= c/'
plant sim/workload/job_functional.c tests/sim/workload/test_workload.c 's/count > COHERENT_LINES_MAX/count >= COHERENT_LINES_MAX/'
plant sim/workload/job_functional.c tests/sim/workload/test_workload.c 's/MEMORY_LOAD || !step/MEMORY_STORE || !step/'
plant sim/workload/kmeans.c tests/sim/workload/test_workload.c 's/if (sum < nearest)/if (sum > nearest)/'
plant sim/workload/lbm.c tests/sim/workload/test_workload.c 's/weight(n) \* density, equal/weight(n) * density, rest/'
plant sim/workload/particlefilter.c tests/sim/workload/test_workload.c 's/first + (float)i/first + 1 + (float)i/'
plant sim/workload/invertedindex.c tests/sim/workload/test_workload.c 's/order : a->length - b->length/order : b->length - a->length/'
plant sim/workload/pathfinder.c tests/sim/workload/test_workload.c 's/row + 1 < rows/row + 2 < rows/'
plant sim/workload/streamcluster.c tests/sim/workload/test_workload.c 's/row\[CENTRES\] +=/row[CENTRES] -=/'
plant sim/workload/gesummv.c tests/sim/workload/test_workload.c 's/1.5 \* a/1.51 * a/'
plant sim/workload/syrk.c tests/sim/workload/test_workload.c 's/1.5 \* matrix_row/1.51 * matrix_row/'
plant sim/workload/2mm.c tests/sim/workload/test_workload.c 's/reference(A, B, E/reference(B, A, E/'
plant sim/workload/3mm.c tests/sim/workload/test_workload.c 's/reference(E, F, G/reference(F, E, G/'
plant sim/workload/fdtd.c tests/sim/workload/test_workload.c 's/-0.7f, /-0.71f, /'
plant sim/workload/diffusion.c tests/sim/workload/test_workload.c 's/at + s->right : at/at : at/'
plant sim/workload/srad2.c tests/sim/workload/test_workload.c 's/(int)rows, (int)columns, i);/(int)rows, (int)columns, 0);/'
plant sim/workload/conv3d.c tests/sim/workload/test_workload.c 's/1, 0, 0.7f /1, 0, 0.71f /'
plant sim/workload/backprop.c tests/sim/workload/test_workload.c 's/0.3f \* change/0.31f * change/'
plant sim/workload/syr2k.c tests/sim/workload/test_workload.c 's/columns, i, B.at/columns, i, A.at/'
echo "$number bugs planted"
exit $status
