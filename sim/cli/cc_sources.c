// SPDX-License-Identifier: BSD-3-Clause
// A source and its includes in the user's folders. Where nvcc's spelling is not clang's (spelling.h), clang reads a copy under
// the file's own name, by an overlay of its file system. It reads all others directly.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/cli/cc.h"
#include "sim/cli/spelling.h"
#include "tb/input_file.h"

enum { COPIES = 12, FILES = 1024, FILE_MOST = 64 << 20, NESTED = 200 };      // clang's limit of includes
static const char *const names[] = { "overlay.yaml", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", NULL };

// The files seen, and those that clang gets as copies.
typedef struct {
    const cli_options *options;
    cc_overlay *overlay;
    char       *files[FILES];
    unsigned    n_files, n_copies, depth;
    const char *copied[COPIES];
} search;

static char *read_file(const char *path, size_t *length)
{
    const char *why;
    FILE *file = input_open(path, &why);
    char *text = NULL;
    long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;

    if (size >= 0 && size <= FILE_MOST && fseek(file, 0, SEEK_SET) == 0) {
        text = malloc((size_t)size + 1);
        if (!text)
            abort();
        *length = fread(text, 1, (size_t)size, file);
    }
    if (file)
        fclose(file);
    return text;
}

static bool add_copy(search *s, const char *path, const char *text, size_t length)
{
    char copy[OUTPUT_PATH], message[OUTPUT_PATH + 256];
    const char *where = getenv("TMPDIR");

    if (!s->n_copies) {
        snprintf(copy, sizeof copy, "%s/cc", where && *where ? where : P_tmpdir);
        if (!output_folder_open(&s->overlay->folder, copy, names, message, sizeof message))
            return cli_mistake("cc: %s", message);
        s->overlay->is_open = true;
    }
    if (s->n_copies == COPIES)
        return cli_mistake("cc: more than %d files have `<< <` or `__shared__ alignas`, expected fewer: write <<< and >>> in one piece, and "
                           "alignas before __shared__", COPIES);
    s->copied[s->n_copies++] = path;
    output_folder_file(&s->overlay->folder, names[s->n_copies], copy);
    FILE *file = fopen(copy, "w");
    bool good = file && fwrite(text, 1, length, file) == length;

    return (file && fclose(file) == 0 && good) || cli_mistake("cc: %s: cannot be written: %s", copy, strerror(errno));
}

// On first sight: kept under clang's name for it.
static const char *remember(search *s, const char *path)
{
    for (unsigned i = 0; i < s->n_files; i++)
        if (strcmp(s->files[i], path) == 0)
            return NULL;
    if (s->n_files == FILES || !(s->files[s->n_files] = strdup(path)))
        return NULL;
    return s->files[s->n_files++];
}

static bool look_into(search *s, const char *path);

static bool look_for(search *s, const char *folder, size_t length, const included_file *file, bool *found)
{
    char path[CC_PATH];
    int n = snprintf(path, sizeof path, "%.*s%s%.*s", (int)length, folder, length ? "/" : "", (int)file->length, file->name);

    *found = n < CC_PATH && access(path, R_OK) == 0;
    return !*found || look_into(s, path);
}

// Searches as clang does: beside the including file, then in the folders of -I.
static bool look_for_include(search *s, const char *path, const included_file *file)
{
    const char *slash = strrchr(path, '/');
    const cli_list *folders = &s->options->cuda_folder;
    bool found = false, good = true;

    if (file->length && file->name[0] == '/')
        return look_for(s, "", 0, file, &found);
    if (file->quoted)
        good = look_for(s, path, slash ? (size_t)(slash - path) : 0, file, &found);
    for (unsigned i = 0; i < folders->count && good && !found; i++)
        good = look_for(s, folders->words[i], strlen(folders->words[i]), file, &found);
    return good;
}

// False after a message. Unreadable files are left to clang.
static bool look_into(search *s, const char *path)
{
    const char *name = remember(s, path);
    size_t length = 0, at = 0, new_length = 0;
    char *text = name ? read_file(name, &length) : NULL, *spelled = text ? spelling_for_clang(text, length, &new_length) : NULL;
    bool good = !spelled || add_copy(s, name, spelled, new_length);
    included_file file;

    s->depth++;
    while (text && good && s->depth < NESTED && spelling_next_include(text, length, &at, &file))
        good = look_for_include(s, name, &file);
    s->depth--;
    free(spelled);
    free(text);
    return good;
}

// --- the overlay

static void write_text(FILE *file, const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == '"' || *text == '\\')
            fprintf(file, "\\x%02x", (unsigned)(unsigned char)*text);
        else
            fputc(*text, file);
}

static void write_entry(FILE *file, const char *folder, const char *name, const char *copy)
{
    fputs(",\n{\"type\": \"file\", \"name\": \"", file);
    write_text(file, folder);
    write_text(file, *folder ? "/" : "");
    write_text(file, name);
    fputs("\", \"external-contents\": \"", file);
    write_text(file, copy);
    fputs("\"}", file);
}

// A relative name belongs to the current folder, which clang takes from PWD if that is correct.
static bool write_overlay(const search *s)
{
    char copy[OUTPUT_PATH], here[CC_PATH];
    const char *called = getenv("PWD");

    output_folder_file(&s->overlay->folder, names[0], s->overlay->path);
    FILE *file = fopen(s->overlay->path, "w");
    if (!file || !getcwd(here, sizeof here)) {
        if (file)
            fclose(file);
        return cli_mistake("cc: %s: cannot be written: %s", s->overlay->path, strerror(errno));
    }
    // The first entry names no file, so that all others begin with a comma.
    fputs("{\"version\": 0, \"use-external-names\": false, \"roots\": [\n{\"type\": \"directory\", \"name\": \"", file);
    write_text(file, s->overlay->folder.folder);
    fputs("/none\", \"contents\": []}", file);
    for (unsigned i = 0; i < s->n_copies; i++) {
        const bool absolute = s->copied[i][0] == '/';

        output_folder_file(&s->overlay->folder, names[i + 1], copy);
        write_entry(file, absolute ? "" : here, s->copied[i], copy);
        if (!absolute && called && *called == '/' && strcmp(called, here) != 0)
            write_entry(file, called, s->copied[i], copy);
    }
    fputs("\n]}\n", file);
    return fclose(file) == 0 || cli_mistake("cc: %s: cannot be written: %s", s->overlay->path, strerror(errno));
}

bool cc_overlay_open(const cli_options *options, const char *const *sources, unsigned n, cc_overlay *overlay)
{
    search *s = calloc(1, sizeof *s);
    bool good = true;

    if (!s)
        abort();
    overlay->is_open = false;
    *s = (search){ .options = options, .overlay = overlay };
    for (unsigned i = 0; i < options->cuda_include.count && good; i++)
        good = look_into(s, options->cuda_include.words[i]);
    for (unsigned i = 0; i < n && good; i++)
        good = look_into(s, sources[i]);
    if (good && s->n_copies)
        good = write_overlay(s);
    while (s->n_files)
        free(s->files[--s->n_files]);
    free(s);
    if (!good)
        cc_overlay_close(overlay);
    return good;
}

bool cc_overlay_words(const cc_overlay *overlay, cc_line *line)
{
    return !overlay->is_open || (cc_add(line, "-ivfsoverlay") && cc_add(line, overlay->path));
}

void cc_overlay_close(cc_overlay *overlay)
{
    if (overlay->is_open)
        output_folder_close(&overlay->folder);
    overlay->is_open = false;
}
