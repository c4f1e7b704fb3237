// Saving a report: as the engine prints it, or as one page that holds everything, with its figures.

import { decimal, figure, range } from '../draw/format.js';
import { standalone } from '../draw/standalone.js';
import { texts } from '../texts.js';
import { bestOf, cellOf, changesOf, columnsOf, headOf, rowsOf } from './evaluate-table.js';

const words = texts.evaluate;

/** @param {string} text */
const html = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:1080px;margin:32px auto;padding:0 16px;color:#1b1c1e;background:#fff}
h1{font-size:30px;line-height:1.2;margin:0}h2{font-size:18px;margin:32px 0 8px}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:right;padding:3px 16px 3px 0;font-weight:400;white-space:nowrap}th:first-child,.words{text-align:left}thead th{border-bottom:1px solid;border-top:2px solid}
tbody tr:last-child>*{border-bottom:2px solid}.best{font-weight:600}.note,code{color:#5f6369;font-size:13px}figure{display:inline-block;margin:16px 16px 0 0}
figure svg{max-width:100%;height:auto}.scroll{overflow-x:auto}`;

/** @param {(string | {text: string, kind: string})[][]} rows the first is the head */
function tableOf(rows) {
  const cell = (/** @type {string | {text: string, kind: string}} */ one, /** @type {string} */ tag) =>
    typeof one === 'string' ? `<${tag}>${html(one)}</${tag}>` : `<${tag} class="${one.kind}">${html(one.text)}</${tag}>`;
  const line = (/** @type {(string | {text: string, kind: string})[]} */ row, /** @type {string} */ tag) =>
    `<tr>${row.map((one, i) => cell(one, i ? tag : 'th')).join('')}</tr>`;
  const [head, ...body] = rows;
  return `<div class="scroll"><table><thead>${line(head, 'th')}</thead><tbody>${body.map((row) => line(row, 'td')).join('\n')}</tbody></table></div>`;
}

/** @param {any} report @param {any} describe */
function numbers(report, describe) {
  const head = ['', words.pageValue, words.pageFloor, words.pageInterval, words.pageText];
  const rows = Object.values(report.metrics).map(({ text, value, floor, interval }) => {
    const { label, unit } = describe.metric.find((/** @type {any} */ { id }) => id === text.split(':')[0]);
    const bounds = (interval ?? []).map((/** @type {number} */ bound) => (unit === '%' ? decimal(100 * bound, 2) : decimal(bound)));
    const shown = (/** @type {number} */ one) => figure(one, unit, unit === '%' ? 2 : 3);
    return [label, shown(value), floor === undefined ? '' : shown(floor), interval ? range(bounds[0], bounds[1]) : '', text];
  });
  return tableOf([head, ...rows]);
}

/** @param {any} report @param {any} describe */
function calibrators(report, describe) {
  const rows = rowsOf(report, describe);
  if (rows.length < 2) return '';
  const ids = columnsOf(rows);
  const best = new Map(ids.map((id) => [id, bestOf(describe, rows, id, 2)]));
  const head = [
    words.calibrator(words.fittedOn[report.fitted_on]),
    ...ids.map((id) => headOf(describe, id)),
    { text: words.changes, kind: 'words' },
  ];
  const body = rows.map((row) => [
    row.label,
    ...ids.map((id) => ({ text: cellOf(describe, row.metrics, id, 2), kind: best.get(id)?.has(row) ? 'best' : '' })),
    { text: changesOf(row, report.n), kind: 'words' },
  ]);
  return tableOf([head, ...body]);
}

/**
 * @param {object} from
 * @param {string} from.text the report as the engine wrote it
 * @param {any} from.describe
 * @param {string[]} from.files names
 * @param {{title: string, svg: SVGElement}[]} from.figures
 * @param {{says: number, right: number, gap: number}} from.frame
 */
export function onePage({ text, describe, files, figures, frame }) {
  const report = JSON.parse(text);
  const pictures = figures.map(({ title, svg }) => `<figure><figcaption>${html(title)}</figcaption>${standalone(svg)}</figure>`);
  // The patterns of each drawing are its own: one id stands once in a page.
  const apart = pictures.map((picture, i) =>
    picture.replace(/id="(over|under)"/g, `id="$1${i}"`).replace(/url\(#(over|under)\)/g, `url(#$1${i})`),
  );
  const table = calibrators(report, describe);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(words.pageTitle)}</title><style>${style}</style></head><body>
<h1>${html(texts.says(frame.says, frame.right))}</h1>
<p>${html(words.pageGap(frame.gap))}</p>
${apart.join('\n')}
<h2>${html(words.pageNumbers)}</h2>
${numbers(report, describe)}
${table && `<h2>${html(words.pageCalibrators)}</h2>${table}`}
<h2>${html(words.pageFiles)}</h2>
<p>${files.map((name) => `<code>${html(name)}</code>`).join(', ')}</p>
<p class="note">${html(words.pageMade)}</p>
<script type="application/json" id="report">${text.trim().replaceAll('</', '<\\/')}</script>
</body></html>
`;
}
