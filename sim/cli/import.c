// SPDX-License-Identifier: BSD-3-Clause
// `warplock import`: turns a GPGPU-Sim configuration into a machine file, docs/import.md.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cli/cli.h"
#include "sim/machine/import.h"
#include "tb/input_file.h"
#include "tb/output_file.h"
#include "tb/plain.h"

// The caller frees it. NULL after a message.
static char *read_file(const char *path, const char *whose, size_t *length)
{
    const char *why;
    FILE *file = input_open(path, &why);
    char *text = malloc(IMPORT_FILE_BYTES_MAX + 1);
    bool good = false;

    if (!text)
        abort();
    if (file) {
        *length = fread(text, 1, IMPORT_FILE_BYTES_MAX + 1, file);
        if (ferror(file))
            cli_mistake("%.300s: cannot be read: %s", path, strerror(errno));
        else if (*length > IMPORT_FILE_BYTES_MAX)
            cli_mistake("%.300s: seen more than %d bytes, expected a configuration of GPGPU-Sim", path, IMPORT_FILE_BYTES_MAX);
        else
            good = true;
        fclose(file);
    } else {
        cli_mistake("%.300s: cannot be read: %s%s", path, why, whose);
    }
    if (good)
        return text;
    free(text);
    return NULL;
}

// The interconnect's file is beside the other unless its name is a path.
static bool read_network(import *im, const char *config)
{
    const char *name = import_network_name(im), *slash = strrchr(config, '/');
    char path[OUTPUT_PATH];
    machine_error error;
    size_t length;
    char *text, *shown;
    bool good;

    if (!name)
        return true;
    if ((size_t)snprintf(path, sizeof path, "%.*s%s", name[0] == '/' || !slash ? 0 : (int)(slash + 1 - config), config, name) >= sizeof path)
        return cli_mistake("%.100s: -inter_config_file: seen %zu characters, expected the name of a file", config, strlen(name));
    text = read_file(path, " (-inter_config_file)", &length);
    if (!text)
        return false;
    output_protect(path);
    shown = plain_copy(path);
    good = import_network(im, shown, text, length, &error) || cli_mistake("%s", error.text);
    free(shown);
    free(text);
    return good;
}

// False after messages for each option that cannot be expressed, unless the nearest is accepted.
static bool convert(import *im, const cli_options *options)
{
    char *refusals = NULL;
    machine_error error;
    size_t length;
    FILE *file;
    bool good = import_convert(im, &error);

    if (import_refusals(im) && !options->nearest) {
        file = open_memstream(&refusals, &length);
        if (!file)
            abort();
        import_print_refusals(im, file);
        fclose(file);
        for (char *saved = NULL, *line = strtok_r(refusals, "\n", &saved); line; line = strtok_r(NULL, "\n", &saved))
            cli_mistake("%s", line);
        free(refusals);
        return cli_mistake("import: %u values of %u options cannot be expressed; nothing is written (--nearest takes the nearest that can)",
                           import_refusals(im), import_options(im));
    }
    return good || cli_mistake("%s", error.text);
}

// Checks that the result holds only valid text and is a machine.
static bool check(const import *im, char *text)
{
    machine again;
    machine_error error;

    plain_lines(text);
    if (!machine_parse(&again, "import", text, strlen(text), &error))
        return cli_mistake("%s", error.text);
    strcpy(again.name, import_machine(im)->name);
    if (memcmp(&again, import_machine(im), sizeof again) != 0)
        abort();
    return true;
}

static bool write_text(const cli_options *options, const char *text)
{
    char message[OUTPUT_PATH + 256];
    output_file file;

    if (!options->import_output[0])
        return fputs(text, stdout) >= 0 && fflush(stdout) == 0;
    if (!output_open(&file, options->import_output, message, sizeof message))
        return cli_mistake("-o: %s", message);
    fputs(text, file.stream);
    return output_close(&file, message, sizeof message) || cli_mistake("-o: %s", message);
}

static bool write_machine(const import *im, const cli_options *options)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    bool good;

    if (!file)
        abort();
    import_write(im, file);
    if (fclose(file) != 0)
        abort();
    good = check(im, text) && write_text(options, text);
    free(text);
    return good;
}

// On standard output, unless the machine goes there.
static void tell(const import *im)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    if (!file)
        abort();
    import_print_lists(im, "", file);
    if (fclose(file) != 0)
        abort();
    plain_lines(text);
    fputs(text, stdout);
    free(text);
}

run_status cli_import(const cli_options *options)
{
    const char *config = options->operands.words[0];
    machine_error error;
    size_t length;
    char *text, *shown;
    import *im;
    bool good;

    if (options->operands.count != 1) {
        cli_mistake("import: seen %u files, expected a gpgpusim.config of GPGPU-Sim", options->operands.count);
        return STATUS_MISTAKE;
    }
    output_catch_interrupts(STATUS_INTERRUPTED, STATUS_MISTAKE);
    text = read_file(config, "", &length);
    if (!text)
        return STATUS_MISTAKE;
    output_protect(config);
    im = import_new();
    shown = plain_copy(config);
    good = (import_config(im, shown, text, length, &error) || cli_mistake("%s", error.text)) && read_network(im, config) &&
           convert(im, options) && write_machine(im, options);
    if (good && options->import_output[0])
        tell(im);
    import_free(im);
    free(shown);
    free(text);
    return good ? STATUS_GOOD : STATUS_MISTAKE;
}
