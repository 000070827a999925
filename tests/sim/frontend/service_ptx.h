// SPDX-License-Identifier: BSD-3-Clause
// A module whose entry "k" prints a format with arguments, both any bytes. For the tests and the fuzzer of vprintf.
#ifndef WARPLOCK_TESTS_SIM_FRONTEND_SERVICE_PTX_H
#define WARPLOCK_TESTS_SIM_FRONTEND_SERVICE_PTX_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define SERVICE_DECLARATIONS                                                                                \
    ".extern .func (.param .b32 n) vprintf(.param .b64 f, .param .b64 a);\n"                                \
    ".extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, .param .b64 s);\n"

// Where ptx_run puts the module's variables: behind its buffers of 8 * 4096 and 4096 bytes.
#define SERVICE_TEXT    0xC0009000LL                    // "text"
#define SERVICE_ENDLESS (SERVICE_TEXT + 0x100)          // 256 bytes without a zero

static inline size_t service_bytes(char *text, size_t size, const char *name, const uint8_t *bytes, size_t n)
{
    size_t at = (size_t)snprintf(text, size, ".global .align 8 .b8 %s[%zu] = { ", name, n > 0 ? n : 1);
    for (size_t i = 0; i < n; i++) {
        at += (size_t)snprintf(text + at, size - at, i > 0 ? ", %u" : "%u", bytes[i]);
    }
    return at + (size_t)snprintf(text + at, size - at, n > 0 ? " };\n" : "0 };\n");
}

// `size` holds 5 characters for each byte, and 4096 more.
static inline void service_ptx(char *text, size_t size, const uint8_t *format, size_t n_format, const uint8_t *arguments,
                               size_t n_arguments)
{
    uint8_t endless[256];
    size_t at = (size_t)snprintf(text, size, ".version 3.2\n.target sm_20\n.address_size 64\n" SERVICE_DECLARATIONS);
    for (size_t i = 0; i < sizeof endless; i++) {
        endless[i] = 0xFF;
    }
    at += service_bytes(text + at, size - at, "text", (const uint8_t *)"text", 5);
    at += service_bytes(text + at, size - at, "endless", endless, sizeof endless);
    at += service_bytes(text + at, size - at, "format", format, n_format);
    at += service_bytes(text + at, size - at, "arguments", arguments, n_arguments);
    snprintf(text + at, size - at,
             ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n.reg .b64 %%rd<3>; .param .b64 p0; .param .b64 p1; .param .b32 n;\n"
             "mov.u64 %%rd1, format; mov.u64 %%rd2, arguments; st.param.b64 [p0], %%rd1; st.param.b64 [p1], %%rd2;\n"
             "call.uni (n), vprintf, (p0, p1);\nret;\n}\n");
}

#endif
