// SPDX-License-Identifier: BSD-3-Clause
// The memory that a node has left, by what its system and its groups of processes tell.
#include "sim/campaign/engine/memory.h"
#include "tests/sim/campaign/slurm_parts.h"

static int begin(void **state)
{
    (void)state;
    return slurm_parts_begin("test_memory_of_groups");
}

static void put_group(const char *path, const char *limit_name, const char *limit, const char *used_name, const char *used,
                      const char *stat)
{
    char name[300], command[600];

    snprintf(command, sizeof command, "mkdir -p '%s/%s'", work, path);
    assert_int_equal(system(command), 0);
    snprintf(name, sizeof name, "%s/%s", path, limit_name);
    put_file(name, "%s\n", limit);
    snprintf(name, sizeof name, "%s/%s", path, used_name);
    put_file(name, "%s\n", used);
    snprintf(name, sizeof name, "%s/memory.stat", path);
    put_file(name, "anon 5\n%s\n", stat);
}

static void test_memory_of_groups(void **state)
{
    char root[500];

    (void)state;
    snprintf(root, sizeof root, "%s/root", work);
    assert_true(memory_available_below(root) == UINT64_MAX);        // nothing tells
    put_group("root/proc/self", "x", "", "y", "", "");
    put_file("root/proc/self/cgroup", "0::/a\n");
    assert_true(memory_available_below(root) == UINT64_MAX);        // nor do its groups
    put_group("root/sys/fs/cgroup/a", "memory.max", "8796093022208", "memory.current", "0", "inactive_file 0");
    assert_true(memory_available_below(root) == UINT64_C(8589934592));              // 8 TiB
    put_group("root/sys/fs/cgroup/a", "memory.max", "max", "memory.current", "0", "inactive_file 0");
    put_file("root/proc/meminfo", "MemTotal: 9000 kB\nMemAvailable:   7000 kB\n");
    assert_int_equal(memory_available_below(root), 7000);
    put_file("root/proc/self/cgroup", "no colon\n3:cpu:/a\n0::/a/b\n");
    assert_int_equal(memory_available_below(root), 7000);           // its groups say nothing
    put_group("root/sys/fs/cgroup/a/b", "memory.max", "max", "memory.current", "1024", "inactive_file 0");
    assert_int_equal(memory_available_below(root), 7000);           // no limit
    put_group("root/sys/fs/cgroup/a", "memory.max", "6144000", "memory.current", "2048000", "inactive_file 1024000");
    assert_int_equal(memory_available_below(root), 5000);           // 6,000 but 2,000 of which 1,000 can go
    put_group("root/sys/fs/cgroup/a/b", "memory.max", "4096000", "memory.current", "1024000", "inactive_file 2048000");
    assert_int_equal(memory_available_below(root), 3000);           // pages of files are none of what is used
    put_group("root/sys/fs/cgroup", "memory.max", "2048000", "memory.current", "1024000", "file 3");
    assert_int_equal(memory_available_below(root), 1000);           // the outermost counts, too
    put_group("root/sys/fs/cgroup/a", "memory.max", "1024", "memory.current", "4096", "inactive_file 0");
    assert_int_equal(memory_available_below(root), 0);              // more than it may have
    put_file("root/proc/self/cgroup", "7:memory:/v\n");
    assert_int_equal(memory_available_below(root), 7000);
    put_group("root/sys/fs/cgroup/memory/v", "memory.limit_in_bytes", "3072000", "memory.usage_in_bytes", "1024000",
              "total_inactive_file 512000");
    assert_int_equal(memory_available_below(root), 2500);
    put_group("root/sys/fs/cgroup/memory/v", "memory.limit_in_bytes", "9223372036854771712", "memory.usage_in_bytes", "1", "x 1");
    assert_int_equal(memory_available_below(root), 7000);           // the kernel's word for no limit
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, begin)
    const struct CMUnitTest tests[] = {
        TEST(test_memory_of_groups),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
