// SPDX-License-Identifier: BSD-3-Clause
// See sim/core/sm_threads.h. A cycle is some microseconds, so a thread looks for work in a loop, and waits for a signal only when
// none came for long. Linux may leave two such threads on one processor for long, each running when the other yields, although
// another is idle: whoever finds itself on that of the thread that it waits for moves away.
#define _GNU_SOURCE                             // sched_getcpu, CPU_CLR
#include "sim/core/sm_threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64, ALL_STEPPED = NUMBER_SET_MAX, LOOKS = 400, LOOKS_BEFORE_SLEEP = 20000 };
enum { BALANCE_ROUNDS = 512, WAIT_LOOKS = 8, OFTEN = BALANCE_ROUNDS * 3 / 4, SELDOM = BALANCE_ROUNDS / 4 };

typedef struct {
    alignas(CACHE_LINE) atomic_uint at;     // the first of its SMs in this cycle that has not passed; ALL_STEPPED: none
    atomic_uint  writes_at;                 // the first that may write and has not passed its writes
    alignas(CACHE_LINE) atomic_ulong round; // counts the cycles in which it has SMs to step
    atomic_bool  sleeps;
    atomic_int   processor;                 // on which it began its last round; -1 before
    unsigned     first_writer;              // of the other threads' SMs, as this round began
    // Its SMs; those of this round, and within a step those after it; see sm_threads_may_write.
    alignas(CACHE_LINE) number_set own, left, may_write;
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
    unsigned char  *thread_of;
    unsigned        sms_together;           // 0: none moves
    unsigned        rounds, waits[SM_THREADS_MAX];      // since the last move; in how many the caller waited for this thread
    unsigned        mover;                  // where the next SM to move is looked for
    bool            together, closing;      // written while no other thread steps
};

void sm_threads_leave_processor(int processor)
{
    cpu_set_t allowed, others;
    if (sched_getcpu() != processor || sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return;
    others = allowed;
    CPU_CLR(processor, &others);
    if (CPU_COUNT(&others) != 0 && sched_setaffinity(0, sizeof others, &others) == 0)
        sched_setaffinity(0, sizeof allowed, &allowed);
}

// Until this thread has done something.
static inline void look_again(const worker *awaited, unsigned *looks)
{
    if (++*looks % LOOKS == 0) {
        sm_threads_leave_processor(atomic_load_explicit(&awaited->processor, memory_order_relaxed));
        sched_yield();
    }
#if defined __x86_64__ || defined __i386__
    else
        __builtin_ia32_pause();
#endif
}

static unsigned first_of(number_set set) { return number_set_any(&set) ? number_set_take_lowest(&set) : ALL_STEPPED; }

static void pass_writes(worker *w)
{
    atomic_store_explicit(&w->writes_at, first_of(number_set_both(&w->left, &w->may_write)), memory_order_release);
}

static void pass(worker *w)
{
    pass_writes(w);
    atomic_store_explicit(&w->at, first_of(w->left), memory_order_release);
}

static void step_own(worker *w)
{
    atomic_store_explicit(&w->processor, sched_getcpu(), memory_order_relaxed);
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

void sm_threads_pass_writes(sm_threads *t, unsigned sm)
{
    if (t->together)
        pass_writes(&t->workers[t->thread_of[sm]]);
}

void sm_threads_may_write(sm_threads *t, unsigned sm, bool may)
{
    number_set *set = &t->workers[t->thread_of[sm]].may_write;
    if (may)
        number_set_add(set, sm);
    else
        number_set_drop(set, sm);
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
                look_again(&w->all->workers[0], &looks);
            else
                sleep_until_called(w, seen);
        }
        if (w->all->closing)
            return NULL;
        step_own(w);
        atomic_store_explicit(&w->done, seen + 1, memory_order_release);
    }
}

sm_threads *sm_threads_new(unsigned threads, unsigned char *thread_of, unsigned sms, sm_threads_step step, void *context)
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
        atomic_init(&w->writes_at, ALL_STEPPED);
        atomic_init(&w->processor, -1);
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

void sm_threads_balance(sm_threads *t, unsigned sms_together) { t->sms_together = sms_together; }

static void give(number_set *from, number_set *to, unsigned sm)
{
    if (number_set_has(from, sm))
        number_set_add(to, sm);
    number_set_drop(from, sm);
}

void sm_threads_move(sm_threads *t, unsigned sm, unsigned thread)
{
    worker *from = &t->workers[t->thread_of[sm]], *to = &t->workers[thread];
    const unsigned first = sm - sm % t->sms_together;
    for (unsigned i = first; from != to && i < first + t->sms_together; i++) {
        give(&from->own, &to->own, i);
        give(&from->may_write, &to->may_write, i);
        t->thread_of[i] = (unsigned char)thread;
    }
}

static void move_one(sm_threads *t, unsigned from, unsigned to)
{
    const number_set *own = &t->workers[from].own;
    if (number_set_count(own) <= t->sms_together)
        return;
    const unsigned sm = number_set_next(own, t->mover);
    t->mover = (sm + t->sms_together) % NUMBER_SET_MAX;
    sm_threads_move(t, sm, to);
}

// The caller waits for a thread in most rounds: that one has too much; for none: the caller has.
static void balance(sm_threads *t)
{
    unsigned slowest = 1, least = 1;
    for (unsigned i = 2; i < t->count; i++) {
        slowest = t->waits[i] > t->waits[slowest] ? i : slowest;
        least = number_set_count(&t->workers[i].own) < number_set_count(&t->workers[least].own) ? i : least;
    }
    if (t->waits[slowest] > OFTEN)
        move_one(t, slowest, 0);
    else if (t->waits[slowest] < SELDOM)
        move_one(t, 0, least);
    memset(t->waits, 0, sizeof t->waits);
    t->rounds = 0;
}

// So that who reads asks no other thread in a round in which none writes.
static void note_writers(sm_threads *t)
{
    for (unsigned i = 0; i < t->count; i++) {
        unsigned first = ALL_STEPPED;
        for (unsigned other = 0; other < t->count; other++) {
            const unsigned at = atomic_load_explicit(&t->workers[other].writes_at, memory_order_relaxed);
            first = other != i && at < first ? at : first;
        }
        t->workers[i].first_writer = first;
    }
}

void sm_threads_run(sm_threads *t, number_set awake, void (*beside)(void *context))
{
    t->together = true;
    for (unsigned i = 0; i < t->count; i++) {
        worker *w = &t->workers[i];
        w->left = number_set_both(&w->own, &awake);
        pass(w);
    }
    note_writers(t);
    for (unsigned i = 1; i < t->count; i++)
        if (number_set_any(&t->workers[i].left))
            call(&t->workers[i]);
    step_own(&t->workers[0]);
    if (beside)
        beside(t->context);
    for (unsigned i = 1; i < t->count; i++) {
        unsigned looks = 0;
        const unsigned long rounds = atomic_load_explicit(&t->workers[i].round, memory_order_relaxed);
        while (atomic_load_explicit(&t->workers[i].done, memory_order_acquire) != rounds)
            look_again(&t->workers[i], &looks);
        t->waits[i] += looks > WAIT_LOOKS;
    }
    t->together = false;
    if (++t->rounds == BALANCE_ROUNDS && t->sms_together)
        balance(t);
}

void sm_threads_await_turn(void *threads, unsigned sm)
{
    sm_threads *t = threads;
    for (unsigned i = 0; t->together && i < t->count; i++)
        for (unsigned looks = 0; atomic_load_explicit(&t->workers[i].at, memory_order_acquire) < sm;)
            look_again(&t->workers[i], &looks);
}

void sm_threads_await_writes(void *threads, unsigned sm)
{
    sm_threads *t = threads;
    for (unsigned i = 0; t->together && t->workers[t->thread_of[sm]].first_writer < sm && i < t->count; i++)
        for (unsigned looks = 0; atomic_load_explicit(&t->workers[i].writes_at, memory_order_acquire) < sm;)
            look_again(&t->workers[i], &looks);
}
