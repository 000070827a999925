#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: parts/rtl
# IP-XACT and Bender's manifest, of what `make rtl-kit` makes. Each component is of the form of the standard (ipxact.rng, by xmllint;
# by the standard's own schema where IPXACT_SCHEMA names its index.xsd), its files are there, and a wrapper that is made of nothing but the
# component, its parameters, its ports and their expressions, is joined to the block by Verilator without a warning, at the defaults and
# at the parameters of a small tuple: a width, a name, a direction that is wrong would be one. The manifest names what is there, and all
# of it. Planted faults are noticed. `make test` joins every sixth block at its defaults, and plants one fault for the joint.
set -u
. tests/lib.sh
unset MAKEFLAGS MFLAGS MAKELEVEL
build=$BUILD
work=$build/tests/verilog/ipxact
rm -rf "$work" && mkdir -p "$work" || exit 1
make -s BUILD="$BUILD" rtl-kit >"$work/log" 2>&1 || fail "make rtl-kit: exit status $?, expected 0" "$work/log"
kit=$BUILD/rtl_kit
command -v xmllint >/dev/null 2>&1 && linted=yes || { linted=no; echo 'no xmllint: the form of the components is not looked at'; }

# of FILE: a module with the component's parameters and ports, which joins each of them to the module that it names.
wrapper() {
    awk '
        function text(line) {
            sub(/^[^>]*>/, "", line)
            sub(/<.*/, "", line)
            gsub(/&lt;/, "<", line); gsub(/&gt;/, ">", line); gsub(/&amp;/, "\\&", line)
            return line
        }
        /<ipxact:moduleName>/ { module = text($0) }
        /<ipxact:moduleParameter / { of_module = 1 }
        /<ipxact:parameter / { user = /resolve="user"/ }
        /<ipxact:port>/ { port = 1; left = ""; }
        /<ipxact:name>/ { name = text($0) }
        /<ipxact:direction>/ { direction = text($0) }
        /<ipxact:left>/ { left = text($0) }
        /<\/ipxact:port>/ {
            ports = ports (ports == "" ? "" : ",\n") "    " direction "put wire " (left == "" ? "" : "[" left ":0] ") name
            joined = joined (joined == "" ? "" : ", ") "." name "(" name ")"
        }
        /<ipxact:value>/ { value = text($0) }
        /<\/ipxact:moduleParameter>/ { given = given (given == "" ? "" : ", ") "." name "(" value ")"; }
        /<\/ipxact:parameter>/ {
            parameters = parameters (parameters == "" ? "" : ",\n") "    " (user ? "parameter " : "localparam ") name " = " value
        }
        END {
            print "module wrapper #(\n" parameters "\n) (\n" ports "\n);"
            print "    " module " #(" given ") joined (" joined ");\nendmodule"
        }' "$1"
}
# faults BLOCK COMPONENT joined|alone: what is wrong with it.
faults() {
    if [ $linted = yes ]; then
        xmllint --noout --relaxng tests/verilog/ipxact.rng "$2" >"$work/lint" 2>&1 || grep -m 2 -E 'error|fails' "$work/lint"
        [ -z "${IPXACT_SCHEMA:-}" ] || xmllint --noout --schema "$IPXACT_SCHEMA" "$2" 2>&1 | grep -v ' validates$'
    fi
    sed -n '/<ipxact:file>/,/<.ipxact:file>/s/.*<ipxact:name>\(.*\)<.*/\1/p' "$2" | while read -r file; do
        [ -s "$kit/$file" ] || echo "names $file, which is not there"
    done
    [ "$3" = joined ] || return 0
    wrapper "$2" >"$work/wrapper.sv"
    # Of the smallest tuple of the block, as -DCFG_N=4.
    small=$(sed -n "s/^CONFIG($1, [a-z0-9_]*, \(.*\))/\1/p" rtl_c/configs.def | head -n 1 | grep -o 'CFG_[A-Z_]*=[0-9]*' | sed 's/CFG_/-G/')
    for settings in '' "$small"; do
        tier_is_all || [ -z "$settings" ] || continue
        # shellcheck disable=SC2086
        verilator --lint-only -Wall -Wno-DECLFILENAME -Wno-UNUSEDPARAM --top-module wrapper $settings "$work/wrapper.sv" "$kit/$1.v" 2>&1 |
            grep -m 2 '^%'
    done
}
components=0
for component in "$kit"/*.xml; do
    block=$(basename "$component" .xml) components=$((components + 1))
    if tier_is_all || [ $((components % 6)) = 3 ]; then how=joined; else how=alone; fi
    faults "$block" "$component" $how >"$work/faults"
    [ ! -s "$work/faults" ] || complain "$block: $(cat "$work/faults")"
done
[ "$components" = "$(ls tb/verilog/*_tb.v | wc -l)" ] || complain "$components components"
echo "$components components: form, files, ports and widths"

planted() { # planted BLOCK SCRIPT WORDS alone: one that shows without the joint
    plant_copy "$kit/$1.xml" "$work/planted.xml" "$2" || return
    [ "${4:-}" = alone ] || first_of joint || return 0
    faults "$1" "$work/planted.xml" "${4:-joined}" >"$work/faults"
    grep -qE -- "$3" "$work/faults" && echo "noticed: $2" || complain "not noticed: $2: $(cat "$work/faults")"
}
planted oaws_ocw 's/>OCW_W - 1</>OCW_W</' 'WIDTH'
planted oaws_ocw 's/>start_i</>begin_i</' 'PINNOTFOUND|Pin not found'
planted oaws_ocw '/<ipxact:name>access_i</,/<.ipxact:port>/s/>in</>out</' 'UNDRIVEN|UNOPTFLAT|driven|input|output'
planted warp_order 's/>N \* N - 1</>N - 1</' 'WIDTH'
planted warp_order 's/>N - 1</>47</' 'WIDTH'
planted oaws_dlc 's/>oaws_dlc.v</>oaws_dlx.v</' 'names oaws_dlx.v, which is not there' alone
if [ $linted = yes ]; then
    planted oaws_dlc '/<.ipxact:ports>/d' 'parser error' alone
    planted oaws_dlc 's/<ipxact:vendor>.*//' 'error|fails' alone
    planted oaws_dlc 's/>verilogSource</>verilog</' 'error|fails' alone
fi

# What the manifest names and is not there, and what is there and it does not name; and what is no line of the YAML that Bender reads.
manifest() {
    sed -n 's/^      - \(.*\.s*v\)$/\1/p' "$1" | LC_ALL=C sort >"$work/named"
    (cd "$kit" && ls ./*.v sva/*.sv tb/*_tb.v macro/*.v | sed 's|^\./||' | LC_ALL=C sort) >"$work/there"
    LC_ALL=C comm -3 "$work/named" "$work/there"
    lines='#.*|package:|  name: [a-z]+|  description: "[^"]*"|sources:|  - files:|  - target: (simulation|formal|test|macro|all\(formal, macro\))'
    grep -vE "^($lines|    (files|include_dirs):|      - [a-z0-9_/]+(\.s?v)?)\$" "$1"
}
[ -z "$(manifest "$kit/Bender.yml")" ] || complain "Bender.yml: $(manifest "$kit/Bender.yml")"
for script in '/- oaws_dlc.v/d' '/- macro.sram_2r1w.v/d' '/- warp_front_end_properties.v/d' 's/all(formal/any(formal/' 's/sva.oaws_dlc_sva/sva\/oaws_dlx_sva/' 's/^    files:/\tfiles:/'; do
    plant_copy "$kit/Bender.yml" "$work/Bender.yml" "$script" || continue
    [ -n "$(manifest "$work/Bender.yml")" ] && echo "noticed: $script" || complain "not noticed in Bender.yml: $script"
done
if command -v bender >/dev/null 2>&1; then (cd "$kit" && bender sources >/dev/null) || complain 'bender does not read its manifest'
else echo 'no bender: it does not read its manifest here'; fi
[ "$failures" = 0 ]
