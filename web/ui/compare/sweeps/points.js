// The points of a sweep that was computed elsewhere: missing ones, damaged ones, and the seeds of a row. Each
// seed has its state in this browser.
import { h } from '../../../draw/dom.js';
import { nameOf, verdictOf } from '../../../model/compare/gathered.js';
import { nth } from '../../../model/nth.js';
import { sentence, texts } from '../../../texts/index.js';

/** @typedef {import('../../../model/types.js').State} State */
/** @typedef {import('../../../model/compare/gathered.js').Gathered} Gathered */
/** @typedef {import('../../../model/compare/gathered.js').PointRun} PointRun */
/** @typedef {import('../../../model/compare/gathered.js').Row} Row */

const words = texts.gathered;
const LISTED = 20; // missing or damaged points that are listed

/**
 * @param {string} title
 * @param {string[]} lines
 * @param {(line: string, i: number) => Node | string} [made]
 */
function folded(title, lines, made = (line) => line) {
  const rest = lines.length - LISTED;
  return h(
    'details',
    { class: 'folded' },
    h('summary', null, title),
    h('ul', null, ...lines.slice(0, LISTED).map((line, i) => h('li', null, made(line, i))), rest > 0 && h('li', null, words.more(rest))),
  );
}

/**
 * Lists of files with problems, missing points and points whose training overflowed.
 * @param {Gathered} sweep
 * @param {(link: string) => void} openLink
 */
export function listsOf({ pasted, points, missing, total, problems }, openLink) {
  const failed = points.filter((point) => point.failed);
  return [
    problems.length > 0 && folded((pasted ? words.problemsPasted : words.problems)(problems.length), problems.map(sentence)),
    missing.length > 0 &&
      folded(
        words.missing(missing.length, total),
        missing.map(({ number, values, engine }) => words.missingOne(number, nameOf(values, true)) + (engine && words.otherEngine(engine))),
        (line, i) => {
          const { spec } = nth(missing, i);
          return spec ? h('span', null, `${line} `, h('button', { class: 'plain', onclick: () => openLink(spec) }, words.open)) : line;
        },
      ),
    failed.length > 0 &&
      folded(
        words.overflowed(failed.length),
        failed.map((point) => `${words.missingOne(point.number, nameOf(point.values, true))}: ${point.failed}`),
      ),
  ];
}

/**
 * The state of a point in this browser.
 * @param {State} state
 * @param {PointRun} point
 * @param {boolean} pasted
 */
export function here({ runs, queue }, point, pasted) {
  const run = runs.find(({ spec }) => spec === point.run.spec);
  if (run?.report?.fused) return { key: 'fused', text: words.fused };
  const verdict = verdictOf(point, run?.report ?? null);
  if (verdict?.same) return { key: 'equal', text: words.equal(verdict.figures) };
  if (verdict) return { key: 'different', text: (pasted ? words.differsPasted : words.differs)(verdict.differs, verdict.was, verdict.is) };
  const item = queue.items.find(({ spec }) => spec === point.run.spec);
  if (item?.state === 'failed') return { key: 'failed', text: words.failedHere(sentence(item.error)) };
  return { key: item ? item.state : '', text: item ? (item.state === 'waiting' ? words.waiting : words.training) : '' };
}

/**
 * A row's name and its seeds.
 * @param {State} now
 * @param {Row} row
 * @param {boolean} pasted
 * @param {{openLink: (link: string) => void, train: (point: PointRun) => void}} on
 */
export const seedsOfRow = (now, row, pasted, on) => [
  h('p', { class: 'strong' }, h('span', { class: 'letter' }, row.letter), row.name),
  h(
    'ul',
    null,
    ...row.points.map((point) => {
      const { key, text } = here(now, point, pasted);
      return h(
        'li',
        { 'data-point': point.number, 'data-here': key, 'data-verified': String(point.verified) },
        `${texts.compare.seed(point.run.settings.seed)} `,
        h('code', { title: texts.digest }, point.digest.slice(0, 16)),
        h('span', { class: point.verified === false ? 'error' : 'quiet' }, words.status(point.verified)),
        point.engine !== now.describe.engine && h('span', { class: 'quiet' }, point.engine),
        h('button', { class: 'plain', onclick: () => on.openLink(point.run.spec) }, words.open),
        !['equal', 'waiting', 'running'].includes(key) && h('button', { class: 'plain', onclick: () => on.train(point) }, words.train),
        text && h('span', { class: key === 'different' || key === 'failed' ? 'error' : 'strong' }, text),
      );
    }),
  ),
];
