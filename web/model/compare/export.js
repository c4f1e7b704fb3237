// Exports the comparison as text for papers and programs.

import { texts } from '../../texts/index.js';
import { metricOf, temperatureOf } from './rows.js';

/** @typedef {import('./rows.js').Group} Group */
/** @typedef {import('./rows.js').Column} Column */

/**
 * The table as shown.
 * @typedef {object} Shown
 * @property {string[]} names
 * @property {Column[]} columns
 * @property {{text: string, spread: string, best: boolean}[][]} rows
 * @property {string[]} heads
 */

/** @param {string} text */
const plain = (text) => text.replace(/[\u202f\u00a0]/g, ' ').replace(/\u2212/g, '-');

/** @param {string} text */
const cellMd = (text) => plain(text).replace(/\|/g, '\\|');

/**
 * Explains the bold cells, if there are any.
 * @param {Shown['rows']} rows
 * @param {string} mark text before the sentence
 */
const boldSays = (rows, mark) => (rows.some((row) => row.some(({ best }) => best)) ? `${mark}${plain(texts.evaluate.bold)}\n` : '');

/** @param {Shown} shown */
export function toMarkdown({ names, heads, rows }) {
  const lines = [
    ['', ...heads.map(cellMd)],
    ['---', ...heads.map(() => '---:')],
    ...rows.map((row, i) => [
      cellMd(names[i] ?? ''),
      ...row.map(({ text, spread, best }) => (best ? `**${cellMd(text)}**` : cellMd(text)) + (spread ? ` ± ${cellMd(spread)}` : '')),
    ]),
  ];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n') + '\n' + boldSays(rows, '\n');
}

/** @type {Record<string, string>} */
const greek = {
  γ: '$\\gamma$',
  λ: '$\\lambda$',
  τ: '$\\tau$',
  ε: '$\\varepsilon$',
  '−': '$-$',
  '±': '$\\pm$',
  '–': '--',
  '∞': '$\\infty$',
};

/** Escapes text for LaTeX. @param {string} text */
export function cellTex(text) {
  return text
    .replace(/[\u202f\u00a0]/g, ' ')
    .replace(/[\\{}$&#%_^~]/g, (sign) => (sign === '\\' ? '\\textbackslash{}' : sign === '^' || sign === '~' ? `\\${sign}{}` : `\\${sign}`))
    .replace(/[γλτε−±–∞]/g, (sign) => greek[sign] ?? sign);
}

/** Makes a LaTeX table for booktabs. @param {Shown} shown */
export function toLatex({ names, heads, rows }) {
  const body = rows.map((row, i) =>
    [
      cellTex(names[i] ?? ''),
      ...row.map(
        ({ text, spread, best }) =>
          (best ? `\\textbf{${cellTex(text)}}` : cellTex(text)) + (spread ? ` {\\scriptsize $\\pm$ ${cellTex(spread)}}` : ''),
      ),
    ].join(' & '),
  );
  return [
    '% \\usepackage{booktabs}',
    `\\begin{tabular}{l${'r'.repeat(heads.length)}}`,
    '\\toprule',
    ['', ...heads.map(cellTex)].join(' & ') + ' \\\\',
    '\\midrule',
    ...body.map((line) => line + ' \\\\'),
    '\\bottomrule',
    '\\end{tabular}',
    boldSays(rows, '% '),
  ].join('\n');
}

/** @param {string | number} value */
const cellCsv = (value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));

/** @param {number} value returned with all digits, or empty */
const exact = (value) => (Number.isFinite(value) ? value : '');

/**
 * Makes one CSV line per run, with all digits of its report.
 * The column not_checked lists parts that only a file states.
 * The column recomputed counts the figures of the file that this engine replaced.
 * @param {Group[]} groups
 * @param {string[]} metrics ids
 * @param {string} way way of fitting the temperature, or ''
 */
export function toCsv(groups, metrics, way) {
  /** @type {('before' | 'after')[]} */
  const whens = way ? ['before', 'after'] : ['before'];
  const heads = metrics.flatMap((id) => whens.map((when) => (when === 'before' ? id : `${id}_after_T`)));
  const lines = [
    ['run', 'link', 'seed', ...heads, ...(way ? ['T', 'T_by'] : []), 'digest', 'not_checked', 'recomputed'],
    ...groups.flatMap(({ runs }) =>
      runs.map(({ letter, spec, settings, report, unchecked, recomputed }) => [
        letter,
        spec,
        settings.seed,
        ...metrics.flatMap((id) => whens.map((when) => exact(metricOf(report, id, when, way)))),
        ...(way ? [exact(temperatureOf(report, way)), way.replace(/^by_/, '')] : []),
        report?.digest ?? '',
        unchecked.join(' '),
        recomputed?.count ?? '',
      ]),
    ),
  ];
  return lines.map((line) => line.map(cellCsv).join(',')).join('\r\n') + '\r\n';
}
