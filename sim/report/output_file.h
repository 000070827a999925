// Files that warplock writes: complete or not at all. Text goes to a temporary file beside the target and is renamed at
// the end; an interrupted run (SIGINT) removes what it had begun.
#ifndef WARPLOCK_SIM_REPORT_OUTPUT_FILE_H
#define WARPLOCK_SIM_REPORT_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
    FILE *stream;
    char  path[1024], temporary[1040];
    int   slot;                                 // among the files that an interruption removes
} output_file;

// False and a message when the target cannot be written or is an input of this run.
bool output_open(output_file *, const char *path, char *message, size_t size);
bool output_close(output_file *, char *message, size_t size);  // renames; false and a message, as for a full disk
// The two halves of output_close, for files that are to be there all or none: the text is written; the file is in its place.
bool output_end(output_file *, char *message, size_t size);
bool output_place(output_file *, char *message, size_t size);
void output_discard(output_file *);

// Files that this run reads: output_open refuses to write over them.
void output_protect(const char *input_path);
// False and a message when `path` is one of them.
bool output_allowed(const char *path, char *message, size_t size);

// The same, and when it cannot be made where it is to be, or was claimed before: for looking before a long run.
bool output_claim(const char *path, char *message, size_t size);

// For writers with files of their own (waves): removed when the run is interrupted. output_keep ends that.
int  output_remove_on_interrupt(const char *path);
void output_keep(int slot);

void output_catch_interrupts(void);             // SIGINT, SIGTERM: remove, then end with status 130

#endif
