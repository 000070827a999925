# SPDX-License-Identifier: BSD-3-Clause
# awk -f plain_svg.awk PICTURE: a picture of gnuplot or Graphviz, drawn again in few lines (plain_svg.sh says what for).
#
# What they write is read tag by tag. A shape becomes its outline on the page, a text the place where it stands. What is
# drawn alike, in one colour and stroke, is then one path; texts follow, together by size, anchor and slope. Lengths are
# integers, tenths of those of the picture, so that the viewBox is ten times as large as the page.
# A tag, an attribute, a font that it does not know ends it with status 2 and a line that names it.
BEGIN {
    RS = "<"
    depth = 0
    LINE = 700                          # bytes, about, behind which a line ends where it may
    NEAR = 10                           # of shades, all three colours together, of 255 each
    RADIAN = 3.141592653589793 / 180
    RECTANGLE = "^ m [-0-9]+ [-0-9]+ l [-0-9]+ [-0-9]+ l [-0-9]+ [-0-9]+ l [-0-9]+ [-0-9]+ z"
    of_style = "fill fill-opacity stroke stroke-width stroke-dasharray color font-size text-anchor shape-rendering class"
    n_inherited = split(of_style, inherited, " ")
    known = " " of_style " id d points x y dy width height cx cy r transform font-family stroke-linecap stroke-linejoin viewBox" \
        " xmlns xmlns:xlink xlink:href "
    style[0, "fill"] = style[0, "color"] = "black"
    style[0, "stroke"] = "none"
    style[0, "fill-opacity"] = style[0, "stroke-width"] = 1
    style[0, "text-anchor"] = "start"
    style[0, "font-size"] = 12
    place[0, 1] = place[0, 4] = 1
}
function refuse(words) {
    if (!bad) print "plain_svg.awk: seen " words ", expected what gnuplot and Graphviz write" > "/dev/stderr"
    bad = 1
    exit 2
}

# --- tags
function read_attributes(tag,    name, end) {
    split("", at)
    while (match(tag, /[A-Za-z:-]+ *= *["']/)) {
        name = substr(tag, RSTART, RLENGTH)
        tag = substr(tag, RSTART + RLENGTH)
        end = index(tag, substr(name, length(name)))
        sub(/ *=.*/, "", name)
        if (!index(known, " " name " ")) refuse("the attribute " name)
        at[name] = substr(tag, 1, end - 1)
        tag = substr(tag, end + 1)
    }
    if ("font-family" in at && at["font-family"] !~ /^sans/) refuse("the font " at["font-family"])
    if ("stroke-linecap" in at && at["stroke-linecap"] != "butt") refuse("stroke-linecap " at["stroke-linecap"])
    if ("stroke-linejoin" in at && at["stroke-linejoin"] != "miter") refuse("stroke-linejoin " at["stroke-linejoin"])
}
# Within a tag what it says holds, and what those around it say.
function enter(    i, name) {
    for (i = 1; i <= n_inherited; i++) {
        name = inherited[i]
        style[depth + 1, name] = name in at ? at[name] : style[depth, name]
    }
    for (i = 1; i <= 6; i++) place[depth + 1, i] = place[depth, i] + 0
    depth++
    if ("transform" in at) transform(at["transform"])
}
function transform(words,    name, of) {
    while (match(words, /[A-Za-z]+\([^)]*\)/)) {
        name = substr(words, RSTART, RLENGTH)
        words = substr(words, RSTART + RLENGTH)
        split(substr(name, index(name, "(") + 1), of, /[ ,)]+/)
        sub(/\(.*/, "", name)
        if (name == "translate") multiply(1, 0, 0, 1, of[1], of[2])
        else if (name == "scale") multiply(of[1], 0, 0, of[2] == "" ? of[1] : of[2], 0, 0)
        else if (name == "rotate") multiply(cosine(of[1]), sine(of[1]), -sine(of[1]), cosine(of[1]), 0, 0)
        else refuse("the transformation " name)
    }
}
function multiply(a, b, c, d, e, f,    m, i) {
    for (i = 1; i <= 6; i++) m[i] = place[depth, i]
    place[depth, 1] = m[1] * a + m[3] * b
    place[depth, 2] = m[2] * a + m[4] * b
    place[depth, 3] = m[1] * c + m[3] * d
    place[depth, 4] = m[2] * c + m[4] * d
    place[depth, 5] = m[1] * e + m[3] * f + m[5]
    place[depth, 6] = m[2] * e + m[4] * f + m[6]
}
# Of degrees; exact where they are a multiple of 90.
function sine(angle) {
    angle = (angle % 360 + 360) % 360
    return angle % 180 == 0 ? 0 : angle == 90 ? 1 : angle == 270 ? -1 : sin(angle * RADIAN)
}
function cosine(angle) { return sine(angle + 90) }
# Tenths. What was written in hundredths may lie between two: always the upper one, whatever the last bit.
function tenths(a) { return a < 0 ? -int(0.499999 - 10 * a) : int(10 * a + 0.500001) }
function page_x(a, b) { return place[depth, 1] * a + place[depth, 3] * b + place[depth, 5] }
function page_y(a, b) { return place[depth, 2] * a + place[depth, 4] * b + place[depth, 6] }
function larger() { return sqrt(place[depth, 1] * place[depth, 4] - place[depth, 2] * place[depth, 3]) }
function colour(name,    of) {
    if (name == "currentColor") name = style[depth, "color"]
    if (name == "transparent") return "none"
    if (name ~ /^rgb\(/) {
        gsub(/[^0-9,]/, "", name)
        split(name, of, ",")
        name = sprintf("#%02x%02x%02x", of[1], of[2], of[3])
    }
    if (name == "black" || name == "#000000") return "#000"
    if (name == "white" || tolower(name) == "#ffffff") return "#fff"
    return tolower(name)
}

# --- outlines: op[i] is m, l, c, z, or o for a circle of radius x1[i], to x[i], y[i]; a curve by x1, y1 and x2, y2
function step(what, a, b) {
    n++
    op[n] = what
    x[n] = tenths(page_x(a, b))
    y[n] = tenths(page_y(a, b))
}
function read_path(d,    word, words, i, c, a, b, first_a, first_b, relative) {
    gsub(/[A-Za-z]/, " & ", d)
    gsub(/-/, " -", d)
    gsub(/,/, " ", d)
    words = split(d, word, " ")
    for (i = 1; i <= words; ) {
        if (word[i] ~ /^[A-Za-z]$/) {
            c = tolower(word[i])
            relative = word[i++] == c
        } else if (c == "m")
            c = "l"
        if (c !~ /^[mlhvcz]$/) refuse("the step " c " of a path")
        if (c == "z") { step("z", a = first_a, b = first_b); continue }
        if (!relative && c != "v") a = 0
        if (!relative && c != "h") b = 0
        if (c == "c") {
            x1[n + 1] = tenths(page_x(a + word[i], b + word[i + 1]))
            y1[n + 1] = tenths(page_y(a + word[i], b + word[i + 1]))
            x2[n + 1] = tenths(page_x(a + word[i + 2], b + word[i + 3]))
            y2[n + 1] = tenths(page_y(a + word[i + 2], b + word[i + 3]))
            i += 4
        }
        if (c != "v") a += word[i++]
        if (c != "h") b += word[i++]
        if (c == "m") { first_a = a; first_b = b }
        step(c == "h" || c == "v" ? "l" : c, a, b)
    }
}
function read_points(points,    word, words, i) {
    gsub(/,/, " ", points)
    words = split(points, word, " ")
    for (i = 1; i < words; i += 2) step(i == 1 ? "m" : "l", word[i], word[i + 1])
    step("z", word[1], word[2])
}
function read_rectangle(a, b, width, height) {
    step("m", a, b)
    step("l", a + width, b)
    step("l", a + width, b + height)
    step("l", a, b + height)
    step("z", a, b)
}
function read_circle() {
    step("o", at["cx"] + 0, at["cy"] + 0)
    x1[n] = tenths(at["r"] * larger())
}
# Steps to where the line is already, and the one back to where a closed line began, are left out.
function tidy(    i, k, first) {
    for (i = 1; i <= n; i++) {
        if (op[i] == "l" && op[k] != "z" && x[i] == x[k] && y[i] == y[k]) continue
        if (op[i] == "z" && op[k] == "l" && k > first + 1 && x[k] == x[first] && y[k] == y[first]) k--
        k++
        if (op[i] == "m") first = k
        op[k] = op[i]; x[k] = x[i]; y[k] = y[i]
        x1[k] = x1[i]; y1[k] = y1[i]; x2[k] = x2[i]; y2[k] = y2[i]
    }
    n = k
}
# The rectangle around one closed line of straight ones.
function around(    i, left, right, top, bottom) {
    left = right = x[1]
    top = bottom = y[1]
    for (i = 1; i < n; i++) {
        if (op[i] != (i == 1 ? "m" : "l")) return ""
        if (x[i] < left) left = x[i]
        if (x[i] > right) right = x[i]
        if (y[i] < top) top = y[i]
        if (y[i] > bottom) bottom = y[i]
    }
    return op[n] == "z" ? left " " right " " top " " bottom : ""
}
function draw(    i, k, outline) {
    tidy()
    for (i = 1; i <= n; i++) {
        outline = outline " " op[i] " " x[i] " " y[i]
        if (op[i] == "c") outline = outline " " x1[i] " " y1[i] " " x2[i] " " y2[i]
        if (op[i] == "o") outline = outline " " x1[i]
    }
    k = n_shapes + 1
    fill[k] = colour(style[depth, "fill"])
    stroke[k] = colour(style[depth, "stroke"])
    if (n < 1 || fill[k] == "none" && stroke[k] == "none") return
    n_shapes = k
    shape[k] = outline
    box[k] = around()
    opacity[k] = style[depth, "fill-opacity"] + 0
    crisp[k] = style[depth, "shape-rendering"]
    wide[k] = tenths(style[depth, "stroke-width"] * larger())
    dashes[k] = style[depth, "stroke-dasharray"]
}
function draw_tag(name) {
    enter()
    n = 0
    if (name == "path") read_path(at["d"])
    else if (name == "polygon") read_points(at["points"])
    else if (name == "rect") read_rectangle(at["x"], at["y"], at["width"], at["height"])
    else if (name == "circle") read_circle()
    else if (name == "use") draw_mark(substr(at["xlink:href"], 2))
    else refuse("the tag " name)
    if (name != "use") draw()
    depth--
}
# A mark, which is a shape or another mark with more attributes.
function draw_mark(id) {
    if (!(id in mark)) refuse("the mark " id ", which is not there")
    read_attributes(mark[id])
    draw_tag(mark_name[id])
}

# --- texts
function text_begins() {
    enter()
    writing = 1
    written = lift = ""
    text_x = at["x"] + 0
    text_y = at["y"] + 0
}
# Of another size, or raised, in gnuplot's enhanced texts.
function text_part(words,    size) {
    size = "font-size" in at ? tenths(at["font-size"]) : tenths(style[depth, "font-size"])
    lift += at["dy"]
    if (words == "") return
    if (lift == 0 && size == tenths(style[depth, "font-size"])) written = written words
    else written = written "<tspan" (lift ? " dy=\"" tenths(lift) "\"" : "") " font-size=\"" size "\">" words "</tspan>"
    lift = 0
}
function text_ends(    angle, a, b, k) {
    writing = 0
    sub(/^[ \t\n]+/, "", written)
    sub(/[ \t\n]+$/, "", written)
    angle = sprintf("%.0f", atan2(place[depth, 2], place[depth, 1]) / RADIAN) + 0
    a = page_x(text_x, text_y)
    b = page_y(text_x, text_y)
    if (written != "") {
        k = ++n_texts
        text[k] = written
        anchor[k] = style[depth, "text-anchor"]
        slope[k] = angle
        across[k] = tenths(a * cosine(angle) + b * sine(angle))
        down[k] = tenths(b * cosine(angle) - a * sine(angle))
        size[k] = tenths(style[depth, "font-size"] * larger())
        text_fill[k] = colour(style[depth, "fill"])
    }
    depth--
}

# --- reading
# Graphviz names a picture, its nodes and its edges, `from A:e->logic B:w`. Of edges it is told in words what comes from where.
function title_ends(    side, k) {
    if (style[depth, "class"] == "graph") title = words
    if (style[depth, "class"] != "edge") return
    gsub(/&#45;/, "-", words)
    gsub(/&gt;/, ">", words)
    split(words, side, "->")
    for (k = 1; k <= 2; k++) { sub(/:[a-z]*$/, "", side[k]); sub(/^(from|to|logic) /, "", side[k]) }
    if (words ~ /^logic / && side[1] == side[2]) return             # what drives it, no source of its own
    if (!(side[2] in sources)) head[++n_heads] = side[2]
    sources[side[2]] = sources[side[2]] (side[2] in sources && sources[side[2]] != "" ? ", " : "") side[1]
}
{
    end = index($0, ">")
    if (!end) next
    tag = substr($0, 1, end - 1)
    words = substr($0, end + 1)
    if (!match(tag, /^\/?[A-Za-z]+/)) next                  # <?xml, <!DOCTYPE, a comment
    name = substr(tag, 1, RLENGTH)
    tag = substr(tag, RLENGTH + 1)
    if (name ~ /^\/?(filter|feFlood|feComposite|desc|defs)$/) { if (name ~ /defs/) defining = name == "defs"; next }
    if (name == "title") { title_ends(); next }
    if (name == "/title") next
    if (name == "/g" || name == "/svg") { depth--; next }
    if (name == "/text") { text_ends(); next }
    if (name == "/tspan") { split("", at); text_part(words); next }
    read_attributes(tag)
    if (name == "svg") { page_width = at["width"]; page_height = at["height"]; split(at["viewBox"], view, " ") }
    if (name == "tspan") text_part(words)
    else if (name == "text") { text_begins(); split("", at); text_part(words) }
    else if (name == "g" || name == "svg") { enter(); if (tag ~ /\/$/) depth-- }
    else if (defining) { mark[at["id"]] = tag; mark_name[at["id"]] = name }
    else draw_tag(name)
}

# --- writing
function put(words) {
    if (column && column + length(words) > LINE) new_line()
    if (!column) sub(/^ /, "", words)
    printf "%s", words
    column += length(words)
}
function new_line() {
    if (column) printf "\n"
    column = 0
}
function number(a) { return a < 0 ? a "" : " " a }
# A step, its letter left out where it is that of the step before.
function put_step(letter, numbers) {
    if (letter != last) sub(/^ /, "", numbers)
    put((letter == last ? "" : letter) numbers)
    last = letter
}
function put_outline(k,    word, words, i, a, b) {
    words = split(shape[k], word, " ")
    for (i = 1; i <= words; i += 3) {
        a = word[i + 1] - at_x
        b = word[i + 2] - at_y
        if (word[i] == "z") {
            put("z"); last = "z"
            at_x = from_x; at_y = from_y
            continue
        }
        if (word[i] == "m") { last = ""; put_step("m", number(a) number(b)); last = "l" }
        else if (word[i] == "c") {
            put_step("c", number(word[i + 3] - at_x) number(word[i + 4] - at_y) \
                number(word[i + 5] - at_x) number(word[i + 6] - at_y) number(a) number(b))
        } else if (word[i] == "o") {
            a -= word[i + 3]
            last = ""
            put_step("m", number(a) number(b))
            put("a" word[i + 3] " " word[i + 3] " 0 1 0 " 2 * word[i + 3] " 0")
            put(" " word[i + 3] " " word[i + 3] " 0 1 0-" 2 * word[i + 3] " 0z")
            last = "z"
        } else if (b == 0) put_step("h", number(a))
        else if (a == 0) put_step("v", number(b))
        else put_step("l", number(a) number(b))
        at_x += a
        at_y += b
        if (word[i] == "m" || word[i] == "o") { from_x = at_x; from_y = at_y }
        i += word[i] == "c" ? 4 : word[i] == "o" ? 1 : 0
    }
}
function near(one, other,    a, b, i) {
    if (one == "" || other == "") return 0
    split(one, a, " ")
    split(other, b, " ")
    for (i = 1; i <= 4; i++) if (a[i] - b[i] > 1 || b[i] - a[i] > 1) return 0
    return 1
}
function tenfold(list,    of, k, i, result) {
    k = split(list, of, /[ ,]+/)
    for (i = 1; i <= k; i++) result = result (i > 1 ? " " : "") tenths(of[i])
    return result
}
function shape_words(k,    result) {
    result = " fill=\"" fill[k] "\""
    if (fill[k] != "none" && opacity[k] != 1) result = result " fill-opacity=\"" opacity[k] "\""
    if (stroke[k] == "none") return result
    result = result " stroke=\"" stroke[k] "\""
    if (wide[k] != 10) result = result " stroke-width=\"" wide[k] "\""
    return result (dashes[k] != "" ? " stroke-dasharray=\"" tenfold(dashes[k]) "\"" : "")
}
# Of an image: whether a field stands on another of its column and colour, which is then as high as both.
function grows(k, on,    a, b) {
    if (!on || shape[k] !~ RECTANGLE || shape[on] !~ RECTANGLE) return 0
    split(box[k], a, " ")
    split(box[on], b, " ")
    if (a[1] != b[1] || a[2] != b[2] || a[4] - b[3] > 1 || b[3] - a[4] > 1) return 0
    box[on] = b[1] " " b[2] " " a[3] " " b[4]
    shape[on] = " m " b[1] " " a[3] " l " b[2] " " a[3] " l " b[2] " " b[4] " l " b[1] " " b[4] " z " b[1] " " a[3]
    return 1
}
# The colour of a field. An image has hundreds, shades of a few: one that is near, which no eye tells from it, stands for it.
function shade(name,    k, i, of) {
    if (name !~ /^#......$/) return name
    for (i = 1; i <= 3; i++) of[i] = 16 * digit(name, 2 * i) + digit(name, 2 * i + 1)
    for (k = 1; k <= n_shades; k++)
        if (apart(of[1], red[k]) + apart(of[2], green[k]) + apart(of[3], blue[k]) <= NEAR) return shades[k]
    n_shades++
    red[k] = of[1]; green[k] = of[2]; blue[k] = of[3]
    return shades[k] = name
}
function digit(name, i) { return index("0123456789abcdef", substr(name, i, 1)) - 1 }
function apart(a, b) { return a < b ? b - a : a - b }
function put_shapes(    k, field, before, layer, what, n_groups, group, of, members, i, member, newest) {
    for (k = 1; k <= n_shapes; k++) {
        # A bar comes as what fills it and, next, the line around it: one shape with both.
        if (k < n_shapes && stroke[k] == "none" && fill[k + 1] == "none" && near(box[k], box[k + 1])) {
            fill[k + 1] = fill[k]
            opacity[k + 1] = opacity[k]
            continue
        }
        field = stroke[k] == "none" && opacity[k] == 1 && crisp[k] == "crispEdges"
        layer += field != before            # an image covers what is there, and has a frame put over it
        before = field
        if (field) fill[k] = shade(fill[k])
        what = layer + 0 " " field " |" shape_words(k)
        if (!(what in of)) { of[what] = ++n_groups; group[n_groups] = what }
        if (field && grows(k, newest[what])) continue
        newest[what] = k
        members[of[what]] = members[of[what]] " " k
    }
    before = 0
    for (i = 1; i <= n_groups; i++) {
        if (column > LINE - 100) new_line()
        field = group[i] ~ / 1 /
        if (field != before) put(field ? "<g shape-rendering=\"crispEdges\">" : "</g>")
        before = field
        put("<path" substr(group[i], index(group[i], "|") + 1) " d=\"")
        at_x = at_y = 0
        last = ""
        n = split(members[i], member, " ")
        for (k = 1; k <= n; k++) put_outline(member[k])
        put("\"/>")
    }
    if (before) put("</g>")
}
function put_texts(    k, what, n_groups, group, of, members, i, member) {
    for (k = 1; k <= n_texts; k++) {
        what = anchor[k] != "start" ? " text-anchor=\"" anchor[k] "\"" : ""
        if (size[k] != 120) what = what " font-size=\"" size[k] "\""
        if (text_fill[k] != "#000") what = what " fill=\"" text_fill[k] "\""
        if (slope[k]) what = what " transform=\"rotate(" slope[k] ")\""
        if (!(what in of)) { of[what] = ++n_groups; group[n_groups] = what }
        members[of[what]] = members[of[what]] " " k
    }
    for (i = 1; i <= n_groups; i++) {
        new_line()
        put("<g" group[i] ">")
        n = split(members[i], member, " ")
        for (k = 1; k <= n; k++)
            put("<text x=\"" across[member[k]] "\" y=\"" down[member[k]] "\">" text[member[k]] "</text>")
        put("</g>")
    }
}
# What stands above the picture of gnuplot in the middle, or else what its axes are.
function find_title(    turn, k, top, result) {
    for (turn = 0; turn >= -90 && result == ""; turn -= 90) {
        for (k = 1; k <= n_texts; k++)
            if (anchor[k] == "middle" && slope[k] == turn && text[k] !~ /^[-0-9.]*$/)
                if (top == "" || down[k] < top) top = down[k]
        for (k = 1; k <= n_texts; k++)
            if (top != "" && anchor[k] == "middle" && slope[k] == turn && (turn || down[k] == top))
                result = result (result == "" ? "" : "; ") text[k]
    }
    gsub(/<[^>]*>/, "", result)
    return result
}
function put_title(    k, i, word, words) {
    if (title == "") title = find_title()
    if (title != "") put("<title>" title "</title>")
    if (!n_heads) return
    put("<desc>")
    for (k = 1; k <= n_heads; k++) {
        words = split((k > 1 ? "; " : "") head[k] " from " sources[head[k]], word, " ")
        for (i = 1; i <= words; i++) put((k == 1 && i == 1 || word[i] == ";" ? "" : " ") word[i])
    }
    put("</desc>")
}
END {
    if (!bad && (page_width == "" || depth != 0)) refuse("no whole picture")
    if (bad) exit 2
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" page_width "\" height=\"" page_height "\" viewBox=\"0 0 " \
        tenths(view[3]) " " tenths(view[4]) "\" font-family=\"sans-serif\" font-size=\"120\" stroke-width=\"10\">"
    put_title()
    new_line()
    put_shapes()
    put_texts()
    new_line()
    print "</svg>"
}
