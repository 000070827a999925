#!/bin/sh
# The corrected copy of the cell library: a core cell's area becomes its layout's, a pad's stays, nothing else changes; a
# cell without a layout and a missing file are refused. Shown to fail: a copy that corrects pads, one that corrects
# nothing.
set -u
folder=${BUILD:-build}/overhead-library
rm -rf "$folder"
for size in osu018 osu035; do
    mkdir -p "$folder/tech/$size"
    cat >"$folder/tech/$size/${size}_stdcells.lef" <<'END'
MACRO OAI21X1
  CLASS  CORE ;
  SIZE 3.200 BY 10.000 ;
END  OAI21X1
MACRO PADIN
  CLASS  PAD ;
  SIZE 90.000 BY 300.000 ;
END  PADIN
END
    cat >"$folder/tech/$size/${size}_stdcells.lib" <<'END'
cell (OAI21X1) {
  area : 23;
  pin(A) { area : 7; }
}
cell (PADIN) {
  area : 12000;
}
END
done
sed 's/^  area : 23;/area : 32;/' "$folder/tech/osu018/osu018_stdcells.lib" >"$folder/expected"
holds() { # holds SCRIPT: whether its copy is the expected one
    sh "$1" "$folder/tech" "$folder/copy" && cmp -s "$folder/expected" "$folder/copy/osu018/osu018_stdcells.lib" &&
        [ "$(cat "$folder/copy/corrected.txt")" = 'osu018 OAI21X1 23 32
osu035 OAI21X1 23 32' ]
}
holds synth_estimates/library.sh ||
    { echo "not the expected copy:"; diff "$folder/expected" "$folder/copy/osu018/osu018_stdcells.lib"; exit 1; }
for planted in 's/ && class == "CORE"//' 's/\$0 = "area : ".*//'; do
    sed "$planted" synth_estimates/library.sh >"$folder/planted.sh"
    cmp -s "$folder/planted.sh" synth_estimates/library.sh && { echo "$planted plants nothing"; exit 1; }
    if holds "$folder/planted.sh"; then echo "not noticed: $planted"; exit 1; fi
done

refused() { # refused EXPECTED
    rm -rf "$folder/copy"
    sh synth_estimates/library.sh "$folder/tech" "$folder/copy" >"$folder/out" 2>&1
    status=$?
    [ "$status" = 2 ] && [ "$(cat "$folder/out")" = "$1" ] && [ -z "$(find "$folder/copy" -type f)" ] && return
    echo "exit $status, expected 2, no file and: $1"
    cat "$folder/out"
    exit 1
}
sed -i 's/^MACRO PADIN/MACRO PADOUT/' "$folder/tech/osu018/osu018_stdcells.lef"
refused "$folder/tech/osu018/osu018_stdcells.lef: no macro PADIN, expected one for each cell of the library"
rm "$folder/tech/osu018/osu018_stdcells.lef"
refused "$folder/tech/osu018/osu018_stdcells.lef: no such file, expected the standard cell library"
echo "areas are the layouts', planted copies are noticed"
