// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/engine/slurm_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/report/number.h"
#include "tb/hash.h"
#include "tb/input_file.h"
#include "tb/output_file.h"

void slurm_path(const slurm_folder *f, char path[static SLURM_PATH], const char *format, ...)
{
    va_list arguments;
    int length = snprintf(path, SLURM_PATH, "%s/", f->path);

    va_start(arguments, format);
    vsnprintf(path + length, SLURM_PATH - (size_t)length, format, arguments);
    va_end(arguments);
}

static bool cannot(const char *path, const char *what, char *message, size_t size)
{
    snprintf(message, size, "%.200s: cannot be %s: %s", path, what, strerror(errno));
    return false;
}

static bool make_folder(const char *path, char *message, size_t size)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST || cannot(path, "made", message, size);
}

static bool make_folders(const slurm_folder *f, char *message, size_t size)
{
    char path[SLURM_PATH];

    for (const char *const *name = (const char *const[]){ "batches", "results", NULL }; *name; name++) {
        slurm_path(f, path, "%s", *name);
        if (!make_folder(path, message, size))
            return false;
    }
    for (unsigned i = 0; i < SLURM_RESULT_FOLDERS; i++) {
        slurm_path(f, path, "results/%02x", i);
        if (!make_folder(path, message, size))
            return false;
    }
    return true;
}

bool slurm_folder_open(slurm_folder *f, const char *path, bool make, char *message, size_t size)
{
    char *whole;
    bool fits;

    *f = (slurm_folder){ .lock = -1 };
    if (make && !make_folder(path, message, size))
        return false;
    whole = realpath(path, NULL);
    if (!whole)
        return cannot(path, "read", message, size);
    fits = strlen(whole) < sizeof f->path;
    snprintf(f->path, sizeof f->path, "%s", whole);
    snprintf(f->prefix, sizeof f->prefix, "warplock-%08" PRIx32 "-", (uint32_t)hash_text(HASH_START, whole));
    free(whole);
    if (!fits) {
        snprintf(message, size, "%.60s...: seen a path of %d or more characters, expected fewer", f->path,
                 SLURM_FOLDER);
        return false;
    }
    if (make)
        return make_folders(f, message, size);
    if (slurm_exists(f, "campaign"))
        return true;
    snprintf(message, size, "%.200s: seen no campaign in it, expected the folder of --slurm-folder", path);
    return false;
}

// --- who collects

static struct flock whole_file(short type)
{
    return (struct flock){ .l_type = type, .l_whence = SEEK_SET };
}

static void read_words(const slurm_folder *f, char words[static 160])
{
    char path[SLURM_PATH];
    const char *why;
    FILE *file;

    slurm_path(f, path, "lock");
    file = input_open(path, &why);
    words[0] = 0;
    if (file && fgets(words, 160, file))
        words[strcspn(words, "\n")] = 0;
    if (file)
        fclose(file);
}

// A file system without locks has none; a result enters the store once, whoever brings it.
bool slurm_folder_lock(slurm_folder *f, char *message, size_t size)
{
    struct flock wanted = whole_file(F_WRLCK);
    char path[SLURM_PATH], words[160], host[100] = "";

    slurm_path(f, path, "lock");
    f->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (f->lock < 0)
        return cannot(path, "made", message, size);
    if (fcntl(f->lock, F_SETLK, &wanted) != 0 && (errno == EACCES || errno == EAGAIN)) {
        close(f->lock);
        f->lock = -1;
        read_words(f, words);
        snprintf(message, size, "%.200s: %s collects its results already", f->path,
                 words[0] ? words : "another process");
        return false;
    }
    gethostname(host, sizeof host - 1);
    if (ftruncate(f->lock, 0) == 0)
        dprintf(f->lock, "process %d on %s\n", getpid(), host);
    return true;
}

void slurm_folder_unlock(slurm_folder *f)
{
    if (f->lock >= 0)
        close(f->lock);
    f->lock = -1;
}

bool slurm_folder_collector(const slurm_folder *f, char words[static 160])
{
    struct flock seen = whole_file(F_WRLCK);
    char path[SLURM_PATH];
    int file;
    bool held;

    words[0] = 0;
    slurm_path(f, path, "lock");
    file = open(path, O_RDWR | O_CLOEXEC);
    held = file >= 0 && fcntl(file, F_GETLK, &seen) == 0 && seen.l_type != F_UNLCK;
    if (file >= 0)
        close(file);
    if (held)
        read_words(f, words);
    return held;
}

// --- the program

static bool copy_bytes(const char *program, FILE *to, uint64_t *hash)
{
    static unsigned char bytes[1 << 16];
    FILE *from = fopen(program, "rb");
    bool good = from != NULL;

    *hash = HASH_START;
    for (size_t count; good && (count = fread(bytes, 1, sizeof bytes, from)) > 0;) {
        *hash = hash_bytes(*hash, bytes, count);
        good = fwrite(bytes, 1, count, to) == count;
    }
    good = good && !ferror(from);
    if (from)
        fclose(from);
    return good;
}

void slurm_program_name(uint64_t hash, char name[static 32])
{
    snprintf(name, 32, "warplock-%016" PRIx64, hash);
}

bool slurm_folder_program(const slurm_folder *f, const char *program, uint64_t hash, char path[static SLURM_PATH],
                          char *message, size_t size)
{
    output_file file;
    uint64_t copied;
    char name[32];

    slurm_program_name(hash, name);
    slurm_path(f, path, "%s", name);
    if (access(path, X_OK) == 0)
        return true;
    if (!output_open(&file, path, message, size))
        return false;
    fchmod(fileno(file.stream), 0755);
    if (!copy_bytes(program, file.stream, &copied)) {
        output_discard(&file);
        return cannot(program, "copied", message, size);
    }
    if (copied != hash) {
        output_discard(&file);
        snprintf(message, size, "%.200s: is not the program any more that began this campaign, expected it", program);
        return false;
    }
    return output_close(&file, message, size);
}

// --- its files

bool slurm_write(const slurm_folder *f, const char *name, json_t *object, char *message, size_t size)
{
    char path[SLURM_PATH], *text = json_text(object, JSON_COMPACT);
    bool good;

    if (!text)
        abort();
    slurm_path(f, path, "%s", name);
    good = sealed_write(path, text, message, size);
    free(text);
    return good;
}

json_t *slurm_read(const slurm_folder *f, const char *name, sealed_state *state)
{
    char path[SLURM_PATH], *text;
    json_t *object;

    slurm_path(f, path, "%s", name);
    *state = sealed_read(path, &text);
    if (*state != SEALED_GOOD)
        return NULL;
    object = json_loads(text, 0, NULL);
    free(text);
    if (!object)
        *state = SEALED_DAMAGED;
    return object;
}

void slurm_remove(const slurm_folder *f, const char *name)
{
    char path[SLURM_PATH];

    slurm_path(f, path, "%s", name);
    remove(path);
}

bool slurm_exists(const slurm_folder *f, const char *name)
{
    char path[SLURM_PATH];

    slurm_path(f, path, "%s", name);
    return access(path, F_OK) == 0;
}

void slurm_visit(const slurm_folder *f, const char *folder, slurm_visitor *visit, void *context)
{
    char path[SLURM_PATH];
    DIR *names;

    slurm_path(f, path, "%s", folder);
    names = opendir(path);
    if (!names)
        return;
    for (const struct dirent *entry; (entry = readdir(names));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 && !visit(context, entry->d_name))
            break;
    closedir(names);
}

// --- results

void slurm_result_name(const char *key, char name[static 48])
{
    snprintf(name, 48, "results/%.2s/%.16s", key, key);
}

// A message may hold any bytes, as file names do; JSON may not.
static json_t *text_of(const char *message)
{
    json_t *text = json_string(message);
    char *copy;

    if (text)
        return text;
    copy = strdup(message);
    if (!copy)
        abort();
    for (char *at = copy; *at; at++)
        if ((unsigned char)*at > 126)
            *at = '?';
    text = json_string(copy);
    free(copy);
    return text;
}

bool slurm_write_result(const slurm_folder *f, const char *key, const store_run *run, char *message, size_t size)
{
    char name[48];
    json_t *object = json_pack("{s:s, s:i, s:f, s:I, s:s, s:o}", "key", key, "status", run->status,
                               "seconds", run->seconds, "peak_kb", (json_int_t)run->peak_kb, "result", run->result,
                               "reason", text_of(run->reason));
    bool good;

    if (!object)
        abort();
    slurm_result_name(key, name);
    good = slurm_write(f, name, object, message, size);
    json_decref(object);
    return good;
}

sealed_state slurm_read_result(const slurm_folder *f, const char *key, store_run *run)
{
    char name[48];
    const char *own = "", *result, *reason;
    json_int_t peak;
    sealed_state state;
    json_t *object;

    slurm_result_name(key, name);
    *run = (store_run){ 0 };
    object = slurm_read(f, name, &state);
    if (!object)
        return state;
    if (json_unpack(object, "{s:s, s:i, s:F, s:I, s:s, s:s}", "key", &own, "status", &run->status,
                    "seconds", &run->seconds, "peak_kb", &peak, "result", &result, "reason", &reason) == 0 &&
        strcmp(own, key) == 0) {
        run->peak_kb = (uint64_t)peak;
        run->result = strdup(result);
        run->reason = strdup(reason);
    } else {
        state = SEALED_DAMAGED;
    }
    json_decref(object);
    return state;
}
