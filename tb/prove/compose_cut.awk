# SPDX-License-Identifier: BSD-3-Clause
# A front end as Yosys writes it with its instances cut out, in ASCII AIGER: each port of an instance is named as compose.c names
# it, "oaws.dlc__done_i" becomes "dlc__done_i_o", "scheduler[1].arbiter__grant_o" "arbiter_1__grant_o_i".
# Before it a file of lines `INSTANCE LATE-INPUT...`, the instances in the order in which C evaluates them: an early input that
# depends on an output of its own instance or of a later one by any gate is a line `loop: ...` on the file `loops`.
function level_of(literal) { return level[int(literal / 2)] + 0 }
function renamed(name, kind,    number, bracket, base) {
    if (match(name, /^scheduler\[[0-9]+\]\.arbiter__/)) {
        number = name
        sub(/^scheduler\[/, "", number)
        sub(/\].*/, "", number)
        sub(/^scheduler\[[0-9]+\]\.arbiter/, "arbiter_" number, name)
    }
    sub(/^[a-z_]+\./, "", name)
    bracket = index(name, "[")
    base = bracket ? substr(name, 1, bracket - 1) : name
    if (kind == "i" && base == "clk_i") return "clock_i"
    if (kind == "i" && base == "rst_i") return "reset_i"
    return base (base ~ /__/ ? "_" kind : "") (bracket ? substr(name, bracket) : "")
}
FILENAME == ARGV[1] {
    place[$1] = NR
    for (i = 2; i <= NF; i++) late[$1 "__" $i "_i_o"] = 1
    next
}
FNR == 1 { inputs = $3; registers = $4; outputs = $5; ands = $6; print; next }
FNR <= 1 + inputs { input[FNR - 2] = int($1 / 2); print; next }
FNR <= 1 + inputs + registers { print; next }
FNR <= 1 + inputs + registers + outputs { output[FNR - 2 - inputs - registers] = $1; print; next }
FNR <= 1 + inputs + registers + outputs + ands { gate[++gates] = $0; print; next }
/^[io][0-9]+ / {
    kind = substr($1, 1, 1)
    index_of = substr($1, 2)
    line = $1
    for (i = 2; i <= NF; i++) {
        name = renamed($i, kind)
        line = line " " name
        base = name
        sub(/\[.*/, "", base)
        instance = base
        sub(/__.*/, "", instance)
        if (base !~ /__/) continue
        if (!(instance in place)) print "loop: " instance " is no instance of compose.c" >loops
        if (kind == "i") level[input[index_of]] = place[instance]
        else if (!(base in late) && base !~ /__(clk|rst)_i_o$/) { early[++n] = name; of[n] = index_of; at[n] = place[instance] }
    }
    print line
    next
}
{ print }
END {
    for (g = 1; g <= gates; g++) {
        split(gate[g], part, " ")
        a = level_of(part[2])
        b = level_of(part[3])
        level[int(part[1] / 2)] = a > b ? a : b
    }
    for (k = 1; k <= n; k++) if (level_of(output[of[k]]) >= at[k]) print "loop: " early[k] " depends on an instance that is not evaluated before it" >loops
    if (!n) print "loop: no early input is there" >loops
}
