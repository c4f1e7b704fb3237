// Saves the papers' claims as one self-contained page with every run's link, and as tables for LaTeX.

import { choicesOf, figureOf, loadStudy, runsOf } from '../../core/papers.js';
import { drawInterval, extentOf } from '../../draw/charts/interval.js';
import { h } from '../../draw/dom.js';
import { paper as colours, html, inert } from '../../draw/standalone.js';
import { cellTex } from '../../model/compare/export.js';
import { language, texts } from '../../texts/index.js';
import { cellName, conditionTexts, scaleOf, whatOf } from './names.js';

/** @typedef {import('../../core/papers.js').Paper} Paper */
/** @typedef {import('../../core/papers.js').Claim} Claim */
/** @typedef {import('../../core/papers.js').Tested} Tested */

const words = texts.papers;
const SIZE = { width: 220, height: 22 };

const style = `body{max-width:960px;margin:24px auto;padding:0 16px;color:${colours.ink};background:${colours.ground};font:15px/1.5 system-ui,sans-serif}
h1{font-size:30px;line-height:1.2}h2{margin-top:40px;font-size:22px;line-height:1.3}h3{margin:24px 0 4px;font-size:15px}
article{break-inside:avoid}.note,th,td{font-size:13px}.note,th{color:${colours.note}}table{border-collapse:collapse}
th,td{padding:2px 16px 2px 0;text-align:left;font-weight:normal;vertical-align:top}.verdict{padding:0 6px;border:1px solid;font-size:13px}
code{font-size:12px;overflow-wrap:anywhere}svg .floor{fill:${colours.note};opacity:.2}svg .axis{stroke:${colours.note}}
svg .stem{stroke:${colours.ink};stroke-width:1.5}svg .dot{fill:${colours.ink}}svg .hollow{fill:${colours.ground};stroke:${colours.ink}}`;

/** @param {Tested} test @param {[number, number]} extent */
function pictureOf(test, extent) {
  const box = h('div');
  drawInterval(box, test, { ...SIZE, extent });
  return box.innerHTML;
}

/**
 * The runs behind a claim, each with its link.
 * @param {Claim} claim
 * @param {string} page the address at which links open
 */
async function runsTable({ tests }, page) {
  const seen = new Set();
  const rows = [];
  for (const test of tests) {
    const { figure } = test;
    const study = await loadStudy(test.in);
    for (const choice of choicesOf(test))
      for (const run of runsOf(study, choice)) {
        const key = `${run.id} ${figure}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const value = `${words.figure(figure)} ${words.value(figure, figureOf(run.figures, figure))}`;
        const link = `<a href="${html(`${page}#${run.link}`)}">${html(run.link)}</a>`;
        rows.push(
          `<tr><td>${html(cellName(study, run.cell))}</td><td>${run.seed}</td><td>${html(value)}</td><td><code>${link}</code></td></tr>`,
        );
      }
  }
  const heads = words.savedColumns.map((head) => `<th>${html(head)}</th>`).join('');
  return `<details><summary class="note">${html(words.runs)}</summary><table><tr>${heads}</tr>${rows.join('\n')}</table></details>`;
}

/** @param {Claim} claim @param {string} page @param {Map<string, string>} experiments */
async function claimHtml(claim, page, experiments) {
  const { claim: text, shows, verdict, decided, of, why, tests } = claim;
  const scales = new Map(tests.map((test) => [scaleOf(test), extentOf(tests.filter((other) => scaleOf(other) === scaleOf(test)))]));
  const rows = tests.map(
    (test) =>
      `<tr><td>${html(test.in)}</td><td>${html(whatOf(test))}</td><td>${pictureOf(test, scales.get(scaleOf(test)) ?? [0, 1])}</td><td>${html(words.result(test))}</td><td>${html(words.chance(test))}</td><td>${html(words.outcomeOf(test))}</td></tr>`,
  );
  const trained = [...new Set(tests.map((test) => test.in))].map((name) => experiments.get(name) ?? name);
  const conditions = conditionTexts(claim);
  const measured = tests.length
    ? `<p class="note">${trained.map(html).join('<br>')}</p>${conditions.length ? `<ul class="note">${conditions.map((one) => `<li>${html(one)}</li>`).join('')}</ul>` : ''}<table>${rows.join('\n')}</table>\n${await runsTable(claim, page)}`
    : '';
  return `<article><h3><span class="verdict">${html(words.verdict(verdict, decided, of))}</span> ${html(text)}</h3>
<p class="note">${html(words.paper(shows))}${why ? ` ${html(words.why(why))}` : ''}</p>
${measured}</article>`;
}

/**
 * Everything as one page.
 * @param {Paper[]} papers
 * @param {string} page the address at which runs open
 * @param {Map<string, string>} experiments descriptions, by name
 */
export async function toHtml(papers, page, experiments) {
  const parts = [];
  for (const { title, by, claims, wrong } of papers) {
    const each = [];
    for (const claim of claims) each.push(await claimHtml(claim, page, experiments));
    const errors = wrong.map(
      ({ where, what, right, checks = [] }) =>
        `<li><strong>${html(where)}:</strong> ${html(what)}${right ? ` ${html(words.instead)}: ${html(right)}` : ''}${checks.map((check) => ` <code>calib theory ${html(check.command)}</code>: ${html(words.check(check))}`).join('')}</li>`,
    );
    const tally = words.tally(claims.map(({ verdict }) => verdict));
    const list = errors.length ? `<h3>${html(words.wrong(errors.length))}</h3><ul>${errors.join('\n')}</ul>` : '';
    parts.push(`<section><h2>${html(title)}</h2><p class="note">${html(by)} ${html(tally)}</p>${each.join('\n')}${list}</section>`);
  }
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">${inert}<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(words.lead)}</title><style>${style}</style></head><body>
<h1>${html(words.lead)}</h1>
<p>${html(words.sub)}</p>
<p class="note">${html(words.scale)} ${html(words.region)}</p>
${parts.join('\n')}
</body></html>
`;
}

/** A column whose text is not stretched to its width. @param {number} width of the line */
const columnTex = (width) => `>{\\raggedright\\arraybackslash}p{${width}\\linewidth}`;

/** One table per paper: claim, verdict, and measured values. @param {Paper[]} papers */
export function toTex(papers) {
  const tables = papers.map(({ title, claims }) => {
    const rows = claims.map(({ claim, verdict, decided, of, why, tests }) => {
      const measured = tests.length
        ? tests
            .map((test) => cellTex(`${test.in} ${whatOf(test)}: ${words.result(test)}, ${words.chance(test)}, ${words.outcomeOf(test)}`))
            .join('\\newline ')
        : cellTex(why ? words.why(why) : '');
      return `${cellTex(claim)} & ${cellTex(words.verdict(verdict, decided, of))} & ${measured} \\\\`;
    });
    return [
      `\\begin{longtable}{${[0.32, 0.12, 0.45].map(columnTex).join('')}}`,
      `\\caption{${cellTex(title)}} \\\\`,
      '\\toprule',
      `${words.texColumns.map(cellTex).join(' & ')} \\\\`,
      '\\midrule',
      '\\endhead',
      rows.join('\n\\addlinespace\n'),
      '\\bottomrule',
      '\\end{longtable}',
    ].join('\n');
  });
  return `% \\usepackage{array,booktabs,longtable}\n${tables.join('\n\n')}\n`;
}
