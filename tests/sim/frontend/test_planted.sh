#!/bin/sh
# Plants one bug at a time in copies of the front end's sources; the case of a unit test that the plant names notices it
# (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_frontend
plant sim/frontend/declarations.c sim/frontend/test_prototypes test_what_follows_is_kept \
    'a prototype needs its semicolon' 's/bool bare = /&false \&\& /'
plant sim/frontend/exec_services.c sim/frontend/test_services test_integers \
    'arguments are not aligned' 's,(p->at + bytes - 1) / bytes \* bytes,p->at,'
plant sim/frontend/exec_services.c sim/frontend/test_services test_integers \
    'no sign' 's/(long long)(int64_t)(bits << unused) >> unused/(long long)(bits << unused >> unused)/'
plant sim/frontend/exec_services.c sim/frontend/test_services test_wild_pointers \
    'the last argument may lie half outside' 's/p->at > p->bytes/at > p->bytes/'
plant sim/frontend/exec_services.c sim/frontend/test_services test_lanes \
    'the result is that of lane 0' 's/(size_t)lane \* x->local_bytes + call->result_to/call->result_to/'
plant sim/frontend/layout.c sim/frontend/test_services test_declared_otherwise \
    'any declaration will do' 's/bool good = call->n_arguments == /bool good = true || call->n_arguments == /'
plant sim/frontend/layout.c sim/frontend/test_services test_declared_otherwise \
    'a body of the file is passed over' 's/call->callee->is_defined ? NULL : //'
plant sim/frontend/refusals.def sim/frontend/test_refusals test_every_word \
    'a word of two rows' 's/"dp4a dp2a"/"dp4a tex"/'
plant sim/frontend/parser.c sim/frontend/test_refusals test_declarations \
    'dotted words are only of opcodes' 's/(dotted ||/(kind == REFUSE_OPCODE \&\&/'
plants_end
