// Saves a report: as the engine prints it, or as one page with everything, including figures.

import { html, inert, paper, standalone } from '../../draw/standalone.js';
import { toLatex, toMarkdown } from '../../model/compare/export.js';
import { figure, forPrograms, numberOf, range, unitless } from '../../texts/format.js';
import { language, sentence, texts } from '../../texts/index.js';
import { verdict } from '../shell/results/diagram.js';
import { groupTables } from './groups.js';
import { adviceOf, differencesOf } from './helps.js';
import { letter, tableOf as modelsOf } from './models.js';
import { bestOf, cellOf, changesOf, columnsOf, headOf, infiniteOf, rowsOf } from './table.js';

/** @import {Describe, FilesReport, Metric} from '../../engine.d.ts' */

const words = texts.evaluate;

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:1080px;margin:32px auto;padding:0 16px;color:${paper.ink};background:${paper.ground}}
h1{font-size:30px;line-height:1.2;margin:0}h2{font-size:18px;margin:32px 0 8px}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:right;padding:3px 16px 3px 0;font-weight:400;white-space:nowrap}th:first-child,.words{text-align:left}thead th{border-bottom:1px solid;border-top:2px solid}
tbody tr:last-child>*{border-bottom:2px solid}.best{font-weight:600}.note,code{color:${paper.note};font-size:13px}figure{display:inline-block;margin:16px 16px 0 0}figure.whole{display:block}h1+.scroll{margin-top:16px}
figure svg{max-width:100%;height:auto}.scroll{overflow-x:auto}`;

/** @param {(string | {text: string, kind: string})[][]} rows the first is the head */
function tableOf(rows) {
  const cell = (/** @type {string | {text: string, kind: string}} */ one, /** @type {string} */ tag) =>
    typeof one === 'string' ? `<${tag}>${html(one)}</${tag}>` : `<${tag} class="${one.kind}">${html(one.text)}</${tag}>`;
  const line = (/** @type {(string | {text: string, kind: string})[]} */ row, /** @type {string} */ tag) =>
    `<tr>${row.map((one, i) => cell(one, i ? tag : 'th')).join('')}</tr>`;
  const [head = [], ...body] = rows;
  return `<div class="scroll"><table><thead>${line(head, 'th')}</thead><tbody>${body.map((row) => line(row, 'td')).join('\n')}</tbody></table></div>`;
}

/**
 * The interval of the true value; for an unbiased metric it is the metric's interval.
 * @param {Metric} figure
 */
const truthOf = ({ floor, interval, true_interval: truth }) => (floor === undefined ? interval : truth);

/** @param {FilesReport} report @param {Describe} describe */
function numbers(report, describe) {
  const head = ['', words.pageValue, words.pageFloor, words.pageTruth, words.pageSpread, words.pageText];
  const rows = Object.entries(report.metrics).map(([metric, one]) => {
    const { text, floor } = one;
    const { label, unit } = describe.metric.find(({ id }) => id === metric) ?? { label: metric, unit: '' };
    const bound = (/** @type {number | null} */ value) => unitless(value ?? NaN, unit, 2);
    const bounds = (/** @type {Metric['interval'] | null} */ pair) => (pair ? range(bound(pair[0]), bound(pair[1])) : '');
    const shown = (/** @type {number} */ value) => figure(value, unit, unit === '%' ? 2 : 3);
    const spread = one.impossible ? null : one.interval;
    // If every resample gives the same value, the spread is unknown, and so is an unbiased figure's interval.
    const value = numberOf(one) ?? NaN;
    const constant = one.interval?.[0] === null && !!one.note && !Number.isNaN(value);
    if (Number.isNaN(value) && one.note) return [label, shown(value), '', sentence(one.note), '', text];
    return [
      label,
      shown(value),
      floor === undefined ? '' : shown(floor),
      constant && floor === undefined ? words.pageConstant : bounds(one.impossible ? null : truthOf(one)),
      constant ? words.pageConstant : bounds(spread),
      text,
    ];
  });
  return tableOf([head, ...rows]);
}

/** @param {FilesReport} report @param {Describe} describe */
function calibrators(report, describe) {
  const rows = rowsOf(report, describe);
  if (rows.length < 2) return '';
  const ids = columnsOf(rows);
  const best = new Map(ids.map((id) => [id, bestOf(rows, id, describe)]));
  const head = [
    words.calibrator(words.fittedOn[report.fitted_on ?? ''] ?? ''),
    ...ids.map((id) => headOf(describe, id)),
    { text: words.changes, kind: 'words' },
  ];
  const body = rows.map((row) => [
    row.label,
    ...ids.map((id) => ({ text: cellOf(describe, row.metrics, id, 2), kind: best.get(id)?.has(row) ? 'best' : '' })),
    { text: changesOf(row, report.n), kind: 'words' },
  ]);
  const infinite = infiniteOf(rows, report.n);
  return tableOf([head, ...body]) + (infinite && `<p class="note">${html(infinite)}</p>`);
}

/**
 * The differences to no calibrator, below the engine's advice.
 * @param {FilesReport} report
 * @param {Describe} describe
 */
function differences(report, describe) {
  const found = differencesOf(report, describe);
  if (!found) return '';
  const body = found.rows.map(({ cells }) => cells.map(({ text, best }) => ({ text, kind: best ? 'best' : '' })));
  return `<h2>${html(words.helps.title)}</h2><p>${html(adviceOf(report, describe))}</p>${tableOf([found.heads, ...body])}<p class="note">${html(found.note)}</p>`;
}

/** @param {FilesReport} report @param {Describe} describe */
const groupsOf = (report, describe) =>
  groupTables(report, describe)
    .map(({ title, heads, rows, note }) => {
      const lines = rows.map(({ name, note: some, before, cells, mean }) => [
        some ? `${name} (${some})` : name,
        ...before,
        ...cells.map(({ value, range: bounds }) => ({ text: bounds ? `${value} (${bounds})` : value, kind: mean ? 'best' : '' })),
      ]);
      return `<h2>${html(title)}</h2>${tableOf([heads, ...lines])}<p class="note">${html(note)}</p>`;
    })
    .join('\n');

/**
 * @param {{title: string, svg: SVGElement, whole?: boolean}[]} figures whole: on a separate line. Pattern ids
 *   are made unique, since each drawing has its patterns
 */
const figuresOf = (figures) =>
  figures.map(({ title, svg, whole }, i) =>
    `<figure${whole ? ' class="whole"' : ''}><figcaption>${html(title)}</figcaption>${standalone(svg)}</figure>`
      .replace(/id="(over|under)"/g, `id="$1${i}"`)
      .replace(/url\(#(over|under)\)/g, `url(#$1${i})`),
  );

/**
 * A saved page. Every < inside the JSON is escaped, because `<!--` and `<script` in a name would hide its
 * end.
 * @param {string} title
 * @param {string} body
 * @param {string} json embedded in the page
 */
const pageOf = (title, body, json) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">${inert}<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(words.pageTitle)}</title><style>${style}</style></head><body>
<h1>${html(title)}</h1>
${body}
<p class="note">${html(words.pageMade)}</p>
<script type="application/json" id="report">${json.trim().replaceAll('<', '\\u003c')}</script>
</body></html>
`;

/** The engine's notes on how it read the files. @param {FilesReport} report */
const notesOf = ({ notes = [], read }) =>
  [...(read ? [words.readAs(read)] : []), ...notes.map(sentence)].map((note) => `<p class="note">${html(note)}</p>`).join('\n');

/** @param {{name: string, text: string}[]} reports */
const parsed = (reports) => reports.map(({ name, text }) => ({ name, text, report: JSON.parse(text) }));

/** @param {{name: string, text: string}[]} reports */
const asJson = (reports) => `{"models":{${reports.map(({ name, text }) => `${JSON.stringify(name)}:${text.trim()}`).join(',')}}}\n`;

/** A value in the form that other programs read. @param {Metric} one */
const valueIn = (one) => (numberOf(one) === Infinity ? 'inf' : one.value);
/** @param {Metric} one */
const figuresIn = (one) => [one.text, valueIn(one), one.floor, one.interval?.[0], one.interval?.[1], truthOf(one)?.[0], truthOf(one)?.[1]];

/** All metrics of all models, with all digits. @param {ReturnType<typeof parsed>} models */
function asCsv(models) {
  const cell = (/** @type {unknown} */ value) =>
    /[",\n]/.test(String(value ?? '')) ? `"${String(value).replaceAll('"', '""')}"` : String(value ?? '');
  const lines = models.flatMap(({ name, report }) => [
    ...Object.values(report.metrics).map((one) => [name, '', ...figuresIn(one), '', one.p_value]),
    ...Object.entries(report.calibrators).flatMap(([id, ways]) =>
      Object.entries(ways ?? {}).flatMap(([way, fit]) =>
        Object.values(typeof fit === 'object' ? fit.metrics : {}).map((one) => [
          name,
          `${id} ${way}`,
          ...figuresIn(one),
          report.fitted_on,
          one.p_value,
        ]),
      ),
    ),
  ]);
  return (
    [['model', 'calibrator', 'metric', 'value', 'floor', 'low', 'high', 'true_low', 'true_high', 'fitted_on', 'p_value'], ...lines]
      .map((line) => line.map(cell).join(','))
      .join('\n') + '\n'
  );
}

/**
 * Saves several reports as one file.
 * @param {string} format
 * @param {{name: string, text: string}[]} reports
 * @param {Describe} describe
 */
export function severalAs(format, reports, describe) {
  if (format === 'json') return asJson(reports);
  const models = parsed(reports);
  if (format === 'csv') return asCsv(models);
  return forPrograms(() => {
    const shown = { ...modelsOf(models, describe), columns: [] };
    return format === 'latex' ? toLatex(shown) : toMarkdown(shown);
  });
}

/**
 * @param {object} from
 * @param {{name: string, text: string}[]} from.reports
 * @param {Describe} from.describe
 * @param {{title: string, svg: SVGElement}[]} from.pictures
 */
export function severalPage({ reports, describe, pictures }) {
  const models = parsed(reports);
  const { names, heads, rows, note } = modelsOf(models, describe);
  const table = [
    [words.model, ...heads],
    ...rows.map((row, r) => [`${letter(r)} ${names[r]}`, ...row.map(({ text, best }) => ({ text, kind: best ? 'best' : '' }))]),
  ];
  const each = models.map(
    ({ name, report }, m) =>
      `<h2>${letter(m)} ${html(name)}</h2>${numbers(report, describe)}${groupsOf(report, describe)}${notesOf(report)}`,
  );
  const body = `${tableOf(table)}\n<p class="note">${html(note)}</p>\n${figuresOf(pictures.map((one, i) => ({ ...one, whole: !i }))).join('\n')}\n${each.join('\n')}`;
  return pageOf(words.models, body, asJson(reports));
}

/**
 * @param {object} from
 * @param {string} from.text the report as the engine wrote it
 * @param {Describe} from.describe
 * @param {string[]} from.files names
 * @param {{title: string, svg: SVGElement}[]} from.figures
 * @param {{says: number, right: number, n: number, binary?: boolean}} from.frame
 */
export function onePage({ text, describe, files, figures, frame }) {
  const report = JSON.parse(text);
  const table = calibrators(report, describe);
  const body = `<p>${html(verdict(frame).words)}</p>
${figuresOf(figures).join('\n')}
<h2>${html(words.pageNumbers)}</h2>
${numbers(report, describe)}
${groupsOf(report, describe)}
${table && `<h2>${html(words.pageCalibrators)}</h2>${table}`}
${differences(report, describe)}
<h2>${html(words.pageFiles)}</h2>
<p>${files.map((name) => `<code>${html(name)}</code>`).join(', ')}</p>
${notesOf(report)}`;
  return pageOf((frame.binary ? texts.binary : texts).says(frame.says, frame.right), body, text);
}
