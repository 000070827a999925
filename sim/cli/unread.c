// SPDX-License-Identifier: BSD-3-Clause
#include "sim/cli/unread.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/axes.h"
#include "sim/policy/readers.h"
#include "sim/run/options.h"
#include "tb/plain.h"

enum { RECORD_GPU = 2 };                        // of --record-place

static void notice(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void notice(const char *format, ...)
{
    char text[2048];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    plain_line(text);
    fprintf(stderr, "warplock: notice: %s\n", text);
}

static const option_row *row_at(size_t offset)
{
    const option_row *row = option_rows;

    while (row->kind == OPTION_GROUP || row->offset != offset)
        row++;
    return row;
}

static void say_unread(const cli_options *o, const option_row *row, const char *reader)
{
    if (o->given[row - option_rows])
        notice("%s: not read, expected %s", row->name, reader);
}

static void say_beside(const cli_options *o, size_t flag, const char *reader)
{
    for (const option_row *row = option_rows; row < option_rows + option_row_count; row++)
        if (row->kind != OPTION_GROUP && row->offset != flag && row->offset != offsetof(cli_options, color))
            say_unread(o, row, reader);
}

void unread_options(const cli_options *o, unsigned command, const unread_facts *f)
{
    enum {                                      // bits of the rows' commands
#define COMMAND(identifier, name, operands, function, help) identifier = 1 << CLI_##identifier,
#include "sim/run/commands.def"
#undef COMMAND
    };

#define UNREAD_BESIDE(command_of, member, reader) \
    if (command == CLI_##command_of && o->member) { \
        say_beside(o, offsetof(cli_options, member), reader); \
        return; \
    }
#define UNREAD(commands, member, condition, reader)
#include "sim/cli/unread.def"
#define UNREAD_BESIDE(...)
#define UNREAD(commands, member, condition, reader) \
    if ((commands) >> command & 1 && (condition)) \
        say_unread(o, row_at(offsetof(cli_options, member)), reader);
#include "sim/cli/unread.def"
}

// "section.key" of an accepted assignment.
static void key_of(const char *assignment, char key[static SYSTEM_SET])
{
    snprintf(key, SYSTEM_SET, "%.*s", (int)strcspn(assignment, "="), assignment);
}

// Whether a search tries values of the key.
static bool is_searched(const best_word *search, const machine *m, const char *key)
{
    char tried[SYSTEM_SET];
    uint32_t low, most;

    return search && best_word_range(search, m, tried, &low, &most) && strcmp(tried, key) == 0;
}

// A key counts as read when one of the runs reads it.
static void say_key(const char *option, const char *assignment, const key_reader *by, const cli_policies *chosen)
{
    char key[SYSTEM_SET], words[READERS_WORDS] = "", names[READERS_WORDS] = "";
    const unsigned count = chosen && !by->functional ? chosen->count : 1;
    bool read = false;

    key_of(assignment, key);
    for (unsigned i = 0; i < count && !read; i++) {
        key_reader under = *by;

        if (chosen && !by->functional)
            under.policy = chosen->policy[i];
        const bool searched = under.policy && is_searched(chosen->search[i], by->machine, key);
        read = !searched && key_is_read(key, &under);
        if (read)
            break;
        if (searched && !words[0])
            snprintf(words, sizeof words, "%s, which searches no value of it", under.policy->name);
        if (!words[0])
            key_readers(key, &under, words);
        if (under.policy)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? ", " : " under ",
                     chosen->search[i] ? chosen->search[i]->name : under.policy->name);
    }
    if (!read)
        notice("%s%.120s: not read%s, expected %s", option, assignment, names, words);
}

static void say_keys(const cli_options *o, const key_reader *by, const cli_policies *chosen)
{
    for (unsigned i = 0; i < o->set.count; i++)
        say_key("--set ", o->set.words[i], by, chosen);
    if (o->cold_l2 && !by->functional)
        say_key("--cold-l2, ", "l2.host_copy=bypass", by, chosen);
}

void unread_of_run(const cli_options *o, const machine *m, const cli_policies *chosen, unread_facts facts)
{
    const bool csv_is_output = strcmp(o->csv, "-") == 0;

    facts.policies = chosen->count;
    for (unsigned i = 0; i < chosen->count; i++)
        facts.searches |= chosen->search[i] && !o->functional;
    facts.only_csv = csv_is_output && !o->report[0];
    facts.only_figures = facts.only_csv || (o->json && !o->report[0]);
    unread_options(o, CLI_RUN, &facts);
    say_keys(o, &(key_reader){ .machine = m, .observers = chosen->observers, .functional = o->functional, .program = facts.program },
             chosen);
}

void unread_of_list(const cli_options *o, const machine *m)
{
    say_keys(o, &(key_reader){ .machine = m, .listed = true }, NULL);
}

static unread_facts facts_of(const campaign_session *s)
{
    const campaign *c = &s->campaign;
    unread_facts facts = { .forced = false };

    for (unsigned i = 0; i < c->n_kernels; i++) {
        const int in_file = campaign_file_kernel(s->file, c->kernels[i].name);
        const bool bundled = c->kernels[i].kind == KERNEL_BUNDLED;

        facts.ptx |= c->kernels[i].kind == KERNEL_PTX;
        facts.traces |= c->kernels[i].kind == KERNEL_TRACE;
        facts.bundled |= bundled;
        facts.sizes |= bundled && (in_file < 0 || !s->file->kernels[in_file].size[0]);
    }
    return facts;
}

// The word of --set with the key; NULL: a file sets it.
static const char *typed_word(const cli_options *o, const char *key)
{
    const size_t length = strlen(key);

    for (unsigned i = 0; i < o->set.count; i++)
        if (strncmp(o->set.words[i], key, length) == 0 && o->set.words[i][length] == '=')
            return o->set.words[i];
    return NULL;
}

// A swept key that only some policies read gets a notice; one that none reads is refused.
static bool judge_axis(const campaign_session *s, const campaign_axis *axis, bool *forced)
{
    const char *typed = typed_word(s->options, axis->key);
    char readers[READERS_WORDS], others[READERS_WORDS], what[400];

    snprintf(what, sizeof what, "%.200s%s%.150s", typed ? "--set" : s->options->operands.words[0], typed ? " " : ": ", typed ? typed : axis->key);
    campaign_axes_policies(axis->read, readers);
    campaign_axes_policies(axis->unread, others);
    if (!axis->read && axis->unread) {
        *forced = true;
        if (!s->options->force)
            return cli_mistake("%s: swept, and not read under %s, expected %s; --force sweeps it all the same", what, others, axis->readers);
    }
    if (axis->unread)
        notice("%s: %s%s%snot read under %s: the runs for each value are equal", what, readers[0] ? "read under " : "", readers,
               readers[0] ? ", " : "", others);
    return true;
}

bool unread_of_session(campaign_session *s)
{
    const cli_options *o = s->options;
    const unsigned command = s->command;
    unread_facts facts = facts_of(s);
    campaign_axes *all = calloc(1, sizeof *all);
    bool good = true;
    char key[SYSTEM_SET], others[READERS_WORDS];

    if (!all)
        abort();
    for (unsigned i = 0; i < o->set.count; i++) {
        key_of(o->set.words[i], key);
        campaign_axes_add(all, key);
    }
    if (!o->stored)
        campaign_axes_find(&s->campaign, all);
    for (unsigned i = 0; i < all->n && good; i++) {
        const campaign_axis *axis = &all->axes[i];

        campaign_axes_policies(axis->unread, others);
        if (axis->swept)
            good = judge_axis(s, axis, &facts.forced);
        else if (!axis->read && axis->unread)
            notice("--set %s: not read under %s, expected %s", typed_word(o, axis->key), others, axis->readers);
    }
    free(all);
    if (good)
        unread_options(o, command, &facts);
    return good;
}
