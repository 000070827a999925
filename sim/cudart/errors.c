// SPDX-License-Identifier: BSD-3-Clause
// Names and texts of errors, from the table.
#include "sim/cudart/cudart.h"

// driver_name NULL: only the runtime has it
static const struct { cudaError_t error; const char *name, *driver_name, *text; } errors[] = {
#define ERROR(name, driver_name, number, text) { name, #name, #driver_name, text },
#define RUNTIME_ERROR(name, number, text) { name, #name, NULL, text },
#include "sim/cudart/tables/errors.def"
#undef ERROR
#undef RUNTIME_ERROR
};
enum { ERRORS = sizeof errors / sizeof errors[0] };
static const char unknown[] = "unrecognized error code";

const char *cudart_error_name(cudaError_t error)
{
    for (unsigned i = 0; i < ERRORS; i++)
        if (errors[i].error == error)
            return errors[i].name;
    return unknown;
}

const char *cudart_driver_error_name(cudaError_t error)
{
    for (unsigned i = 0; i < ERRORS; i++)
        if (errors[i].error == error)
            return errors[i].driver_name;
    return NULL;
}

const char *cudart_error_text(cudaError_t error)
{
    for (unsigned i = 0; i < ERRORS; i++)
        if (errors[i].error == error)
            return errors[i].text;
    return unknown;
}
