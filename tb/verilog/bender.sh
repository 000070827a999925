#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Prints the manifest that Bender reads, of the files that verilog/rtl.f and macro.f list, as they are installed: bender.sh VERSION BLOCK... >
# Bender.yml. Sources without a target are the blocks and their wiring. Targets: macro has ccws_vta with its tags in a macro, simulation the
# bind files, test the benches, formal the properties as they are proven.
set -eu
version=$1
shift
cat <<YAML
# SPDX-License-Identifier: BSD-3-Clause
# Printed by tb/verilog/bender.sh.
package:
  name: warplock
  description: "Warp scheduling mechanisms of published GPU papers, version $version"
sources:
  - files:
YAML
sed -n 's/^\([a-z_]*\.v\)$/      - \1/p' verilog/rtl.f
printf '  - target: macro\n    files:\n'
sed -n 's/^\(macro\/[a-z0-9_]*\.v\)$/      - \1/p' verilog/macro.f
printf '  - target: simulation\n    files:\n'
printf '      - sva/%s_sva.sv\n' "$@"
printf '  - target: formal\n    files:\n'
printf '      - %s_properties.v\n' "$@" warp_front_end
printf '  - target: all(formal, macro)\n    files:\n      - macro/ccws_vta_macro_properties.v\n'
printf '  - target: test\n    include_dirs:\n      - tb\n    files:\n'
printf '      - tb/%s_tb.v\n' "$@"
