// SPDX-License-Identifier: BSD-3-Clause
// Appended to a copy of the page by test_hostile_names.sh: opens everything that can be opened, every tooltip of every
// chart too, and leaves its verdicts in the page.
const markup = 'img, b, i, u, script, iframe';
let made = 0;
new MutationObserver(changes => {
    for (const change of changes)
        for (const node of change.addedNodes)
            if (node.matches) made += node.matches(markup) + node.querySelectorAll(markup).length;
}).observe(document.getElementById('main'), { childList: true, subtree: true });
drawAll();
document.querySelectorAll('details').forEach(details => (details.open = true));
let tips = 0;
for (const chart of charts.filter(one => one.library)) {
    chart.library.getOption().series.forEach((series, seriesIndex) =>
        (series.data || []).forEach((value, dataIndex) => {
            chart.library.dispatchAction({ type: 'showTip', seriesIndex, dataIndex });
            tips++;
        }),
    );
    chart.library.dispatchAction({ type: 'hideTip' });
}
for (const box of document.querySelectorAll('main select'))
    for (const option of [...box.options]) {
        box.value = option.value;
        box.dispatchEvent(new Event('change', { bubbles: true }));
    }
document.querySelectorAll('main button').forEach(button => button.click());
const data = JSON.parse(document.getElementById('data').textContent);
// What a name asks for is asked for, and complained of, behind this script.
setTimeout(() => {
    made += [...document.querySelectorAll('main *')].filter(node => node.matches(markup)).length;
    if (made) problems.push(`${made} elements made of names`);
    if (window.stolen !== undefined) problems.push('a script of a name has run');
    if (document.title !== data.title.replace(/[ \n]+/g, ' ').trim()) problems.push('the title is another');
    const names = [...document.querySelectorAll('#results tbody tr')].map(row => row.cells[0].textContent);
    for (const kernel of data.kernels) if (!names.includes(kernel.name)) problems.push(`no row of ${JSON.stringify(kernel.name)}`);
    document.body.append(
        element('pre', { id: 'verdicts' }, `\n${problems.map(one => `bad ${one}\n`).join('')}tips ${tips}\ncharts ${charts.length}\n`),
    );
}, 200);
