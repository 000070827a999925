// SPDX-License-Identifier: BSD-3-Clause
// Every form of every instruction that the decoder accepts, found by asking it: for each mnemonic and its types, words
// are added as long as the decoder takes them. A form is what a decoded instruction makes of them, so words that change
// nothing
// (`.ca`, `.volatile`) and words that mean the same (`.lt`, `.lo`) give one form, under its shortest name; they are
// listed beside it. A form that is added to the decoder is a row here by itself.
#ifndef WARPLOCK_TESTS_SIM_RANDOM_FORM_LIST_H
#define WARPLOCK_TESTS_SIM_RANDOM_FORM_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/frontend/types.h"

typedef struct {
    char         name[80];              // "setp.lt.and.s32"
    ptx_mnemonic mnemonic;
    uint32_t     uses;                  // for the caller to count
} ptx_form;

typedef struct {
    ptx_form *forms;
    uint32_t  count;
    bool synonym[PTX_MNEMONIC_COUNT]
                [MODIFIER_COUNT];       // words that a form takes, but is the same without or with another
    uint32_t  synonym_uses[PTX_MNEMONIC_COUNT][MODIFIER_COUNT];
    bool      shapeless[PTX_MNEMONIC_COUNT];                // no operands are known with which the decoder takes it
    void     *hidden;
} form_list;

form_list *form_list_new(void);
void       form_list_free(form_list *);
// Counts an opcode as written ("setp.lo.and.u32"): its form and its words. False when it is none of the forms.
bool       form_list_count(form_list *, const char *opcode, uint32_t times);

#endif
