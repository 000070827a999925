// SPDX-License-Identifier: BSD-3-Clause
// Hot lines: what each load and store of a run has cost, hottest first, and the same beside the source.
const HOT = ['reservation_fails', 'misses', 'accesses', 'latency', 'mshr_entry_cycles', 'occluded'];

// The counters of a run's lines, by PTX line; lines of several kernels of one file are apart by their numbers.
function hotTable(run, by) {
    const rows = [...run.rows].sort((a, b) => b.counts[by] - a.counts[by] || a.line - b.line);
    const per = (part, whole) => (whole ? numberText((100 * part) / whole) : null);
    return plainTable(
        [
            'line',
            'instruction',
            'kernel',
            'loads',
            'accesses',
            'hit %',
            'misses',
            'cycles refused',
            'MSHR entry cycles',
            'cycles of a load',
        ],
        rows.map(row => [
            String(row.line),
            row.text,
            row.kernel,
            row.counts.loads,
            row.counts.accesses,
            per(row.counts.hits, row.counts.accesses),
            row.counts.misses,
            row.counts.reservation_fails,
            row.counts.mshr_entry_cycles,
            row.counts.loads ? row.counts.latency / row.counts.loads : null,
        ]),
        `Loads and stores that were at the L1D, by ${by.replaceAll('_', ' ')}.`,
    );
}

// Every line of a file with its number, and a bar as long as its part of the whole where it has one.
function sourceTable(source, run, by) {
    const lines = source.text.split('\n'),
        counts = new Map();
    if (source.language === 'PTX' && run)
        for (const row of run.rows) counts.set(row.line, (counts.get(row.line) || 0) + row.counts[by]);
    const whole = [...counts.values()].reduce((sum, count) => sum + count, 0);
    if (lines[lines.length - 1] === '') lines.pop();
    return element(
        'table',
        { class: 'source' },
        element(
            'caption',
            {},
            counts.size
                ? `${source.name}; beside its lines: ${by.replaceAll('_', ' ')}, and its part of the whole.`
                : source.name,
        ),
        element(
            'tbody',
            {},
            lines.map((text, index) => {
                const count = counts.get(index + 1),
                    part = whole && count ? count / whole : 0;
                return element(
                    'tr',
                    { class: part >= 0.05 ? 'hot' : null },
                    element('td', {}, index + 1),
                    counts.size ? element('td', {}, count === undefined ? '' : numberText(count)) : null,
                    counts.size
                        ? element(
                              'td',
                              { class: 'heat' },
                              part
                                  ? element('span', {
                                        style: `width:${Math.max(1, 100 * part).toFixed(0)}%`,
                                        title: `${(100 * part).toFixed(1)} %`,
                                    })
                                  : '',
                          )
                        : null,
                    element('td', { class: 'text' }, text || ' '),
                );
            }),
        ),
    );
}

function showSources(place, shown, run) {
    place.replaceChildren();
    if (run) place.append(scrollBox('Hot lines', hotTable(run, shown.by)));
    for (const source of report.sources.filter(one => one.kernel === shown.kernel)) {
        const box = scrollBox(`Source ${source.name}`, sourceTable(source, run, shown.by));
        place.append(element('h3', {}, `${source.language}: ${source.name}`), box);
        const hot = box.querySelector('tr.hot'); // in sight
        if (hot) box.scrollTop = Math.max(0, hot.offsetTop - box.clientHeight / 3);
    }
}

function showLines() {
    if (!report.sources.length) return;
    const parent = section('lines', 'Hot lines and source');
    const place = element('div', {}), systems = element('span', {});
    const kernels = [...new Set(report.sources.map(source => source.kernel))];
    const shown = { kernel: (report.lines[0] || { kernel: kernels[0] }).kernel, system: null, by: HOT[0] };
    const draw = () => {
        const all = report.lines.filter(run => run.kernel === shown.kernel);
        const run = all.find(one => one.system === shown.system) || all[0];
        const names = all.map(one => [one.system, report.systems[one.system].name]);
        const pick = value => {
            shown.system = Number(value);
            draw();
        };
        systems.replaceChildren(run ? choice('System', names, run.system, pick) : '');
        showSources(place, shown, run);
    };
    const pickKernel = value => {
        shown.kernel = Number(value);
        draw();
    };
    const pickCount = value => {
        shown.by = value;
        draw();
    };
    const names = kernels.map(kernel => [kernel, report.kernels[kernel].name]);
    const counts = HOT.map(path => [path, path.replaceAll('_', ' ')]);
    const controls = element('div', { class: 'controls' }, choice('Kernel', names, shown.kernel, pickKernel), systems);
    if (report.lines.length) controls.append(choice('By', counts, shown.by, pickCount));
    else parent.append(element('p', {}, 'No run has kept what its lines have cost: --per-line keeps it.'));
    parent.append(controls, place);
    draw();
}
