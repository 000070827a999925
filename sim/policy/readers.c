// SPDX-License-Identifier: BSD-3-Clause
#include "sim/policy/readers.h"

#include <stdarg.h>
#include <string.h>

// Readers in addition to runs with timing on every machine.
enum { TIMING = 1, FUNCTIONAL = 2, PROGRAM = 4, LISTED = 8 };

static const struct { const char *key; unsigned readers; bool only; } others[] = {
#define READ_BY(section, key, readers) { #section "." #key, readers, false },
#define READ_ONLY_BY(section, key, readers) { #section "." #key, readers, true },
#include "sim/machine/readers.def"
};

__attribute__((format(printf, 2, 3)))
static void add(char words[static READERS_WORDS], const char *format, ...)
{
    const size_t length = strlen(words);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(words + length, READERS_WORDS - length, format, arguments);
    va_end(arguments);
}

static bool in_section(const char *key, const char *section)
{
    const size_t length = strlen(section);

    return strncmp(key, section, length) == 0 && key[length] == '.';
}

// Whether the machine reads the key; if not, adds to the words what it would have to be. NULL: no machine, adds all of that.
static bool machine_suits(const machine *m, const char *key, char words[static READERS_WORDS])
{
    bool suits = true;

#define CONDITION(is_of, condition, words_of) \
    if ((is_of) && !(m && (condition))) { \
        suits = false; \
        if (!strstr(words, words_of)) \
            add(words, "%s%s", words[0] ? " and " : "", words_of); \
    }
#define READ_IF(section, name, condition, words_of) CONDITION(strcmp(key, #section "." #name) == 0, condition, words_of)
#define SECTION_READ_IF(section, condition, words_of) CONDITION(in_section(key, #section), condition, words_of)
#include "sim/machine/readers.def"
#undef CONDITION
    return suits;
}

// Whether every run on this machine reads a key that policies name; adds to the words which machines do. NULL: no machine.
static bool machine_reads(const machine *m, const char *key, char words[static READERS_WORDS])
{
    bool reads = false;

#define READ_ALSO_IF(section, name, condition, words_of) \
    if (strcmp(key, #section "." #name) == 0) { \
        reads |= m && (condition); \
        add(words, "%s%s", words[0] ? ", " : "", words_of); \
    }
#include "sim/machine/readers.def"
    return reads;
}

static bool names_key(const policy *p, const char *key)
{
    for (const char *const *name = p->reads; name && *name; name++)
        if (strcmp(*name, key) == 0)
            return true;
    return false;
}

static const policy *const *const tables[] = { policy_table, observer_table };

static bool is_of_policies(const char *key)
{
    bool named = in_section(key, "policy");

    for (unsigned t = 0; t < 2; t++)
        for (const policy *const *p = tables[t]; *p; p++)
            named |= names_key(*p, key);
    return named;
}

static bool policy_suits_key(const char *key, const key_reader *by)
{
    char words[READERS_WORDS] = "";
    bool read = !is_of_policies(key) || (by->policy && names_key(by->policy, key)) || machine_reads(by->machine, key, words);

    for (const policy *const *o = by->observers; o && *o; o++)
        read |= names_key(*o, key);
    return read;
}

static unsigned readers_of(const char *key)
{
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(others[i].key, key) == 0)
            return others[i].readers | (others[i].only ? 0 : TIMING);
    return TIMING;
}

bool key_is_read(const char *key, const key_reader *by)
{
    const unsigned readers = readers_of(key) &
        (by->listed ? LISTED : (by->functional ? FUNCTIONAL : TIMING) | (by->program ? PROGRAM : 0));
    char words[READERS_WORDS] = "";

    return readers & ~TIMING || (readers && policy_suits_key(key, by) && machine_suits(by->machine, key, words));
}

static void add_policies(const char *key, char words[static READERS_WORDS])
{
    static const char *const one[] = { "policy", "observer" }, *const several[] = { "policies", "observers" };

    for (unsigned t = 0; t < 2; t++) {
        unsigned count = 0, n = 0;

        for (const policy *const *p = tables[t]; *p; p++)
            count += names_key(*p, key);
        if (count)
            add(words, "%s%s ", words[0] ? ", " : "", count > 1 ? several[t] : one[t]);
        for (const policy *const *p = tables[t]; *p; p++)
            if (names_key(*p, key))
                add(words, "%s%s", n++ ? ", " : "", (*p)->name);
    }
    machine_reads(NULL, key, words);
    if (!words[0])
        add(words, "no policy");
}

void key_readers(const char *key, const key_reader *by, char words[static READERS_WORDS])
{
    const unsigned readers = readers_of(key);
    char policies[READERS_WORDS] = "", conditions[READERS_WORDS] = "";

    words[0] = 0;
    if (!(readers & TIMING)) {
        add(words, "a CUDA program");
        return;
    }
    if (by->functional || by->listed)
        add(conditions, "a run with timing");
    if (!policy_suits_key(key, by))
        add_policies(key, policies);
    machine_suits(by->machine, key, conditions);
    add(words, "%s%s%.300s", policies, policies[0] && conditions[0] ? " with " : "", conditions);
}

// "" for a key that only runs with timing read, and all of them.
static void all_readers(const char *key, char words[static READERS_WORDS])
{
    const unsigned readers = readers_of(key);
    char conditions[READERS_WORDS] = "";

    words[0] = 0;
    if (readers & TIMING && is_of_policies(key))
        add_policies(key, words);
    machine_suits(NULL, key, conditions);
    if (conditions[0])
        add(words, "%s%.200s", words[0] ? " with " : "", conditions);
    if (readers == PROGRAM)
        add(words, "a CUDA program");
    if (readers & FUNCTIONAL)
        add(words, "%s`--functional`, too", words[0] ? "; " : "");
}

void key_readers_table(FILE *file)
{
    char words[READERS_WORDS], others[READERS_WORDS];
    machine_key key, other;

    fputs("| keys | read by |\n| --- | --- |\n", file);
    for (unsigned i = 0; machine_key_at(i, &key); i++) {
        bool first = true;

        all_readers(key.name, words);
        for (unsigned j = 0; j < i && machine_key_at(j, &other) && first; j++) {
            all_readers(other.name, others);
            first = strcmp(words, others) != 0;
        }
        if (!words[0] || !first)
            continue;
        fputs("| ", file);
        for (unsigned j = i; machine_key_at(j, &other); j++) {
            all_readers(other.name, others);
            if (strcmp(words, others) == 0)
                fprintf(file, "%s`%s`", j > i ? ", " : "", other.name);
        }
        fprintf(file, " | %s |\n", words);
    }
}
