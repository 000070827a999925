#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# make help lists the documented targets of the Makefile and of every file that it includes, whole and within 120
# columns; reading them asks nothing of a tool that is not installed yet.
# needs: packages
set -u
unset MAKEFLAGS MFLAGS MAKELEVEL
. tests/lib.sh
work=$BUILD/help
rm -rf "$work" && mkdir -p "$work"

cat >"$work/Makefile" <<'END'
include more.mk
first: second third ## what it does, \
    and more \
    of it
	@: ## not this
second: # nor this
END
echo "elsewhere: ## a target of a part that is included, and words and words and words and words and words and words" \
    >"$work/more.mk"
expected='  make first              what it does, and more of it
  make elsewhere          a target of a part that is included, and words and words and words and words and words and
                          words'
is_listed() { [ "$(awk -f "$1" "$work/Makefile" "$work/more.mk")" = "$expected" ]; }
is_listed tb/help.awk || complain "listed: $(awk -f tb/help.awk "$work/Makefile" "$work/more.mk")"
for script in 's/ > 120/ > 130/' 's/^goes_on . words = .*//'; do
    plant_copy tb/help.awk "$work/help.awk" "$script" && is_listed "$work/help.awk" && complain "$script goes unnoticed"
done

make -s BUILD="$BUILD" help >"$work/listed" || complain "make help: $?"
for target in $(sed -n 's/^\([a-z][a-z-]*\):.* ## .*/\1/p' $(makefiles)); do
    grep -q "^  make $target " "$work/listed" || complain "make help lacks $target"
done
[ "$(awk 'length > 120' "$work/listed")" = "" ] || complain "lines of more than 120 columns in make help"

# Reading the Makefile asks nothing of Verilator: the very run may install it, and what was asked before is wrong.
mkdir -p "$work/path" && printf '#!/bin/sh\necho "$*" >>"%s"\n' "$(cd "$work" && pwd)/asked" >"$work/path/verilator" && chmod +x "$work/path/verilator"
asks() { rm -f "$work/asked"; PATH="$work/path:$PATH" make -s BUILD="$BUILD" -f "$1" help >"$work/listed" || complain "make -f $1 help: $?"; [ -e "$work/asked" ]; }
asks Makefile && complain "reading the Makefile asks Verilator: $(cat "$work/asked")"
plant_copy tb/systemc/systemc.mk "$work/systemc.mk" 's/-Werror \$\$(systemc_include)/-Werror $(systemc_include)/' &&
    plant_copy Makefile "$work/planted.mk" "s|^include tb/systemc/systemc.mk|include $work/systemc.mk|" && ! asks "$work/planted.mk" &&
    complain "a rule that asks Verilator as it is read goes unnoticed"
[ "$failures" = 0 ]
