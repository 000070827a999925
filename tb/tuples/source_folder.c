// SPDX-License-Identifier: BSD-3-Clause
#define _GNU_SOURCE                                         // dladdr
#include "tb/tuples/source_folder.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

enum { ABOVE = 6 };                             // folders to look into, the file's own first

// A CUDA program with the runtime in it may be anywhere; `warplock cc` gives it an object with this name, that of its own
// sources. Without the object, as in warplock itself, it has no address. (The runtime hides all names but cuda*, __cuda*, cu*.)
extern const char __cuda_warplock_sources[] __attribute__((weak));

static bool is_there(const char *folder)
{
    char probe[SOURCE_FOLDER + 32];

    snprintf(probe, sizeof probe, "%s/rtl_c/block.h", folder);
    return access(probe, R_OK) == 0;
}

// In `sources` of the file's folder or of one above it, as where it was built, or in share/warplock/sources there, as where
// it was installed.
static bool is_above(const char *file, char folder[static SOURCE_FOLDER])
{
    static const char *const places[] = {"/sources", "/share/warplock/sources"};
    size_t length = file ? strlen(file) : 0;

    for (unsigned above = 0; above < ABOVE && length; above++) {
        do
            length--;
        while (length && file[length] != '/');
        for (size_t i = 0; i < sizeof places / sizeof *places; i++)
            if (snprintf(folder, SOURCE_FOLDER, "%.*s%s", (int)length, file, places[i]) < SOURCE_FOLDER && is_there(folder))
                return true;
    }
    return false;
}

static char *own_program(void)
{
    char *program = realpath("/proc/self/exe", NULL);

    // without /proc: what the system was told to execute
    return program ? program : realpath((const char *)getauxval(AT_EXECFN), NULL);
}

// From libcudart.so on, if this code is in it; else from the program on.
static bool is_above_code(char folder[static SOURCE_FOLDER])
{
    Dl_info this;
    char *program = own_program();
    char *file = dladdr((const void *)source_folder_find, &this) && this.dli_fname ? realpath(this.dli_fname, NULL) : NULL;
    bool found = (file && program && strcmp(file, program) != 0 && is_above(file, folder)) || is_above(program, folder);

    free(file);
    free(program);
    return found;
}

// From the shell's warplock: a program linked by gcc does not know any.
static bool is_above_command(char folder[static SOURCE_FOLDER])
{
    const char *at = getenv("PATH");
    char name[SOURCE_FOLDER];

    for (size_t length; at && *at; at += length + (at[length] == ':')) {
        length = strcspn(at, ":");
        if (snprintf(name, sizeof name, "%.*s/warplock", (int)length, at) >= (int)sizeof name || access(name, X_OK) != 0)
            continue;
        char *program = realpath(name, NULL);
        bool found = is_above(program, folder);

        free(program);
        return found;
    }
    return false;
}

bool source_folder_find(char folder[static SOURCE_FOLDER])
{
    const char *own = getenv("WARPLOCK_SOURCES");

    if (own && *own) {
        snprintf(folder, SOURCE_FOLDER, "%s", own);
        return true;
    }
    if (__cuda_warplock_sources && is_there(__cuda_warplock_sources)) {
        snprintf(folder, SOURCE_FOLDER, "%s", __cuda_warplock_sources);
        return true;
    }
    return is_above_code(folder) || is_above_command(folder);
}
