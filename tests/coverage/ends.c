// SPDX-License-Identifier: BSD-3-Clause
// Linked into every program of a build that counts what runs (path/gcc): counts are written where a program ends without exit, and
// where a test lets it have no file, or none that grows.
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>

void __gcov_dump(void);
void __gcov_reset(void);
_Noreturn void __real__exit(int status);
_Noreturn void __real_abort(void);
_Noreturn void __real___assert_fail(const char *text, const char *file, unsigned line, const char *function);
int __real_raise(int signal);

// As far as the system lets it; behind all that the program does, and before counts are written.
static void lift(__rlimit_resource_t which, rlim_t most)
{
    struct rlimit limit;

    if (getrlimit(which, &limit) != 0 || limit.rlim_cur >= most)
        return;
    limit.rlim_cur = most;
    if (limit.rlim_max < most)
        limit.rlim_max = most;
    setrlimit(which, &limit);
}

__attribute__((destructor)) static void lift_limits(void)
{
    lift(RLIMIT_FSIZE, 1 << 30);
    lift(RLIMIT_NOFILE, 4096);
}

// A test may catch the signal and go on: nothing is counted twice.
static void write_counts(void)
{
    lift_limits();
    __gcov_dump();
    __gcov_reset();
}

_Noreturn void __wrap__exit(int status)
{
    write_counts();
    __real__exit(status);
}

_Noreturn void __wrap_abort(void)
{
    write_counts();
    __real_abort();
}

_Noreturn void __wrap___assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
    write_counts();
    __real___assert_fail(text, file, line, function);
}

int __wrap_raise(int signal)
{
    write_counts();
    return __real_raise(signal);
}
