// SPDX-License-Identifier: BSD-3-Clause
// The parts of `warplock cc`: building clang's command line, running clang, translating nvcc's options.
#ifndef WARPLOCK_SIM_CLI_CC_H
#define WARPLOCK_SIM_CLI_CC_H

#include "sim/cli/cli.h"
#include "tb/output_file.h"

enum { CC_LINE_WORDS = 6 * CLI_WORDS_MAX + 128, CC_PATH = 4096 };

typedef struct { const char *words[CC_LINE_WORDS + 1]; unsigned count; } cc_line;

// Where warplock's headers and its runtime library are, and the first header of every CUDA source.
typedef struct { char headers[CC_PATH], first_header[CC_PATH], library[CC_PATH]; } cc_places;

typedef enum { CC_CUDA, CC_CPP, CC_C, CC_LINKED } cc_kind;     // the last: objects and libraries

// --- cc_words.c: each false after a message
bool cc_add(cc_line *, const char *word);
bool cc_find_headers(const cli_options *, cc_places *);
bool cc_find_library(const cli_options *, cc_places *);
// The command that compiles kernels to PTX; the caller appends sources and output.
bool cc_device_words(const cli_options *, const cc_places *, cc_line *);
// The command that compiles a source's host code to an object or assembly and embeds the PTX of a file; `ptx` NULL: none.
bool cc_host_words(const cli_options *, const cc_places *, cc_kind, const char *ptx, bool assembly, cc_line *);
// The command that assembles a text into an object.
bool cc_assembly_words(const char *text, const char *object, cc_line *);
bool cc_link_words(const cli_options *, const cc_places *, const char *const *objects, unsigned n, const char *output, cc_line *);
// Appends the words of a list separated by commas or blanks, each after the option if there is one.
bool cc_add_split(cc_line *, const char *option, const cli_list *);

// The command that makes an empty object.
bool cc_empty_words(cc_line *);
// The command that archives objects into a new library.
bool cc_archive_words(const char *const *objects, unsigned n, const char *archive, cc_line *);

// --- cc_relocatable.c: relocatable device code, linked across files
bool cc_is_relocatable(const cli_options *);
// The static symbols of a source that the host refers to, with the number that tells them from those of other sources.
typedef struct { char number[17]; char **names; unsigned count; } cc_statics;
bool cc_rename_statics(const char *ptx, cc_statics *);     // false after a message
bool cc_rename_registration(const char *assembly, const char *ptx, cc_statics *);
void cc_free_statics(cc_statics *);
void cc_file_number(const cli_options *, const char *source, char number[static 17]);

// --- cc_sources.c: sources and headers respelled for clang, until it is closed
typedef struct { output_folder folder; char path[OUTPUT_PATH]; bool is_open; } cc_overlay;
bool cc_overlay_open(const cli_options *, const char *const *sources, unsigned n, cc_overlay *);
bool cc_overlay_words(const cc_overlay *, cc_line *);
void cc_overlay_close(cc_overlay *);

// --- cc_missing.c: reads clang's standard error piece by piece: the library whose header it has not found, and whether a kernel
// launches another
typedef struct { char line[1024]; size_t length; const char *library; bool launches; } cc_messages;
void cc_read_message(cc_messages *, const char *text, size_t length);
void cc_say_missing(const cc_messages *);

// --- cc_clang.c
// One run of clang, its standard output into a descriptor. False after a message, clang's or our own.
bool cc_run(const cli_options *, cc_line *, int output);
bool cc_run_into_file(const cli_options *, cc_line *, const char *path);

// --- nvcc.c
// The words as options.def spells them, in memory of their own; reports ignored ones. NULL after a message.
char *const *nvcc_words(const cli_command *, int *argc, char *const *argv);

#endif
