# SPDX-License-Identifier: BSD-3-Clause
# Sourced, behind tests/lib.sh, by tests that run campaigns on a real Slurm (slurm_cluster.sh) beside the same ones of this
# machine's processes, and hold the two stores side by side.
#
# scene_begin NAME SIZE [LINE...]: $work, a folder of the build; $work/shared in it, a file system of SIZE that all nodes
# see; the cluster, with LINEs more in slurm.conf. Exit status 77 and a line that says "skipped" where it cannot be. All of
# it ends with the script; what the script itself has to end it says in `also_end`.
. tests/sim/campaign/slurm_cluster.sh
build=$(cd "$BUILD" && pwd)
also_end() { :; }

scene_end() {
    status=$?
    also_end
    [ -z "${cluster:-}" ] || cluster_end
    umount -l "$work/shared"
    exit $status
}
scene_begin() {
    work=$build/$1 size=$2
    shift 2
    while grep -q " $work/shared" /proc/mounts; do umount -l "$work/shared" || exit 1; done
    rm -rf "$work"
    mkdir -p "$work/shared"
    sh .ci/install sqlite3 >/dev/null 2>&1 || { echo "skipped: sqlite3 cannot be installed"; exit 77; }
    mount -t tmpfs -o "size=$size" none "$work/shared" 2>/dev/null ||
        { echo "skipped: no small file system can be mounted"; exit 77; }
    trap scene_end EXIT
    trap 'exit 1' INT TERM
    cluster_begin "$work/cluster" "$@"
}

rows() { sqlite3 "$1" 'SELECT count(*) FROM runs' 2>/dev/null || echo 0; }

# dump STORE FILE: every column of every row but times, memory and the sum over them.
dump() {
    columns=$(sqlite3 "$1" "SELECT group_concat('\"' || name || '\"') FROM (SELECT name FROM pragma_table_info('runs') WHERE
        name NOT IN ('seconds', 'peak_kb', 'check_sum') ORDER BY name)") && [ -n "$columns" ] &&
        sqlite3 "$1" "SELECT $columns FROM runs ORDER BY key" >"$2" || { echo "$1 has no rows to compare"; exit 1; }
}
# same_rows STORE STORE: no row is missing, twice or another. Shown to fail by what calls it: `rows_are_compared`.
same_rows() {
    dump "$1" "$work/one.rows"
    dump "$2" "$work/other.rows"
    cmp -s "$work/one.rows" "$work/other.rows"
}
# rows_are_compared STORE: a row that is missing, and one that is another, are noticed.
rows_are_compared() {
    cp "$1" "$work/planted.sqlite"
    sqlite3 "$work/planted.sqlite" "DELETE FROM runs WHERE rowid = 7"
    same_rows "$1" "$work/planted.sqlite" && { echo "a row that is missing was not noticed"; return 1; }
    cp "$1" "$work/planted.sqlite"
    sqlite3 "$work/planted.sqlite" "UPDATE runs SET cycles = cycles + 1 WHERE rowid = 7"
    same_rows "$1" "$work/planted.sqlite" && { echo "a row that is another was not noticed"; return 1; }
    return 0
}
