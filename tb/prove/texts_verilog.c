// SPDX-License-Identifier: BSD-3-Clause
// What of Verilog a block may say. Yosys reads it for the prover, Verilator for lockstep, Icarus and whoever builds a chip besides. Where
// these are known to read a word differently it is none of the blocks'; what is left is this grammar: one module;
// parameters of the tuple; declarations before use; `always @*` with = and `always @(posedge clk_i)` with <=; functions of
// their arguments; constants of 0 and 1.
#include <string.h>

#include "tb/prove/prove.h"
#include "tb/prove/texts.h"

// Every declared name; of a function's own until it ends. A constant is one that no signal changes.
typedef struct { token name; bool constant, local; } declared;

static text      t;
static size_t    at;
static declared *names;
static size_t    n_names, names_room;
static bool      in_function, failed;                    // failed: the rest of the text is not looked at
static token     function_name;

static token here(void) { return t.tokens[at]; }
static bool  is(const char *word) { return token_is(here(), word); }

static void refuse(const char *expected)
{
    if (!failed) text_refuse_token(&t, here(), expected);
    failed = true;
    at = t.count - 1;
}

static bool take(const char *word)
{
    if (!is(word)) return false;
    at++;
    return true;
}

static void expect(const char *word)
{
    if (!take(word)) refuse(word);
}

static declared *find(token name)
{
    for (size_t i = n_names; i-- > 0;) if (token_same(names[i].name, name)) return &names[i];
    return NULL;
}

static void declare(bool constant)
{
    const token name = here();
    if (name.kind != TOKEN_WORD || verilog_keyword(name)) { refuse("a name"); return; }
    declared *known = find(name);
    if (known && (known->local || !in_function)) { refuse("a name that is declared once"); return; }
    if (n_names == names_room) names = prove_grow(names, names_room = names_room ? 2 * names_room : 256, sizeof *names);
    names[n_names++] = (declared){name, constant, in_function};
    at++;
}

// A name that is used: declared above; in a function no signal that is not its argument, which @* does not wait for.
static void check_name(token name)
{
    if (token_is(name, "$clog2")) return;
    if (name.text[0] == '$' || verilog_keyword(name) || memchr(name.text, '$', name.length)) { refuse("a name, a constant or $clog2"); return; }
    const declared *known = find(name);
    if (!known) refuse("its declaration above");
    else if (in_function && !known->local && !known->constant && !token_same(name, function_name)) refuse("an argument of the function, or a constant");
}

// To the mark that ends an expression, which is left; brackets within are balanced.
static void expression(const char *ends)
{
    int nested = 0;
    const size_t begin = at;
    while (here().kind != TOKEN_END && (nested || !token_is_one_of(here(), ends))) {
        const token one = here();
        if (one.kind == TOKEN_WORD) check_name(one);
        else if (one.kind == TOKEN_NUMBER) verilog_check_number(&t, one);
        else if (!token_is_one_of(one, "( ) [ ] { } , ? : + - * / % < > <= >= == != ! && || & | ^ ~ ~& ~| << >> +: -:")) refuse("an operator that all know");
        if (failed) return;
        nested += token_is_one_of(one, "( [ {");
        nested -= token_is_one_of(one, ") ] }");
        if (nested < 0) { refuse(ends); return; }
        at++;
    }
    if (at == begin || here().kind == TOKEN_END) refuse("an expression");
}

static void ranges(void)
{
    while (!failed && take("[")) {
        expression("]");
        expect("]");
    }
}

// `reg [7:0] a, b [0:3];`, `wire a = b;` behind its keyword, and the end.
static void declaration(bool constant, bool valued, bool must)
{
    ranges();
    do {
        declare(constant);
        if (failed) return;
        ranges();
        if (must && !is("=")) { refuse("="); return; }
        if (is("=") && !valued) { refuse("no value but by reset"); return; }
        if (take("=")) expression(", ;");
    } while (!failed && take(","));
    expect(";");
}

static void target(void)
{
    if (take("{")) {
        do target(); while (!failed && take(","));
        expect("}");
        return;
    }
    if (here().kind != TOKEN_WORD) { refuse("a statement"); return; }
    check_name(here());
    if (failed) return;
    at++;
    ranges();
}

static void begin_block(void)
{
    if (take(":")) declare(true);
}

static void loop_header(void)
{
    expect("(");
    target();
    expect("=");
    if (!failed) expression(";");
    expect(";");
    if (!failed) expression(";");
    expect(";");
    target();
    expect("=");
    if (!failed) expression(")");
    expect(")");
}

static void statement(bool clocked)
{
    if (failed) return;
    if (take("begin")) {
        begin_block();
        while (!failed && !is("end")) {
            if (in_function && (take("reg") || take("integer"))) declaration(false, false, false);
            else statement(clocked);
        }
        expect("end");
    } else if (take("if")) {
        expect("(");
        if (!failed) expression(")");
        expect(")");
        statement(clocked);
        if (take("else")) statement(clocked);
    } else if (!clocked && take("for")) {
        loop_header();
        statement(clocked);
    } else {
        target();
        if (!failed && !is(clocked ? "<=" : "=")) refuse(clocked ? "<= at a clock's edge" : "= where there is no clock");
        at += !failed;
        if (!failed) expression(";");
        expect(";");
    }
}

static void always(void)
{
    expect("@");
    if (take("*")) { statement(false); return; }
    const char *const words[] = {"(", "posedge", "clk_i", ")"};
    for (int i = 0; !failed && i < 4; i++)
        if (!take(words[i])) refuse("@* or @(posedge clk_i)");
    statement(true);
}

static void function(void)
{
    const size_t outside = n_names;
    ranges();
    function_name = here();
    declare(true);
    in_function = true;
    expect("(");
    do {
        expect("input");
        if (!take("integer")) ranges();
        declare(false);
    } while (!failed && take(","));
    expect(")");
    expect(";");
    while (!failed && (take("reg") || take("integer"))) declaration(false, false, false);
    statement(false);
    expect("endfunction");
    in_function = false;
    if (!failed) n_names = outside + 1;
}

static void item(void);

static void generated(void)
{
    const size_t outside = n_names;
    expect("begin");
    begin_block();
    while (!failed && !is("end")) item();
    expect("end");
    if (!failed) n_names = outside;
}

static void item(void)
{
    if (take("localparam")) declaration(true, true, true);
    else if (take("wire")) declaration(false, true, false);
    else if (take("reg") || take("integer")) declaration(false, false, false);
    else if (take("genvar")) declaration(true, false, false);
    else if (take("function")) function();
    else if (take("always")) always();
    else if (take("assign")) {
        target();
        expect("=");
        if (!failed) expression(";");
        expect(";");
    } else if (take("generate")) {
        while (!failed && !is("endgenerate")) item();
        expect("endgenerate");
    } else if (take("for")) {
        loop_header();
        generated();
    } else if (take("if")) {
        expect("(");
        if (!failed) expression(")");
        expect(")");
        generated();
        if (take("else")) { if (is("if")) item(); else generated(); }
    } else refuse("wire, reg, integer, genvar, localparam, function, assign, always, or generate");
}

static void module(const char *block, const char *parameters)
{
    expect("module");
    expect(block);
    expect("#");
    expect("(");
    unsigned missing = 0;
    for (const char *c = parameters; *c; c++) missing += *c == ' ';
    do {
        expect("parameter");
        if (!failed && !token_is_one_of(here(), parameters)) { refuse("a parameter of the tuple"); return; }
        declare(true);
        missing--;
        expect("=");
        if (!failed) expression(", )");
    } while (!failed && take(","));
    if (!failed && missing) {
        text_refuse(&t, here().line, "the last of them", "the parameters %s", parameters);
        failed = true;
        at = t.count - 1;
        return;
    }
    expect(")");
    expect("(");
    do {
        if (!take("input") && !take("output")) refuse("input or output");
        if (!take("wire") && !take("reg")) refuse("wire or reg");
        ranges();
        declare(false);
    } while (!failed && take(","));
    expect(")");
    expect(";");
    while (!failed && !is("endmodule")) item();
    expect("endmodule");
    if (!failed && here().kind != TOKEN_END) refuse("no more than the module");
}

void texts_check_verilog(const char *block, const char *path, const char *parameters)
{
    size_t kept = 0;
    t = text_read(path, true);
    n_names = 0, failed = in_function = false;
    verilog_check_words(&t);
    for (size_t i = 0; i < t.count; i++) if (t.tokens[i].kind != TOKEN_COMMENT) t.tokens[kept++] = t.tokens[i];
    t.count = kept;
    at = 0;
    module(block, parameters);
}
