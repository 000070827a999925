trace info tests/sim/trace/nothing.traceg
