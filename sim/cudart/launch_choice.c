// SPDX-License-Identifier: BSD-3-Clause
#include "sim/cudart/launch_choice.h"

#include <string.h>

#include "tb/whole_number.h"

static struct {
    struct { char name[256]; uint64_t wanted, seen; bool found; } rows[CLI_WORDS_MAX];     // wanted 0: all
    unsigned count;
} choice;

static bool read_row(const char *word)
{
    const char *colon = strrchr(word, ':');
    size_t length = colon && colon[1] ? (size_t)(colon - word) : strlen(word);
    uint64_t wanted = 0;

    if (!length || length >= sizeof choice.rows[0].name || (colon && !whole_number(colon + 1, 1, UINT64_MAX, &wanted)))
        return cli_mistake("--kernel: seen `%.80s`, expected NAME or NAME:K, the K-th launch of that kernel from 1 on",
                           word);
    memcpy(choice.rows[choice.count].name, word, length);
    choice.rows[choice.count].name[length] = 0;
    choice.rows[choice.count++].wanted = wanted;
    return true;
}

bool launch_choice_read(const cli_list *names)
{
    memset(&choice, 0, sizeof choice);
    for (unsigned i = 0; i < names->count; i++)
        if (!read_row(names->words[i]))
            return false;
    return true;
}

bool launch_choice_timed(const kernel *k)
{
    bool timed = choice.count == 0;

    for (unsigned i = 0; i < choice.count && !timed; i++)
        timed = kernel_is_named(k, choice.rows[i].name) &&
                (!choice.rows[i].wanted || choice.rows[i].wanted == choice.rows[i].seen + 1);
    return timed;
}

void launch_choice_count(const kernel *k)
{
    for (unsigned i = 0; i < choice.count; i++)
        if (kernel_is_named(k, choice.rows[i].name)) {
            choice.rows[i].seen++;
            choice.rows[i].found |= !choice.rows[i].wanted || choice.rows[i].wanted == choice.rows[i].seen;
        }
}

void launch_choice_end(void)
{
    for (unsigned i = 0; i < choice.count; i++)
        if (!choice.rows[i].found)
            fprintf(stderr, "warplock: notice: --kernel %s: seen %llu launches of it, none was simulated with timing\n",
                    choice.rows[i].name, (unsigned long long)choice.rows[i].seen);
}
