// SPDX-License-Identifier: BSD-3-Clause
// What begins and ends every API call: the lock, sticky errors, a thread's last error. Within a call numbers use a decimal
// point, whatever setlocale() was called with.
#include "sim/cudart/cudart.h"

#include <locale.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

#include "sim/cudart/device.h"

static pthread_mutex_t lock;
static pthread_once_t  lock_is_made = PTHREAD_ONCE_INIT;
static _Thread_local cudaError_t last_error;
static _Thread_local bool keeps_none;
static locale_t plain_locale, own_locale;       // the second is the lock holder's
static unsigned depth;                          // of its calls

static void make_lock(void);

// A fork's child gets the lock free: fork waits for another thread's launch.
static void lock_for_fork(void) { pthread_mutex_lock(&lock); }
static void unlock_behind_fork(void) { pthread_mutex_unlock(&lock); }

static void make_lock_once(void)
{
    make_lock();
    plain_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    pthread_atfork(lock_for_fork, unlock_behind_fork, make_lock);
}

// A stream's callback calls from inside a call.
static void make_lock(void)
{
    pthread_mutexattr_t attributes;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

cudaError_t cudart_enter(void)
{
    pthread_once(&lock_is_made, make_lock_once);
    pthread_mutex_lock(&lock);
    if (depth++ == 0)
        own_locale = uselocale(plain_locale);
    return device_fault();
}

static void leave(void)
{
    if (--depth == 0)
        uselocale(own_locale);
    pthread_mutex_unlock(&lock);
}

cudaError_t cudart_leave(cudaError_t error)
{
    leave();
    if (error != cudaSuccess && error != cudaErrorNotReady && !keeps_none)
        last_error = error;
    return error;
}

void cudart_keep_errors(bool keep) { keeps_none = !keep; }

void cudart_leave_driver(void)
{
    leave();
}

cudaError_t cudart_last_error(bool forget)
{
    cudaError_t fault = cudart_enter(), error = fault ? fault : last_error;

    cudart_leave_driver();
    if (forget)
        last_error = cudaSuccess;
    return error;
}

void cudart_complain(const char *format, ...)
{
    va_list arguments;

    fputs("warplock: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

cudaError_t cudart_unsupported(const char *function)
{
    cudart_complain("%s: is not supported (docs/cuda_api.md has the table of what is)", function);
    return cudaErrorNotSupported;
}
