// SPDX-License-Identifier: BSD-3-Clause
// The page from top to bottom, then its contents. What it took stands on the root element, for whoever measures it.
function showHead() {
    const facts = [
        ['command', element('code', {}, report.command)],
        ['program', report.program],
        ['kernels', `${KERNELS}${report.size ? `, at size ${report.size}` : ''}`],
        [
            'systems',
            `${SYSTEMS}${report.baseline === null ? '' : `, held against ${report.systems[report.baseline].name}`}`,
        ],
        ['seeds', report.seeds.join(', ')],
        ...report.machines.map(machine => [
            'machine',
            machine.name + (machine.set.length ? ` with ${machine.set.join(' ')}` : ''),
        ]),
        ...report.limits.map(limit => ['limit', limit]),
    ];
    document.getElementById('head').append(
        element('h1', {}, report.title),
        element(
            'dl',
            { class: 'facts' },
            facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
        ),
    );
    if (report.missing)
        document
            .getElementById('head')
            .append(
                element(
                    'p',
                    { role: 'note' },
                    `Not whole: ${report.missing} runs are not made, and what needs them is missing.`,
                ),
            );
}

function showMachines() {
    const parent = section('machines', 'Machine and overrides');
    for (const machine of report.machines) {
        parent.append(
            element('h3', {}, machine.name),
            element(
                'p',
                {},
                machine.set.length
                    ? `Set beside the bundled values: ${machine.set.join(' ')}`
                    : 'Nothing is overridden.',
            ),
            element(
                'details',
                {},
                element('summary', {}, 'Every key'),
                element('pre', { tabindex: 0 }, machine.text),
            ),
        );
    }
    parent.append(
        element('h3', {}, 'Systems'),
        scrollBox('Systems',
            plainTable(
                ['system', 'policy', 'set for it'],
                report.systems.map(system => [system.name, system.policy, system.set.join(' ') || 'nothing']),
                'What each system is: a policy, and the keys of the machine that it sets.',
            ),
        ),
    );
}

function showFailures() {
    const failed = report.runs.filter(run => run.failed);
    if (!failed.length) return;
    section('failures', 'Runs that failed').append(
        scrollBox('Runs that failed',
            plainTable(
                ['kernel', 'system', 'why'],
                failed.map(run => [report.kernels[run.kernel].name, report.systems[run.system].name, run.failed]),
            ),
        ),
    );
}

function showContents() {
    document.getElementById('contents').append(
        element(
            'ul',
            {},
            [...document.querySelectorAll('main > section')].map(part =>
                element('li', {}, element('a', { href: `#${part.id}` }, part.querySelector('h2').textContent)),
            ),
        ),
    );
    document
        .getElementById('foot')
        .append('Made by warplock. ', 'Charts: Apache ECharts ', echarts.version, ', Apache License 2.0.');
}

// Paper shows what a click would, but for tables that are longer than a page.
const PRINTED_ROWS = 40;
function openForPrint() {
    const closed = [];
    addEventListener('beforeprint', () => {
        for (const part of document.querySelectorAll('main details:not([open])')) {
            if (part.querySelectorAll('tr').length > PRINTED_ROWS) continue;
            part.open = true;
            closed.push(part);
        }
    });
    addEventListener('afterprint', () =>
        closed.splice(0).forEach(part => {
            part.open = false;
        }),
    );
}

showHead();
showResults(section('table', 'Results'));
showBars();
showSweeps();
showStalls();
showTimes();
showLines();
showClaims();
showCosts();
showFigures();
showFailures();
showMachines();
showContents();
openForPrint();
drawSeen();
document.documentElement.setAttribute('data-ready', performance.now().toFixed(1));
