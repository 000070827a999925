// SPDX-License-Identifier: BSD-3-Clause
// The compilers that build tuples: run side by side, never by a shell's reading of a line.
#ifndef WARPLOCK_TB_TUPLE_TOOLS_H
#define WARPLOCK_TB_TUPLE_TOOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { TOOL_WORDS = 64, TOOL_PATH = 2400 };

typedef struct {
    char  *words[TOOL_WORDS];
    unsigned n_words;
    char   log[TOOL_PATH];                      // a file that takes what it says
    unsigned of;                                // number of the tuple that it is for
    pid_t  pid;
    int    status;                              // as waitpid has it; -1 before it is run
} tool_run;

__attribute__((format(printf, 2, 3))) void tool_word(tool_run *, const char *format, ...);     // one word
void tool_words(tool_run *, const char *text);  // the words of a text, divided by blanks
void tool_free(tool_run *);

// Told of each run that has ended well.
typedef struct tool_progress tool_progress;
struct tool_progress { void (*ended)(tool_progress *, const tool_run *); };

// Runs them in this folder, as many at a time as there are processors, those first that stand first. NULL, or the first
// that did not end well: what it said is in its log, `why` what became of it.
const tool_run *tools_run(tool_run *, unsigned count, const char *folder, tool_progress *, char *why, size_t size);

// A sum that says which tool the first word is: its name where it lies, its size and its last change, as running it for
// its version at every start takes longer than all else. 0 and why when it is not there.
uint64_t tool_identity(const char *words, char *why, size_t size);

#endif
