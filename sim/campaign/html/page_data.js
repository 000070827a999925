// SPDX-License-Identifier: BSD-3-Clause
'use strict';
// What the page shows: the object of docs/html_report.md, and how a number of it is read. Every name and every line of
// source reaches the page as text, never as markup.
const report = JSON.parse(document.getElementById('data').textContent);
const KERNELS = report.kernels.length,
    SYSTEMS = report.systems.length;
const metricIndex = new Map(report.metrics.map((metric, index) => [metric.path, index]));
const runs = new Map(report.runs.map(run => [run.kernel * SYSTEMS + run.system, run]));

// Told apart by people who do not see all colours (Okabe and Ito), and by lightness; patterns, marks and dashes say the
// same.
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#d55e00', '#56b4e9', '#f0e442', '#777777'];
const MARKS = [
    'circle',
    'rect',
    'triangle',
    'diamond',
    'emptyCircle',
    'emptyRect',
    'emptyTriangle',
    'emptyDiamond',
    'pin',
];
const DASHES = ['solid', 'dashed', 'dotted', [10, 3, 2, 3], [4, 2], [1, 3], [12, 4], [6, 2, 2, 2, 2, 2]];

// An element with attributes and children, which are elements or text.
function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {}))
        if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
        else if (value !== null && value !== undefined && value !== false)
            made.setAttribute(name, value === true ? '' : value);
    made.append(...children.flat().filter(child => child !== null && child !== undefined));
    return made;
}

// The mean over seeds and half of its 95 % interval, null of a single seed; `each` is there when there are several.
function spreadOf(numbers) {
    const count = numbers.length, mean = numbers.reduce((sum, number) => sum + number, 0) / count;
    if (count < 2) return { mean, spread: null, seeds: count };
    const squares = numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0);
    const spread = report.student[count] * Math.sqrt(squares / (count - 1) / count);
    return { mean, spread, seeds: count, each: numbers };
}

// A number of a cell; null: there is none.
function numberOf(kernel, system, path) {
    const run = runs.get(kernel * SYSTEMS + system), index = metricIndex.get(path);
    if (!run || !run.values || index === undefined || run.values[index] === null) return null;
    return spreadOf(run.each ? run.each[index] : [run.values[index]]);
}

// `shown`: value, ratio or change in per cent, both over the baseline's of the same seed.
function shownNumber(kernel, system, path, shown, baseline) {
    const own = numberOf(kernel, system, path);
    if (!own || shown === 'value') return own;
    const base = numberOf(kernel, baseline, path);
    if (!base || base.mean === 0 || base.seeds !== own.seeds) return null;
    const ratios = own.each ? own.each.map((number, seed) => number / base.each[seed]) : [own.mean / base.mean];
    if (!ratios.every(Number.isFinite)) return null;
    return spreadOf(shown === 'ratio' ? ratios : ratios.map(ratio => 100 * (ratio - 1)));
}

// Whether the difference from the baseline lies within the spread; never of a single seed.
function withinSpread(kernel, system, path, baseline) {
    if (baseline === null || system === baseline) return false;
    const ratio = shownNumber(kernel, system, path, 'ratio', baseline);
    return ratio !== null && ratio.spread !== null && Math.abs(ratio.mean - 1) <= ratio.spread;
}

// Over numbers of the same kernels: the geometric mean of ratios, the arithmetic one of anything else.
function meanOf(numbers, shown) {
    if (!numbers.length) return null;
    if (shown === 'value') return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    const ratios = shown === 'ratio' ? numbers : numbers.map(number => 1 + number / 100);
    if (ratios.some(ratio => ratio < 0)) return null;
    const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
    return shown === 'ratio' ? mean : 100 * (mean - 1);
}
const meanWords = shown => (shown === 'value' ? 'arithmetic mean' : 'geometric mean');

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
function numberText(number, shown) {
    if (number === null || number === undefined || Number.isNaN(number)) return '–';
    if (shown === 'ratio') return number.toFixed(3);
    if (shown === 'change') return (number > 0 ? '+' : '') + number.toFixed(1) + ' %';
    if (Number.isInteger(number) && Math.abs(number) >= 1000) return grouped.format(number);
    if (Number.isInteger(number)) return String(number);
    return Math.abs(number) >= 1000
        ? grouped.format(number)
        : Math.abs(number) >= 100
          ? number.toFixed(1)
          : Number(number.toPrecision(4)).toString();
}
function spreadText(number, shown) {
    const seeds = number.seeds > 1 ? ` (${number.seeds} seeds)` : '';
    return typeof number.spread === 'number'
        ? `${numberText(number.mean, shown)} ± ${numberText(number.spread, shown).replace('+', '')}${seeds}`
        : numberText(number.mean, shown);
}
