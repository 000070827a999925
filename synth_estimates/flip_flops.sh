# SPDX-License-Identifier: BSD-3-Clause
# Sourced: how flip-flops become the library's, by the folder of library.sh. One that has only an inverse output is named
# like the register that it holds, with @ behind it: the inverter at its output is lost in the logic, and with it the net
# that had the name. For the proof its model (flip_flop.v) holds the register in `state`, which gets that name back.
inverse_only() { grep -q 'reg state;' "$1/flip_flop.v" 2>/dev/null; }   # inverse_only LIBRARY
map_flip_flops() { # map_flip_flops LIBRARY LIBERTY: the commands
    if ! inverse_only "$1"; then echo "dfflibmap -liberty $2"
    else
        echo "dfflibmap -prepare -liberty $2; opt_clean; splitnets; rename -wire -suffix @ t:\$_DFF_*
            dfflibmap -map-only -liberty $2; opt_clean"
    fi
}
flatten_mapped() { # flatten_mapped LIBRARY TOP: the commands that make registers of a netlist's cells
    if inverse_only "$1"; then echo "rename -hide $2/w:*; rename -hide c:* c:*@ %d; flatten; proc"
    else echo "rename -hide c:* w:_*_; flatten; proc"; fi
}
# name_states LIBRARY FILE…: in written netlists `x_q[3]@.state` is x_q[3], but where that is the name of a port.
name_states() {
    inverse_only "$1" || return 0
    shift
    for file in "$@"; do
        awk '
            FNR == 1 { file++ }
            file == 1 { for (i = 1; i <= NF; i++) if ($i !~ /@\.state$/) taken[$i] = 1; next }
            /@\.state/ {
                for (i = 1; i <= NF; i++) {
                    name = $i
                    if (sub(/@\.state$/, "", name) && !(name in taken)) $i = name
                }
            }
            { print }' "$file" "$file" >"$file.new" && mv "$file.new" "$file"
    done
}
