// SPDX-License-Identifier: BSD-3-Clause
#include "sim/report/terminal.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH_UNKNOWN = 80, WIDTH_MOST = 1 << 20 };

static color_when when;

void terminal_color(color_when asked)
{
    when = asked;
}

static bool coloured(FILE *file)
{
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");

    if (when == COLOR_NEVER || (file != stdout && file != stderr))
        return false;
    if (when == COLOR_ALWAYS)
        return true;
    return !(refused && *refused) && terminal && *terminal && strcmp(terminal, "dumb") != 0 && isatty(fileno(file));
}

const char *terminal_mark(FILE *file, mark mark)
{
    if (mark == MARK_NONE || !coloured(file))
        return "";
    return mark == MARK_BEST ? "\033[1;32m" : "\033[1;31m";
}

const char *terminal_plain(FILE *file, mark mark)
{
    return mark != MARK_NONE && coloured(file) ? "\033[0m" : "";
}

// COLUMNS as set by shells; 0: unset, or an impossible width.
static unsigned named_width(void)
{
    const char *text = getenv("COLUMNS");
    char *end;
    const unsigned long width = text && *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;

    return width && !*end && width < WIDTH_MOST ? (unsigned)width : 0;
}

unsigned terminal_width(FILE *file)
{
    struct winsize size;
    const unsigned named = named_width();

    if (file != stdout && file != stderr)
        return WIDTH_MOST;
    if (named)
        return named;
    return ioctl(fileno(file), TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : WIDTH_UNKNOWN;
}
