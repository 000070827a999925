// SPDX-License-Identifier: BSD-3-Clause
// Mutants of operators: another one, the opposite, the sign.
#include "tests/sim/mutants/operators.h"
#include "tests/sim/mutants/mutate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

extent operator_between(CXCursor left_side, CXCursor right_side)
{
    extent left = extent_of(left_side), right = extent_of(right_side);
    extent e = { left.end, right.begin };
    if (left.end >= right.begin || left.end == 0) return (extent){ 0 };
    while (e.begin < e.end && isspace((unsigned char)source.text[e.begin])) e.begin++;
    while (e.end > e.begin && isspace((unsigned char)source.text[e.end - 1])) e.end--;
    for (size_t i = e.begin; i < e.end; i++)
        if (!strchr("+-*/%&|^<>=!,", source.text[i])) return (extent){ 0 };
    return e.end - e.begin <= 3 && !inside_a_macro(e.begin) && !inside_a_macro(e.end) ? e : (extent){ 0 };
}

// What stands in an operator's place; what is true of pointers too; what says the opposite, and so the condition's too.
static const struct operator { const char *seen, *instead; bool of_pointers, opposite; } operators[] = {
    { "+", "-", true, false }, { "-", "+", true, false }, { "*", "+", false, false }, { "/", "*", false, false },
    { "%", "*", false, false }, { "&", "|", false, false }, { "|", "&", false, false }, { "^", "|", false, false },
    { "<<", ">>", false, false }, { ">>", "<<", false, false }, { "<", "<=", true, false }, { "<=", "<", true, false },
    { ">", ">=", true, false }, { ">=", ">", true, false }, { "==", "!=", true, true }, { "!=", "==", true, true },
};

static const struct operator *operator_at(extent e)
{
    for (size_t o = 0; o < sizeof operators / sizeof *operators; o++)
        if (e.end - e.begin == strlen(operators[o].seen) && starts_with(e, operators[o].seen)) return &operators[o];
    return NULL;
}

// Both operands once each, as numbers of their promoted type: a field of bits has no address and no type of its own.
static void two_operands(CXCursor whole, CXCursor left, CXCursor right, extent at, const struct operator *operator)
{
    bool number_left = is_number(type_of(left)), number_right = is_number(type_of(right));
    bool pointers = type_of(left) == CXType_Pointer && (number_right || operator->opposite || *operator->seen == '<' || *operator->seen == '>');
    if (!(number_left && number_right) && !(pointers && operator->of_pointers)) return;
    if (*operator->seen == '%' && !is_integer(type_of(whole))) return;
    extent e = extent_of(whole);
    if (!writable(e)) return;
    unsigned number = mutant("operator", at, operator->instead);
    edits_wrap(e.begin, e.end, format("({ __auto_type mutant_left = %s(", number_left ? "+" : ""),
        format("); __auto_type mutant_seen = mutant_left %s mutant_right; __auto_type mutant_other = mutant_left %s mutant_right; "
               "mutant_differs(%u, mutant_seen != mutant_other) ? mutant_other : mutant_seen; })", operator->seen, operator->instead, number));
    edits_replace(at.begin, at.end - at.begin, format("); __auto_type mutant_right = %s(", number_right ? "+" : ""));
}

// `a && b` is b if a is true, else a; with the mutant in force b if a is false, else a, which is `a || b`. And the other way.
static void both_or_one(CXCursor whole, extent at)
{
    extent e = extent_of(whole);
    if (!writable(e)) return;
    bool both = starts_with(at, "&&");
    unsigned number = mutant("logic", at, both ? "||" : "&&");
    edits_wrap(e.begin, e.end, format("({ _Bool mutant_left = ("), format("))) : mutant_left; })"));
    edits_replace(at.begin, at.end - at.begin, format("); mutant_left %s mutant_is(%u) ? (!!((", both ? "!=" : "==", number));
}

// Of 64 bits, which are most often a set of warps, the upper half is lost.
void upper_half(enum CXTypeKind kind, CXCursor value)
{
    extent e = extent_of(value);
    if (kind != CXType_ULong || !is_integer(type_of(value)) || !writable(e) || is_constant(value, 0xffffffffu)) return;
    edits_wrap(e.begin, e.end, format("mutant_half(%u, (", mutant("half", e, "its lower 32 bits")), format("))"));
}

bool is_assignment(extent at) { return at.end - at.begin == 1 && source.text[at.begin] == '='; }

// Of a condition, which is turned round as a whole, the opposite of its operator would be the same again.
void binary(CXCursor cursor, bool condition)
{
    cursors sides = children_of(cursor);
    if (sides.count == 2) {
        extent at = operator_between(sides.of[0], sides.of[1]);
        const struct operator *operator = operator_at(at);
        if (operator && !(condition && operator->opposite)) two_operands(cursor, sides.of[0], sides.of[1], at, operator);
        if (starts_with(at, "&&") || starts_with(at, "||")) both_or_one(cursor, at);
        if (is_assignment(at)) upper_half(type_of(sides.of[0]), sides.of[1]);
        expression(sides.of[0]);
        expression(sides.of[1]);
    }
    free(sides.of);
}

// `a += b`: b with the other sign.
void compound(CXCursor cursor)
{
    cursors sides = children_of(cursor);
    if (sides.count == 2) {
        extent right = extent_of(sides.of[1]), at = operator_between(sides.of[0], sides.of[1]);
        bool plus = starts_with(at, "+="), minus = starts_with(at, "-=");
        if ((plus || minus) && is_number(type_of(sides.of[1])) && writable(right)) {
            unsigned number = mutant("operator", at, plus ? "-=" : "+=");
            edits_wrap(right.begin, right.end, format("({ __auto_type mutant_right = +("),
                format("); mutant_differs(%u, mutant_right != 0) ? -mutant_right : mutant_right; })", number));
        }
        expression(sides.of[0]);
        expression(sides.of[1]);
    }
    free(sides.of);
}

void unary(CXCursor cursor, bool condition)
{
    extent e = extent_of(cursor), sign = { e.begin, e.begin + 1 };
    if (writable(e) && !begins_with_a_macro(e)) {
        if (starts_with(e, "!") && !condition)
            edits_wrap(e.begin, e.end, format("(mutant_is(%u) != ", mutant("operator", sign, "nothing")), format(")"));
        else if (starts_with(e, "~") && is_integer(type_of(cursor)))
            edits_wrap(e.begin, e.end, format("((mutant_is(%u) ? -1 : 0) ^ ", mutant("operator", sign, "nothing")), format(")"));
    }
    expressions_in(cursor);
}
