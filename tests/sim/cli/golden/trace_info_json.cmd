trace info --json tests/sim/trace/fuzz_trace_seeds/v5.traceg
