// SPDX-License-Identifier: BSD-3-Clause
// A machine: every structural number of the simulated GPU, from the rows of machine.def and an INI file.
#ifndef WARPLOCK_SIM_MACHINE_MACHINE_H
#define WARPLOCK_SIM_MACHINE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/machine/choices.h"

enum { MACHINE_TEXT = 192, MACHINE_KEY = 64 };      // bytes of a key that is a text, and of a key's name, with the NUL
enum { MACHINE_SMS = 128 };                          // SMs, and clusters, at most

typedef struct machine {
    char name[64];
#define SECTION(section, help) struct {
#define NUMBER(section, key, initial, low, high, unit, help) uint32_t key;
#define CHOICE(section, key, initial, words, help) uint32_t key;
#define TEXT(section, key, initial, help) char key[MACHINE_TEXT];
#define END(section) } section;
#include "sim/machine/machine.def"
} machine;

typedef struct { char text[512]; } machine_error;              // "file:line: [section] key: seen, expected"

void machine_defaults(machine *);
// A bundled machine by name ("gtx480", "oaws") or an INI file by path. False and a message on any mistake.
bool machine_load(machine *, const char *name_or_path, machine_error *);
// The same from a text that need not end with NUL, and its name for messages. Checked as by machine_check.
bool machine_parse(machine *, const char *file_name, const char *text, size_t length, machine_error *);
// The name of each bundled machine, from index 0 on; false past the last.
bool machine_bundled(unsigned index, char name[static 64]);
bool machine_set(machine *, const char *assignment, machine_error *);   // "section.key=value" (--set)
bool machine_check(const machine *, machine_error *);                    // geometry that cannot be built
// The key of that number, from 0 on; false past the last. For a text only the name.
typedef struct { char name[MACHINE_KEY]; uint32_t low, high; const char *choices; } machine_key;    // choices: "first|second", else NULL
bool machine_key_at(unsigned index, machine_key *);
// The lowest and highest value that a number "section.key" may have on this machine, by its row and LIMITs. False: no such number.
bool machine_key_range(const machine *, const char *name, uint32_t *low, uint32_t *most);
// A value of "section.key" as in an INI file: a choice's word, else the number.
void machine_value_text(const char *name, uint32_t value, char text[static 32]);
void machine_dump(const machine *, FILE *);                              // a valid INI, every key with its help
bool machine_ldst_blocks(const machine *);                              // a warp held by the full LD/ST unit waits for memory (D-33)
// Hashes every key that is not its default, going on from `hash` (tb/hash.h), so a new key changes no hash.
uint64_t machine_hash(const machine *, uint64_t hash);
uint64_t machine_content(const machine *, uint64_t source);             // source: hash of a kernel's files, 0: none; as --content
void machine_describe_keys(FILE *);                                      // the tables of `warplock machine-keys`
// The bundled machines in turn: what the first line of the file, a comment, says. False past the last one.
enum { MACHINE_WORDS = 200 };
bool machine_says(unsigned index, char name[static 64], char words[static MACHINE_WORDS]);

#endif
