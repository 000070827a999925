trace info tests/sim/trace/fuzz_trace_seeds/v4.traceg
