# SPDX-License-Identifier: BSD-3-Clause
# awk -v cells=N -v area=UM2 [-v rent=low|high] -f wires.awk wires.txt LEF LIBRARY: the library with a wire load that all nets get.
# A net to f pins is f connections of Donath's average length (Placement and Average Interconnection Lengths of Computer
# Logic, IEEE Trans. Circuits and Systems 26(4), 1979): cells in a square, placed by halving, a Rent exponent p of wires.txt.
# Its unit is the side of an average cell, without gaps between them. No tree is shared by the pins of a net, which makes
# long nets too long. A µm has the capacitance of the LEF: CPERSQDIST times the width and EDGECAPACITANCE on both edges,
# the mean of metal2 and metal3, the first layers of both directions above the cells. Resistance is left out: 50 µm have
# 13 ohm. `only=length` prints µm per connection and pF per µm instead.
function fail(words) { print FILENAME ": " words >"/dev/stderr"; failed = 1; exit 2 }
function donath(n, p,    long, short, share) {
    long = 7 * (n ^ (p - 0.5) - 1) / (4 ^ (p - 0.5) - 1)
    short = (1 - n ^ (p - 1.5)) / (1 - 4 ^ (p - 1.5))
    share = (1 - 4 ^ (p - 1)) / (1 - n ^ (p - 1))
    return 2 / 9 * (long - short) * share
}
function prepare() {
    if (!(("rent_" rent) in constant)) fail("no rent_" rent)
    for (i = 2; i <= 3; i++) if (!(("metal" i) in edge)) fail("expected capacitances of metal2 and metal3")
    per_um = 0
    for (i = 2; i <= 3; i++) per_um += (square["metal" i] * width["metal" i] + 2 * edge["metal" i]) / 2
    length_um = donath(cells < 4 ? 4 : cells, constant["rent_" rent]) * sqrt(area / cells)
    prepared = 1
    if (only == "length") { printf "%.1f %.4g\n", length_um, per_um; failed = -1; exit }
}
BEGIN { if (rent == "") rent = "high" }
FNR == 1 { file++ }
file == 1 { if ($1 ~ /^rent_/) constant[$1] = $2; next }
file == 2 && $1 == "LAYER" { layer = $2 }
file == 2 && $1 == "END" { layer = "" }
file == 2 && layer ~ /^metal/ && $1 == "WIDTH" { width[layer] = $2 }
file == 2 && layer ~ /^metal/ && $1 == "CAPACITANCE" { square[layer] = $3 }
file == 2 && layer ~ /^metal/ && $1 == "EDGECAPACITANCE" { edge[layer] = $2 }
file == 2 { next }
!prepared { prepare() }
/^cell *\(/ && !put {
    print "  wire_load (estimate) {\n    resistance : 0;\n    capacitance : " sprintf("%.6g", per_um) ";\n    area : 0;"
    print "    slope : " sprintf("%.4f", length_um) ";\n    fanout_length (1, " sprintf("%.4f", length_um) ");\n  }"
    print "  default_wire_load : estimate;\n  default_wire_load_mode : top;"
    put = 1
}
{ print }
END { if (failed == -1) exit 0; if (failed) exit 2; if (!put) { print "no cell in the library" >"/dev/stderr"; exit 2 } }
