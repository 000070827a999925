// SPDX-License-Identifier: BSD-3-Clause
// The table of kernels by systems: what of a run it shows, against which baseline, which rows and columns, in which
// order.
const view = {
    path: report.metrics.some(metric => metric.path === 'ipc')
        ? 'ipc'
        : report.metrics.length
          ? report.metrics[0].path
          : '',
    shown: report.baseline === null ? 'value' : 'ratio',
    baseline: report.baseline === null ? 0 : report.baseline,
    kernels: '',
    systems: '',
    sort: null,
    up: true,
    listeners: [],
};
const SHOWN_WORDS = { value: 'value', ratio: 'over the baseline', change: 'change from the baseline, %' };

// Words of a filter: any of them in the text will do; none lets all through.
function passes(filter, text) {
    const words = filter
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(word => word);
    return !words.length || words.some(word => text.toLowerCase().includes(word));
}

const visibleSystems = () =>
    report.systems.map((system, index) => index).filter(index => passes(view.systems, report.systems[index].name));

// Kernels that pass, in the order of the column that is sorted by; those without a number there are last.
function visibleKernels() {
    const list = report.kernels
        .map((kernel, index) => index)
        .filter(index => passes(view.kernels, `${report.kernels[index].name} ${report.kernels[index].group || ''}`));
    if (view.sort === null) return list;
    const key = index => {
        if (view.sort === 'kernel') return report.kernels[index].name;
        if (view.sort === 'group') return report.kernels[index].group || '';
        const number = shownNumber(index, view.sort, view.path, view.shown, view.baseline);
        return number ? number.mean : null;
    };
    const keys = new Map(list.map(index => [index, key(index)]));
    return list.sort((a, b) => {
        const [left, right] = [keys.get(a), keys.get(b)];
        if (left === null || right === null) return (left === null) - (right === null);
        const order = typeof left === 'string' ? left.localeCompare(right, 'en', { numeric: true }) : left - right;
        return (view.up ? order : -order) || a - b;
    });
}

// Of each system over those kernels that have a number under every one of them.
function meansOver(kernels, systems) {
    const rows = kernels
        .map(kernel => systems.map(system => shownNumber(kernel, system, view.path, view.shown, view.baseline)))
        .filter(row => row.every(number => number !== null));
    return {
        means: systems.map((system, at) =>
            meanOf(
                rows.map(row => row[at].mean),
                view.shown,
            ),
        ),
        kernels: rows.length,
    };
}

const viewWords = () => {
    const metric = report.metrics.find(one => one.path === view.path);
    const what = `${view.path}${metric && metric.unit && view.shown === 'value' ? ` (${metric.unit})` : ''}`;
    return view.shown === 'value'
        ? what
        : `${what}, ${view.shown === 'ratio' ? 'over' : 'change in % from'} ${report.systems[view.baseline].name}`;
};

function changed() {
    view.listeners.forEach(listener => listener());
}

function choice(label, entries, chosen, onchoice) {
    const select = element(
        'select',
        { onchange: () => onchoice(select.value) },
        entries.map(([value, text, title]) =>
            element('option', { value, title, selected: String(value) === String(chosen) }, text),
        ),
    );
    return element('label', {}, label, select);
}

function filterBox(label, hint, onfilter) {
    const box = element('input', { type: 'search', placeholder: hint, oninput: () => onfilter(box.value) });
    return element('label', {}, label, box);
}

function tableControls() {
    return element(
        'div',
        { class: 'controls', role: 'group', 'aria-label': 'What the table and the charts of results show' },
        choice(
            'What',
            report.metrics.map(metric => [metric.path, metric.path, `${metric.unit} ${metric.help}`]),
            view.path,
            value => {
                view.path = value;
                changed();
            },
        ),
        choice('Shown as', Object.entries(SHOWN_WORDS), view.shown, value => {
            view.shown = value;
            changed();
        }),
        choice(
            'Baseline',
            report.systems.map((system, index) => [index, system.name]),
            view.baseline,
            value => {
                view.baseline = Number(value);
                changed();
            },
        ),
        filterBox('Only kernels and groups with', 'atax divergent', value => {
            view.kernels = value;
            changed();
        }),
        filterBox('Only systems with', 'gto oaws', value => {
            view.systems = value;
            changed();
        }),
    );
}

function sortBy(column) {
    view.up = view.sort === column ? !view.up : typeof column === 'string';
    view.sort = column;
    changed();
}

// What a run that has no number is: failed, or not made.
function absent(kernel, system) {
    const run = runs.get(kernel * SYSTEMS + system);
    return run && run.failed
        ? element('td', { class: 'none', title: run.failed }, 'failed')
        : element('td', { class: 'none' }, '–');
}

function resultRow(kernel, systems, best) {
    const numbers = systems.map(system => shownNumber(kernel, system, view.path, view.shown, view.baseline));
    const known = numbers.filter(number => number).map(number => number.mean);
    const top = best && known.length > 1 ? Math.max(...known) : null;
    return element(
        'tr',
        {},
        element('th', { scope: 'row' }, report.kernels[kernel].name),
        element('td', { class: 'words' }, report.kernels[kernel].group || '–'),
        systems.map((system, at) =>
            numbers[at]
                ? element(
                      'td',
                      { class: numbers[at].mean === top ? 'best' : null },
                      spreadText(Object.assign({}, numbers[at], { seeds: 1 }), view.shown),
                      withinSpread(kernel, system, view.path, view.baseline) ? ' ≈' : '',
                  )
                : absent(kernel, system),
        ),
    );
}

function resultTable(kernels, systems) {
    const columns = [
        ['kernel', 'kernel'],
        ['group', 'group'],
        ...systems.map(system => [system, report.systems[system].name]),
    ];
    const { means, kernels: counted } = meansOver(kernels, systems);
    const header = columns.map(([column, name]) =>
        element(
            'th',
            { scope: 'col', 'aria-sort': view.sort === column ? (view.up ? 'ascending' : 'descending') : null },
            element('button', { type: 'button', 'data-column': column, onclick: () => sortBy(column) }, name),
        ),
    );
    const seeds = report.runs.some(run => run.seeds > 1);
    return element(
        'table',
        { class: systems.length > 12 ? 'wide' : null, id: 'results' },
        element(
            'caption',
            {},
            `${viewWords()}. ${view.path === 'ipc' ? 'The highest of a row is underlined. ' : ''}` +
                (seeds
                    ? '± is half of the 95 % interval over seeds; ≈: that over the baseline has 1 within it.'
                    : ''),
        ),
        element('thead', {}, element('tr', {}, header)),
        element(
            'tbody',
            {},
            kernels.map(kernel => resultRow(kernel, systems, view.path === 'ipc')),
        ),
        counted
            ? element(
                  'tfoot',
                  {},
                  element(
                      'tr',
                      {},
                      element('th', { scope: 'row' }, meanWords(view.shown)),
                      element('td', { class: 'words' }, `of ${counted}`),
                      means.map(mean => element('td', {}, numberText(mean, view.shown))),
                  ),
              )
            : null,
    );
}

// The section: controls, table, and a line that says how much of it is seen, which a screen reader hears when it
// changes.
function showResults(parent) {
    const place = scrollBox('Results: kernels by systems');
    const said = element('p', { role: 'status', id: 'seen' });
    const draw = () => {
        const kernels = visibleKernels(),
            systems = visibleSystems(),
            focused = document.activeElement;
        const column = focused && place.contains(focused) ? focused.getAttribute('data-column') : null;
        place.replaceChildren(resultTable(kernels, systems));
        said.textContent = `${kernels.length} of ${KERNELS} kernels, ${systems.length} of ${SYSTEMS} systems.`;
        if (column !== null) place.querySelector(`[data-column="${CSS.escape(column)}"]`)?.focus();
    };
    parent.append(tableControls(), said, place);
    view.listeners.push(draw);
    draw();
}
