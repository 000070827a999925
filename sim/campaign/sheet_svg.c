// A table as a picture: a sweep as lines over the values of its rows, any other as bars, a cluster a row. Whoever has the
// program has what draws: nothing else is needed. Colours are those of Okabe and Ito, which the colour-blind tell apart
// (M. Okabe, K. Ito: Color Universal Design, 2008); in black and white lines differ by dashes and marks, bars by their order.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/sheet.h"

enum { LEFT = 80, TOP = 50, PLOT_HEIGHT = 340, BELOW = 150, LEGEND = 300, LEGEND_LINE = 18, COLOURS = 8, LEAST_WIDTH = 640 };

static const char *const colours[COLOURS] = { "#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442" };
static const char *const dashes[] = { "", "8 4", "2 3", "10 3 2 3", "4 4" };

typedef struct {
    const sheet *s;
    FILE   *file;
    double  low, high, step;                    // of the axis
    double  first, last;                        // of a sweep's values
    bool    numbers;                            // they are numbers: the axis is to scale
    double  width;
} picture;

static void put_text(const char *text, FILE *file)
{
    for (; *text; text++)
        if (strchr("<>&\"", *text))
            fprintf(file, "&#%d;", *text);
        else if ((unsigned char)*text >= ' ')
            fputc(*text, file);
}

static void label(const picture *p, double x, double y, const char *attributes, const char *text)
{
    fprintf(p->file, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, attributes);
    put_text(text, p->file);
    fputs("</text>\n", p->file);
}

// 1, 2 or 5 times a power of ten, so that there are at most ten steps.
static double nice_step(double range)
{
    double power = pow(10, floor(log10(range / 10)));

    for (unsigned i = 0; i < 3; i++)
        if (range / (power * (double[]){ 1, 2, 5 }[i]) <= 10)
            return power * (double[]){ 1, 2, 5 }[i];
    return 10 * power;
}

static void scale(picture *p)
{
    double low = p->s->sweep ? INFINITY : 0, high = -INFINITY;

    for (unsigned row = 0; row < p->s->n_rows; row++) {
        for (unsigned column = 0; column < p->s->n_columns; column++) {
            double value = p->s->values[row][column];

            if (isfinite(value)) {
                low = fmin(low, value);
                high = fmax(high, value);
            }
        }
    }
    if (!(low < high)) {                        // all the same, or none
        low = isfinite(high) ? fmin(high, 0) : 0;
        high = isfinite(high) ? fmax(high, 0) : 1;
        high += low == high;
    }
    p->step = nice_step(high - low);
    p->low = floor(low / p->step) * p->step;
    p->high = ceil(high / p->step) * p->step;
}

static double y_of(const picture *p, double value)
{
    return TOP + PLOT_HEIGHT * (p->high - value) / (p->high - p->low);
}

static double x_of(const picture *p, unsigned row)
{
    double value = strtod(p->s->rows[row], NULL);

    if (p->s->sweep && p->numbers && p->last > p->first)
        return LEFT + 20 + (p->width - 40) * (value - p->first) / (p->last - p->first);
    return LEFT + p->width * (row + 0.5) / p->s->n_rows;
}

static void find_numbers(picture *p)
{
    p->numbers = p->s->n_rows > 0;
    p->first = INFINITY;
    p->last = -INFINITY;
    for (unsigned row = 0; row < p->s->n_rows; row++) {
        char *end;
        double value = strtod(p->s->rows[row], &end);

        p->numbers = p->numbers && end > p->s->rows[row] && !*end;
        p->first = fmin(p->first, value);
        p->last = fmax(p->last, value);
    }
}

static void put_axes(const picture *p)
{
    unsigned every = p->s->n_rows > p->width / 14 ? (unsigned)ceil(p->s->n_rows * 14 / p->width) : 1;
    bool turned = !(p->s->sweep && p->numbers && p->s->n_rows <= p->width / 28);
    char text[32], attributes[120];

    for (double value = p->low; value <= p->high + p->step / 2; value += p->step) {
        fprintf(p->file, "<line x1=\"%d\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#cccccc\"/>\n", LEFT, LEFT + p->width,
                y_of(p, value), y_of(p, value));
        snprintf(text, sizeof text, "%.6g", fabs(value) < p->step / 2 ? 0 : value);
        label(p, LEFT - 8, y_of(p, value) + 4, "text-anchor=\"end\"", text);
    }
    for (unsigned row = 0; row < p->s->n_rows; row += every) {
        snprintf(attributes, sizeof attributes, turned ? "text-anchor=\"end\" transform=\"rotate(-35 %.1f %d)\"" : "text-anchor=\"middle\"",
                 x_of(p, row), TOP + PLOT_HEIGHT + 16);
        label(p, x_of(p, row), TOP + PLOT_HEIGHT + 16, attributes, p->s->rows[row]);
    }
    label(p, LEFT + p->width / 2, TOP + PLOT_HEIGHT + (turned ? BELOW - 20 : 44), "text-anchor=\"middle\"", p->s->head);
    fprintf(p->file, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"none\" stroke=\"black\"/>\n", LEFT, TOP, p->width,
            PLOT_HEIGHT);
}

static void put_mark(const picture *p, unsigned column, double x, double y)
{
    const char *colour = colours[column % COLOURS];

    switch (column % 4) {
    case 0:
        fprintf(p->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>\n", x, y, colour);
        break;
    case 1:
        fprintf(p->file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"7\" height=\"7\" fill=\"%s\"/>\n", x - 3.5, y - 3.5, colour);
        break;
    case 2:
        fprintf(p->file, "<path d=\"M%.1f %.1f l4.5 8 h-9 z\" fill=\"%s\"/>\n", x, y - 5, colour);
        break;
    default:
        fprintf(p->file, "<path d=\"M%.1f %.1f l4.5 4.5 l-4.5 4.5 l-4.5 -4.5 z\" fill=\"%s\"/>\n", x, y - 4.5, colour);
    }
}

// A value that is not there breaks the line.
static void put_line(const picture *p, unsigned column)
{
    bool on = false;

    fprintf(p->file, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\" stroke-dasharray=\"%s\" d=\"", colours[column % COLOURS],
            dashes[column / COLOURS % 5]);
    for (unsigned row = 0; row < p->s->n_rows; row++) {
        double value = p->s->values[row][column];

        if (isfinite(value))
            fprintf(p->file, "%s%.1f %.1f", on ? " L" : " M", x_of(p, row), y_of(p, value));
        on = isfinite(value);
    }
    fputs("\"/>\n", p->file);
    for (unsigned row = 0; row < p->s->n_rows; row++)
        if (isfinite(p->s->values[row][column]))
            put_mark(p, column, x_of(p, row), y_of(p, p->s->values[row][column]));
}

static void put_bars(const picture *p, unsigned column)
{
    double cluster = p->width / p->s->n_rows, width = cluster * 0.8 / p->s->n_columns;

    for (unsigned row = 0; row < p->s->n_rows; row++) {
        double value = p->s->values[row][column], zero = y_of(p, 0);
        double x = LEFT + cluster * (row + 0.1) + width * column;

        if (isfinite(value))
            fprintf(p->file, "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" fill=\"%s\" stroke=\"black\" "
                    "stroke-width=\"0.5\" stroke-dasharray=\"%s\"/>\n", x, fmin(y_of(p, value), zero), width,
                    fabs(y_of(p, value) - zero), colours[column % COLOURS], dashes[column / COLOURS % 5]);
    }
}

static void put_legend(const picture *p)
{
    for (unsigned column = 0; column < p->s->n_columns; column++) {
        double x = LEFT + p->width + 20, y = TOP + 10 + LEGEND_LINE * column;

        if (p->s->sweep) {
            fprintf(p->file, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"1.8\" "
                    "stroke-dasharray=\"%s\"/>\n", x, x + 28, y, y, colours[column % COLOURS], dashes[column / COLOURS % 5]);
            put_mark(p, column, x + 14, y);
        } else {
            fprintf(p->file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"16\" height=\"10\" fill=\"%s\" stroke=\"black\" "
                    "stroke-width=\"0.5\"/>\n", x + 6, y - 5, colours[column % COLOURS]);
        }
        label(p, x + 34, y + 4, "", p->s->columns[column]);
    }
}

void sheet_svg(const sheet *s, FILE *file)
{
    double bars = s->sweep ? 0 : 12.0 * s->n_rows * s->n_columns, height = TOP + PLOT_HEIGHT + BELOW;
    picture p = { .s = s, .file = file, .width = fmax(LEAST_WIDTH, fmin(bars, 2400)) };

    scale(&p);
    find_numbers(&p);
    height = fmax(height, TOP + 20 + LEGEND_LINE * s->n_columns);
    fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n<title>", LEFT + p.width + LEGEND, height, LEFT + p.width + LEGEND, height);
    put_text(s->title, file);
    fputs("</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n", file);
    label(&p, LEFT + p.width / 2, TOP - 20, "text-anchor=\"middle\" font-size=\"14\"", s->title);
    put_axes(&p);
    for (unsigned column = 0; column < s->n_columns; column++)
        (s->sweep ? put_line : put_bars)(&p, column);
    put_legend(&p);
    fputs("</svg>\n", file);
}
