// SPDX-License-Identifier: BSD-3-Clause
// Words of Verilog, apart from how they stand together (texts_verilog.c): those of the language that no block needs, constants, and
// comments in which tools look for orders.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "tb/prove/texts.h"

static const char allowed[] = "module endmodule parameter localparam input output wire reg integer genvar generate endgenerate if else for begin end function "
                              "endfunction assign always posedge";
// Of IEEE 1800-2017.
static const char keywords[] =
    "accept_on alias always always_comb always_ff always_latch and assert assign assume automatic before begin bind bins binsof bit break buf bufif0 "
    "bufif1 byte case casex casez cell chandle checker class clocking cmos config const constraint context continue cover covergroup coverpoint cross "
    "deassign default defparam design disable dist do edge else end endcase endchecker endclass endclocking endconfig endfunction endgenerate endgroup "
    "endinterface endmodule endpackage endprimitive endprogram endproperty endspecify endsequence endtable endtask enum event eventually expect "
    "export extends extern final first_match for force foreach forever fork forkjoin function generate genvar global highz0 highz1 if iff ifnone "
    "ignore_bins illegal_bins implements implies import incdir include initial inout input inside instance int integer interconnect interface "
    "intersect join join_any join_none large let liblist library local localparam logic longint macromodule matches medium modport module nand "
    "negedge nettype new nexttime nmos nor noshowcancelled not notif0 notif1 null or output package packed parameter pmos posedge primitive priority "
    "program property protected pull0 pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase randsequence rcmos real "
    "realtime ref reg reject_on release repeat restrict return rnmos rpmos rtran rtranif0 rtranif1 s_always s_eventually s_nexttime s_until "
    "s_until_with scalared sequence shortint shortreal showcancelled signed small soft solve specify specparam static string strong strong0 strong1 "
    "struct super supply0 supply1 sync_accept_on sync_reject_on table tagged task this throughout time timeprecision timeunit tran tranif0 tranif1 "
    "tri tri0 tri1 triand trior trireg type typedef union unique unique0 unsigned until until_with untyped use uwire var vectored virtual void wait "
    "wait_order wand weak weak0 weak1 while wildcard wire with within wor xnor xor";

bool verilog_keyword(token word) { return token_is_one_of(word, keywords); }

void verilog_check_number(const text *t, token number)
{
    const char *quote = memchr(number.text, '\'', number.length);
    if (!quote) return;
    const size_t left = (size_t)(number.text + number.length - quote);
    if (quote == number.text || left < 3 || !strchr("bdh", quote[1])) text_refuse_token(t, number, "a constant with its size and its base b, d or h");
    for (size_t i = 2; i < left; i++)
        if (!isxdigit((unsigned char)quote[i]) && quote[i] != '_') { text_refuse_token(t, number, "a constant of 0 and 1 alone"); return; }
}

// Tools look into comments for orders.
static void check_comment(const text *t, token comment)
{
    static const char *const orders[] = {"translate_off", "translate_on", "full_case", "parallel_case", NULL};
    char words[512] = "", first[64] = "", second[64] = "", third[64] = "";
    for (size_t i = 0; i < comment.length && i < sizeof words - 1; i++) words[i] = (char)tolower((unsigned char)comment.text[i]);
    words[comment.length < sizeof words - 1 ? comment.length : sizeof words - 1] = '\0';
    sscanf(words + strspn(words, "/*"), "%63s %63s %63s", first, second, third);
    for (const char *const *order = orders; *order; order++)
        if (strstr(words, *order)) { text_refuse_token(t, comment, "a comment that says nothing to a tool"); return; }
    static const char tools[] = "synthesis synopsys verilator yosys pragma ambit cadence synplify xilinx altera quartus vivado vcs coverage iverilog icarus";
    first[strcspn(first, ":,.;")] = '\0';
    if (!token_is_one_of((token){.kind = TOKEN_WORD, .text = first, .length = strlen(first)}, tools)) return;
    if (strcmp(first, "verilator") == 0 && (strcmp(second, "lint_off") == 0 || strcmp(second, "lint_on") == 0) && third[0]) return;
    text_refuse_token(t, comment, "a comment that says nothing to a tool, or verilator lint_off or lint_on");
}

void verilog_check_words(const text *t)
{
    for (size_t i = 0; i < t->count; i++) {
        const token one = t->tokens[i];
        if (one.kind == TOKEN_COMMENT) check_comment(t, one);
        if (token_is(one, "(*")) text_refuse_token(t, one, "no attribute");
        if (token_is(one, "`")) text_refuse_token(t, t->tokens[i + 1 < t->count ? i + 1 : i], "no directive");
        if (one.kind == TOKEN_WORD && verilog_keyword(one) && !token_is_one_of(one, allowed)) text_refuse_token(t, one, "a word that blocks are written in");
    }
}
