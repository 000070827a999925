// SPDX-License-Identifier: BSD-3-Clause
// Put in front of everything in a copy of the page: what goes wrong in it is counted.
const problems = [];
addEventListener('error', event => problems.push(`error: ${event.message || event.target.tagName}`), true);
addEventListener('securitypolicyviolation', event => problems.push(`asks for ${event.blockedURI}`));
for (const kind of ['error', 'warn']) {
    const said = console[kind];
    console[kind] = (...words) => {
        problems.push(`console: ${words.join(' ')}`);
        said.apply(console, words);
    };
}
