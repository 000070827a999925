# SPDX-License-Identifier: BSD-3-Clause
# The file of events and the issue trace read and written by docs/events.md alone and the tables of `warplock events`, which are read first.
#   awk -v form=read -f events.awk TABLES EVENTS: each line's cycle, place, event and values, parted by |; exit 1 at a line that they do not allow.
#   awk -v form=write -f events.awk TABLES TABLE: such a table as a file of events.
#   awk -v form=trace -f events.awk TABLES EVENTS: the issue trace of the same run.
#   awk -v form=lines -f events.awk TABLES EVENTS: `loads misses evictions` of L1Ds without stores that allocate; exit 1 at a load or an eviction that
#   does not fit in with what was there.
function wrong(words) { print FILENAME ":" FNR ": " words; failed = 1; exit 1 }
# --- the tables: rows | `event` | place | phase | most | what | fields |
FNR == 1 { file++ }
file == 1 && /^\| `[a-z0-9_]+` \| (SM|CONTROLLER|GPU) \|/ {
    split($0, cell, / *\| */)
    name = substr(cell[2], 2, length(cell[2]) - 2)
    row[name] = ++rows
    place_of[name] = tolower(cell[3])
    most[name] = cell[5] + 0
    n_fields[name] = 0
    if (cell[5] == "a mask") { most[name] = 1; n_fields[name] = 1; field[name, 1] = "which"; hexadecimal[name, 1] = 1; next }
    parts = split(cell[7], part, /; `/)
    for (i = 1; i <= parts; i++) {
        sub(/^`/, "", part[i])
        field[name, ++n_fields[name]] = substr(part[i], 1, index(part[i], "`") - 1)
        hexadecimal[name, i] = part[i] ~ / \(0x\)$/
    }
}
file == 1 { next }

# --- a line: cycle, kind of place, name, value[1...]
form != "write" {
    cycle = $1; kind = $2; at = kind == "gpu" ? 3 : 4; name = $at; place = kind == "gpu" ? kind : kind " " $3
    if (!(name in row)) wrong("no event " name)
    if (place_of[name] != kind) wrong(name " is none of " kind)
    if (NF != at + n_fields[name]) wrong(NF - at " fields, expected " n_fields[name])
    for (i = 1; i <= n_fields[name]; i++) {
        equals = index($(at + i), "=")
        if (substr($(at + i), 1, equals - 1) != field[name, i]) wrong($(at + i) ", expected " field[name, i])
        value[i] = substr($(at + i), equals + 1)
        if (value[i] !~ (hexadecimal[name, i] ? "^0x(0|[1-9a-f][0-9a-f]*)$" : "^(0|[1-9][0-9]*)$")) wrong($(at + i) " is no number of its kind")
    }
    if (place in last_cycle) {
        if (cycle < last_cycle[place]) wrong("goes back in time")
        if (cycle == last_cycle[place] && row[name] < last_row[place]) wrong(name " stands behind its place in the table")
    }
    same = cycle == last_cycle[place] && row[name] == last_row[place] ? same_count[place] + 1 : 1
    if (same > most[name]) wrong("more than " most[name] " of " name)
    same_count[place] = same; last_cycle[place] = cycle; last_row[place] = row[name]
}
form == "read" {
    printf "%s|%s|%s", cycle, place, name
    for (i = 1; i <= n_fields[name]; i++) printf "|%s", hexadecimal[name, i] ? substr(value[i], 3) : value[i]
    print ""
}
form == "write" {
    n = split($0, cell, "|"); name = cell[3]
    printf "%s %s %s", cell[1], cell[2], name
    for (i = 1; i <= n_fields[name]; i++) printf " %s=%s%s", field[name, i], hexadecimal[name, i] ? "0x" : "", cell[3 + i]
    print ""
}
function of(wanted,   i) {
    for (i = 1; i <= n_fields[name]; i++) if (field[name, i] == wanted) return value[i]
    wrong(name " has no " wanted)
}
form == "trace" && name == "warp_issue" { print cycle, $3, of("through"), of("warp"), of("pc") }

# --- what is in the L1Ds, or on its way there
form == "lines" && name == "kernel_start" { launch[place]++ }
form == "lines" && name == "l1d_access" && of("outcome") <= 3 {
    here = (place, launch[place], of("line")) in held
    loads++
    if (of("outcome") == 3) {
        misses++
        if (here) wrong("a miss of a line that is there")
        held[place, launch[place], of("line")]
    } else if (!here) wrong("no miss has brought the line of a hit in")
}
form == "lines" && name == "l1d_evict" {
    evictions++
    if (!((place, launch[place], of("line")) in held)) wrong("a line goes that no miss brought in")
    delete held[place, launch[place], of("line")]
}
END { if (!failed && form == "lines") print loads + 0, misses + 0, evictions + 0; if (!failed && rows < 10) { print "no table"; exit 1 } }
