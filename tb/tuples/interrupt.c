// SPDX-License-Identifier: BSD-3-Clause
// See tb/tuples/interrupt.h.
#define _GNU_SOURCE
#include "tb/tuples/interrupt.h"

#include <signal.h>

// The last is no interruption: the program's parent may have had it ignored, and then nobody can wait for a child.
static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGCHLD};
enum { SIGNALS = sizeof signals / sizeof signals[0] };
static struct sigaction before[SIGNALS];
static volatile sig_atomic_t noted;

static void take_note(int signal_number) { noted = signal_number; }

void interrupt_hold(void)
{
    noted = 0;
    for (unsigned i = 0; i < SIGNALS; i++) {
        struct sigaction action = {.sa_handler = signals[i] == SIGCHLD ? SIG_DFL : take_note};
        sigaction(signals[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN || signals[i] == SIGCHLD)
            sigaction(signals[i], &action, NULL);
    }
}

bool interrupt_seen(void) { return noted != 0; }

void interrupt_release(void)
{
    for (unsigned i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &before[i], NULL);
    if (noted)
        raise(noted);
}
