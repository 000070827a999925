// SPDX-License-Identifier: BSD-3-Clause
// Files that warplock writes: complete or not at all. A file is written under a unique name beside its target and renamed at the
// end; if the run ends earlier, the target is unchanged. After SIGINT, SIGTERM, SIGHUP or SIGPIPE a run removes what it began;
// after SIGKILL at most a file or folder `.warplock-` and six characters remains.
//
// Links are followed. Devices and pipes are written directly, never replaced. Nor is a file without write permission.
#ifndef WARPLOCK_TB_OUTPUT_FILE_H
#define WARPLOCK_TB_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { OUTPUT_PATH = 1024 };

typedef struct {
    FILE *stream;
    char  path[OUTPUT_PATH], temporary[OUTPUT_PATH];    // no `temporary`: written in place
    int   slot;                                         // in the list that an interruption removes
} output_file;

// False and a message if the target cannot be written or is an input of this run.
bool output_open(output_file *, const char *path, char *message, size_t size);
bool output_close(output_file *, char *message, size_t size);  // moves it into place; false and a message, as for a full disk
// The two halves of output_close, for all-or-nothing sets of files: write the text; move the file into place.
bool output_end(output_file *, char *message, size_t size);
bool output_place(output_file *, char *message, size_t size);
void output_discard(output_file *);

// Files that a library writes by itself: into a private folder beside the target, then moved. `names`: all that it may
// hold; `path` of a file is a regular one or none.
enum { OUTPUT_NAMES = 16 };
typedef struct { char folder[OUTPUT_PATH]; const char *const *names; int slots[OUTPUT_NAMES + 1]; } output_folder;
bool output_folder_open(output_folder *, const char *beside, const char *const *names, char *message, size_t size);
void output_folder_file(const output_folder *, const char *name, char path[static OUTPUT_PATH]);
bool output_folder_place(output_folder *, const char *name, const char *path, char *message, size_t size);
void output_folder_close(output_folder *);                     // removes it with its contents

// Files that this run reads: never overwritten, under any name.
void output_protect(const char *input_path);
// False and a message if `path` is one of them, or no file can be made or replaced there.
bool output_allowed(const char *path, char *message, size_t size);
// The same, also if it was claimed before under any name: for checks before a long run.
bool output_claim(const char *path, char *message, size_t size);

// Whether the file is, or would be, in the folder or below it, links followed.
bool output_inside(const char *path, const char *folder);

// SIGINT, SIGTERM, SIGHUP: remove, then end with `status`; SIGPIPE: remove, then end by it. A file size limit becomes an error of
// the write; a disk that fills while a library writes through mapped memory (SIGBUS) ends the run with `full` and a line.
void output_catch_interrupts(int status, int full);
// Removes what this run began to write; for code that ends the program.
void output_remove_begun(void);

#endif
