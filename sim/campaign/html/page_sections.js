// SPDX-License-Identifier: BSD-3-Clause
// The sections of results: bars, sweeps, stalls, time lines, claims, cost beside gain, the papers' figures.
const BARS_MOST = 24; // kernels in one chart: beyond it a bar is too thin to be read
const LINES_MOST = 12;
const TIMES_MOST = 6;

function section(id, title) {
    const made = element(
        'section',
        { id, 'aria-labelledby': `${id}-title` },
        element('h2', { id: `${id}-title` }, title),
    );
    document.getElementById('main').append(made);
    return made;
}

// Draws now, and again whenever the table shows something else.
function follow(parent, contentOf) {
    const chart = new Chart(parent, contentOf());
    view.listeners.push(() => chart.show(contentOf()));
}

function barsOfKernels() {
    const kernels = visibleKernels(),
        systems = visibleSystems(),
        some = kernels.slice(0, BARS_MOST);
    if (!some.length || !systems.length) return null;
    const content = barChart(
        viewWords(),
        SHOWN_WORDS[view.shown],
        some.map(kernel => report.kernels[kernel].name),
        systems.map(system => ({
            name: report.systems[system].name,
            values: some.map(kernel => shownNumber(kernel, system, view.path, view.shown, view.baseline)),
        })),
        view.shown,
    );
    if (some.length < kernels.length)
        content.note =
            `The first ${some.length} of the ${kernels.length} kernels of the table above, in its order: ` +
            'sort or filter it to see others here.';
    return content;
}

function barsOfMeans() {
    const kernels = visibleKernels(),
        systems = visibleSystems(),
        { means, kernels: counted } = meansOver(kernels, systems);
    if (!counted || counted < 2) return null;
    return barChart(
        `${viewWords()}: ${meanWords(view.shown)} over ${counted} kernels`,
        SHOWN_WORDS[view.shown],
        systems.map(system => report.systems[system].name),
        [
            {
                name: meanWords(view.shown),
                values: means.map(mean => (mean === null ? null : { mean, spread: null, seeds: 1 })),
            },
        ],
        view.shown,
    );
}

function showBars() {
    const parent = section('bars', 'Bars');
    follow(parent, barsOfMeans);
    follow(parent, barsOfKernels);
}

// A system's number along one key, a line for each kernel, and their mean.
function sweepLines(sweep) {
    const kernels = visibleKernels(),
        some = kernels.slice(0, LINES_MOST);
    const at = (kernel, system) => shownNumber(kernel, system, view.path, view.shown, view.baseline);
    const series = some
        .map(kernel => ({
            name: report.kernels[kernel].name,
            points: sweep.points
                .map(([value, system]) => [value, at(kernel, system)])
                .filter(point => point[1])
                .map(([value, number]) => [value, number.mean]),
        }))
        .filter(one => one.points.length);
    const { means, kernels: counted } = meansOver(
        kernels,
        sweep.points.map(point => point[1]),
    );
    if (!series.length) return null;
    if (counted > 1)
        series.push({
            name: `${meanWords(view.shown)} of ${counted}`,
            bold: true,
            points: sweep.points.map(([value], index) => [value, means[index]]),
        });
    return lineChart(
        `${sweep.name}: ${viewWords()} by ${sweep.key}`,
        sweep.key,
        SHOWN_WORDS[view.shown],
        series,
        view.shown,
        some.length < kernels.length
            ? { note: `The first ${some.length} of the ${kernels.length} kernels of the table.` }
            : {},
    );
}

function showSweeps() {
    if (!report.sweeps.length) return;
    const parent = section('sweeps', 'Sweeps');
    report.sweeps.forEach(sweep => follow(parent, () => sweepLines(sweep)));
}

// Parts of a whole, each a sum of paths, in per cent; for one kernel, or the mean over those of the table.
const STALLS = [
    {
        caption: 'What the schedulers did, % of their cycles',
        most: 100,
        whole: ['warp_insns', 'stalls.idle', 'stalls.scoreboard', 'stalls.pipeline'],
        parts: [
            ['issued', 'warp_insns'],
            ['waited for operands (scoreboard)', 'stalls.scoreboard'],
            ['waited for a pipeline', 'stalls.pipeline'],
            ['no instruction (idle)', 'stalls.idle'],
        ],
    },
    {
        caption: 'What held the LD/ST unit, % of the cycles of SMs with a CTA',
        whole: ['sm.active_cycles'],
        parts: [
            ['coalescing', 'stalls.ldst_coal'],
            ['no MSHR, way or place (reservation fails)', 'stalls.ldst_mshr'],
            ['interconnect', 'stalls.ldst_icnt'],
        ],
    },
];

function share(kernel, system, path, whole) {
    const part = numberOf(kernel, system, path),
        all = whole.map(one => numberOf(kernel, system, one));
    if (!part || all.some(number => !number)) return null;
    const sum = all.reduce((total, number) => total + number.mean, 0);
    return sum ? (100 * part.mean) / sum : null;
}

function stallChart(kind, chosen) {
    const systems = visibleSystems(),
        kernels = chosen === 'all' ? visibleKernels() : [Number(chosen)];
    const series = kind.parts.map(([name, path]) => ({
        name,
        values: systems.map(system => {
            const shares = kernels
                .map(kernel => share(kernel, system, path, kind.whole))
                .filter(value => value !== null);
            return shares.length ? shares.reduce((sum, value) => sum + value, 0) / shares.length : null;
        }),
    }));
    if (!series.some(one => one.values.some(value => value !== null))) return null;
    const of = chosen === 'all' ? `mean over ${kernels.length} kernels` : report.kernels[chosen].name;
    return stackChart(`${kind.caption}: ${of}`, kind.most, systems.map(system => report.systems[system].name), series);
}

function showStalls() {
    if (!metricIndex.has('stalls.idle')) return;
    const parent = section('stalls', 'Stalls');
    const shown = { kernel: 'all' };
    const drawn = [];
    parent.append(
        element(
            'div',
            { class: 'controls' },
            choice(
                'Kernel',
                [
                    ['all', 'mean over those of the table'],
                    ...report.kernels.map((kernel, index) => [index, kernel.name]),
                ],
                'all',
                value => {
                    shown.kernel = value;
                    drawn.forEach(draw => draw());
                },
            ),
        ),
    );
    for (const kind of STALLS) {
        const chart = new Chart(parent, stallChart(kind, 'all'));
        drawn.push(() => chart.show(stallChart(kind, shown.kernel)));
    }
    view.listeners.push(() => drawn.forEach(draw => draw()));
}

// What a register's column is, also of an observer's or of another place than an SM: "gpu.tucd".
const wordsOf = column =>
    report.time_words[Object.keys(report.time_words).find(name => column === name || column.endsWith(`.${name}`))];

// One column of the time lines of a kernel, a line for each system that has it and passes the table's filter.
function timeChart(kernel, column) {
    const times = report.times.filter(time => time.kernel === kernel && time.columns.includes(column));
    const some = times.filter(time => visibleSystems().includes(time.system));
    const series = some
        .slice(0, TIMES_MOST)
        .map(time => {
            const at = time.columns.indexOf(column);
            const points = time.rows.map(row => [row[0], row[at]]).filter(point => point[1] !== null);
            return { name: report.systems[time.system].name, points };
        })
        .filter(one => one.points.length);
    if (!series.length) return null;
    const words = wordsOf(column), notes = words ? [`${column}: ${words}; mean over the SMs that had a CTA.`] : [];
    if (some.length > TIMES_MOST)
        notes.push(`The first ${TIMES_MOST} of ${some.length} systems: the filter of the results chooses others.`);
    return lineChart(`${report.kernels[kernel].name}: ${column} over time`, 'core cycle', column, series, 'value', {
        note: notes.join(' '),
    });
}

// IPC, and what the policies' own blocks hold, have a chart each; the other columns are chosen from.
function showTimes() {
    if (!report.times.length) return;
    const parent = section('times', 'Over time'), place = element('div', {});
    const kernels = [...new Set(report.times.map(time => time.kernel))];
    const columnsOf = kernel => [
        ...new Set(report.times.filter(time => time.kernel === kernel).flatMap(time => time.columns.slice(1))),
    ];
    const shown = { kernel: kernels[0], column: null };
    let own = [];
    const redraw = () => own.forEach(([chart, column]) => chart.show(timeChart(shown.kernel, column())));
    const draw = () => {
        const columns = columnsOf(shown.kernel), rest = columns.filter(column => column !== 'ipc' && !wordsOf(column));
        own.forEach(([chart]) => chart.end());
        place.replaceChildren();
        own = ['ipc', ...columns.filter(wordsOf)].map(column => [
            new Chart(place, timeChart(shown.kernel, column)),
            () => column,
        ]);
        shown.column = rest[0];
        const pick = value => {
            shown.column = value;
            redraw();
        };
        const others = rest.map(column => [column, column]);
        place.append(element('div', { class: 'controls' }, choice('Also', others, rest[0], pick)));
        own.push([new Chart(place, timeChart(shown.kernel, shown.column)), () => shown.column]);
    };
    const names = kernels.map(kernel => [kernel, report.kernels[kernel].name]);
    const pickKernel = value => {
        shown.kernel = Number(value);
        draw();
    };
    parent.append(element('div', { class: 'controls' }, choice('Kernel', names, kernels[0], pickKernel)), place);
    draw();
    view.listeners.push(redraw);
}

const CLAIM_COLUMNS = ['claim', 'where', 'what is claimed', 'claimed', 'measured', 'verdict', 'note'];

function showClaims() {
    if (!report.claims.length) return;
    const parent = section('claims', 'Claims beside measurements');
    const verdict = claim => claim.verdict || 'not measured';
    parent.append(
        scrollBox('Claims beside measurements',
            element(
                'table',
                {},
                element('caption', {}, 'What the paper claims, what was measured here, and how the two agree.'),
                element(
                    'thead',
                    {},
                    element(
                        'tr',
                        {},
                        CLAIM_COLUMNS.map((text, index) =>
                        element('th', { scope: 'col', class: index === 3 || index === 4 ? null : 'words' }, text),
                        ),
                    ),
                ),
                element(
                    'tbody',
                    {},
                    report.claims.map(claim =>
                        element(
                            'tr',
                            {},
                            element('th', { scope: 'row' }, claim.id),
                            element('td', { class: 'words' }, claim.section),
                            element('td', { class: 'words long' }, claim.words),
                            element('td', {}, `${claim.claimed} ${claim.unit}`),
                            element(
                                'td',
                                {},
                                claim.measured === null
                                    ? '–'
                                    : `${spreadText({ mean: claim.measured, spread: claim.half })} ${claim.unit}`,
                            ),
                            element('td', { class: 'words' }, verdict(claim)),
                            element('td', { class: 'words long' }, claim.note),
                        ),
                    ),
                ),
            ),
        ),
    );
    const both = report.claims.filter(
        claim => ['%', 'points'].includes(claim.unit) && claim.measured !== null && !Number.isNaN(Number(claim.claimed)),
    );
    if (both.length)
        new Chart(
            parent,
            barChart(
                'Claims in per cent',
                '%',
                both.map(claim => claim.id),
                [
                    {
                        name: 'claimed',
                        values: both.map(claim => ({ mean: Number(claim.claimed), spread: null, seeds: 1 })),
                    },
                    {
                        name: 'measured',
                        values: both.map(claim => ({ mean: claim.measured, spread: claim.half, seeds: report.seeds.length })),
                    },
                ],
                'value',
            ),
        );
}

// What the blocks of a system hold in registers and tables, and what it gains in what the table shows.
function costPoints() {
    const kernels = visibleKernels(),
        { means } = meansOver(
            kernels,
            report.systems.map((system, index) => index),
        );
    return report.costs
        .filter(cost => cost.bits > 0 || (cost.bits === 0 && cost.system === report.baseline))
        .map(cost => ({ name: report.systems[cost.system].name, x: cost.bits, y: means[cost.system] }))
        .filter(point => point.y !== null && point.y !== undefined);
}

function showCosts() {
    if (!report.costs.length) return;
    const parent = section('costs', 'Cost beside gain');
    const table = scrollBox('Cost beside gain');
    const draw = () => {
        const points = new Map(costPoints().map(point => [point.name, point.y]));
        table.replaceChildren(
            plainTable(
                ['system', 'blocks of its own', 'bits an SM', 'bits beyond the SMs', 'bits in all', viewWords()],
                report.costs.map(cost => [
                    report.systems[cost.system].name,
                    cost.blocks
                        .map(block => `${block.name} (${block.place}${block.count > 1 ? ` × ${block.count}` : ''})`)
                        .join(', ') || 'none',
                    cost.sm_bits,
                    cost.other_bits,
                    cost.bits,
                    points.has(report.systems[cost.system].name)
                        ? numberText(points.get(report.systems[cost.system].name), view.shown)
                        : null,
                ]),
                'Registers and tables of the blocks that a policy adds to the schedulers, for its machine, ' +
                    'and the mean over the kernels of the table of results. What they are in gates: make overhead.',
            ),
        );
    };
    parent.append(table);
    view.listeners.push(draw);
    draw();
    follow(parent, () => {
        const points = costPoints();
        return points.length < 2
            ? null
            : pointChart(
                  `${viewWords()}: ${meanWords(view.shown)}, by the bits of the blocks`,
                  'bits in all SMs and beyond',
                  SHOWN_WORDS[view.shown],
                  points,
              );
    });
}

function showFigures() {
    if (!report.figures.length) return;
    const parent = section('figures', 'Figures of the campaign');
    for (const figure of report.figures) {
        const own = (number, column) =>
            number === null
                ? null
                : { mean: Number(number.toFixed(figure.decimals)), spread: null, seeds: 1, column };
        const some = figure.columns
            .map((name, column) => ({ name, values: figure.values.map(row => own(row[column], column)) }))
            .filter(one => one.values.some(value => value));
        if (!some.length) continue;
        const places = figure.rows.map(row => parseFloat(row));
        const content =
            figure.sweep && places.every(place => !Number.isNaN(place))
                ? lineChart(
                      figure.title,
                      figure.head,
                      '',
                      some.map(one => ({
                          name: one.name,
                          points: one.values.flatMap((value, row) => (value ? [[places[row], value.mean]] : [])),
                      })),
                  )
                : barChart(figure.title, '', figure.rows, some, 'value');
        content.note = figure.note;
        new Chart(parent, content);
    }
}
