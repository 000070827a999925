// SPDX-License-Identifier: BSD-3-Clause
// front_end_bench: the SystemC front end against the C models; `front_end_bench --help`.
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

#include "tb/systemc/front_end_bench.h"

static const char help[] =
    "front_end_bench: the scheduling front end of an SM in SystemC, against the C models on every cycle\n"
    "  --cycles N           cycles of random traffic (default 100000; 0 = none)\n"
    "  --seed N             of the traffic (default 1)\n"
    "  --recorded FOLDER    replay what `warplock run --record FOLDER` left; may be given more than once\n"
    "  --trace FILE.vcd     write a trace of the front end's ports\n"
    "  --trace-start N, --trace-cycles N   its window (default 0, 2000; 0 cycles = to the end)\n"
    "Exit status: 0 all agree, 1 a divergence, 2 a mistake in what was asked for, 130 interrupted.\n";

struct arguments {
    uint64_t                 cycles = 100000, seed = 1, trace_start = 0, trace_cycles = 2000;
    std::vector<std::string> recorded;
    std::string              trace, command;     // the command line, to be given again
};

static std::string unfinished;          // the trace that is being written; it gets its name when it is complete

static int refuse(const std::string &seen, const std::string &expected)
{
    fprintf(stderr, "front_end_bench: %s, expected %s\n", seen.c_str(), expected.c_str());
    return 2;
}

static bool number(const char *text, uint64_t *value)
{
    char *end;
    *value = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end;
}

// 0, or the exit status after a message.
static int parse(int count, char **words, arguments *a)
{
    const struct { const char *name; uint64_t *value; } numbers[] = {{"--cycles", &a->cycles}, {"--seed", &a->seed},
        {"--trace-start", &a->trace_start}, {"--trace-cycles", &a->trace_cycles}};

    for (int i = 1; i < count; i++) {
        std::string option = words[i];
        uint64_t *value = nullptr;
        for (const auto &n : numbers)
            if (option == n.name) value = n.value;
        if (!value && option != "--recorded" && option != "--trace")
            return refuse(option, "an option of front_end_bench --help");
        if (++i == count || !*words[i]) return refuse(option, "a value after it");
        if (value && !number(words[i], value)) return refuse(option + " " + words[i], "a number");
        if (option == "--recorded") a->recorded.push_back(words[i]);
        if (option == "--trace") a->trace = words[i];
    }
    if (!a->trace.empty() && (a->trace.size() < 5 || a->trace.substr(a->trace.size() - 4) != ".vcd"))
        return refuse("--trace " + a->trace, "a name that ends in .vcd");
    if (!a->cycles && a->recorded.empty()) return refuse("--cycles 0", "some cycles, or --recorded");
    return 0;
}

static void interrupted(int)
{
    unlink(unfinished.c_str());
    _exit(130);
}

// SystemC adds .vcd to the name itself.
static sc_core::sc_trace_file *open_trace(const std::string &path)
{
    std::string name = path.substr(0, path.size() - 4) + ".unfinished";
    unfinished = name + ".vcd";
    FILE *probe = fopen(unfinished.c_str(), "w");
    if (!probe) return nullptr;
    fclose(probe);
    signal(SIGINT, interrupted);
    signal(SIGTERM, interrupted);
    return sc_core::sc_create_vcd_trace_file(name.c_str());
}

static bool close_trace(sc_core::sc_trace_file *file, const std::string &path)
{
    sc_core::sc_close_vcd_trace_file(file);
    return rename(unfinished.c_str(), path.c_str()) == 0;
}

// What happened, and after a divergence the command that traces it.
static int report(const std::vector<bench_stimulus> &stimuli, const std::string &failure, const std::string &command)
{
    uint64_t cycles = 0, comparisons = 0;
    printf("%-24s %9s %14s %11s\n", "stimulus", "cycles", "comparisons", "mismatches");
    for (const auto &s : stimuli) {
        bool last = &s == &stimuli.back() || !(&s + 1)->cycles;
        printf("%-24s %9" PRIu64 " %14" PRIu64 " %11d   ", s.name.c_str(), s.cycles, s.comparisons,
               last && !failure.empty());
        s.source->describe(s.source, stdout);
        putchar('\n');
        cycles += s.cycles;
        comparisons += s.comparisons;
        if (last) break;
    }
    printf("%-24s %9" PRIu64 " %14" PRIu64 " %11d\n", "all", cycles, comparisons, !failure.empty());
    if (failure.empty()) return 0;
    fflush(stdout);
    fprintf(stderr, "%s\n", failure.c_str());
    fprintf(stderr, "trace it: %s --trace front_end.vcd --trace-start %" PRIu64 " --trace-cycles 100\n",
            command.c_str(), cycles > 60 ? cycles - 60 : 0);
    return 1;
}

static int simulate(const arguments &a, std::vector<bench_stimulus> &stimuli)
{
    front_end_bench bench("bench", stimuli, a.seed);
    sc_core::sc_trace_file *file = nullptr;
    if (!a.trace.empty()) {
        file = open_trace(a.trace);
        if (!file) return refuse(a.trace, "a path that can be written");
        bench.trace(file, a.trace_start, a.trace_cycles);
    }
    sc_core::sc_start();
    if (file && !close_trace(file, a.trace)) return refuse(a.trace, "a path that can be written");
    return report(stimuli, bench.failure(), a.command);
}

int sc_main(int count, char **words)
{
    arguments a;
    std::vector<bench_stimulus> stimuli;

    if (count == 2 && !strcmp(words[1], "--help")) {
        fputs(help, stdout);
        return 0;
    }
    int status = parse(count, words, &a);
    if (status) return status;
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    if (a.cycles) stimuli.push_back({"random", traffic_open(a.cycles, a.seed)});
    for (const auto &folder : a.recorded) {
        char error[1200];
        stimulus_source *source = recorded_open(folder.c_str(), error, sizeof error);
        if (!source) {
            fprintf(stderr, "front_end_bench: %s\n", error);
            return 2;
        }
        stimuli.push_back({"recorded " + folder.substr(folder.find_last_of('/') + 1), source});
    }
    for (int i = 0; i < count; i++) a.command += std::string(i ? " " : "") + words[i];
    status = simulate(a, stimuli);
    for (auto &s : stimuli) s.source->close(s.source);
    return status;
}
