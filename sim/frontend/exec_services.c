// SPDX-License-Identifier: BSD-3-Clause
// Functions that a program calls but does not define: vprintf, and __assertfail for assert. A call is one warp
// instruction, as in GPGPU-Sim's call_impl; what it reads is no access of the timing model. Lanes print in ascending
// order.
//
// vprintf's arguments are in a buffer as va_arg would read them on the device: 4 or 8 bytes each, aligned to their
// size. Conversions are those of CUDA's printf with C's lengths; anything else is printed unchanged and takes no
// argument. Not modelled: the size of the device's buffer (nothing is lost), wide characters.
#include "sim/frontend/exec_memory.h"

#include <stdio.h>
#include <string.h>

enum {
    WIDTH_MAX = 4095,                   // of a field and of a precision
    NUMBER_BYTES = 2 * WIDTH_MAX,       // longest number: 309 digits, a point, a precision
    WORDS_MAX = 120                     // of a string in an error
};

// 'p': an address or size_t of 4 or 8 bytes, 'i': 4 bytes
static const service services[] = {
    { "vprintf", "pp", run_vprintf },
    { "__assertfail", "ppipp", run_assertfail },
    { "__assert_fail", "ppip", run_assertfail },
};

const service *service_find(const char *name)
{
    for (size_t i = 0; i < sizeof services / sizeof *services; i++) {
        if (strcmp(services[i].name, name) == 0) {
            return &services[i];
        }
    }
    return NULL;
}

// One lane's text so far, and the place of its next argument.
typedef struct {
    execution     *x;
    uint32_t       lane;
    char           text[NUMBER_BYTES + 512];
    size_t         length;
    const uint8_t *arguments;           // NULL: a bad pointer
    uint64_t       address, bytes, at;  // of the arguments; of the next one
    uint32_t       pointer_bytes;       // of a pointer and of a long: 4 where addresses have 32 bits
    int32_t        taken;
} printer;

static void flush(printer *p)
{
    const launch_config *c = &p->x->launch->config;
    if (c->print != NULL && p->length > 0) {
        launch_await_turn(p->x);
        c->print(c->print_context, p->text, p->length);
    }
    p->length = 0;
}

static void emit(printer *p, const void *text, size_t length)
{
    const char *from = text;
    while (length > 0) {
        size_t room = sizeof p->text - p->length, part = length < room ? length : room;
        memcpy(p->text + p->length, from, part);
        p->length += part;
        from += part;
        length -= part;
        if (p->length == sizeof p->text) {
            flush(p);
        }
    }
}

// To a width; negative: blanks behind.
static void emit_padded(printer *p, const void *text, size_t length, int64_t width)
{
    uint64_t wide = (uint64_t)(width < 0 ? -width : width), blanks = wide > length ? wide - length : 0;
    if (width < 0) {
        emit(p, text, length);
    }
    for (; blanks > 0; blanks--) {
        emit(p, " ", 1);
    }
    if (width >= 0) {
        emit(p, text, length);
    }
}

// An address outside every buffer is an error or reads as zero, like any load.
static bool outside(printer *p, const char *what, uint64_t address)
{
    if (p->x->launch->config.out_of_bounds == OUT_OF_BOUNDS_ERROR) {
        launch_fail(p->x, p->lane, FAULT_ADDRESS, "vprintf: %s at generic address 0x%llx: outside every buffer", what,
                    (unsigned long long)address);
    }
    return false;
}

static uint64_t call_argument(const execution *x, const call_info *call, uint32_t k, uint32_t lane)
{
    uint32_t bytes = call->arguments[k].bytes;
    operand_row row = call->arguments[k].value;
    uint64_t value = 0;
    const uint8_t *from = call->arguments[k].is_row ? x->table[row.table] + row.offset + (size_t)lane * bytes :
                          x->local + (size_t)lane * x->local_bytes + call->arguments[k].from;
    memcpy(&value, from, bytes);
    return value;
}

static uint64_t next_argument(printer *p, uint32_t bytes)
{
    uint64_t value = 0, at = (p->at + bytes - 1) / bytes * bytes;
    p->at = at + bytes;
    p->taken++;
    if (p->arguments == NULL || p->at > p->bytes) {
        outside(p, "an argument", p->address + at);
    } else {
        memcpy(&value, p->arguments + at, bytes);
    }
    return value;
}

// A string of at most `most` bytes; only a shorter one must end with a zero. NULL for a bad address.
static const char *find_string(printer *p, const char *what, uint64_t address, uint64_t most, size_t *length)
{
    uint64_t bytes;
    const uint8_t *text = access_bytes(p->x, p->lane, address, &bytes);
    uint64_t seen = bytes < most ? bytes : most;
    const uint8_t *end = text != NULL ? memchr(text, 0, seen) : NULL;
    if (text == NULL || (end == NULL && seen < most)) {
        outside(p, text == NULL ? what : "the end of a string", address + bytes);
        return NULL;
    }
    *length = end != NULL ? (size_t)(end - text) : seen;
    return (const char *)text;
}

typedef struct {
    char     flags[6];                  // each once
    int64_t  width, precision;          // -1: no precision
    uint32_t bytes;                     // of an integer: 1, 2, 4, 8
    char     conversion;
} conversion;

// A width or precision: digits, or an argument. False when it is too large.
static bool read_size(printer *p, const char **at, const char *end, int64_t *size)
{
    *size = 0;
    if (*at < end && **at == '*') {
        ++*at;
        *size = (int32_t)next_argument(p, 4);
    }
    for (; *at < end && **at >= '0' && **at <= '9' && *size <= WIDTH_MAX; ++*at) {
        *size = *size * 10 + (**at - '0');
    }
    if (*size > WIDTH_MAX || *size < -WIDTH_MAX) {
        launch_fail(p->x, p->lane, FAULT_OTHER, "vprintf: a width or precision of %lld%s, expected at most %d", (long long)*size,
                    *at < end && **at >= '0' && **at <= '9' ? "..." : "", WIDTH_MAX);
        return false;
    }
    return true;
}

static void read_flags(conversion *c, const char **at, const char *end)
{
    size_t n = 0;
    for (; *at < end && **at != '\0' && strchr("-+ #0", **at) != NULL; ++*at) {
        if (strchr(c->flags, **at) == NULL) {
            c->flags[n++] = **at;
        }
    }
}

static void read_length(const printer *p, conversion *c, const char **at, const char *end)
{
    c->bytes = 4;
    if (*at < end && **at == 'h') {
        c->bytes = end - *at > 1 && (*at)[1] == 'h' ? 1 : 2;
        *at += c->bytes == 1 ? 2 : 1;
    } else if (*at < end && (**at == 'l' || **at == 'z' || **at == 'j' || **at == 't')) {
        bool twice = **at == 'l' && end - *at > 1 && (*at)[1] == 'l';
        c->bytes = twice || **at == 'j' ? 8 : p->pointer_bytes;
        *at += twice ? 2 : 1;
    }
}

// From after '%'. False when it is no conversion, or has a refused size.
static bool read_conversion(printer *p, conversion *c, const char **at, const char *end)
{
    *c = (conversion){ .precision = -1 };
    read_flags(c, at, end);
    if (!read_size(p, at, end, &c->width)) {
        return false;
    }
    if (*at < end && **at == '.') {
        ++*at;
        if (!read_size(p, at, end, &c->precision)) {
            return false;
        }
    }
    read_length(p, c, at, end);
    if (*at == end || **at == '\0' || strchr("diuoxXcsfFeEgGaAp", **at) == NULL) {
        return false;
    }
    c->conversion = *(*at)++;
    return true;
}

static void print_number(printer *p, const conversion *c)
{
    char pattern[24], text[NUMBER_BYTES + 1];
    bool is_signed = c->conversion == 'd' || c->conversion == 'i', is_integer = strchr("diuoxX", c->conversion) != NULL;
    uint64_t bits = next_argument(p, c->conversion == 'p' ? p->pointer_bytes : !is_integer || c->bytes == 8 ? 8 : 4);
    uint32_t unused = 64 - 8 * c->bytes;
    int width = (int)c->width, precision = (int)c->precision, length;
    double real;
    snprintf(pattern, sizeof pattern, "%%%s*.*%s%c", c->flags, is_integer ? "ll" : "", c->conversion);
    if (c->conversion == 'p') {
        snprintf(pattern, sizeof pattern, "%%%s*p", strchr(c->flags, '-') != NULL ? "-" : "");
        length = snprintf(text, sizeof text, pattern, width, (void *)(uintptr_t)bits);
    } else if (!is_integer) {
        memcpy(&real, &bits, sizeof real);
        length = snprintf(text, sizeof text, pattern, width, precision, real);
    } else if (is_signed) {
        length = snprintf(text, sizeof text, pattern, width, precision, (long long)(int64_t)(bits << unused) >> unused);
    } else {
        length = snprintf(text, sizeof text, pattern, width, precision, (unsigned long long)(bits << unused >> unused));
    }
    emit(p, text, length < 0 ? 0 : (size_t)length);
}

static void print_text(printer *p, const conversion *c)
{
    int64_t width = strchr(c->flags, '-') != NULL && c->width > 0 ? -c->width : c->width;
    size_t length = 0;
    if (c->conversion == 'c') {
        char letter = (char)next_argument(p, 4);
        emit_padded(p, &letter, 1, width);
        return;
    }
    uint64_t address = next_argument(p, p->pointer_bytes);
    uint64_t most = c->precision >= 0 ? (uint64_t)c->precision : UINT64_MAX;
    if (address == 0) {
        emit_padded(p, "(null)", most < 6 ? 0 : 6, width);          // like the host's C library
        return;
    }
    const char *text = most == 0 ? "" : find_string(p, "a string", address, most, &length);
    emit_padded(p, text, text != NULL ? length : 0, width);
}

static void print_format(printer *p, const char *format, size_t length)
{
    const char *end = format + length;
    while (format < end && !p->x->failed) {
        const char *percent = memchr(format, '%', (size_t)(end - format));
        const char *after = percent != NULL ? percent + 1 : end;
        conversion c;
        emit(p, format, (size_t)((percent != NULL ? percent : end) - format));
        format = after;
        if (percent == NULL) {
            return;
        }
        if (after < end && *after == '%') {
            emit(p, "%", 1);
            format = after + 1;
        } else if (!read_conversion(p, &c, &format, end)) {
            emit(p, percent, (size_t)(format - percent));
        } else if (c.conversion == 'c' || c.conversion == 's') {
            print_text(p, &c);
        } else {
            print_number(p, &c);
        }
    }
}

// The number of arguments, -1 without a format (CUDA C Programming Guide, Formatted Output).
static int32_t print_lane(printer *p, const call_info *call, uint32_t lane)
{
    uint64_t format_address = call_argument(p->x, call, 0, lane);
    size_t length;
    p->lane = lane;
    p->at = 0;
    p->taken = 0;
    p->pointer_bytes = call->arguments[0].bytes;
    p->address = call_argument(p->x, call, 1, lane);
    p->arguments = access_bytes(p->x, lane, p->address, &p->bytes);
    const char *format = format_address != 0 ? find_string(p, "the format", format_address, UINT64_MAX, &length) : NULL;
    if (format == NULL) {
        return -1;
    }
    print_format(p, format, length);
    flush(p);
    return p->taken;
}

void run_vprintf(execution *x, const insn_code *code, uint32_t mask)
{
    printer p = { .x = x };
    const call_info *call = code->call;
    for (; mask != 0 && !x->failed; mask &= mask - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(mask);
        int32_t result = print_lane(&p, call, lane);
        if (call->has_result) {
            memcpy(x->local + (size_t)lane * x->local_bytes + call->result_to, &result, sizeof result);
        }
    }
}

// For the message: printable, cut; "?" for a bad pointer.
static void copy_words(execution *x, uint32_t lane, uint64_t address, char words[static WORDS_MAX + 1])
{
    uint64_t bytes;
    const uint8_t *text = access_bytes(x, lane, address, &bytes);
    size_t n = 0;
    for (; text != NULL && n < bytes && n < WORDS_MAX && text[n] != 0; n++) {
        words[n] = text[n] >= ' ' && text[n] != 0x7F ? (char)text[n] : '?';
    }
    words[n] = '\0';
    if (text == NULL) {
        strcpy(words, "?");
    }
}

static void assert_lane(printer *p, const call_info *call, uint32_t lane)
{
    const uint32_t *b = p->x->launch->config.block, *at = p->x->cta->at, t = p->x->warp * WARP_LANES + lane;
    uint32_t line = (uint32_t)call_argument(p->x, call, 2, lane);
    char assertion[WORDS_MAX + 1], file[WORDS_MAX + 1], name[WORDS_MAX + 1], text[4 * WORDS_MAX + 200];
    copy_words(p->x, lane, call_argument(p->x, call, 0, lane), assertion);
    copy_words(p->x, lane, call_argument(p->x, call, 1, lane), file);
    copy_words(p->x, lane, call_argument(p->x, call, 3, lane), name);
    int length = snprintf(text, sizeof text,
                          "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line, name,
                          at[0], at[1], at[2], t % b[0], t / b[0] % b[1], t / (b[0] * b[1]), assertion);
    emit(p, text, (size_t)length);
    launch_fail(p->x, lane, FAULT_ASSERT, "%s:%u: %s: assertion `%s` failed", file, line, name, assertion);
}

// Every lane prints its message, as on a device; then the launch ends as at a trap, with the first lane's message.
void run_assertfail(execution *x, const insn_code *code, uint32_t mask)
{
    printer p = { .x = x };
    for (; mask != 0; mask &= mask - 1) {
        assert_lane(&p, code->call, (uint32_t)__builtin_ctz(mask));
    }
    flush(&p);
}
