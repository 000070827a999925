// SPDX-License-Identifier: BSD-3-Clause
// Files that are written: whole or not at all, under a name of their own until then; inputs, links, devices, files that may
// not be written and names that were given twice.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/output_file.h"

static char folder[64], path[128], other[128];
static char message[256];

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "build/output.XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    return 0;
}

static int remove_folder(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

// Names in the folder that begin so.
static unsigned names(const char *begin)
{
    DIR *open = opendir(folder);
    unsigned count = 0;

    assert_non_null(open);
    for (struct dirent *entry; (entry = readdir(open)) != NULL;)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 && strncmp(entry->d_name, begin, strlen(begin)) == 0;
    closedir(open);
    return count;
}

static void put(const char *file, const char *text)
{
    FILE *stream = fopen(file, "w");
    assert_non_null(stream);
    fputs(text, stream);
    fclose(stream);
}

static const char *text_of(const char *file)
{
    static char text[64];
    FILE *stream = fopen(file, "rb");

    if (!stream)
        return "no file";
    text[fread(text, 1, sizeof text - 1, stream)] = 0;
    fclose(stream);
    return text;
}

static void write_out(const char *file, const char *text)
{
    output_file out;
    assert_true(output_open(&out, file, message, sizeof message));
    fputs(text, out.stream);
    assert_true(output_close(&out, message, sizeof message));
}

static void test_files_are_whole(void **state)
{
    output_file file;
    char part[140];

    (void)state;
    snprintf(part, sizeof part, "%s.part", path);
    put(part, "the user's");
    assert_true(output_open(&file, path, message, sizeof message));
    fputs("half", file.stream);
    assert_string_equal(text_of(path), "no file");
    assert_int_equal(names(".warplock-"), 1);
    assert_true(output_close(&file, message, sizeof message));
    assert_string_equal(text_of(path), "half");
    assert_true(output_open(&file, path, message, sizeof message));
    fputs("other", file.stream);
    output_discard(&file);
    assert_string_equal(text_of(path), "half");
    assert_string_equal(text_of(part), "the user's");
    assert_int_equal(names(""), 2);
}

// Two at once do not mix, and the last one stays.
static void test_one_target_twice(void **state)
{
    output_file first, second;

    (void)state;
    assert_true(output_open(&first, path, message, sizeof message));
    assert_true(output_open(&second, path, message, sizeof message));
    fputs("first", first.stream);
    fputs("second", second.stream);
    assert_true(output_close(&first, message, sizeof message));
    assert_string_equal(text_of(path), "first");
    assert_true(output_close(&second, message, sizeof message));
    assert_string_equal(text_of(path), "second");
}

static void test_inputs_are_protected(void **state)
{
    output_file output;

    (void)state;
    put(path, "an input");
    assert_int_equal(symlink("file", other), 0);
    output_protect(path);
    assert_false(output_open(&output, other, message, sizeof message));
    assert_non_null(strstr(message, "/other: is an input of this run and would be overwritten"));
    assert_int_equal(unlink(other), 0);
    assert_int_equal(link(path, other), 0);
    assert_false(output_open(&output, other, message, sizeof message));
    assert_non_null(strstr(message, "is an input of this run"));
    assert_false(output_open(&output, folder, message, sizeof message));
    assert_non_null(strstr(message, ": is a folder, expected a file to write"));
    snprintf(other, sizeof other, "%s/none/x", folder);
    assert_false(output_open(&output, other, message, sizeof message));
    assert_non_null(strstr(message, "/none/x: cannot be written: No such file or directory"));
    assert_string_equal(text_of(path), "an input");
}

static void test_links_are_followed(void **state)
{
    struct stat status;

    (void)state;
    assert_int_equal(symlink("file", other), 0);
    write_out(other, "through a link to nothing");
    assert_string_equal(text_of(path), "through a link to nothing");
    assert_int_equal(chmod(path, 0640), 0);
    write_out(other, "again");
    assert_string_equal(text_of(path), "again");
    assert_int_equal(lstat(other, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0640);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("other", path), 0);
    output_file output;
    assert_false(output_open(&output, path, message, sizeof message));
    assert_non_null(strstr(message, "Too many levels of symbolic links"));
}

static void test_names_of_one_file(void **state)
{
    char again[200];

    (void)state;
    assert_true(output_claim(path, message, sizeof message));
    snprintf(again, sizeof again, "%s/../%s/./file", folder, strchr(folder, '/') + 1);
    assert_false(output_claim(again, message, sizeof message));
    assert_non_null(strstr(message, "is another output of this run already, expected a file of its own"));
    assert_int_equal(symlink("file", other), 0);
    assert_false(output_claim(other, message, sizeof message));
    assert_true(output_claim("/dev/null", message, sizeof message));
    assert_true(output_claim("/dev/null", message, sizeof message));
}

static void test_devices_are_written_to(void **state)
{
    struct stat status;
    output_file output;

    (void)state;
    write_out("/dev/null", "anything");
    assert_int_equal(stat("/dev/null", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
    assert_true(output_open(&output, "/dev/full", message, sizeof message));
    fputs("anything", output.stream);
    assert_false(output_close(&output, message, sizeof message));
    assert_string_equal(message, "/dev/full: cannot be written: No space left on device");
}

static void test_folder_of_files(void **state)
{
    static const char *const in_it[] = {"a", "b", NULL};
    output_folder private;
    char file[OUTPUT_PATH];

    (void)state;
    put(other, "before");
    assert_true(output_folder_open(&private, path, in_it, message, sizeof message));
    for (unsigned i = 0; in_it[i]; i++) {
        output_folder_file(&private, in_it[i], file);
        put(file, in_it[i]);
    }
    assert_string_equal(text_of(other), "before");
    assert_true(output_folder_place(&private, "a", other, message, sizeof message));
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(output_folder_place(&private, "b", path, message, sizeof message));
    output_folder_close(&private);
    assert_string_equal(text_of(other), "a");
    assert_int_equal(names(""), 2);
}

static void test_inside_a_folder(void **state)
{
    char inner[128], link_to[160];

    (void)state;
    snprintf(inner, sizeof inner, "%s/inner", folder);
    assert_int_equal(mkdir(inner, 0700), 0);
    snprintf(link_to, sizeof link_to, "%s/up", inner);
    assert_int_equal(symlink("..", link_to), 0);
    assert_true(output_inside(path, folder));
    assert_false(output_inside(path, inner));
    snprintf(link_to, sizeof link_to, "%s/up/file", inner);
    assert_false(output_inside(link_to, inner));
    assert_true(output_inside(link_to, folder));
    snprintf(link_to, sizeof link_to, "%s/file", inner);
    assert_true(output_inside(link_to, folder));
    assert_int_equal(symlink("../file", link_to), 0);
    assert_false(output_inside(link_to, inner));
    snprintf(other, sizeof other, "%s/inn", folder);
    assert_int_equal(mkdir(other, 0700), 0);
    snprintf(link_to, sizeof link_to, "%s/inner/a", folder);
    assert_false(output_inside(link_to, other));
    assert_true(output_inside(link_to, "/"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
        TEST(test_files_are_whole), TEST(test_one_target_twice), TEST(test_inputs_are_protected), TEST(test_links_are_followed),
        TEST(test_names_of_one_file), TEST(test_devices_are_written_to), TEST(test_folder_of_files),
        TEST(test_inside_a_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
