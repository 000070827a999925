// SPDX-License-Identifier: BSD-3-Clause
// Device code to be linked with other files (-rdc=true, -dc). An object's PTX may use what another object defines; the runtime
// links a program's PTX on first use (sim/cudart/modules.c). Two parts of clang's output are corrected on the way: names of
// static objects, and the call that registers an object's part.
#define _GNU_SOURCE                             // memmem
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/cli/cc.h"

// The file's text, to be freed; NULL after a message.
static char *read_text(const char *path)
{
    FILE *file = fopen(path, "r");
    struct stat status;
    char *text = NULL;

    if (file && fstat(fileno(file), &status) == 0 && (text = malloc((size_t)status.st_size + 1)) != NULL)
        text[fread(text, 1, (size_t)status.st_size, file)] = 0;
    if (file)
        fclose(file);
    if (!text)
        cli_mistake("cc: %s: cannot be read: %s", path, strerror(errno));
    return text;
}

static bool write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    bool good = file && fputs(text, file) >= 0;

    good &= file && fclose(file) == 0;
    return good || cli_mistake("cc: %s: cannot be written: %s", path, strerror(errno));
}

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

// --- names of static objects. clang gives them a suffix, but not at every use, and not always the same on the host:
// here it is the file's number.

static bool is_static(const cc_statics *s, const char *word, size_t length)
{
    for (unsigned i = 0; i < s->count; i++)
        if (strlen(s->names[i]) == length && memcmp(s->names[i], word, length) == 0)
            return true;
    return false;
}

static void add_static(cc_statics *s, const char *word, size_t length)
{
    if (is_static(s, word, length))
        return;
    s->names = realloc(s->names, (s->count + 1) * sizeof *s->names);
    if (!s->names || !(s->names[s->count++] = strndup(word, length)))
        abort();
}

// clang's suffix in a word, and the word's end after it. NULL: none.
static const char *find_suffix(const char *word, size_t length, const char **behind)
{
    static const char *const suffixes[] = { "__static__", "__intern__" };
    enum { SUFFIX = 10, DIGITS_MOST = 16 };                 // of a number without leading zeros

    for (unsigned i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        const char *at = memmem(word, length, suffixes[i], SUFFIX);

        size_t digits = at ? strspn(at + SUFFIX, "0123456789abcdef") : 0;
        if (digits > 0 && digits <= DIGITS_MOST) {
            *behind = at + SUFFIX + digits;
            return at;
        }
    }
    return NULL;
}

typedef void (*word_writer)(FILE *, const char *word, size_t length, cc_statics *);

// Rewrites each word of the text; frees the old text.
static char *rewrite(char *text, word_writer write, cc_statics *s)
{
    char *changed = NULL;
    size_t bytes;
    FILE *out = open_memstream(&changed, &bytes);

    if (!out)
        abort();
    for (const char *at = text; *at; ) {
        const char *word = at;

        while (is_name(*at))
            at++;
        if (at > word)
            write(out, word, (size_t)(at - word), s);
        else
            fputc(*at++, out);
    }
    fclose(out);
    free(text);
    return changed;
}

static void write_suffixed(FILE *out, const char *word, size_t length, cc_statics *s)
{
    const char *behind, *suffix = find_suffix(word, length, &behind);

    if (!suffix) {
        bool unnamed = memmem(word, length, "_GLOBAL__N_", 11) != NULL;         // of an unnamed namespace: every file has one
        if (unnamed)
            add_static(s, word, length);
        fprintf(out, "%.*s%s%s", (int)length, word, unnamed ? "__" : "", unnamed ? s->number : "");
        return;
    }
    add_static(s, word, (size_t)(suffix - word));
    fprintf(out, "%.*s__%s%.*s", (int)(suffix - word), word, s->number, (int)(word + length - behind), behind);
}

static void write_plain(FILE *out, const char *word, size_t length, cc_statics *s)
{
    fwrite(word, 1, length, out);
    if (is_static(s, word, length))
        fprintf(out, "__%s", s->number);
}

bool cc_rename_statics(const char *ptx, cc_statics *s)
{
    char *text = read_text(ptx);

    if (!text)
        return false;
    text = rewrite(rewrite(text, write_suffixed, s), write_plain, s);
    bool good = write_text(ptx, text);
    free(text);
    return good;
}

// --- names for the host's linker

// The name that a module-level line declares, of length `length`; NULL: none that other files define or see.
static const char *declared_name(const char *line, const char *end, size_t *length)
{
    const char *at = memmem(line, (size_t)(end - line), ".func", 5);

    at = at ? at : memmem(line, (size_t)(end - line), ".entry", 6);
    if (at) {
        at += strcspn(at, " \t(");
        at += strspn(at, " \t");
        at += *at == '(' ? strcspn(at, ")") + 1 : 0;                            // its return value
        at += strspn(at, " \t");
    } else if (memmem(line, (size_t)(end - line), ".global", 7) || memmem(line, (size_t)(end - line), ".const", 6)) {
        for (at = line; at < end && (*at == '.' || isspace((unsigned char)*at) || isdigit((unsigned char)*at)); )
            at += isspace((unsigned char)*at) ? 1 : strcspn(at, " \t");
    }
    *length = 0;
    while (at && at + *length < end && is_name(at[*length]))
        ++*length;
    return *length ? at : NULL;
}

static bool is_service(const char *name, size_t length)
{
    return (length == 7 && memcmp(name, "vprintf", 7) == 0) || (length == 12 && memcmp(name, "__assertfail", 12) == 0);
}

// The PTX's definitions and references become symbols of the object, so that the host's linker finds library members, missing
// names and duplicates.
static void write_symbols(FILE *out, const char *ptx, const char *number)
{
    static const struct { const char *word, *linkage; } kinds[] = { { ".extern ", NULL }, { ".visible ", ".globl" }, { ".weak ", ".weak" } };

    for (const char *line = ptx, *end; *line; line = *end ? end + 1 : end) {
        size_t length;
        const char *name;

        end = line + strcspn(line, "\n");
        for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
            if (strncmp(line, kinds[i].word, strlen(kinds[i].word)) == 0 && (name = declared_name(line, end, &length)) != NULL &&
                !is_service(name, length)) {
                if (kinds[i].linkage)
                    fprintf(out, "\t%s\t__cuda_device_%.*s\n\t.set\t__cuda_device_%.*s, 0x%.7s\n", kinds[i].linkage, (int)length, name,
                            (int)length, name, number);         // the linker merges equal values
                else
                    fprintf(out, "\t.section\t.warplock_wanted,\"aw\",@progbits\n\t.quad\t__cuda_device_%.*s\n", (int)length, name);
            }
    }
}

void cc_free_statics(cc_statics *s)
{
    while (s->count)
        free(s->names[--s->count]);
    free(s->names);
    s->names = NULL;
}

// --- the host's part

// The end of a static name that the host registers, quoted after .asciz, with or without clang's suffix; NULL: none.
static const char *registered_static(const char *line, const char *end, const cc_statics *s)
{
    static const char before[] = "\t.asciz\t\"";
    const char *name = line + sizeof before - 1, *behind;

    if (end - line <= (long)sizeof before || strncmp(line, before, sizeof before - 1) != 0 || end[-1] != '"')
        return NULL;
    if (is_static(s, name, (size_t)(end - 1 - name)))
        return end - 1;
    const char *suffix = find_suffix(name, (size_t)(end - 1 - name), &behind);
    return suffix && behind == end - 1 ? suffix : NULL;
}

// NVIDIA's linker would know each object's own registration function: here all are one function of the runtime.
static void write_line(FILE *out, const char *line, const char *end, const cc_statics *s)
{
    static const char call[] = "__cudaRegisterLinkedBinary", own[] = "__nv_";
    const char *at = memmem(line, (size_t)(end - line), call, sizeof call - 1), *behind = at ? at + sizeof call - 1 : line;

    const char *name_end = registered_static(line, end, s);

    if (name_end) {
        fprintf(out, "%.*s__%s\"\n", (int)(name_end - line), line, s->number);
        return;
    }
    fwrite(line, 1, (size_t)(behind - line), out);
    if (at && strncmp(behind, own, sizeof own - 1) == 0)
        for (behind += sizeof own - 1; is_name(*behind); )
            behind++;
    fwrite(behind, 1, (size_t)(end - behind), out);
    fputc('\n', out);
}

bool cc_rename_registration(const char *assembly, const char *ptx, cc_statics *s)
{
    static const char alias[] = "\t.globl\t__fatbinwrap__nv_";        // two files of one name would share it
    char *text = read_text(assembly), *device = text ? read_text(ptx) : NULL, *changed = NULL;
    size_t bytes;

    if (!device) {
        free(text);
        return false;
    }
    FILE *out = open_memstream(&changed, &bytes);
    if (!out)
        abort();
    for (const char *line = text, *end; *line; line = *end ? end + 1 : end) {
        end = line + strcspn(line, "\n");
        if (strncmp(line, alias, sizeof alias - 1) != 0)
            write_line(out, line, end, s);
    }
    write_symbols(out, device, s->number);
    fclose(out);
    free(device);
    bool good = write_text(assembly, changed);
    free(changed);
    free(text);
    return good;
}

bool cc_is_relocatable(const cli_options *options) { return options->cuda_device_object || options->cuda_relocatable; }

// Differs between files, and between two ways of compiling one file.
void cc_file_number(const cli_options *options, const char *source, char number[static 17])
{
    char folder[CC_PATH];
    const cli_list *const lists[] = { &options->cuda_define, &options->cuda_undefine, &options->cuda_include };
    char *whole = realpath(source, NULL);
    uint64_t hash = UINT64_C(14695981039346656037);

    for (const char *at = whole ? whole : source; *at; at++)
        hash = (hash ^ (unsigned char)*at) * UINT64_C(1099511628211);
    for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (unsigned k = 0; k < lists[i]->count; k++)
            for (const char *at = lists[i]->words[k]; ; at++) {
                hash = (hash ^ (unsigned char)*at) * UINT64_C(1099511628211);
                if (!*at)
                    break;
            }
    for (const char *at = getcwd(folder, sizeof folder); at && *at; at++)       // where a name of -include may lie
        hash = (hash ^ (unsigned char)*at) * UINT64_C(1099511628211);
    for (const char *at = options->cuda_output; *at; at++)
        hash = (hash ^ (unsigned char)*at) * UINT64_C(1099511628211);
    free(whole);
    snprintf(number, 17, "%016llx", (unsigned long long)hash);
}
