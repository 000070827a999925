// SPDX-License-Identifier: BSD-3-Clause
// See sim/core/sm_threads.h. A cycle is some microseconds, so a thread looks for work in a loop, and waits for a signal only when
// none came for long.
#include "sim/core/sm_threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64, ALL_STEPPED = NUMBER_SET_MAX, LOOKS = 100, LOOKS_BEFORE_SLEEP = 20000 };

typedef struct {
    alignas(CACHE_LINE) atomic_uint at;     // the first of its SMs in this cycle that has not passed; ALL_STEPPED: none
    alignas(CACHE_LINE) atomic_ulong round; // counts the cycles in which it has SMs to step
    atomic_bool  sleeps;
    number_set   own, left;                 // its SMs; those of this round, and within a step those after it
    alignas(CACHE_LINE) atomic_ulong done;  // rounds that it has stepped
    sm_threads  *all;
    pthread_t    thread;
    pthread_mutex_t lock;
    pthread_cond_t  wakes;
} worker;

struct sm_threads {
    worker         *workers;                // [0] is the caller
    unsigned        count, started;
    sm_threads_step step;
    void           *context;
    const unsigned char *thread_of;
    bool            together, closing;      // written while no other thread steps
};

static inline void look_again(unsigned *looks)
{
    if (++*looks % LOOKS == 0)
        sched_yield();
#if defined __x86_64__ || defined __i386__
    else
        __builtin_ia32_pause();
#endif
}

static unsigned first_of(number_set set) { return number_set_any(&set) ? number_set_take_lowest(&set) : ALL_STEPPED; }

static void pass(worker *w) { atomic_store_explicit(&w->at, first_of(w->left), memory_order_release); }

static void step_own(worker *w)
{
    while (number_set_any(&w->left)) {
        w->all->step(w->all->context, number_set_take_lowest(&w->left));
        pass(w);
    }
}

void sm_threads_pass(sm_threads *t, unsigned sm)
{
    if (t->together)
        pass(&t->workers[t->thread_of[sm]]);
}

static void sleep_until_called(worker *w, unsigned long seen)
{
    pthread_mutex_lock(&w->lock);
    atomic_store(&w->sleeps, true);
    while (atomic_load(&w->round) == seen)
        pthread_cond_wait(&w->wakes, &w->lock);
    atomic_store(&w->sleeps, false);
    pthread_mutex_unlock(&w->lock);
}

static void call(worker *w)
{
    atomic_fetch_add(&w->round, 1);
    if (!atomic_load(&w->sleeps))
        return;
    pthread_mutex_lock(&w->lock);
    pthread_cond_signal(&w->wakes);
    pthread_mutex_unlock(&w->lock);
}

static void *work(void *of)
{
    worker *w = of;
    for (unsigned long seen = 0;; seen++) {
        unsigned looks = 0;
        while (atomic_load_explicit(&w->round, memory_order_acquire) == seen) {
            if (looks < LOOKS_BEFORE_SLEEP)
                look_again(&looks);
            else
                sleep_until_called(w, seen);
        }
        if (w->all->closing)
            return NULL;
        step_own(w);
        atomic_store_explicit(&w->done, seen + 1, memory_order_release);
    }
}

sm_threads *sm_threads_new(unsigned threads, const unsigned char *thread_of, unsigned sms, sm_threads_step step, void *context)
{
    sm_threads *t = calloc(1, sizeof *t);
    if (!t || !(t->workers = aligned_alloc(CACHE_LINE, threads * sizeof *t->workers)))
        abort();
    memset(t->workers, 0, threads * sizeof *t->workers);
    t->count = threads;
    t->started = 1;
    t->step = step;
    t->context = context;
    t->thread_of = thread_of;
    for (unsigned i = 0; i < threads; i++) {
        worker *w = &t->workers[i];
        w->all = t;
        atomic_init(&w->at, ALL_STEPPED);
        pthread_mutex_init(&w->lock, NULL);
        pthread_cond_init(&w->wakes, NULL);
    }
    for (unsigned sm = 0; sm < sms; sm++)
        number_set_add(&t->workers[thread_of[sm]].own, sm);
    for (; t->started < threads; t->started++)
        if (pthread_create(&t->workers[t->started].thread, NULL, work, &t->workers[t->started]) != 0) {
            sm_threads_free(t);
            return NULL;
        }
    return t;
}

void sm_threads_free(sm_threads *t)
{
    if (!t)
        return;
    t->closing = true;
    for (unsigned i = 1; i < t->started; i++) {
        call(&t->workers[i]);
        pthread_join(t->workers[i].thread, NULL);
    }
    for (unsigned i = 0; i < t->count; i++) {
        pthread_mutex_destroy(&t->workers[i].lock);
        pthread_cond_destroy(&t->workers[i].wakes);
    }
    free(t->workers);
    free(t);
}

void sm_threads_run(sm_threads *t, number_set awake)
{
    t->together = true;
    for (unsigned i = 0; i < t->count; i++) {
        worker *w = &t->workers[i];
        w->left = number_set_both(&w->own, &awake);
        atomic_store_explicit(&w->at, first_of(w->left), memory_order_relaxed);
    }
    for (unsigned i = 1; i < t->count; i++)
        if (number_set_any(&t->workers[i].left))
            call(&t->workers[i]);
    step_own(&t->workers[0]);
    for (unsigned i = 1; i < t->count; i++)
        for (unsigned looks = 0; atomic_load_explicit(&t->workers[i].done, memory_order_acquire) != t->workers[i].round;)
            look_again(&looks);
    t->together = false;
}

void sm_threads_await_turn(void *threads, unsigned sm)
{
    sm_threads *t = threads;
    if (!t->together)
        return;
    for (unsigned i = 0; i < t->count; i++)
        for (unsigned looks = 0; atomic_load_explicit(&t->workers[i].at, memory_order_acquire) < sm;)
            look_again(&looks);
}
