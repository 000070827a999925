// Names and texts of errors, from the table.
#include "sim/cudart/cudart.h"

static const struct { cudaError_t error; const char *name, *text; } errors[] = {
#define ERROR(name, driver_name, number, text) { name, #name, text },
#include "sim/cudart/errors.def"
#undef ERROR
};
enum { ERRORS = sizeof errors / sizeof errors[0] };

const char *cudart_error_name(cudaError_t error)
{
    for (unsigned i = 0; i < ERRORS; i++)
        if (errors[i].error == error)
            return errors[i].name;
    return "unrecognized error code";
}

const char *cudart_error_text(cudaError_t error)
{
    for (unsigned i = 0; i < ERRORS; i++)
        if (errors[i].error == error)
            return errors[i].text;
    return "unrecognized error code";
}
