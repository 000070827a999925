// SPDX-License-Identifier: BSD-3-Clause
// What is wrong in a trace or a list is said by file, line and column, with what was seen and what is expected: the ten
// commonest mistakes first, then whatever else a file of 20 lines can have. Each is one edit of a file that is read without.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/trace/trace_text.h"

static const char good[] =
    "-kernel name = k\n"                                        // 1
    "-kernel id = 1\n"
    "-grid dim = (2,1,1)\n"                                     // 3
    "-block dim = (40,1,1)\n"
    "-shmem = 0\n"                                              // 5
    "-nregs = 8\n"
    "-binary version = 61\n"                                    // 7
    "-shmem base_addr = 0x00007f0001000000\n"
    "-accelsim tracer version = 4\n"                            // 9
    "-enable lineinfo = 0\n"
    "#BEGIN_TB\n"                                               // 11
    "thread block = 0,0,0\n"
    "warp = 0\n"                                                // 13
    "insts = 2\n"
    "0018 ffffffff 1 R4 LDG.E 1 R2 4 1 0x7f4000001000 4 \n"     // 15
    "0078 ffffffff 0 EXIT 0 0 \n"
    "warp = 1\n"                                                // 17
    "insts = 2\n"
    "0028 00000007 1 R4 LDG.E 1 R2 4 2 0x7f4000001000 4 -4 \n"  // 19
    "0078 000000ff 0 EXIT 0 0 \n"
    "#END_TB\n";                                                // 21

typedef struct { const char *words, *find, *put, *message; } mistake;

// The ten commonest: cut off, mixed up, edited by hand, of another tool or another GPU.
static const mistake commonest[] = {
    { "cut off within a CTA", "0078 000000ff", NULL,
      "FILE:20:1: the file ends, expected the warp's next instruction" },
    { "cut off within a line", "LDG.E 1 R2 4 2", NULL,
      "FILE:19:20: seen the end of the line, expected an opcode" },
    { "not grouped by CTA yet (kernel-1.trace)", "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 2\n", "0 0 0 0 ",
      "FILE:11:1: seen \"0\", expected -KEY = VALUE of a kernel's header, or #BEGIN_TB" },
    { "fewer instructions than it says", "insts = 2", "insts = 3",
      "FILE:17:1: seen \"warp\", expected instruction 3 of the 3 that warp 0 has by \"insts\"" },
    { "more instructions than it says", "insts = 2", "insts = 1",
      "FILE:16:1: seen \"0078\", expected warp = NUMBER, or #END_TB" },
    { "a GPU that the tables do not know", "version = 61", "version = 120",
      "FILE:7:1: -binary version: seen 120, expected that of Kepler to Hopper: 30 to 37, 50 to 62, 70 to 75, 80 to 90" },
    { "a tracer that is too old", "tracer version = 4", "tracer version = 2",
      "FILE:9:28: seen \"2\", expected a number from 3 to 5" },
    { "an opcode of another generation", "LDG.E 1", "LDGSTS.E 1",
      "FILE:15:20: seen \"LDGSTS.E\", expected an opcode of Maxwell and Pascal (sm_61); --unknown-opcode int takes others for "
      "integer adds" },
    { "line info that the header does not tell of", "0018 ffffffff", "12 0018 ffffffff",
      "FILE:15:9: seen \"ffffffff\", expected the number of destination registers, 0 to 4" },
    { "an address too few", "4 -4 \n", "4\n",
      "FILE:19:51: seen the end of the line, expected the difference of active lane 3 of 3 to the one before" },
};

static const mistake others[] = {
    { "an empty file", "-kernel name", NULL, "FILE:1:1: the file ends, expected #BEGIN_TB of a first CTA" },
    { "a header and no more", "#BEGIN_TB", NULL, "FILE:11:1: the file ends, expected #BEGIN_TB of a first CTA" },
    { "no end of a CTA", "#END_TB\n", NULL, "FILE:21:1: the file ends, expected #END_TB" },
    { "no grid", "-grid dim = (2,1,1)\n", "", "FILE:10:1: seen the first CTA, expected -grid dim = ... before it" },
    { "a grid of two numbers", "(2,1,1)", "(2,1)", "FILE:3:17: seen \")\", expected a comma and the next number" },
    { "a grid of none", "(2,1,1)", "(2,0,1)", "FILE:3:16: seen \"0,1)\", expected a number from 1 to 2147483647" },
    { "a grid without parentheses", "(2,1,1)", "2,1,1", "FILE:3:13: seen \"2,1,1\", expected (X,Y,Z)" },
    { "a grid that is deep", "(2,1,1)", "(2,1,70000)",
      "FILE:3:1: -grid dim: seen (2,1,70000), expected Y and Z of at most 65535" },
    { "words behind a grid", "(2,1,1)", "(2,1,1) 4", "FILE:3:21: seen \"4\", expected the end of the line" },
    { "too many threads", "(40,1,1)", "(2048,2,1)", "FILE:4:1: -block dim: seen (2048,2,1), expected at most 2048 threads" },
    { "much shared memory", "-shmem = 0", "-shmem = 99999999", "FILE:5:10: seen \"99999999\", expected a number from 0 to 16777216" },
    { "a name that is no text", "= k\n", "= k\x01k\n", "FILE:1:17: seen \"\\x01k\", expected printable ASCII" },
    { "a key twice", "-kernel id = 1", "-nregs = 8", "FILE:6:1: -nregs stands here a second time, expected once" },
    { "a key without a value", "-nregs = 8", "-nregs 8", "FILE:6:1: seen \"-nregs\", expected -KEY = VALUE" },
    { "a base that is none", "0x00007f0001000000", "unknown", "FILE:8:20: seen \"unknown\", expected a hexadecimal address" },
    { "line info that is no number", "lineinfo = 0", "lineinfo = 2", "FILE:10:20: seen \"2\", expected a number from 0 to 1" },
    { "line info that is not there", "lineinfo = 0", "lineinfo = 1",
      "FILE:15:17: seen \"R4\", expected the number of destination registers, 0 to 4" },
    { "no place", "thread block = 0,0,0\n", "", "FILE:12:1: seen \"warp\", expected thread block = X,Y,Z" },
    { "a CTA outside", "= 0,0,0", "= 2,0,0", "FILE:12:16: seen \"2,0,0\", expected a CTA of the grid (2,1,1)" },
    { "a CTA of two numbers", "= 0,0,0", "= 0,0", "FILE:12:19: seen the end of the line, expected a comma" },
    { "a warp outside", "warp = 1", "warp = 2", "FILE:17:8: seen \"2\", expected a warp of the CTA, 0 to 1" },
    { "a warp twice", "warp = 1", "warp = 0", "FILE:17:8: seen \"0\", expected each warp of a CTA once" },
    { "no number of instructions", "insts = 2\n0018", "0018",
      "FILE:14:1: seen \"0018\", expected insts = NUMBER, the instructions of the warp" },
    { "a CTA twice", "#END_TB\n", "#END_TB\n#BEGIN_TB\nthread block = 0,0,0\n#END_TB\n",
      "FILE:23:1: CTA 0,0,0 stands here a second time, expected once" },
    { "something between CTAs", "#END_TB\n", "#END_TB\nwarp = 0\n",
      "FILE:22:1: seen \"warp\", expected #BEGIN_TB of the next CTA, or the end of the file" },
    { "lanes that there are not", "000000ff 0 EXIT", "0000ffff 0 EXIT",
      "FILE:20:1: mask 0000ffff: warp 1 has 8 threads, expected no other lane" },
    { "a PC that is none", "0018 ffff", "x018 ffff", "FILE:15:1: seen \"x018\", expected a PC, hexadecimal" },
    { "a long mask", "0018 ffffffff", "0018 1ffffffff",
      "FILE:15:6: seen \"1ffffffff\", expected the mask of active lanes, at most 8 hexadecimal digits" },
    { "many destinations", "1 R4 LDG.E 1 R2 4 1", "9 R4 LDG.E 1 R2 4 1",
      "FILE:15:15: seen \"9\", expected the number of destination registers, 0 to 4" },
    { "a register that is none", "R4 LDG.E 1 R2 4 1", "R256 LDG.E 1 R2 4 1",
      "FILE:15:17: seen \"R256\", expected a register: R0 to R255, UR0 to UR63, P0 to P7" },
    { "an opcode that is none", "LDG.E 1 R2 4 1", "4 1 R2 4 1", "FILE:15:20: seen \"4\", expected an opcode" },
    { "a width that is none", "R2 4 1", "R2 -4 1", "FILE:15:31: seen \"-4\", expected the bytes of the access, 0 for none" },
    { "a width of three halves", "R2 4 1", "R2 6 1", "FILE:15:31: seen \"6\", expected the bytes of the access, a power of two" },
    { "a form that is none", "R2 4 1", "R2 4 3",
      "FILE:15:33: seen \"3\", expected the form of the addresses: 0 list, 1 base and stride, 2 base and differences" },
    { "a list that is short", "R2 4 1", "R2 4 0",
      "FILE:15:52: seen the end of the line, expected the address of active lane 3 of 32, hexadecimal" },
    { "an address that is none", "0x7f4000001000 4 \n", "-5 4 \n", "FILE:15:35: seen \"-5\", expected the first address, hexadecimal" },
    { "no stride", "0x7f4000001000 4 \n", "0x7f4000001000\n", "FILE:15:49: seen the end of the line, expected the stride in bytes" },
    { "a stride to the end of 64 bits", "0x7f4000001000 4 \n", "0xffffffffffffff80 4 \n",
      "FILE:15:35: addresses that leave 64 bits, expected those of each active lane from 0 to ffffffffffffff00" },
    { "a stride below 0", "0x7f4000001000 4 \n", "0x10 -4 \n",
      "FILE:15:35: addresses that leave 64 bits, expected those of each active lane from 0 to ffffffffffffff00" },
    { "a difference below 0", "0x7f4000001000 4 -4 \n", "0x0 4 -8 \n",
      "FILE:19:35: addresses that leave 64 bits, expected those of each active lane from 0 to ffffffffffffff00" },
    { "differences from the end of 64 bits", "0x7f4000001000 4 -4 \n", "0xffffffffffffff80 -256 -4 \n",
      "FILE:19:35: addresses that leave 64 bits, expected those of each active lane from 0 to ffffffffffffff00" },
    { "a list to the end of 64 bits", "2 0x7f4000001000 4 -4 \n", "0 0x10 0xffffffffffffff80 0x20\n",
      "FILE:19:35: addresses that leave 64 bits, expected those of each active lane from 0 to ffffffffffffff00" },
    { "a stride over a gap", "0018 ffffffff", "0018 fffffff7",
      "FILE:15:35: base and stride for mask fffffff7, expected active lanes side by side, or form 2" },
    { "an address too many", "4 -4 \n", "4 -4 8\n", "FILE:19:55: seen \"8\", expected the end of the line" },
    { "an immediate that the header does not tell of", "EXIT 0 0 \n", "EXIT 0 0 0\n",
      "FILE:16:26: seen \"0\", expected the end of the line" },
    { "an immediate that is not there", "tracer version = 4", "tracer version = 5",
      "FILE:15:52: seen the end of the line, expected the immediate" },
};

// The good file with one edit: `find` replaced, or cut off there.
static bool one_edit(const mistake *m)
{
    const char *at = strstr(good, m->find);
    char text[2 * sizeof good], *name, *steps, wanted[600];
    trace_error error = { "" };

    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, m->put ? m->put : "", m->put ? at + strlen(m->find) : "");
    name = file_of(text, strlen(text));
    steps = steps_of(name, &error);
    if (steps)
        fail_msg("%s: accepted", m->words);
    assert_memory_equal(m->message, "FILE", 4);
    snprintf(wanted, sizeof wanted, "%s%s", name, m->message + 4);
    file_gone(name);
    if (strcmp(error.text, wanted) == 0)
        return true;
    print_error("%s:\n  seen     %s\n  expected %s\n", m->words, error.text, wanted);
    return false;
}

static void the_good_file(void **state)
{
    char *name = file_of(good, strlen(good)), *steps;
    trace_error error = { "" };

    (void)state;
    steps = steps_of(name, &error);
    assert_string_equal(error.text, "");
    assert_string_equal(steps, "--- 0.0\n0018 ffffffff global 7f4000001000+4*32\n0078 ffffffff\n"
                               "--- 0.1\n0028 00000007 global 7f4000001000+4*2 7f4000001000+0*1\n0078 000000ff\n");
    free(steps);
    file_gone(name);
}

static void all_of(const mistake *mistakes, size_t count)
{
    size_t other = 0;

    for (size_t i = 0; i < count; i++)
        other += !one_edit(&mistakes[i]);
    assert_int_equal(other, 0);
}

static void the_ten_commonest(void **state)
{
    (void)state;
    assert_int_equal(sizeof commonest / sizeof commonest[0], 10);
    all_of(commonest, 10);
}

static void all_others(void **state)
{
    (void)state;
    all_of(others, sizeof others / sizeof others[0]);
}

static void long_lines(void **state)
{
    enum { BYTES = 100000 };
    char *text = malloc(BYTES + 1), *name, wanted[200];
    trace_error error = { "" };

    (void)state;
    memset(text, 'x', BYTES);
    text[BYTES] = '\n';
    name = file_of(text, BYTES + 1);
    assert_null(steps_of(name, &error));
    snprintf(wanted, sizeof wanted, "%s:1:1: seen a line of more than 65536 bytes, expected a line of a trace", name);
    assert_string_equal(error.text, wanted);
    file_gone(name);
    free(text);
}

// --- lists
static const mistake list_mistakes[] = {
    { "no list", "hello\n", NULL, "FILE:1:1: seen \"hello\", expected MemcpyHtoD,ADDRESS,BYTES or the file of a kernel, kernel-..., or a "
                                  "trace itself" },
    { "an empty one", "\n\n", NULL, "FILE: the file is empty, expected a list of kernels or a kernel's trace" },
    { "a copy without bytes", "kernel-1.traceg\nMemcpyHtoD,0x10\n", NULL,
      "FILE:2:16: seen the end of the line, expected a comma and the bytes of the copy" },
    { "a copy without anything", "MemcpyHtoD\n", NULL, "FILE:1:11: seen the end of the line, expected MemcpyHtoD,ADDRESS,BYTES" },
    { "a copy to no address", "MemcpyHtoD,here,4\n", NULL,
      "FILE:1:12: seen \"here,4\", expected the address of the copy, hexadecimal" },
    { "a copy of hexadecimal bytes", "MemcpyHtoD,0x10,0x20\n", NULL, "FILE:1:17: seen \"0x20\", expected the bytes of the copy" },
    { "a copy and more", "MemcpyHtoD,0x10,20,30\n", NULL, "FILE:1:19: seen \",30\", expected the end of the line" },
    { "a copy beyond 48 bits", "MemcpyHtoD,0x10,281474976710657\n", NULL,
      "FILE:1:17: seen \"281474976710657\", expected at most 2^48 bytes, which end within 64 bits" },
    { "a copy beyond 64 bits", "MemcpyHtoD,0xfffffffffffffff0,16\n", NULL,
      "FILE:1:31: seen \"16\", expected at most 2^48 bytes, which end within 64 bits" },
    { "a file elsewhere", "kernel-1/../../secret\n", NULL,
      "FILE:1:1: seen \"kernel-1/../../secret\", expected the name of a file in the list's folder" },
};

static void lists(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof list_mistakes / sizeof list_mistakes[0]; i++) {
        const mistake *m = &list_mistakes[i];
        char *name = file_of(m->find, strlen(m->find)), wanted[600];
        trace_error error = { "" };

        assert_null(trace_list_open(name, &error));
        snprintf(wanted, sizeof wanted, "%s%s", name, m->message + 4);
        assert_string_equal(error.text, wanted);
        file_gone(name);
    }
}

// The good file with `n` lines in the place of the one at PC 0018, each of another width or register.
static void too_many(unsigned n, bool at_one_pc, const char *message)
{
    const char *at = strstr(good, "insts = 2"), *rest = strstr(good, "0078 ffffffff");
    size_t room = sizeof good + (size_t)n * 64, length;
    char *text = malloc(room), *name, wanted[600];
    trace_error error = { "" };

    assert_non_null(text);
    length = (size_t)snprintf(text, room, "%.*sinsts = %u\n", (int)(at - good), good, n + 1);
    for (unsigned i = 0; i < n; i++)
        length += (size_t)snprintf(text + length, room - length, "%04x ffffffff 1 R%u LDG.E 1 R%u 4 1 0x7f4000001000 4 \n",
                                   at_one_pc ? 0x18 : 0x18 + 8 * i, i % 250, i / 250 % 250);
    strcpy(text + length, rest);
    name = file_of(text, strlen(text));
    assert_null(steps_of(name, &error));
    snprintf(wanted, sizeof wanted, "%s%s", name, message);
    assert_string_equal(error.text, wanted);
    file_gone(name);
    free(text);
}

static void many_instructions(void **state)
{
    (void)state;
    too_many(1025, true, ":1039:15: more than 1024 different instructions at PC 18, expected one of each function");
    too_many(TRACE_MAX_INSNS + 1, false,
             ":262159:17: more than 262144 different instructions, or 64 MB of them, expected those of one kernel");
}

static void a_long_list(void **state)
{
    enum { LINES = (1 << 20) + 1, LENGTH = 9 };
    char *text = malloc(LENGTH * LINES), *name, wanted[600];
    trace_error error = { "" };

    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < LINES; i++)
        memcpy(text + LENGTH * i, "kernel- \n", LENGTH);
    name = file_of(text, LENGTH * LINES);
    assert_null(trace_list_open(name, &error));
    snprintf(wanted, sizeof wanted, "%s:1048577:1: more than 1048576 lines, expected a list of kernels", name);
    assert_string_equal(error.text, wanted);
    file_gone(name);
    free(text);
}

static void no_such_file(void **state)
{
    trace_error error;

    (void)state;
    assert_null(trace_list_open("/nowhere/kernelslist.g", &error));
    assert_string_equal(error.text, "/nowhere/kernelslist.g: cannot be read: No such file or directory");
    assert_null(trace_kernel_open("/dev/zero", NULL, &error));
    assert_string_equal(error.text, "/dev/zero: cannot be read: it is a device, expected a file");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_good_file), cmocka_unit_test(the_ten_commonest), cmocka_unit_test(all_others),
        cmocka_unit_test(long_lines), cmocka_unit_test(lists), cmocka_unit_test(many_instructions), cmocka_unit_test(a_long_list),
        cmocka_unit_test(no_such_file)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
