// SPDX-License-Identifier: BSD-3-Clause
// A packet that is pushed into a port without room would be lost, or would push out another: each kind of network ends the program
// and names the port.
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/memory/interconnect.h"

enum { INPUT = 2, OUTPUT = 3, BYTES = 8, STEPS = 5 };

// Fills the port of the network to memory; then one packet more. What it said of that, behind a signal.
static int push_too_much(unsigned kind, bool too_much, char said[static 200])
{
    int ends[2], status;

    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        static memory_request packets[4096];
        network *to_memory, *to_sms;
        counters counted = { 0 };
        unsigned n = 0;
        machine m;

        signal(SIGABRT, SIG_DFL);
        dup2(ends[1], STDERR_FILENO);
        machine_defaults(&m);
        m.icnt.kind = kind;
        interconnect_open(&m, &counted, &to_memory, &to_sms);
        network_push(to_memory, INPUT, OUTPUT, &packets[n++], BYTES);
        for (unsigned step = 0; step < STEPS; step++)
            network_step(to_memory);
        while (network_has_room(to_memory, INPUT, BYTES))
            network_push(to_memory, INPUT, OUTPUT, &packets[n++], BYTES);
        if (too_much)
            network_push(to_memory, INPUT, OUTPUT, &packets[n], BYTES);
        _exit(n < 3);
    }
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    memset(said, 0, 200);
    assert_true(read(ends[0], said, 199) >= 0);
    close(ends[0]);
    return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

static void full_ports(void **state)
{
    static const struct { unsigned kind; const char *said; } kinds[] = {
        { NETWORK_CROSSBAR, "interconnect: cycle 5: packet pushed into a full port 2\n" },
        { NETWORK_LOCAL, "local crossbar: packet pushed into a full port 2\n" },
        { NETWORK_MESH, "mesh: cycle 5: packet pushed into a full port 2\n" },
    };
    char said[200];

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(push_too_much(kinds[i].kind, false, said), 0);
        assert_string_equal(said, "");
        assert_int_equal(push_too_much(kinds[i].kind, true, said), SIGABRT);
        assert_string_equal(said, kinds[i].said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(full_ports) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
