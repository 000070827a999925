// SPDX-License-Identifier: BSD-3-Clause
// random_forms SEEDS: every instruction that the decoder accepts against the kernels of the seeds from 1 on, of which
// forms_page.sh makes the tables of tests/sim/random/forms.md: its forms, how many of them the kernels have, the rarest one, and words that change nothing in
// the simulator. Below it what no kernel has, with the reason. Exit status 1 when something is missing without one.
#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/random/form_list.h"
#include "tests/sim/random/random_kernel.h"

static const struct { const char *pattern, *why; } exceptions[] = {
#define EXCEPTION(pattern, why) {pattern, why},
#include "tests/sim/random/form_exceptions.def"
#undef EXCEPTION
};
enum { EXCEPTIONS = sizeof exceptions / sizeof *exceptions, OPCODES = 1 << 16 };
static unsigned excepted[EXCEPTIONS];
static char tested[EXCEPTIONS][16];          // the mnemonic that a reason was last checked for
static unsigned missing;

static void complain(const char *name, const char *what)
{
    fprintf(stderr, "random_forms: %s: %s\n", name, what);
    missing++;
}

static bool file_names(const char *path, const char *word)
{
    FILE *file = fopen(path, "r");
    char line[1024];
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file)) {
        for (const char *at = line; !found && (at = strstr(at, word)); at++)
            found = (at == line || !isalnum((unsigned char)at[-1])) && !isalpha((unsigned char)at[strlen(word)]);
    }
    if (file) fclose(file);
    return found;
}

// A test that a reason ends with has the mnemonic, be it without the number of elements.
static void check_test(unsigned exception, const char *name)
{
    const char *path = strstr(exceptions[exception].why, "tests/");
    char mnemonic[sizeof tested[0]];
    snprintf(mnemonic, sizeof mnemonic, "%.*s", (int)strcspn(name, "."), name);
    if (!path || strcmp(mnemonic, tested[exception]) == 0) return;
    strcpy(tested[exception], mnemonic);
    size_t length = strlen(mnemonic);
    if (isdigit((unsigned char)mnemonic[length - 1])) mnemonic[length - 1] = '\0';
    if (!file_names(path, mnemonic)) complain(name, "its exception names a test that does not have it");
}

// A form, a mnemonic.word or a mnemonic.
static bool is_excepted(const char *name, uint32_t uses)
{
    for (unsigned i = 0; i < EXCEPTIONS; i++) {
        if (fnmatch(exceptions[i].pattern, name, 0) != 0) continue;
        if (uses) {
            complain(name, "in a kernel, and an exception of form_exceptions.def");
            return false;
        }
        excepted[i]++;
        check_test(i, name);
        return true;
    }
    return false;
}

static void expect_reason(ptx_mnemonic m)
{
    if (!is_excepted(mnemonic_name(m), 0))
        complain(mnemonic_name(m), "no operands are known with which the decoder takes it (form_list.c)");
}

// Opcodes as the kernels have them, each once.
typedef struct { char text[72]; uint32_t uses; } written;
static written opcodes[OPCODES];

static written *slot_of(const char *text, size_t length)
{
    uint32_t at = 2166136261u;
    for (size_t i = 0; i < length; i++) at = (at ^ (uint8_t)text[i]) * 16777619u;
    for (;; at++) {
        written *w = &opcodes[at % OPCODES];
        if (!w->text[0] || (strncmp(w->text, text, length) == 0 && !w->text[length])) return w;
    }
}

// A line of a kernel is an instruction when it ends in ';' and does not begin with a dot or a brace.
static void count_line(const char *line, size_t length)
{
    const char *end = line + length;
    while (line < end && (*line == ' ' || *line == '\t')) line++;
    if (line < end && *line == '@') line += strcspn(line, " ") + 1;
    size_t opcode = strspn(line, "abcdefghijklmnopqrstuvwxyzL0123456789._");
    if (line >= end || end[-1] != ';' || *line == '.' || opcode == 0 || opcode >= sizeof opcodes->text) return;
    written *w = slot_of(line, opcode);
    if (!w->text[0]) memcpy(w->text, line, opcode);
    w->uses++;
}

static void count_kernels(unsigned long seeds)
{
    for (unsigned long seed = 1; seed <= seeds; seed++) {
        random_kernel *kernel = random_kernel_new(seed);
        const char *line = strstr(kernel->ptx, ".func");
        for (line = line ? line : strstr(kernel->ptx, ".entry"); *line;) {
            size_t length = strcspn(line, "\n");
            count_line(line, length);
            line += length + (line[length] == '\n');
        }
        random_kernel_free(kernel);
    }
}

static void print_words(const form_list *list, ptx_mnemonic m)
{
    const char *separator = "";
    for (unsigned word = 0; word < MODIFIER_COUNT; word++) {
        if (!list->synonym[m][word]) continue;
        char name[64];
        snprintf(name, sizeof name, "%s.%s", mnemonic_name(m), modifier_name((ptx_modifier)word));
        if (list->synonym_uses[m][word]) printf("%s.%s", separator, modifier_name((ptx_modifier)word)), separator = " ";
        if (!is_excepted(name, list->synonym_uses[m][word]) && !list->synonym_uses[m][word])
            complain(name, "a word that no kernel has");
    }
}

static void print_mnemonic(const form_list *list, ptx_mnemonic m, unsigned totals[2])
{
    unsigned forms = 0, met = 0;
    const ptx_form *rarest = NULL;
    uint64_t uses = 0;
    if (list->shapeless[m]) expect_reason(m);
    for (uint32_t i = 0; i < list->count; i++) {
        const ptx_form *f = &list->forms[i];
        if (f->mnemonic != m) continue;
        uses += f->uses;
        if (is_excepted(f->name, f->uses)) continue;
        forms++;
        if (!f->uses) complain(f->name, "a form that no kernel has");
        met += f->uses > 0;
        if (!rarest || f->uses < rarest->uses) rarest = f;
    }
    if (!rarest) {
        print_words(list, m);               // without a row: those that are no exceptions
        return;
    }
    if (!met) complain(mnemonic_name(m), "no form of it is in any kernel");
    printf("| `%s` | %u | %u | %llu | `%s`: %u | ", mnemonic_name(m), forms, met, (unsigned long long)uses,
           rarest->name, rarest->uses);
    print_words(list, m);
    printf(" |\n");
    totals[0] += forms;
    totals[1] += met;
}

int main(int argc, char **argv)
{
    char *end = NULL;
    unsigned long seeds = argc == 2 ? strtoul(argv[1], &end, 10) : 0;
    if (!seeds || *end) {
        fprintf(stderr, "usage: random_forms SEEDS\n");
        return 2;
    }
    unsigned totals[2] = {0, 0};
    form_list *list = form_list_new();
    count_kernels(seeds);
    for (unsigned i = 0; i < OPCODES; i++) {
        if (opcodes[i].text[0] && !form_list_count(list, opcodes[i].text, opcodes[i].uses))
            complain(opcodes[i].text, "in a kernel, but no form of the decoder");
    }
    printf("| instruction | forms | in the kernels | times | rarest form | words that change nothing |\n");
    printf("| --- | --- | --- | --- | --- | --- |\n");
    for (unsigned m = 0; m < PTX_MNEMONIC_COUNT; m++) print_mnemonic(list, (ptx_mnemonic)m, totals);
    for (unsigned m = PTX_MNEMONIC_COUNT + 1; m < PTX_MNEMONICS_END; m++) expect_reason((ptx_mnemonic)m);
    printf("| all | %u | %u | | | |\n\n| accepted, in no kernel | forms and words | why |\n| --- | --- | --- |\n",
           totals[0], totals[1]);
    for (unsigned i = 0; i < EXCEPTIONS; i++) {
        if (excepted[i]) printf("| `%s` | %u | %s |\n", exceptions[i].pattern, excepted[i], exceptions[i].why);
        else complain(exceptions[i].pattern, "an exception of form_exceptions.def that nothing needs");
    }
    form_list_free(list);
    return missing ? 1 : 0;
}
