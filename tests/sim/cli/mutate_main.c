// SPDX-License-Identifier: BSD-3-Clause
// mutate FILE SEED: prints the file, damaged: cut short, bytes changed, stretches removed, repeated or moved, numbers
// replaced. The same seed gives the same damage.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 16 };

static uint64_t random_state;

static uint32_t random_below(uint32_t limit)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return limit ? (uint32_t)(random_state >> 33) % limit : 0;
}

static size_t insert(char *text, size_t length, size_t at, const char *what, size_t n)
{
    if (length + n > ROOM)
        return length;
    memmove(text + at + n, text + at, length - at);
    memcpy(text + at, what, n);
    return length + n;
}

static size_t replace_number(char *text, size_t length, size_t at)
{
    static const char *const numbers[] = { "0", "-1", "4294967296", "99999999999999999999", "1e999", "0x7fffffff", "" };
    const char *number = numbers[random_below(7)];
    size_t end;

    while (at < length && (text[at] < '0' || text[at] > '9'))
        at++;
    for (end = at; end < length && text[end] >= '0' && text[end] <= '9'; end++)
        continue;
    memmove(text + at, text + end, length - end);
    return insert(text, length - (end - at), at, number, strlen(number));
}

static size_t damage(char *text, size_t length)
{
    size_t at = random_below((uint32_t)length), n = random_below(40);
    char kept[40];

    if (!length)
        return 0;
    if (at + n > length)
        n = length - at;
    memcpy(kept, text + at, n);
    switch (random_below(6)) {
    case 0:
        return at;
    case 1:
        text[at] = (char)random_below(256);
        return length;
    case 2:
        memmove(text + at, text + at + n, length - at - n);
        return length - n;
    case 3:
        return insert(text, length, at, kept, n);
    case 4:
        return insert(text, length, random_below((uint32_t)length), kept, n);
    default:
        return replace_number(text, length, at);
    }
}

int main(int argc, char **argv)
{
    static char text[ROOM];
    FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    size_t length;

    if (!file) {
        fputs("mutate FILE SEED\n", stderr);
        return 2;
    }
    length = fread(text, 1, sizeof text, file);
    fclose(file);
    random_state = strtoull(argv[2], NULL, 10);
    for (uint32_t rounds = random_below(4) + 1; rounds; rounds--)
        length = damage(text, length);
    fwrite(text, 1, length, stdout);
    return 0;
}
