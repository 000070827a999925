// SPDX-License-Identifier: BSD-3-Clause
// Completion for bash and zsh: the scripts hold the words for each option and command; see sim/cli/generate.h.
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/file/campaign_file.h"
#include "sim/cli/generate.h"
#include "sim/machine/nearest.h"
#include "sim/policy/policy.h"
#include "sim/workload/workload.h"

// Each shell's helpers complete words; the last of comma-separated words; assignments with a known key; files; folders.
static const char bash_head[] =
    "# Completion of warplock for bash, generated from its option tables.\n"
    "_warplock_words() { mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -W \"$1\" -- \"$word\"); }\n"
    "_warplock_list() { local all=\"${word%\"${word##*,}\"}\"; compopt -o nospace\n"
    "    mapfile -t COMPREPLY < <(compgen -P \"$all\" -W \"$1\" -- \"${word##*,}\"); }\n"
    "_warplock_keys() { compopt -o nospace; _warplock_words \"$1\"; }\n"
    "_warplock_files() { compopt -o filenames; mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -- \"$word\"); }\n"
    "_warplock_folders() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$word\"); }\n"
    "_warplock() {\n"
    "    local word=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\" command=\"${COMP_WORDS[1]}\"\n"
    "    local at=$COMP_CWORD\n"
    "    COMPREPLY=()\n"
    "    [ \"$word\" = = ] && { word=; at=$((at + 1)); before=\"${COMP_WORDS[at-2]}\"; }\n"
    "    [ \"$before\" = = ] && before=\"${COMP_WORDS[at-2]}\"\n";
static const char bash_tail[] = "}\ncomplete -F _warplock warplock\n";
static const char zsh_head[] =
    "#compdef warplock\n"
    "# Completion of warplock for zsh, generated from its option tables.\n"
    "_warplock_words() { compadd -- ${=1} }\n"
    "_warplock_list() { compset -P '*,'; compadd -q -S ',' -- ${=1} }\n"
    "_warplock_keys() { compadd -S '' -- ${=1} }\n"
    "_warplock_files() { _files }\n"
    "_warplock_folders() { _files -/ }\n"
    "_warplock() {\n"
    "    local word=\"$PREFIX\" before=\"${words[CURRENT-1]}\" command=\"${words[2]}\" at=$((CURRENT - 1))\n"
    "    if [[ $word == -*=* ]]; then before=\"${word%%=*}\"; compset -P '*='; word=\"$PREFIX\"; fi\n";
static const char zsh_tail[] = "}\n_warplock \"$@\"\n";

static void put_machines(FILE *file)
{
    char name[64];

    for (unsigned i = 0; machine_bundled(i, name); i++)
        fprintf(file, "%s%s", i ? " " : "", name);
}

// As in a dump: sections in brackets, keys before an equals sign.
static void put_keys(FILE *file)
{
    char *text = NULL, section[64] = "";
    size_t length;
    FILE *dump = open_memstream(&text, &length);
    machine m;

    machine_defaults(&m);
    machine_dump(&m, dump);
    fclose(dump);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (line[0] == '[')
            snprintf(section, sizeof section, "%.*s", (int)strcspn(line + 1, "]"), line + 1);
        else if (line[0] != ';' && line[0] != '#' && strchr(line, '='))
            fprintf(file, "%s.%.*s= ", section, (int)strcspn(line, " ="), line);
    }
    free(text);
}

static void put_policies(FILE *file, const policy *const *table, bool searches)
{
    for (const policy *const *p = table; *p; p++)
        fprintf(file, "%s%s", p == table ? "" : " ", (*p)->name);
    for (const best_word *row = best_words; searches && row->name; row++)
        fprintf(file, " %s", row->name);
}

static void put_kernels(FILE *file)
{
    for (const workload *const *w = workload_table; *w; w++)
        fprintf(file, "%s%s", w == workload_table ? "" : " ", (*w)->name);
}

static void put_campaigns(FILE *file)
{
    char name[64];

    for (unsigned i = 0; campaign_bundled(i, name); i++)
        fprintf(file, "%s%s", i ? " " : "", name);
}

// The name of an option's argument says how to complete it.
static void put_value(FILE *file, const option_row *row)
{
    const char *argument = row->argument;

    if (row->kind == OPTION_CHOICE) {
        fputs("_warplock_words '", file);
        for (; *argument; argument++)
            fputc(*argument == '|' ? ' ' : *argument, file);
        fputs("'; ", file);
    } else if (strcmp(argument, "MACHINE") == 0) {
        fputs("_warplock_words '", file);
        put_machines(file);
        fputs("'; _warplock_files; ", file);
    } else if (strncmp(argument, "POLICY", 6) == 0 || strncmp(argument, "OBSERVER", 8) == 0) {
        fprintf(file, "_warplock_%s '", argument[strlen(argument) - 1] == '.' ? "list" : "words");
        put_policies(file, argument[0] == 'P' ? policy_table : observer_table, argument[0] == 'P');
        fputs("'; ", file);
    } else if (strcmp(argument, "SECTION.KEY=VALUE") == 0) {
        fputs("_warplock_keys '", file);
        put_keys(file);
        fputs("'; ", file);
    } else if (strncmp(argument, "FILE", 4) == 0) {
        fputs("_warplock_files; ", file);
    } else if (strcmp(argument, "FOLDER") == 0) {
        fputs("_warplock_folders; ", file);
    }
    fputs("return ;;\n", file);
}

static void put_operands(FILE *file, const cli_command *command)
{
    const char *operands = command->operands;

    fprintf(file, "    %s) ", command->name);
    if (strncmp(operands, "NAME", 4) == 0) {
        fputs("if [ $at = 2 ]; then _warplock_words '", file);
        put_campaigns(file);
        fputs("'; _warplock_files; else _warplock_words '", file);
        put_kernels(file);
        fputs("'; fi ", file);
    } else if (strncmp(operands, "KERNEL", 6) == 0) {
        fputs("_warplock_words '", file);
        put_kernels(file);
        fputs("'; _warplock_files ", file);
    } else if (strcmp(operands, "[MACHINE]") == 0) {
        fputs("_warplock_words '", file);
        put_machines(file);
        fputs("'; _warplock_files ", file);
    } else if (operands[0]) {
        fputs("_warplock_files ", file);
    }
    fputs(";;\n", file);
}

static void put_commands(FILE *file)
{
    for (const cli_command *c = cli_commands; c < cli_commands + CLI_COMMANDS; c++)
        fprintf(file, "%s ", c->name);
}

void generate_completion(FILE *file, bool zsh)
{
    fputs(zsh ? zsh_head : bash_head, file);
    fputs("    if [ $at = 1 ]; then _warplock_words '", file);
    put_commands(file);
    fputs("help --help --version'; return; fi\n    case \"$command:$before\" in\n    help:*) _warplock_words '", file);
    put_commands(file);
    fputs("'; return ;;\n", file);
    for (const option_row *row = option_rows; row < option_rows + option_row_count; row++) {
        const char *between = "    ";

        if (row->kind == OPTION_GROUP || row->kind == OPTION_FLAG)
            continue;
        for (const cli_command *c = cli_commands; c < cli_commands + CLI_COMMANDS; c++)
            if (option_goes_with(row, c)) {
                fprintf(file, "%s%s:%s", between, c->name, row->name);
                between = "|";
            }
        fputs(") ", file);
        put_value(file, row);
    }
    fputs("    esac\n    case \"$command:$word\" in\n", file);
    for (const cli_command *c = cli_commands; c < cli_commands + CLI_COMMANDS; c++) {
        fprintf(file, "    %s:-*) _warplock_words '--help", c->name);
        for (const option_row *row = option_rows; row < option_rows + option_row_count; row++)
            if (row->kind != OPTION_GROUP && option_goes_with(row, c))
                fprintf(file, " %s", row->name);
        fputs("'; return ;;\n", file);
    }
    fputs("    esac\n    case \"$command\" in\n", file);
    for (const cli_command *c = cli_commands; c < cli_commands + CLI_COMMANDS; c++)
        put_operands(file, c);
    fputs("    esac\n", file);
    fputs(zsh ? zsh_tail : bash_tail, file);
}

run_status cli_generate(int argc, char *const *argv)
{
    const char *what = argc == 3 ? argv[2] : "";
    char nearest[NEAREST_WORD];

    if (strcmp(what, "man") == 0)
        generate_man(stdout);
    else if (strcmp(what, "bash") == 0 || strcmp(what, "zsh") == 0)
        generate_completion(stdout, what[0] == 'z');
    else
        return cli_mistake("generate: seen `%.60s`; the nearest is %s; expected man, bash or zsh", what,
                           nearest_of(what, "man bash zsh", " ", nearest)), STATUS_MISTAKE;
    return STATUS_GOOD;
}
