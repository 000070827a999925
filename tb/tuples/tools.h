// SPDX-License-Identifier: BSD-3-Clause
// The compilers that build tuples: run side by side, without a shell.
#ifndef WARPLOCK_TB_TUPLES_TOOLS_H
#define WARPLOCK_TB_TUPLES_TOOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { TOOL_WORDS = 64, TOOL_PATH = 2400 };

typedef enum { TOOL_WAITS, TOOL_RUNS, TOOL_ENDED } tool_state;
typedef struct tool_run tool_run;
struct tool_run {
    char  *words[TOOL_WORDS];
    unsigned n_words;
    char   log[TOOL_PATH];                      // the file for its output
    unsigned of;                                // number of its tuple
    const char *makes;                          // file of the cache that is whole when it has ended; NULL: none yet
    const tool_run *after[2];                   // runs to wait for; NULL: none
    tool_state state;
    pid_t  pid;
    int    status;                              // as from waitpid
};

__attribute__((format(printf, 2, 3))) void tool_word(tool_run *, const char *format, ...);     // one word
void tool_words(tool_run *, const char *text);  // the words of a text, separated by blanks
void tool_free(tool_run *);

// Observes the runs.
typedef struct tool_watch tool_watch;
struct tool_watch {
    bool (*ended)(tool_watch *, const tool_run *, char *why, size_t size);     // success; false stops all, and why
    void (*beat)(tool_watch *);                 // about once a second
};

unsigned tools_at_once(void);                   // the number of processors
// Runs them in this folder, so many at a time, in the order of the list. NULL, or the first that failed: its output is
// in its log, `why` says how it failed; the others are ended. They are also ended when this program ends, however it
// does, and at an interruption (tb/tuples/interrupt.h).
const tool_run *tools_run(tool_run *, unsigned count, const char *folder, tool_watch *, char *why, size_t size);

// A sum that identifies the tool of the first word by path, size and last change, as asking for its version at every
// start takes longer than all else. 0 and why when it is missing.
uint64_t tool_identity(const char *words, char *why, size_t size);

#endif
