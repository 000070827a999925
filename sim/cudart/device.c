// SPDX-License-Identifier: BSD-3-Clause
// The process's GPU, from the first call that needs it to the program's end. It runs launches as `warplock run` does
// (sim/run/timed_run.h).
#define _GNU_SOURCE                             // program_invocation_short_name
#include "sim/cudart/device.h"

#include <errno.h>
#include <immintrin.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/cudart/environment.h"
#include "sim/cudart/launch_choice.h"
#include "sim/cudart/program_report.h"
#include "sim/run/details.h"
#include "sim/run/timed_run.h"
#include "sim/workload/job_run.h"
#include "tb/output_file.h"

typedef enum { NOT_BEGUN, RUNNING, ENDED } device_state;

static struct {
    device_state   state;
    pid_t          process;                     // that started it; its children have no GPU
    cli_options    options;
    machine        machine;
    cli_policies   policies;
    progress       progress;
    run_record     record;
    timed_run      run;                         // open unless all launches are functional
    counters       untimed;                     // of functional launches
    uint64_t       cycles;                      // of all launches: the time of events
    bool           dead;                        // the GPU stopped within a launch
    device_memory *memory;
    cudaError_t    fault;
    char           message[JOB_MESSAGE];        // of the faulting launch
    char           refused[JOB_MESSAGE];        // why the first unsupported launch was refused
    char          *printed;                     // by kernels since the last wait
    size_t         n_printed, room_printed;
    double         began;
} device;

// --- output of kernels appears when the program waits for them, as with CUDA

static void keep_printed(void *context, const char *text, size_t length)
{
    (void)context;
    if (length > device.room_printed - device.n_printed) {
        device.room_printed = 2 * device.room_printed + length;
        device.printed = realloc(device.printed, device.room_printed);
        if (!device.printed)
            abort();
    }
    memcpy(device.printed + device.n_printed, text, length);
    device.n_printed += length;
}

void cudart_synchronize(void)
{
    if (!device.n_printed)
        return;
    progress_clear(&device.progress);
    fwrite(device.printed, 1, device.n_printed, stdout);
    device.n_printed = 0;
}

// --- beginning and end

static bool choose(void)
{
    cli_options *o = &device.options;

    if (!environment_options(o) || !cli_machine(o, &device.machine) ||
        !cli_choose_policies(o, &device.machine, &device.policies) || !launch_choice_read(&o->timed_kernels))
        return false;
    if (device.policies.count > 1 || device.policies.search[0])
        return cli_mistake("WARPLOCK_POLICY: seen `%.60s`, expected one policy and no search; several: warplock run "
                           "--policy %.60s "
                           "-- PROGRAM", o->policy, o->policy);
    output_protect("/proc/self/exe");
    return timed_run_check(o, &device.machine, &device.policies, &device.run.wave_places) &&
           program_report_check(o) && cli_make_blocks(o, &device.policies);
}

// Unfinished output files are removed on an interrupt; a signal that the program handles is left alone.
static void catch_interrupts(void)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ, SIGBUS };
    enum { SIGNALS = sizeof signals / sizeof signals[0] };
    const cli_options *o = &device.options;
    struct sigaction own[SIGNALS];

    if (!o->wave[0] && !o->record[0] && !o->record_l1d[0] && !o->issue_trace[0] && !o->events[0] && !o->timeline[0] &&
        !o->perfetto[0])
        return;
    for (unsigned i = 0; i < SIGNALS; i++)
        sigaction(signals[i], NULL, &own[i]);
    output_catch_interrupts(STATUS_INTERRUPTED, STATUS_MISTAKE);
    for (unsigned i = 0; i < SIGNALS; i++)
        if (own[i].sa_handler != SIG_DFL)
            sigaction(signals[i], &own[i], NULL);
}

static bool open_run(void)
{
    timed_run *run = &device.run;

    run->options = &device.options;
    run->machine = &device.machine;
    run->policy = device.policies.policy[0];
    run->observers = device.policies.observers;
    run->name = program_invocation_short_name;
    run->files = true;
    run->progress = &device.progress;
    run->record = &device.record;
    snprintf(run->perfetto, sizeof run->perfetto, "%s", device.options.perfetto);
    timed_run_name(run, &device.record);
    device.record.baseline = true;
    device.record.verified = -1;
    device.record.message = "";
    progress_begin(&device.progress, 1);
    progress_run(&device.progress, run->name, device.record.policy);
    catch_interrupts();
    if (!device.options.functional && !timed_run_open(run))
        return false;
    device.record.per_launch |= program_report_wanted(&device.options);
    return true;
}

static void begin(void)
{
    device.process = getpid();
    device.began = progress_seconds();
    if (!choose() || !open_run()) {
        device.state = ENDED;
        output_remove_begun();
        exit(STATUS_MISTAKE);
    }
    device.memory = device_memory_new_shared((uint64_t)device.machine.gpu.memory_mib << 20);
    device.state = RUNNING;
}

static void need(void)
{
    if (device.state == NOT_BEGUN)
        begin();
}

const machine *cudart_machine(void)
{
    need();
    return &device.machine;
}

device_memory *cudart_memory(void)
{
    need();
    return device.memory;
}

void cudart_refuse(const char *format, ...)
{
    char why[JOB_MESSAGE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    cudart_complain("%s", why);
    if (!device.refused[0])
        memcpy(device.refused, why, sizeof why);
}

// Counts the launches that did run and marks the run incomplete.
static void note_refusal(void)
{
    if (!device.refused[0] || device.record.status != STATUS_GOOD)
        return;
    device.record.status = STATUS_MISTAKE;
    device.record.message = device.refused;
}

// Runs after all exit functions of the program. A failed write becomes the exit status.
__attribute__((destructor)) static void end(void)
{
    bool written = true;

    if (device.state != RUNNING || device.process != getpid())
        return;
    cudart_enter();
    cudart_synchronize();
    progress_clear(&device.progress);
    device.state = ENDED;
    launch_choice_end();
    note_refusal();
    device.record.untimed_launches = device.options.functional ? 0 : device.untimed.launches;
    device.record.untimed_warp_insns = device.untimed.warp_insns;
    if (device.options.functional)
        device.record.counters = device.untimed;
    else
        written = timed_run_close(&device.run);
    device.record.wall_seconds = progress_seconds() - device.began;
    if (!program_report_write(&device.options, &device.record) || !written) {
        fflush(NULL);
        _exit(STATUS_MISTAKE);
    }
    cudart_leave_driver();
}

// --- faults

cudaError_t device_fault(void)
{
    if (device.state == RUNNING && device.process != getpid())
        return cudaErrorInitializationError;
    return device.state == ENDED ? cudaErrorCudartUnloading : device.fault;
}

static void fault(run_status status, launch_fault kind)
{
    static const cudaError_t errors[] = {
        [FAULT_NONE] = cudaErrorLaunchFailure, [FAULT_ADDRESS] = cudaErrorIllegalAddress,
        [FAULT_ALIGNMENT] = cudaErrorMisalignedAddress, [FAULT_TRAP] = cudaErrorLaunchFailure,
        [FAULT_ASSERT] = cudaErrorAssert, [FAULT_PC] = cudaErrorInvalidPc, [FAULT_STACK] = cudaErrorHardwareStackError,
        [FAULT_OTHER] = cudaErrorIllegalInstruction,
    };

    cudart_synchronize();
    fflush(stdout);
    progress_clear(&device.progress);
    device.fault = status == STATUS_LIMIT ? cudaErrorLaunchTimeout : errors[kind];
    cudart_complain("%s: %s", cudart_error_name(device.fault), device.message);
    if (device.record.status != STATUS_GOOD)
        return;
    device.record.status = status;
    device.record.message = strdup(device.message);
    if (!device.record.message)
        abort();
}

// --- launches

bool cudart_is_timed(const kernel *k)
{
    need();
    return !device.options.functional && launch_choice_timed(k);
}

// A host that flushes subnormal numbers must not affect a kernel's arithmetic (MXCSR is per thread).
static bool run_launch(const launch_config *config, run_status *status, launch_fault *kind)
{
    const unsigned of_the_host = _mm_getcsr();
    const bool timed = cudart_is_timed(config->kernel);
    bool good;

    launch_choice_count(config->kernel);
    _mm_setcsr(0x1F80);
    if (!timed) {
        functional_run run = { .max_steps = device.options.max_cycles, .line_bytes = device.machine.l1d.line_bytes,
                               .l1d_global = device.machine.l1d.global };
        job_target target = functional_target(&run);

        good = target.launch(&run, config, status, device.message, sizeof device.message);
        *kind = run.fault;
        device.cycles += (run.warp_insns + device.machine.gpu.sms - 1) / device.machine.gpu.sms;
        details_functional_launch(&device.record, config, run.warp_insns, run.thread_insns);
        functional_count(&device.untimed, &run);
    } else {
        const counters *counted = gpu_counters(device.run.gpu);
        uint64_t before = counted->cycles;

        good = timed_run_launch(&device.run, config, status, device.message, sizeof device.message);
        *kind = gpu_fault(device.run.gpu);
        device.cycles += counted->cycles - before;
    }
    _mm_setcsr(of_the_host);
    return good;
}

static bool renew(void)
{
    device.dead = !timed_run_renew(&device.run);
    return !device.dead;
}

cudaError_t cudart_launch(const launch_config *wanted)
{
    launch_config config = *wanted;
    const bool timed = cudart_is_timed(config.kernel);
    run_status status;
    launch_fault kind;

    cudart_synchronize();
    if (device.dead && cudart_is_timed(config.kernel) && !renew())
        return cudaErrorLaunchFailure;
    config.memory = device.memory;
    config.sm_count = device.machine.gpu.sms;
    config.warps_per_sm = device.machine.core.warps;
    config.out_of_bounds = device.options.out_of_bounds ? OUT_OF_BOUNDS_ZERO : OUT_OF_BOUNDS_ERROR;
    config.print = keep_printed;
    if (run_launch(&config, &status, &kind))
        return cudaSuccess;
    if (status == STATUS_MISTAKE) {
        cudart_refuse("%s", device.message);
        return cudaErrorLaunchOutOfResources;
    }
    device.dead |= timed;
    fault(status, kind);
    return cudaSuccess;
}

double cudart_milliseconds(void)
{
    need();
    return (double)device.cycles / ((double)device.machine.clock.core_mhz * 1000);
}

void cudart_host_copied(uint64_t address, uint64_t bytes)
{
    if (device.run.gpu)
        timed_run_copy(&device.run, address, bytes);
}

bool device_is_gone(void) { return device.state == ENDED || (device.state == RUNNING && device.process != getpid()); }

bool device_empty(void)
{
    if (device.state == NOT_BEGUN)
        return false;
    device.fault = cudaSuccess;
    device_memory_free(device.memory);
    device.memory = device_memory_new_shared((uint64_t)device.machine.gpu.memory_mib << 20);
    return true;
}
