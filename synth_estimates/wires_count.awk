# SPDX-License-Identifier: BSD-3-Clause
# awk -f wires_count.awk LIBRARY NETLIST: cells of a mapped netlist, their area, how many have a clock pin, pF of these pins, and the
# supply in V.
FNR == 1 { file++ }
file == 1 && /^ *nom_voltage/ { supply = $0; sub(/.*: */, "", supply); supply += 0 }
file == 1 && /^ *cell *\(/ { cell = $0; sub(/.*\( */, "", cell); sub(/ *\).*/, "", cell); known[cell] = 1 }
file == 1 && /^ *area *:/ { value = $0; sub(/.*: */, "", value); if (!(cell in area)) area[cell] = value + 0 }
file == 1 && /^ *pin *\(/ { clock = 0; load = "" }
file == 1 && /^ *clock *: *true/ { clock = 1 }
file == 1 && /^ *capacitance *:/ { load = $0; sub(/.*: */, "", load) }
file == 1 && clock && load != "" { pin[cell] = load + 0 }
file == 1 { next }
$1 in known { cells++; whole += area[$1]; if ($1 in pin) { clocked++; load_of_clock += pin[$1] } }
END { if (!cells) { print "no cell of the library in the netlist" >"/dev/stderr"; exit 2 } print cells, whole, clocked + 0, load_of_clock + 0, supply }
