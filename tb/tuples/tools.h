// SPDX-License-Identifier: BSD-3-Clause
// The compilers that build tuples: run side by side, never by a shell's reading of a line.
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
    char   log[TOOL_PATH];                      // a file that takes what it says
    unsigned of;                                // number of the tuple that it is for
    const char *makes;                          // the file of the cache that is whole when it has ended; NULL: none yet
    const tool_run *after[2];                   // it is run when these have ended; NULL: none
    tool_state state;
    pid_t  pid;
    int    status;                              // as waitpid has it
};

__attribute__((format(printf, 2, 3))) void tool_word(tool_run *, const char *format, ...);     // one word
void tool_words(tool_run *, const char *text);  // the words of a text, divided by blanks
void tool_free(tool_run *);

// Whoever watches the runs.
typedef struct tool_watch tool_watch;
struct tool_watch {
    bool (*ended)(tool_watch *, const tool_run *, char *why, size_t size);     // well; false: all is stopped, and why
    void (*beat)(tool_watch *);                 // about once a second
};

unsigned tools_at_once(void);                   // as there are processors
// Runs them in this folder, so many at a time, those first that stand first. NULL, or the first
// that did not end well: what it said is in its log, `why` what became of it; the others are ended. So they are when
// this program ends, however it does, and at an interruption (tb/tuples/interrupt.h).
const tool_run *tools_run(tool_run *, unsigned count, const char *folder, tool_watch *, char *why, size_t size);

// A sum that says which tool the first word is: its name where it lies, its size and its last change, as running it for
// its version at every start takes longer than all else. 0 and why when it is not there.
uint64_t tool_identity(const char *words, char *why, size_t size);

#endif
