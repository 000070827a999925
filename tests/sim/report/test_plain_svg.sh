#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: test-packages
# sim/report/plain_svg.sh: a picture as gnuplot writes it, with a shape of each kind, and one of Graphviz become what is written
# here, byte for byte and under every awk that is installed, and stay so; a picture with something else in it, or half a
# picture, stays as it is and is named. Shown to fail by plants.
set -u
. tests/lib.sh
work=$BUILD/plain_svg
rm -rf "$work" && mkdir -p "$work" || exit 1
cat >"$work/gnuplot.svg" <<'SVG'
<?xml version="1.0" encoding="utf-8"  standalone="no"?>
<svg 
 width="200" height="100"
 viewBox="0 0 200 100"
 xmlns="http://www.w3.org/2000/svg"
 xmlns:xlink="http://www.w3.org/1999/xlink"
>

<title>Gnuplot</title>
<desc>Produced by GNUPLOT 5.4 patchlevel 4 </desc>

<g id="gnuplot_canvas">

<rect x="0" y="0" width="200" height="100" fill="#ffffff"/>
<defs>

	<path id='gpPt0' stroke-width='0.222' stroke='currentColor' d='M-1,0 h2 M0,-1 v2'/>
	<circle id='gpPt5' stroke-width='0.222' stroke='currentColor' cx='0' cy='0' r='1'/>
	<use xlink:href='#gpPt5' id='gpPt6' fill='currentColor' stroke='none'/>
	<filter id='textbox' filterUnits='objectBoundingBox' x='0' y='0' height='1' width='1'>
	  <feFlood flood-color='#FFFFFF' flood-opacity='1' result='bgnd'/>
	</filter>
</defs>
<g fill="none" color="gray" stroke="currentColor" stroke-width="0.50" stroke-linecap="butt" stroke-linejoin="miter">
	<path stroke='gray' stroke-dasharray='2,4' class="gridline"  d='M10.00,80.04 L190.00,80.04  '/></g>
<g fill="none" color="black" stroke="currentColor" stroke-width="1.00" stroke-linecap="butt" stroke-linejoin="miter">
	<path stroke='black'  d='M10.00,80.04 L19.00,80.04  '/>	<g transform="translate(8.00,83.96)" stroke="none" fill="black" font-family="sans" font-size="12.00"  text-anchor="end">
		<text><tspan font-family="sans" > 1×10</tspan><tspan font-family="sans"  font-size="9.6" dy="-6.00px">6</tspan><tspan font-size="12.0" dy="6.00"> s</tspan></text>
	</g>
</g>
<g fill="none" color="black" stroke="currentColor" stroke-width="1.00" stroke-linecap="butt" stroke-linejoin="miter">
	<g transform="translate(40.00,90.00) rotate(30)" stroke="none" fill="black" font-family="sans" font-size="12.00"  text-anchor="start">
		<text>a &lt; b</text>
	</g>
	<g stroke='none' shape-rendering='crispEdges'>
		<polygon fill = 'rgb(  0, 158, 115)' fill-opacity = '0.850000' points = '30.00,80.05 40.25,80.05 40.25,50.00 30.00,50.00 '/>
	</g>
	<path stroke='black'  d='M30.00,80.04 L30.00,50.01 L40.24,50.01 L40.24,80.04 L30.00,80.04 Z  '/></g>
<g fill="none" color="black" stroke="currentColor" stroke-width="1.00" stroke-linecap="butt" stroke-linejoin="miter">
	<g stroke='none' shape-rendering='crispEdges'>
		<polygon fill = 'rgb(  0, 158, 115)' fill-opacity = '0.850000' points = '50.00,80.05 60.25,80.05 60.25,70.00 50.00,70.00 '/>
	</g>
	<path stroke='black'  d='M50.00,80.04 L50.00,70.01 L60.24,70.01 L60.24,80.04 L50.00,80.04 Z  '/></g>
<g fill="none" color="black" stroke="rgb(230, 159,   0)" stroke-width="2.00" stroke-linecap="butt" stroke-linejoin="miter">
	<path stroke='rgb(230, 159,   0)'  d='M30.00,40.00 L35.00,38.00 L35.01,38.01 L60.00,38.00  '/>	<use xlink:href='#gpPt6' transform='translate(30.00,40.00) scale(4.50)' color='rgb(230, 159,   0)'/>
	<use xlink:href='#gpPt0' transform='translate(60.00,38.00) scale(4.50)' color='black'/>
	<g transform="translate(30.00,40.00) rotate(-90)" stroke="none" fill="black" font-family="sans" font-size="8.00"  text-anchor="start">
		<text>0.75</text>
	</g>
	<g transform="translate(100.00,15.00)" stroke="none" fill="black" font-family="sans" font-size="12.00"  text-anchor="middle">
		<text>Two bars, %</text>
	</g>
</g>
<g fill="none" color="black" stroke="currentColor" stroke-width="1.00" stroke-linecap="butt" stroke-linejoin="miter">
	<g stroke='none' shape-rendering='crispEdges'>
		<polygon fill = 'rgb(107, 174, 214)' points = '100.00,80.00 110.00,80.00 110.00,70.00 100.00,70.00 '/>
		<polygon fill = 'rgb(110, 176, 215)' points = '100.00,70.01 110.00,70.01 110.00,60.00 100.00,60.00 '/>
		<polygon fill = 'rgb(  8,  48, 107)' points = '110.00,80.00 120.00,80.00 120.00,70.00 110.00,70.00 '/>
	</g>
	<path stroke='black'  d='M100.00,80.04 L100.00,60.01 L120.00,60.01 L120.00,80.04 L100.00,80.04 Z  '/></g>
</g>
</svg>

SVG
cat >"$work/gnuplot.expected" <<'SVG'
<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" viewBox="0 0 2000 1000" font-family="sans-serif" font-size="120" stroke-width="10">
<title>Two bars, %</title>
<path fill="#fff" d="m0 0h2000v1000h-2000z"/><path fill="none" stroke="gray" stroke-width="5" stroke-dasharray="20 40" d="m100 800h1800"/><path fill="none" stroke="#000" d="m100 800h90m365-420h90m-45-45v90"/><path fill="#009e73" fill-opacity="0.85" stroke="#000" d="m300 800v-300h102v300zm200 0v-100h102v100z"/><path fill="none" stroke="#e69f00" stroke-width="20" d="m300 400 50-20h250"/><path fill="#e69f00" stroke="#e69f00" d="m255 400a45 45 0 1 0 90 0 45 45 0 1 0-90 0z"/><g shape-rendering="crispEdges"><path fill="#6baed6" d="m1000 600h100v200h-100z"/><path fill="#08306b" d="m1100 800h100v-100h-100z"/>
</g><path fill="none" stroke="#000" d="m1000 800v-200h200v200z"/>
<g text-anchor="end"><text x="80" y="840">1×10<tspan dy="-60" font-size="96">6</tspan><tspan dy="60" font-size="120"> s</tspan></text></g>
<g transform="rotate(30)"><text x="796" y="579">a &lt; b</text></g>
<g font-size="80" transform="rotate(-90)"><text x="-400" y="300">0.75</text></g>
<g text-anchor="middle"><text x="1000" y="150">Two bars, %</text></g>
</svg>
SVG
cat >"$work/graphviz.svg" <<'SVG'
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"
 "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- Generated by graphviz version 2.43.0 (0)
 -->
<svg width="118pt" height="50pt"
 viewBox="0.00 0.00 118.00 50.00" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
<g id="graph0" class="graph" transform="scale(1 1) rotate(0) translate(4 46)">
<title>a_block</title>
<polygon fill="white" stroke="transparent" points="-4,4 -4,-46 114,-46 114,4 -4,4"/>
<g id="node1" class="node">
<title>logic d_q</title>
<polygon fill="#f3f3f3" stroke="black" points="60.5,-29 40.5,-29 40.5,-9 60.5,-9 60.5,-29"/>
<text text-anchor="middle" x="50.5" y="-15.9" font-family="sans-serif" font-size="12.00">2 gates &#160;1</text>
</g>
<!-- from a_i&#45;&gt;logic d_q -->
<g id="edge1" class="edge">
<title>from a_i:e&#45;&gt;logic d_q:w</title>
<path fill="none" stroke="#4477AA" d="M7.5,-10C20,-10 20,-19.25 33,-19.25"/>
<polygon fill="#4477aa" stroke="#4477aa" points="33,-21 39,-19 33,-17 33,-21"/>
</g>
<g id="edge2" class="edge">
<title>from d_q:e&#45;&gt;logic d_q:w</title>
</g>
<g id="edge3" class="edge">
<title>from b_i:e&#45;&gt;logic d_q:w</title>
</g>
<g id="edge4" class="edge">
<title>logic d_q&#45;&gt;to d_q</title>
</g>
<g id="edge5" class="edge">
<title>logic e_o&#45;&gt;to e_o</title>
</g>
<g id="edge6" class="edge">
<title>from d_q:e&#45;&gt;logic e_o:w</title>
</g>
</g>
</svg>
SVG
cat >"$work/graphviz.expected" <<'SVG'
<svg xmlns="http://www.w3.org/2000/svg" width="118pt" height="50pt" viewBox="0 0 1180 500" font-family="sans-serif" font-size="120" stroke-width="10">
<title>a_block</title><desc>d_q from a_i, d_q, b_i; e_o from d_q</desc>
<path fill="#fff" d="m0 500v-500h1180v500z"/><path fill="#f3f3f3" stroke="#000" d="m645 170h-200v200h200z"/><path fill="none" stroke="#4477aa" d="m115 360c125 0 125-92 255-92"/><path fill="#4477aa" stroke="#4477aa" d="m370 250 60 20-60 20z"/>
<g text-anchor="middle"><text x="545" y="301">2 gates &#160;1</text></g>
</svg>
SVG
check() { # check FOLDER AWK: whether what the plain_svg.awk of the folder makes of both is what is expected
    for kind in gnuplot graphviz; do
        "$2" -f "$1/plain_svg.awk" "$work/$kind.svg" 2>/dev/null | cmp -s - "$work/$kind.expected" || return 1
    done
}
for awk in awk mawk gawk original-awk; do
    ! command -v $awk >/dev/null 2>&1 || check sim/report $awk || complain "$awk: another picture"
done
xmllint --noout "$work"/*.expected || complain "no XML"
mkdir "$work/in place" && cp "$work/gnuplot.svg" "$work/in place/" && sh sim/report/plain_svg.sh "$work/in place/gnuplot.svg"
cmp "$work/in place/gnuplot.svg" "$work/gnuplot.expected" || complain "not in place"
sh sim/report/plain_svg.sh "$work/in place/gnuplot.svg"
cmp "$work/in place/gnuplot.svg" "$work/gnuplot.expected" || complain "a second time it is another"

# What is left alone, and named.
other() { # other SCRIPT WORDS: the picture changed by the script stays, and the line has the words
    sed "$1" "$work/gnuplot.svg" >"$work/other.svg"
    cp "$work/other.svg" "$work/before"
    sh sim/report/plain_svg.sh "$work/other.svg" 2>"$work/said" || complain "$1: status $?"
    cmp -s "$work/other.svg" "$work/before" || complain "$1: drawn again"
    grep -qF "seen $2, expected" "$work/said" && grep -qF "$work/other.svg stays as it is" "$work/said" ||
        { complain "$1 is not named"; cat "$work/said"; }
    [ ! -e "$work/other.svg.new" ] || complain "$1: a file more"
}
other 's,<rect x="0",<ellipse x="0",' 'the tag ellipse'
other 's,<rect x="0",<rect filter="url(#textbox)" x="0",' 'the attribute filter'
other 's/font-family="sans" font-size="8.00"/font-family="Courier" font-size="8.00"/' 'the font Courier'
other 's/stroke-linecap="butt"/stroke-linecap="round"/' 'stroke-linecap round'
other 's/stroke-linejoin="miter"/stroke-linejoin="round"/' 'stroke-linejoin round'
other 's/rotate(30)/skewX(30)/' 'the transformation skewX'
other 's/M10.00,80.04 L19.00,80.04/M10.00,80.04 Q19.00,80.04 10,10/' 'the step q of a path'
other "s/href='#gpPt0'/href='#gpPt9'/" 'the mark gpPt9, which is not there'
other '/^<\/svg>/d' 'no whole picture'

# Graphviz itself: of each edge it is said what comes from where.
cat >"$work/graph.dot" <<'DOT'
digraph a { rankdir=LR; node [shape=box fontname="sans-serif"]
"from b_i" -> "logic c_q"; "from a_q" -> "logic c_q"; "logic c_q" -> "to c_q" }
DOT
dot -Tsvg "$work/graph.dot" -o "$work/dot.svg" && sh sim/report/plain_svg.sh "$work/dot.svg"
grep -q '<title>a</title><desc>c_q from b_i, a_q</desc>' "$work/dot.svg" || { complain "a graph as dot writes it"; head -n 3 "$work/dot.svg"; }

plant() { # plant WORDS SCRIPT
    mkdir -p "$work/planted"
    plant_copy sim/report/plain_svg.awk "$work/planted/plain_svg.awk" "$2" "$1" && check "$work/planted" awk && complain "not noticed: $1"
    return 0
}
plant "lengths are cut off, not rounded" 's/int(10 \* a + 0.500001)/int(10 * a)/'
plant "a bar is two shapes" 's/^\(function near(one, other,.*\) {$/\1 { return 0/'
plant "any two shapes are a bar" 's/a\[i\] - b\[i\] > 1 || b\[i\] - a\[i\] > 1/0/'
plant "a mark has its width as in gnuplot's list" 's/style\[depth, "stroke-width"\] \* larger()/style[depth, "stroke-width"]/'
plant "a mark is not filled" 's/draw_mark(substr(at\["xlink:href"\], 2))/draw_mark("gpPt5")/'
plant "currentColor is black" 's/name = style\[depth, "color"\]/name = "black"/'
plant "a slope is lost" 's/if (slope\[k\]) what/if (0) what/'
plant "a sloped text stands where it would not be turned" 's/tenths(a \* cosine(angle) + b \* sine(angle))/tenths(a)/'
plant "what is raised is not" 's/lift += at\["dy"\]/lift += 0/'
plant "it is raised by all before" 's/^    lift = 0$/    lift += 0/'
plant "a step to where it is is kept" 's/ && x\[i\] == x\[k\] && y\[i\] == y\[k\]) continue/ \&\& 0) continue/'
plant "the way back is kept" 's/ k--$/ k -= 0/'
plant "an image lies on what is put over it" 's/layer += field != before /layer += 0 /'
plant "fields of a colour are not put together" 's/if (field && grows(k, newest\[what\]))/if (0)/'
plant "near shades stay many" 's/NEAR = 10 /NEAR = 0 /'
plant "far shades are one" 's/NEAR = 10 /NEAR = 1000 /'
plant "dashes are not tenths" 's/tenths(of\[i\])$/of[i]/'
plant "steps after a closed line begin at its end" 's/at_x = from_x; at_y = from_y/at_x += 0/'
plant "a curve's points are of the page" 's/number(word\[i + 3\] - at_x)/number(word[i + 3])/'
plant "a letter is left out where another step is next" 's/put((letter == last ? "" : letter) numbers)/put(numbers)/'
plant "no title" 's/if (title == "") title = find_title()/title = title/'
plant "a register's own value is none of its sources" 's/words ~ \/^logic \/ && side\[1\] == side\[2\]/side[1] == side[2]/'
plant "what a block drives is one of its sources" 's/words ~ \/^logic \/ && side/0 \&\& side/'
echo "plain pictures: $failures failures"
[ "$failures" = 0 ]
