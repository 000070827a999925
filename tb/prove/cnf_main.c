// prove_cnf write GRAPH.aig OUT.cnf            DIMACS that holds where some output of the graph is true
// prove_cnf explain STEP.aig SOLVER.log        the solver's model as lines `NAME = 0xVALUE`, those that are 0 left out, and
//                                             lines `broken OBLIGATION`
//
// `explain` clears each input that the first broken obligation does not need, and refuses a model that breaks none: the
// step is evaluated as it was before it was swept. Exit status 0, or 2 with a line that says why.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/prove/aiger.h"
#include "tb/prove/prove.h"

static long dimacs(uint32_t literal) { return literal & 1 ? -(long)(literal / 2 + 1) : (long)(literal / 2 + 1); }

static void write_cnf(const char *graph, const char *path)
{
    const aiger a = aiger_read(graph);
    FILE *file = fopen(path, "w");
    if (!file) prove_refuse("%s: %s", path, strerror(errno));
    fprintf(file, "p cnf %u %u\n-1 0\n", a.n_inputs + a.n_ands + 1, 3 * a.n_ands + 2);     // variable 1 is false
    for (uint32_t i = 0; i < a.n_ands; i++) {
        const long self = (long)a.n_inputs + 2 + i, x = dimacs(a.ands[i][0]), y = dimacs(a.ands[i][1]);
        fprintf(file, "%ld %ld 0\n%ld %ld 0\n%ld %ld %ld 0\n", -self, x, -self, y, self, -x, -y);
    }
    for (uint32_t i = 0; i < a.n_outputs; i++) if (a.outputs[i] != 0) fprintf(file, "%ld ", dimacs(a.outputs[i]));
    fputs("0\n", file);
    const int bad = ferror(file);
    if (fclose(file) != 0 || bad) prove_refuse("%s: cannot be written", path);
}

// Bits of one port or register stand together, the lowest first: as one number, when it is not 0. Returns where the next begins.
static uint32_t print_field(const aiger *a, const uint8_t *values, uint32_t first)
{
    const char *name = a->input_names[first] ? a->input_names[first] : "?";
    const int length = (int)strcspn(name, "[");
    uint32_t end = first + 1, any = values[first + 1];
    while (end < a->n_inputs && a->input_names[end] && strncmp(a->input_names[end], name, (size_t)length + 1) == 0) any |= values[++end];
    if (!any) return end;
    printf("%.*s = 0x", length, name);
    for (uint32_t digits = (end - first + 3) / 4; digits-- > 0;) {
        unsigned digit = 0;
        for (uint32_t i = 0; i < 4 && first + 4 * digits + i < end; i++) digit |= (unsigned)values[first + 4 * digits + i + 1] << i;
        printf("%x", digit);
    }
    putchar('\n');
    return end;
}

static void explain(const char *graph, const char *log)
{
    const aiger a = aiger_read(graph);
    uint8_t *values = prove_zeros(a.n_inputs + a.n_ands + 1u, 1);
    FILE *file = fopen(log, "r");
    char word[64];
    if (!file) prove_refuse("%s: %s", log, strerror(errno));
    while (fscanf(file, "%63s", word) == 1) {
        const long number = atol(word);
        if (number > 1 && number <= (long)a.n_inputs + 1) values[number - 1] = 1;
    }
    fclose(file);
    aiger_evaluate(&a, values);
    uint32_t goal = 0;
    while (goal < a.n_outputs && !aiger_value(values, a.outputs[goal])) goal++;
    if (goal == a.n_outputs) prove_refuse("%s: the solver's model breaks no obligation of %s", log, graph);
    for (uint32_t i = 1; i <= a.n_inputs; i++) {
        if (!values[i]) continue;
        values[i] = 0;
        aiger_evaluate(&a, values);
        if (!aiger_value(values, a.outputs[goal])) values[i] = 1;
    }
    aiger_evaluate(&a, values);
    for (uint32_t i = 0; i < a.n_inputs;) i = print_field(&a, values, i);
    for (uint32_t i = 0; i < a.n_outputs; i++)
        if (aiger_value(values, a.outputs[i])) printf("broken %s\n", a.output_names[i] ? a.output_names[i] : "?");
}

int main(int count, char **arguments)
{
    if (count == 4 && strcmp(arguments[1], "write") == 0) write_cnf(arguments[2], arguments[3]);
    else if (count == 4 && strcmp(arguments[1], "explain") == 0) explain(arguments[2], arguments[3]);
    else prove_refuse("expected write GRAPH.aig OUT.cnf, or explain STEP.aig SOLVER.log");
    return 0;
}
