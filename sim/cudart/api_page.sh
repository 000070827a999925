#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The page of the API on standard output, from the rows of api.def and environment.def: docs/cuda_api.md.
cd "$(dirname "$0")/../.." || exit 1
cat <<'PAGE'
# The CUDA API of programs

What [programs](cuda.md) find of CUDA's runtime and driver, from the rows of `sim/cudart/tables/api.def` (`sh sim/cudart/api_page.sh >
docs/cuda_api.md`). A function that is not here fails when the program is linked, with its name; one that is *not supported*
returns `cudaErrorNotSupported` and prints its name.
PAGE
{
    cat <<'ROWS'
#define GROUP(title) @GROUP title
#define DEFAULT(value)
#define RUNTIME(type, name, parameters, note) @ROW #name yes note
#define DRIVER(type, name, parameters, note) @ROW #name yes note
#define UNSUPPORTED(type, name, parameters, note) @ROW #name no note
#define UNSUPPORTED_DRIVER(type, name, parameters, note) @ROW #name no note
ROWS
    cat sim/cudart/tables/api.def
} | sed 's/#name/name/' | gcc -E -P -I sim/cudart/tables -x c - | tr '\n' ' ' | sed 's/@/\n@/g' | sed -nE \
    -e 's/^@GROUP "(.*)" *$/\n## \1\n| function | what differs |\n| --- | --- |/p' \
    -e 's/^@ROW ([A-Za-z0-9_]+) yes "(.*)" *$/| `\1` | \2 |/p' \
    -e 's/^@ROW ([A-Za-z0-9_]+) no "(.*)" *$/| `\1` | *not supported*: \2 |/p'
cat <<'PAGE'

## The environment of a program
Each variable is an option of `warplock run` with the same meaning (`warplock run --help`), which sets them for the program
behind `--`. Of a list the words are separated by blanks; an option without a value is on when the variable is 1. A mistake
ends the program at its first call with status 2.

| variable | option |
| --- | --- |
PAGE
sed -nE 's/^VARIABLE\("(.*)", "(.*)"\)$/| `\1` | `\2` |/p' sim/cudart/tables/environment.def
