// SPDX-License-Identifier: BSD-3-Clause
// Images that a program registers or loads, and what the host knows of them by its own addresses.
#define _GNU_SOURCE                             // program_invocation_short_name, dladdr, asprintf
#include "sim/cudart/cudart.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cudart/fatbin.h"
#include "sim/cudart/lenient.h"

typedef struct host_name {
    const void     *host;                       // a function's stub, a variable's shadow
    char           *name;
    uint64_t        bytes;                      // of a variable
    void          **managed;                    // for nvcc's managed ones: the host's pointer
    bool            mirrored;                   // for clang's managed ones: the host's copy is kept equal
    cudart_module  *module;
    const kernel   *kernel;                     // once looked up
    struct host_name *next;
} host_name;

struct cudart_module {
    const void   **wrappers;                    // of a registered one: the parts to be linked
    unsigned       n_wrappers;                  // 0: `image` is the image
    const void    *home;                        // of parts: their program or library
    const void    *image;
    size_t         bytes;                       // of the image
    program       *program;                     // once wanted
    bool           placed;                      // its variables are in device memory
    bool           wants_heap;                  // its kernels allocate but have no heap yet
    cudaError_t    error;                       // why it is unavailable
    refused       *refused;                     // its functions that were left out
    cudart_module *next;
};

enum { SLOTS = 1024 };
static host_name *functions[SLOTS], *variables[SLOTS];
static cudart_module *modules;
static unsigned n_mirrored;
static uint64_t heap;                           // shared by all allocating kernels; 0: not yet wanted
static uint64_t grid_barrier;                   // for nvcc's cooperative launches; 0: none so far
static const char heap_variable[] = "_ZL13warplock_heap";       // sim/cuda/warplock/heap.h

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

static host_name *add(host_name **table, cudart_module *m, const void *host, const char *name, size_t bytes)
{
    host_name *n = calloc(1, sizeof *n), **first = &table[slot_of(host)];

    if (!n || !(n->name = strdup(name)))
        abort();
    n->host = host;
    n->bytes = bytes;
    n->module = m;
    n->next = *first;
    *first = n;
    return n;
}

static void add_wrapper(cudart_module *m, const void *wrapper)
{
    m->wrappers = realloc(m->wrappers, (m->n_wrappers + 1) * sizeof *m->wrappers);
    if (!m->wrappers)
        abort();
    m->wrappers[m->n_wrappers++] = wrapper;
}

cudart_module *module_register(const void *wrapper, const void *image, size_t bytes)
{
    cudart_module *m = calloc(1, sizeof *m);

    if (!m)
        abort();
    if (wrapper)
        add_wrapper(m, wrapper);
    m->image = image;
    m->bytes = bytes;
    m->next = modules;
    modules = m;
    return m;
}

cudart_module *module_register_part(const void *wrapper)
{
    Dl_info info;
    const void *home = dladdr(wrapper, &info) ? info.dli_fbase : NULL;
    cudart_module *m = modules;

    while (m && (!m->n_wrappers || m->home != home || !home || m->program))
        m = m->next;
    if (m) {
        add_wrapper(m, wrapper);
        return m;
    }
    m = module_register(wrapper, NULL, FATBIN_BY_ITSELF);
    m->home = home;
    return m;
}

void modules_registered(void)
{
    for (cudart_module *m = modules; m; m = m->next)
        if (m->home)
            module_registered(m);
}

static void forget(host_name **table, const cudart_module *m)
{
    for (unsigned i = 0; i < SLOTS; i++)
        for (host_name **at = &table[i]; *at;) {
            host_name *n = *at;
            if (n->module == m) {
                n_mirrored -= n->mirrored;
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
    textures_unregister(m);
    program_free(m->program);
    refused_free(m->refused);
    free(m->wrappers);
    free(m);
}


void module_add_function(cudart_module *m, const void *host, const char *name)
{
    add(functions, m, host, name, 0);
}

// clang has no managed variables: the headers put the host's copies into a section of this name, whose ends the linker marks.
extern char __start_warplock_managed[] __attribute__((weak)), __stop_warplock_managed[] __attribute__((weak));

void module_add_variable(cudart_module *m, const void *host, const char *name, size_t bytes)
{
    const char *at = host;
    host_name *n = add(variables, m, host, name, bytes);

    n->mirrored = at >= __start_warplock_managed && at < __stop_warplock_managed;
    n_mirrored += n->mirrored;
}

void module_add_managed(cudart_module *m, void **host, const char *name, size_t bytes)
{
    add(variables, m, host, name, bytes)->managed = host;
}

// Appends the PTX of an image, whatever compilers wrap it in. False with the reason.
static bool add_text(char **text, const void *image, size_t bytes, fatbin_error *why)
{
    char *more = image ? fatbin_ptx(image, bytes, CUDART_ARCH, why) : NULL, *all = NULL;

    if (!more || !*text) {
        *text = more ? more : *text;
        return more != NULL;
    }
    if (asprintf(&all, "%s\n%s", *text, more) < 0)
        abort();
    free(*text);
    free(more);
    *text = all;
    return true;
}

// malloc and free, which nvcc leaves to the driver (kernels/cudart.cu).
__asm__(".section .rodata\n"
        "cudart_ptx: .incbin \"sim/cudart/kernels/cudart.ptx\"\n"
        "        .byte 0\n"
        ".previous");
extern const char cudart_ptx[];

static bool is_in_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

// Whether the text declares a function of that name .extern.
static bool declares(const char *text, const char *name)
{
    for (const char *at = text; (at = strstr(at, ".extern .func")) != NULL; at++) {
        const char *end = at + strcspn(at, ";{"), *found = at;

        while ((found = strstr(found, name)) != NULL && found < end) {
            if (!is_in_name(found[-1]) && !is_in_name(found[strlen(name)]))
                return true;
            found++;
        }
    }
    return false;
}

static char *add_heap(char *text)
{
    char *all = NULL;

    if (!declares(text, "malloc") && !declares(text, "free"))
        return text;
    if (asprintf(&all, "%s\n%s", text, cudart_ptx) < 0)
        abort();
    free(text);
    return all;
}

// All parts, concatenated. NULL after a message.
static char *find_text(const cudart_module *m)
{
    fatbin_error why;
    char *text = NULL;
    bool good = true;

    if (!m->n_wrappers)
        good = add_text(&text, m->image, m->bytes, &why);
    for (unsigned i = 0; i < m->n_wrappers && good; i++)
        good = add_text(&text, fatbin_image(m->wrappers[i], 0, &why), m->bytes, &why);
    if (good)
        return add_heap(text);
    cudart_refuse("%s: %s", program_invocation_short_name, why.text);
    free(text);
    return NULL;
}

static cudaError_t read_text(cudart_module *m)
{
    ptx_error error;
    char name[300], *text = find_text(m);

    if (!text)
        return cudaErrorNoKernelImageForDevice;
    snprintf(name, sizeof name, "%s.ptx", program_invocation_short_name);
    m->program = lenient_parse(name, text, &m->refused, &error);
    free(text);
    if (!m->program)
        cudart_refuse("%s", error.text);
    for (const refused *r = m->refused; r && m->program; r = r->next)
        if (!program_find(m->program, r->name, &error))
            cudart_complain("function %s traps when it is called: %s", r->name, r->why.text);
    return m->program ? cudaSuccess : cudaErrorInvalidPtx;
}

static void each_managed(cudart_module *m, void (*visit)(cudart_module *, host_name *))
{
    for (unsigned i = 0; i < SLOTS; i++)
        for (host_name *n = variables[i]; n; n = n->next)
            if (n->module == m && n->managed)
                visit(m, n);
}

static void share_managed(cudart_module *m, host_name *n)
{
    if (!program_variable_share(m->program, n->name))
        cudart_complain("managed variable %s: not in the PTX of this program, or not .global", n->name);
}

static void point_to_managed(cudart_module *m, host_name *n)
{
    const program_variable *v = program_variable_find(m->program, n->name);

    if (v)
        *n->managed = (void *)(uintptr_t)variable_address(m->program, v);
}

static void each_mirrored(cudart_module *m, bool to_device)
{
    for (unsigned i = 0; i < SLOTS && n_mirrored; i++)
        for (host_name *n = variables[i]; n; n = n->next) {
            const program_variable *v = n->module == m && n->mirrored ? program_variable_find(m->program, n->name) :
                NULL;
            void *device = v ? device_at(cudart_memory(), variable_address(m->program, v), n->bytes) : NULL;

            if (device)
                memcpy(to_device ? device : (void *)(uintptr_t)n->host, to_device ? n->host : device, n->bytes);
        }
}

void modules_mirror(bool to_device)
{
    for (cudart_module *m = modules; m && n_mirrored; m = m->next)
        if (m->placed)
            each_mirrored(m, to_device);
}

// The host may use a managed variable before anything else of the module.
void module_registered(cudart_module *m)
{
    bool mirrored = false;

    for (unsigned i = 0; i < SLOTS && n_mirrored && !mirrored; i++)
        for (const host_name *n = variables[i]; n && !mirrored; n = n->next)
            mirrored = n->module == m && n->mirrored;
    if (mirrored)
        module_load(m);
}

uint64_t modules_device_address(uint64_t host)
{
    const char *at = (const char *)(uintptr_t)host;

    if (!n_mirrored || at < __start_warplock_managed || at >= __stop_warplock_managed)
        return host;
    for (unsigned i = 0; i < SLOTS; i++)
        for (const host_name *n = variables[i]; n; n = n->next) {
            uint64_t offset = host - (uintptr_t)n->host;

            if (n->mirrored && offset < n->bytes && module_load(n->module) == cudaSuccess) {
                const program_variable *v = program_variable_find(n->module->program, n->name);
                return v ? variable_address(n->module->program, v) + offset : host;
            }
        }
    return host;
}

cudaError_t module_load(cudart_module *m)
{
    ptx_error error;

    if (m->placed || m->error)
        return m->error;
    if (!m->program)
        m->error = read_text(m);
    if (m->error)
        return m->error;
    each_managed(m, share_managed);
    if (!device_load_program(cudart_memory(), m->program, &error)) {
        cudart_complain("%s", error.text);
        return cudaErrorMemoryAllocation;
    }
    m->placed = true;
    m->wants_heap = program_variable_find(m->program, heap_variable) != NULL;
    each_managed(m, point_to_managed);
    each_mirrored(m, false);                    // clang does not initialise the host's copy
    return cudaSuccess;
}

bool module_is_one(const void *handle)
{
    const cudart_module *m = modules;

    while (m && m != handle)
        m = m->next;
    return m != NULL;
}

bool module_has_kernel(const void *handle)
{
    for (const cudart_module *m = modules; m && handle; m = m->next)
        for (size_t i = 0; m->program && i < program_kernels(m->program); i++)
            if (program_kernel(m->program, i) == handle)
                return true;
    return false;
}

const program *module_program(const cudart_module *m) { return m->program; }

// The heap begins with its size and used bytes: these words (struct warplock_heap_words of heap.h).
static cudaError_t make_heap(void)
{
    enum { WORDS = 2 + 40 };
    const uint64_t words[2] = { limits_heap() + WORDS * sizeof(uint64_t), WORDS * sizeof(uint64_t) };
    cudaError_t error = memory_allocate(&heap, words[0], MEMORY_DEVICE, "malloc of kernels");

    if (!error)
        memcpy(device_at(cudart_memory(), heap, sizeof words), words, sizeof words);
    return error;
}

cudaError_t modules_give_heap(void)
{
    for (cudart_module *m = modules; m; m = m->next) {
        cudaError_t error = m->placed && m->wants_heap && !heap ? make_heap() : cudaSuccess;

        if (error)
            return error;
        for (const program_variable *v = NULL; m->placed && m->wants_heap && (v = program_variable_next(m->program, v)) != NULL; )
            if (strcmp(variable_look(v).name, heap_variable) == 0)      // each part has one
                memcpy(device_at(cudart_memory(), variable_address(m->program, v), sizeof heap), &heap, sizeof heap);
        m->wants_heap &= !m->placed;
    }
    return cudaSuccess;
}

// The words that grid.sync() of nvcc's headers finds through %envreg1 and 2: the size, then the barrier, which each launch
// resets.
cudaError_t modules_grid_barrier(uint64_t *address)
{
    const uint32_t words[2] = { sizeof words, 0 };
    cudaError_t error = grid_barrier ? cudaSuccess :
        memory_allocate(&grid_barrier, sizeof words, MEMORY_DEVICE, "the barrier of a cooperative launch");

    if (!error)
        memcpy(device_at(cudart_memory(), grid_barrier, sizeof words), words, sizeof words);
    *address = grid_barrier;
    return error;
}

void modules_forget_memory(void)
{
    heap = grid_barrier = 0;
    for (cudart_module *m = modules; m; m = m->next)
        m->placed = false;
}

cudaError_t module_function_named(cudart_module *m, const char *name, const kernel **k)
{
    cudaError_t failed = module_load(m);
    ptx_error error;
    const refused *r;

    if (failed)
        return failed;
    *k = program_find(m->program, name, &error);
    if (!*k)
        return cudaErrorSymbolNotFound;
    r = refused_find(m->refused, kernel_name(*k));
    if (r)
        cudart_refuse("kernel %s cannot run: %s", r->name, r->why.text);
    return r ? cudaErrorInvalidPtx : cudaSuccess;
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
    error = module_load(n->module);
    if (!error && !n->kernel)
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
