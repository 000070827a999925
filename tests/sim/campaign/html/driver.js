// SPDX-License-Identifier: BSD-3-Clause
// Appended to a copy of the page: reads, clicks and types as a person would, and leaves its verdicts in the page: lines
// of `good WHAT`, `bad WHAT: seen ..., expected ...`, `chart X Y WIDTH HEIGHT NAME` (where its data are drawn) and
// `loaded MS`, `drawn MS` (with all that is beyond the window).
document.body.offsetHeight; // laid out
const loaded = performance.now();
drawAll();
document.body.offsetHeight;
const verdicts = [`loaded ${loaded.toFixed(0)}`, `drawn ${performance.now().toFixed(0)}`];

function expect(what, seen, expected) {
    const same = JSON.stringify(seen) === JSON.stringify(expected);
    verdicts.push(
        same ? `good ${what}` : `bad ${what}: seen ${JSON.stringify(seen)}, expected ${JSON.stringify(expected)}`,
    );
}

const data = JSON.parse(document.getElementById('data').textContent);
const rows = () => [...document.querySelectorAll('#results tbody tr')];
const names = () => rows().map(row => row.cells[0].textContent);
const column = index => rows().map(row => parseFloat(row.cells[index].textContent));
const heading = index => document.querySelectorAll('#results thead th')[index];
const labelled = text =>
    [...document.querySelectorAll('label')].find(label => label.textContent.startsWith(text)).lastElementChild;
function type(box, text) {
    box.value = text;
    box.dispatchEvent(new Event('input', { bubbles: true }));
}
function pick(select, value) {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
}
const ordered = (numbers, up) =>
    numbers.every(
        (number, at) => !at || Number.isNaN(number) || (up ? numbers[at - 1] <= number : numbers[at - 1] >= number),
    );

// The table has every number of the data: IPC as it is, cell by cell.
const path = data.metrics.findIndex(metric => metric.path === 'ipc');
pick(labelled('Shown as'), 'value');
expect('rows', rows().length, data.kernels.length);
expect('columns', document.querySelectorAll('#results thead th').length, data.systems.length + 2);
const wrong = data.runs.filter(run => {
    const text = rows()[run.kernel].cells[run.system + 2].textContent;
    return run.failed ? text !== 'failed' : Math.abs(parseFloat(text) - run.values[path]) > 1e-3 * run.values[path];
});
expect('cells unlike the data', wrong.length, 0);

// Over the baseline, which is 1 of itself; with seeds, means with their spread and marks.
pick(labelled('Shown as'), 'ratio');
expect(
    'the baseline over itself',
    column(data.baseline + 2).every(number => number === 1),
    true,
);
const other = data.systems.findIndex((system, index) => index !== data.baseline);
const last = data.kernels.length - 1;
const run = system => data.runs.find(one => one.kernel === last && one.system === system);
const ratio = rows()[last].cells[other + 2].textContent;
const each = system => run(system).each?.[path] || [run(system).values[path]];
const quotients = each(other).map((number, seed) => number / each(data.baseline)[seed]);
const quotient = quotients.reduce((sum, number) => sum + number, 0) / quotients.length;
expect('a ratio', ratio.split(' ')[0], quotient.toFixed(3));
if (data.seeds.length > 1) {
    // t of three seeds, two degrees: 4.303
    const deviation = Math.sqrt(quotients.reduce((sum, number) => sum + (number - quotient) ** 2, 0) / 2);
    expect(
        'spreads',
        ratio.split(' ').slice(1, 3).join(' '),
        `± ${((4.302653 * deviation) / Math.sqrt(3)).toFixed(3)}`,
    );
    expect(
        'some lie within',
        rows().some(row => row.textContent.includes('≈')),
        true,
    );
    expect(
        'some do not',
        rows().some(row => [...row.cells].slice(3).some(cell => !cell.textContent.includes('≈'))),
        true,
    );
}

// Sorting by numbers, both ways, and by names; the button keeps the focus, as a keyboard needs it.
heading(3).querySelector('button').focus();
heading(3).querySelector('button').click();
expect('largest first', ordered(column(3), false), true);
expect('told to a reader', heading(3).getAttribute('aria-sort'), 'descending');
expect('focus stays', document.activeElement === heading(3).querySelector('button'), true);
heading(3).querySelector('button').click();
expect('smallest first', ordered(column(3), true), true);
expect('sorting keeps all', new Set(names()).size, data.kernels.length);
heading(0).querySelector('button').click();
expect(
    'by name',
    names(),
    [...names()].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })),
);
const bars = charts.find(chart => chart.caption.textContent === viewWords());
expect('bars follow the order', bars?.table.querySelector('tbody th')?.textContent, names()[0]);

// Filters, by name and by group, of rows and of columns.
const part = data.kernels[last].name.slice(0, -1);
type(labelled('Only kernels'), part);
expect(
    'filtered by name',
    names().every(name => name.includes(part)) && names().length,
    data.kernels.filter(kernel => kernel.name.includes(part)).length,
);
const group = data.kernels[last].group;
type(labelled('Only kernels'), group);
expect('filtered by group', rows().length, data.kernels.filter(kernel => kernel.group === group).length);
type(labelled('Only systems'), 'oaws');
const some = data.systems.map(system => system.name).filter(name => name.includes('oaws'));
expect(
    'filtered systems',
    [...document.querySelectorAll('#results thead th')].slice(2).map(cell => cell.textContent),
    some,
);
const seen = document.getElementById('seen').textContent;
expect(
    'how much is seen',
    seen.includes(` of ${data.kernels.length} kernels, ${some.length} of ${data.systems.length} systems`),
    true,
);
type(labelled('Only kernels'), 'nosuchname');
expect('nothing passes', rows().length, 0);
type(labelled('Only kernels'), '');
type(labelled('Only systems'), '');
expect('all are back', rows().length, data.kernels.length);

// Another number of the runs, everywhere.
pick(labelled('What'), 'l1d.hit_rate');
expect(
    'captions follow',
    charts.some(chart => chart.caption.textContent.startsWith('l1d.hit_rate')),
    true,
);
pick(labelled('What'), 'ipc');

// Names are text, whatever they are.
expect('the title', document.title, data.title);
expect(
    'a name as it is',
    data.kernels.map(kernel => kernel.name).every(name => names().includes(name)),
    true,
);
expect('no markup of names', document.querySelectorAll('main img, main b, main i, main u, main script').length, 0);

// Every chart has its numbers as a table, and a name.
drawAll();
const shown = charts.filter(chart => !chart.figure.hidden);
expect('charts', shown.length >= 8, true);
expect('tables of charts', shown.filter(chart => !chart.table.querySelector('tbody tr td')).length, 0);
expect('names of charts', shown.filter(chart => !chart.plot.getAttribute('aria-label')).length, 0);
expect(
    'labels of controls',
    [...document.querySelectorAll('main select, main input')].filter(box => !box.closest('label')).length,
    0,
);
expect(
    'headings of tables',
    [...document.querySelectorAll('main table:not(.source)')].filter(
        table => !table.tHead || table.querySelector('thead th:not([scope])'),
    ).length,
    0,
);
for (const chart of shown) {
    const box = chart.plot.getBoundingClientRect(),
        grid = chart.library.getOption().grid[0];
    const area = [
        box.left + grid.left,
        box.top + scrollY + grid.top,
        box.width - grid.left - grid.right,
        box.height - grid.top - grid.bottom,
    ].map(Math.round);
    verdicts.push(
        `chart ${area.join(' ')} ${chart.caption.textContent.replace(/[^ -~]/g, '?').replace(/[<>&]/g, '?')}`,
    );
}
expect('problems', problems, []);
verdicts.push(`height ${Math.ceil(document.documentElement.scrollHeight)}`);
document.body.append(element('pre', { id: 'verdicts', hidden: true }, `\n${verdicts.join('\n')}\n`));
