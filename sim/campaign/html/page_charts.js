// SPDX-License-Identifier: BSD-3-Clause
// Charts, drawn as SVG by the library: each a figure with its caption, and its numbers as a table for whoever reads,
// hears or copies them.
const charts = [];

// Drawing takes most of a large page's time: a chart is drawn when it comes near the window, or is printed.
const NEAR = 600; // pixels
const whenNear = new IntersectionObserver(
    entries =>
        entries.forEach(entry => {
            const chart = charts.find(one => one.plot === entry.target);
            chart.near = entry.isIntersecting;
            if (chart.near) chart.draw();
        }),
    { rootMargin: `${NEAR}px` },
);
const drawAll = () => charts.forEach(chart => chart.draw());
// At first what the window shows; the browser tells of the rest when that is on the screen.
function drawSeen() {
    charts.filter(chart => chart.plot.getBoundingClientRect().top < innerHeight).forEach(chart => chart.draw());
}
addEventListener('beforeprint', drawAll);

// How the cells of a column stand: numbers, also those in words, to the right; long words in several lines.
function columnClass(rows, index) {
    const texts = rows.map(row => row[index]).filter(content => typeof content === 'string');
    const words = texts.filter(text => !/^[-+–0-9]/.test(text));
    return words.length ? (words.some(text => text.length > 60) ? 'words long' : 'words') : null;
}

// Rows of cells that are text or numbers, the first one a heading.
function plainTable(head, rows, caption) {
    const classes = head.map((name, index) => columnClass(rows, index));
    const cell = (content, index) => {
        const text = typeof content === 'number' ? numberText(content) : content === null ? '–' : content;
        return index ? element('td', { class: classes[index] }, text) : element('th', { scope: 'row' }, text);
    };
    const heading = (text, index) => element('th', { scope: 'col', class: index ? classes[index] : 'words' }, text);
    return element(
        'table',
        { class: head.length > 14 ? 'wide' : null },
        caption ? element('caption', {}, caption) : null,
        element('thead', {}, element('tr', {}, head.map(heading))),
        element('tbody', {}, rows.map(row => element('tr', {}, row.map(cell)))),
    );
}

// Something wide or long, which the keyboard scrolls too.
function scrollBox(label, ...children) {
    return element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label }, ...children);
}

function tableDetails(head, rows, caption) {
    const table = scrollBox(`Numbers: ${caption}`, plainTable(head, rows, caption));
    return element('details', {}, element('summary', {}, 'The numbers as a table'), table);
}

// `content`: caption, words (what a screen reader hears), height, option (of the library), head and rows of the table;
// null: there is nothing to draw.
class Chart {
    constructor(parent, content) {
        this.caption = element('figcaption', {});
        this.plot = element('div', { class: 'plot', role: 'img' });
        this.note = element('p', {});
        this.table = element('div', {});
        this.figure = element('figure', { class: 'chart' }, this.caption, this.plot, this.note, this.table);
        this.near = false;
        parent.append(this.figure);
        charts.push(this);
        whenNear.observe(this.plot);
        this.show(content);
    }

    show(content) {
        this.figure.hidden = !content;
        this.content = content;
        this.drawn = false;
        if (!content) return;
        this.caption.textContent = content.caption;
        this.note.textContent = content.note || '';
        this.plot.setAttribute(
            'aria-label',
            `${content.caption}. ${content.words || ''} The numbers follow as a table.`,
        );
        this.plot.style.height = `${content.height || 360}px`;
        this.table.replaceChildren(tableDetails(content.head, content.rows, content.caption));
        if (this.near) this.draw();
    }

    draw() {
        if (this.drawn || !this.content) return;
        this.drawn = true;
        if (this.library) this.library.dispose();
        this.library = echarts.init(this.plot, null, { renderer: 'svg' });
        this.library.setOption(
            Object.assign(
                {
                    animation: false,
                    color: COLOURS,
                    textStyle: { color: '#111', fontSize: 12 },
                    aria: { enabled: true, decal: { show: Boolean(this.content.patterns) }, label: { enabled: false } },
                    tooltip: { trigger: 'item', renderMode: 'richText', confine: true },
                },
                this.content.option,
            ),
        );
        this.fit();
    }

    // In print the page gives the width, and the picture scales with it.
    fit() {
        const picture = this.plot.querySelector('svg');
        if (!picture) return;
        picture.setAttribute('viewBox', `0 0 ${this.library.getWidth()} ${this.library.getHeight()}`);
        picture.setAttribute('focusable', 'false');
        picture.setAttribute('aria-hidden', 'true');
    }

    end() {
        charts.splice(charts.indexOf(this), 1);
        whenNear.unobserve(this.plot);
        if (this.library) this.library.dispose();
        this.figure.remove();
    }

    resize() {
        if (this.figure.hidden || !this.drawn) return;
        this.library.resize();
        this.fit();
    }
}

let resizing = 0;
addEventListener('resize', () => {
    clearTimeout(resizing);
    resizing = setTimeout(() => charts.forEach(chart => chart.resize()), 150);
});

const legendOf = names => ({
    show: names.length > 1,
    type: 'plain',
    top: 0,
    itemWidth: 26,
    itemHeight: 13,
    data: names,
});
// Rows that the legend takes, by the width of its names.
const legendHeight = (names, width) =>
    names.length > 1
        ? 22 * Math.ceil(names.reduce((sum, name) => sum + 50 + 7 * Math.min(name.length, 40), 0) / width) + 12
        : 12;
const pageWidth = () => Math.max(document.getElementById('main').clientWidth, 500);
// Names below an axis stand slanted when side by side they would touch; the room that they take.
const labelWidth = names => Math.min(150, 7 * Math.max(...names.map(name => name.length), 1));
const slanted = (names, width) => names.length * (labelWidth(names) + 10) > width - 90;
const labelRoom = (names, width) => (slanted(names, width) ? Math.ceil(0.65 * labelWidth(names)) + 26 : 34);
const categoryAxis = (names, width) => ({
    type: 'category',
    data: names,
    axisTick: { alignWithLabel: true },
    axisLabel: { interval: 0, rotate: slanted(names, width) ? 40 : 0, overflow: 'truncate', width: 150 },
});
const valueAxis = (name, more) =>
    Object.assign(
        {
            type: 'value',
            name,
            nameLocation: 'middle',
            nameGap: 48,
            splitLine: { lineStyle: { color: '#ddd' } },
            axisLine: { show: true },
            axisLabel: { formatter: text => numberText(text) },
        },
        more,
    );
const gridBelow = (names, width, categories) => ({
    left: 70,
    right: 20,
    top: legendHeight(names, width),
    bottom: labelRoom(categories, width),
});

// The interval about the mean of a bar: a line with ends, on its bar of the group.
function whiskers(index, count, spreads) {
    return (parameters, api) => {
        const at = api.value(0),
            [, low, high] = [at, api.value(1), api.value(2)];
        const bars = api.barLayout({ barGap: '0%', barCategoryGap: '20%', count });
        const x = api.coord([at, low])[0] + bars[index].offsetCenter,
            end = Math.min(bars[index].width / 3, 5);
        const y = [api.coord([at, low])[1], api.coord([at, high])[1]];
        return {
            type: 'path',
            silent: true,
            style: { stroke: '#000', lineWidth: 1.2, fill: 'none' },
            shape: { pathData: `M${x - end} ${y[0]}H${x + end}M${x} ${y[0]}V${y[1]}M${x - end} ${y[1]}H${x + end}` },
        };
    };
}

// Clustered bars. series: [{name, values: [{mean, spread, seeds} or null]}], one value for each category.
function barChart(caption, axis, categories, series, shown, line) {
    const names = series.map(one => one.name),
        width = pageWidth(),
        option = [];
    series.forEach((one, index) => {
        option.push({
            type: 'bar',
            name: one.name,
            barGap: '0%',
            barCategoryGap: '20%',
            itemStyle: { borderColor: '#000', borderWidth: 0.5 },
            data: one.values.map(value => (value ? value.mean : null)),
        });
        const marks = one.values.flatMap((value, at) =>
            value && typeof value.spread === 'number'
                ? [[at, value.mean - value.spread, value.mean + value.spread]]
                : [],
        );
        if (marks.length)
            option.push({
                type: 'custom',
                name: one.name,
                renderItem: whiskers(index, series.length),
                data: marks,
                z: 10,
                encode: { x: 0, y: [1, 2] },
                tooltip: { show: false },
            });
    });
    return {
        caption,
        patterns: true,
        height: 260 + legendHeight(names, width) + labelRoom(categories, width),
        words: `Bars of ${names.length} series over ${categories.length} categories.`,
        option: {
            legend: legendOf(names),
            grid: gridBelow(names, width, categories),
            xAxis: categoryAxis(categories, width),
            yAxis: valueAxis(axis),
            series: option,
        },
        head: ['', ...names],
        rows: categories.map((category, at) => [
            category,
            ...series.map(one => (one.values[at] ? spreadText(one.values[at], shown) : null)),
        ]),
    };
}

// Bars of parts on each other, in per cent of a whole; the axis ends at `most` when that is given.
// series: [{name, values}].
function stackChart(caption, most, categories, series) {
    const names = series.map(one => one.name),
        width = pageWidth();
    return {
        caption,
        patterns: true,
        height: 230 + legendHeight(names, width) + labelRoom(categories, width),
        words: `Stacked bars of ${names.join(', ')} for ${categories.length} categories.`,
        option: {
            legend: legendOf(names),
            grid: gridBelow(names, width, categories),
            xAxis: categoryAxis(categories, width),
            yAxis: valueAxis('%', { max: most }),
            series: series.map(one => ({
                type: 'bar',
                stack: 'whole',
                name: one.name,
                data: one.values,
                itemStyle: { borderColor: '#000', borderWidth: 0.5 },
            })),
        },
        head: ['', ...names],
        rows: categories.map((category, at) => [category, ...series.map(one => one.values[at])]),
    };
}

// Lines over numbers. series: [{name, points: [[x, y]], bold}].
function lineChart(caption, xName, yName, series, shown, more) {
    const names = series.map(one => one.name),
        width = pageWidth();
    const places = [...new Set(series.flatMap(one => one.points.map(point => point[0])))].sort((a, b) => a - b);
    const at = series.map(one => new Map(one.points));
    const few = places.length <= 60;
    return Object.assign(
        {
            caption,
            height: 320 + legendHeight(names, width),
            words: `Lines of ${names.length} series over ${xName}, ${places.length} values.`,
            option: {
                legend: legendOf(names),
                grid: Object.assign(gridBelow(names, width, []), { bottom: 52 }),
                tooltip: { trigger: 'axis', renderMode: 'richText', confine: true },
                xAxis: {
                    type: 'value',
                    name: xName,
                    nameLocation: 'middle',
                    nameGap: 30,
                    min: places[0],
                    max: places[places.length - 1],
                    minInterval: places.every(Number.isInteger) ? 1 : 0,
                },
                yAxis: valueAxis(yName, { scale: true }),
                series: series.map((one, index) => ({
                    type: 'line',
                    name: one.name,
                    data: one.points,
                    connectNulls: true,
                    symbol: MARKS[index % MARKS.length],
                    symbolSize: few ? 8 : (value, point) => ((point.dataIndex + 3 * index) % 16 ? 0 : 8),
                    showSymbol: true,
                    showAllSymbol: few,
                    lineStyle: { width: one.bold ? 4 : 1.8, type: DASHES[Math.floor(index / 2) % DASHES.length] },
                })),
            },
            head: [xName, ...names],
            rows: places.map(place => [
                numberText(place),
                ...at.map(points => {
                    const value = points.get(place);
                    return value === undefined || value === null ? null : numberText(value, shown);
                }),
            ]),
        },
        more,
    );
}

// Single points with their names. points: [{name, x, y}].
function pointChart(caption, xName, yName, points, xAxis) {
    return {
        caption,
        height: 340,
        words: `${points.length} points.`,
        option: {
            grid: { left: 70, right: 120, top: 20, bottom: 52 },
            xAxis: Object.assign(
                {
                    type: 'value',
                    name: xName,
                    nameLocation: 'middle',
                    nameGap: 30,
                    splitLine: { lineStyle: { color: '#ddd' } },
                },
                xAxis,
            ),
            yAxis: valueAxis(yName),
            series: points.map((point, index) => ({
                type: 'line',
                name: point.name,
                data: [[point.x, point.y]],
                symbolSize: 12,
                symbol: MARKS[index % MARKS.length],
                label: { show: true, position: 'right', formatter: () => point.name },
            })),
        },
        head: ['', xName, yName],
        rows: points.map(point => [point.name, point.x, point.y]),
    };
}
