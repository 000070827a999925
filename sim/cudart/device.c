// The process's GPU: built at the first call that needs it from what the environment says, ended and reported on when
// the program ends. Launches run on it as those of `warplock run` do (sim/cli/timed_run.h).
#define _GNU_SOURCE                             // program_invocation_short_name
#include "sim/cudart/device.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/cli/details.h"
#include "sim/cli/timed_run.h"
#include "sim/cudart/environment.h"
#include "sim/report/report.h"
#include "sim/workload/job_run.h"
#include "tb/output_file.h"

typedef enum { NOT_BEGUN, RUNNING, ENDED } device_state;

static struct {
    device_state   state;
    pid_t          process;                     // that began it; a child of it has no GPU
    cli_options    options;
    machine        machine;
    cli_policies   policies;
    progress       progress;
    run_record     record;
    timed_run      run;                         // open unless all launches are functional
    functional_run functional;
    device_memory *memory;
    cudaError_t    fault;
    char           message[JOB_MESSAGE];        // of the launch that was the fault
    char          *printed;                     // by kernels since the program last waited for them
    size_t         n_printed, room_printed;
    double         began;
} device;

// --- what kernels print comes out when the program waits for them, as CUDA has it

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
        !cli_choose_policies(o, &device.machine, &device.policies))
        return false;
    if (device.policies.count > 1 || device.policies.search[0])
        return cli_mistake("WARPLOCK_POLICY: seen `%.60s`, expected one policy and no search; several: warplock run --policy %.60s "
                           "-- PROGRAM", o->policy, o->policy);
    return timed_run_check(o, &device.machine, &device.policies, &device.run.wave_places) &&
           cli_make_blocks(o, &device.policies);
}

static bool open_run(void)
{
    device.run.options = &device.options;
    device.run.machine = &device.machine;
    device.run.policy = device.policies.policy[0];
    device.run.observers = device.policies.observers;
    device.run.name = program_invocation_short_name;
    device.run.files = true;
    device.run.progress = &device.progress;
    device.run.record = &device.record;
    timed_run_name(&device.run, &device.record);
    device.record.baseline = true;
    device.record.verified = -1;
    device.record.message = "";
    progress_begin(&device.progress, 1);
    progress_run(&device.progress, device.run.name, device.record.policy);
    return device.options.functional || timed_run_open(&device.run);
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
    device.functional = (functional_run){ .max_steps = device.options.max_cycles, .line_bytes = device.machine.l1d.line_bytes,
                                          .l1d_global = device.machine.l1d.global };
    device.memory = device_memory_new();
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

// Behind everything that the program has its exit call.
__attribute__((destructor)) static void end(void)
{
    if (device.state != RUNNING || device.process != getpid())
        return;
    cudart_enter();
    cudart_synchronize();
    fflush(stdout);
    device.state = ENDED;
    if (!device.options.functional)
        timed_run_close(&device.run);
    cudart_leave_driver();
}

// --- faults

cudaError_t device_fault(void)
{
    if (device.state == RUNNING && device.process != getpid())
        return cudaErrorInitializationError;
    return device.state == ENDED ? cudaErrorCudartUnloading : device.fault;
}

void cudart_fault(cudaError_t error, const char *text)
{
    progress_clear(&device.progress);
    cudart_synchronize();
    fflush(stdout);
    cudart_complain("%s", text);
    device.fault = error;
}

// --- launches

double cudart_milliseconds(void)
{
    need();
    return (double)(device.options.functional ? 0 : gpu_counters(device.run.gpu)->cycles) / (double)device.machine.clock.core_mhz / 1000;
}

void cudart_host_copied(uint64_t address, uint64_t bytes)
{
    if (device.run.gpu)
        gpu_host_copy(device.run.gpu, address, bytes);
}

cudaError_t cudart_launch(const launch_config *wanted)
{
    launch_config config = *wanted;
    run_status status;

    need();
    cudart_synchronize();
    config.memory = device.memory;
    config.sm_count = device.machine.gpu.sms;
    config.warps_per_sm = device.machine.core.warps;
    config.out_of_bounds = device.options.out_of_bounds ? OUT_OF_BOUNDS_ZERO : OUT_OF_BOUNDS_ERROR;
    config.print = keep_printed;
    if (timed_run_launch(&device.run, &config, &status, device.message, sizeof device.message))
        return cudaSuccess;
    if (status == STATUS_MISTAKE) {
        cudart_complain("%s", device.message);
        return cudaErrorLaunchOutOfResources;
    }
    cudart_fault(status == STATUS_LIMIT ? cudaErrorLaunchTimeout : cudaErrorLaunchFailure, device.message);
    return cudaSuccess;
}

cudaError_t cudart_reset(void)
{
    return cudaSuccess;
}
