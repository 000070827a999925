// Images that a program registers or loads, and what the host knows of them by addresses of its own.
#define _GNU_SOURCE                             // program_invocation_short_name
#include "sim/cudart/cudart.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cudart/fatbin.h"

typedef struct host_name {
    const void     *host;                       // of a function its stub, of a variable its shadow
    char           *name;
    uint64_t        bytes;                      // of a variable
    cudart_module  *module;
    const kernel   *kernel;                     // once it was looked up
    struct host_name *next;
} host_name;

struct cudart_module {
    const void    *wrapper;                    // of a registered one; NULL: `image` is the image
    const void    *image;
    program       *program;                     // once it was wanted
    cudaError_t    error;                       // why it cannot be had
    cudart_module *next;
};

enum { SLOTS = 1024 };
static host_name *functions[SLOTS], *variables[SLOTS];
static cudart_module *modules;

static unsigned slot_of(const void *host)
{
    return (unsigned)(((uintptr_t)host >> 3) * 2654435761u >> 7) % SLOTS;
}

static const host_name *find(host_name *const *table, const void *host)
{
    const host_name *n = table[slot_of(host)];

    while (n && n->host != host)
        n = n->next;
    return n;
}

static void add(host_name **table, cudart_module *m, const void *host, const char *name, size_t bytes)
{
    host_name *n = calloc(1, sizeof *n), **first = &table[slot_of(host)];

    if (!n || !(n->name = strdup(name)))
        abort();
    n->host = host;
    n->bytes = bytes;
    n->module = m;
    n->next = *first;
    *first = n;
}

cudart_module *module_register(const void *wrapper, const void *image)
{
    cudart_module *m = calloc(1, sizeof *m);

    if (!m)
        abort();
    m->wrapper = wrapper;
    m->image = image;
    m->next = modules;
    modules = m;
    return m;
}

static void forget(host_name **table, const cudart_module *m)
{
    for (unsigned i = 0; i < SLOTS; i++)
        for (host_name **at = &table[i]; *at;) {
            host_name *n = *at;
            if (n->module == m) {
                *at = n->next;
                free(n->name);
                free(n);
            } else {
                at = &n->next;
            }
        }
}

void module_unregister(cudart_module *m)
{
    for (cudart_module **at = &modules; *at; at = &(*at)->next)
        if (*at == m) {
            *at = m->next;
            break;
        }
    forget(functions, m);
    forget(variables, m);
    program_free(m->program);
    free(m);
}

void module_add_function(cudart_module *m, const void *host, const char *name) { add(functions, m, host, name, 0); }
void module_add_variable(cudart_module *m, const void *host, const char *name, size_t bytes) { add(variables, m, host, name, bytes); }

// The PTX of the image, from whatever compilers put around it. NULL after a message.
static char *find_text(const cudart_module *m)
{
    fatbin_error why;
    const void *image = m->wrapper ? fatbin_image(m->wrapper, 0, &why) : m->image;
    char *text = image ? fatbin_ptx(image, FATBIN_BY_ITSELF, CUDART_ARCH, &why) : NULL;

    if (!text)
        cudart_complain("%s: %s", program_invocation_short_name, why.text);
    return text;
}

cudaError_t module_load(cudart_module *m)
{
    ptx_error error;

    if (m->program || m->error)
        return m->error;
    char *text = find_text(m);
    if (!text)
        return m->error = cudaErrorNoKernelImageForDevice;
    m->program = program_parse(program_invocation_short_name, text, strlen(text), &error);
    free(text);
    if (m->program && device_load_program(cudart_memory(), m->program, &error))
        return cudaSuccess;
    cudart_complain("%s", error.text);
    m->error = m->program ? cudaErrorMemoryAllocation : cudaErrorInvalidPtx;
    return m->error;
}

cudaError_t module_function_named(cudart_module *m, const char *name, const kernel **k)
{
    cudaError_t failed = module_load(m);
    ptx_error error;

    if (failed)
        return failed;
    *k = program_find(m->program, name, &error);
    return *k ? cudaSuccess : cudaErrorSymbolNotFound;
}

cudaError_t module_variable_named(cudart_module *m, const char *name, uint64_t *address, uint64_t *bytes)
{
    cudaError_t failed = module_load(m);
    const program_variable *v = failed ? NULL : program_variable_find(m->program, name);

    if (!v)
        return failed ? failed : cudaErrorSymbolNotFound;
    *address = variable_address(m->program, v);
    *bytes = variable_look(v).bytes;
    return cudaSuccess;
}

cudaError_t module_function(const void *host, const kernel **k)
{
    host_name *n = (host_name *)find(functions, host);
    cudaError_t error = cudaSuccess;

    if (!n) {
        cudart_complain("launch: no kernel is registered for the function at %p", (void *)(uintptr_t)host);
        return cudaErrorInvalidDeviceFunction;
    }
    if (!n->kernel)
        error = module_function_named(n->module, n->name, &n->kernel);
    if (error == cudaErrorSymbolNotFound) {
        cudart_complain("launch: the PTX of this program has no kernel %s", n->name);
        error = cudaErrorInvalidDeviceFunction;
    }
    *k = n->kernel;
    return error;
}

cudaError_t module_variable(const void *host, uint64_t *address, uint64_t *bytes)
{
    const host_name *n = find(variables, host);
    cudaError_t error = n ? module_variable_named(n->module, n->name, address, bytes) : cudaErrorInvalidSymbol;

    if (error == cudaErrorSymbolNotFound || error == cudaErrorInvalidSymbol)
        cudart_complain("%s: the PTX of this program has no such variable", n ? n->name : "an address of the host");
    return error == cudaErrorSymbolNotFound ? cudaErrorInvalidSymbol : error;
}
