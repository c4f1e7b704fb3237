// What Compare shows of its runs, without the page: rows, columns, and the sentence above them.

import {
  cellOf,
  columnsOf,
  comparable,
  groupsOf,
  leadersOf,
  metricOf,
  metricsOf,
  namesOf,
  rowsOf,
  unfair,
  waysOf,
} from '../../model/compare.js';
import { nth } from '../../model/nth.js';
import { isNumber, withoutUnit } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/compare.js').Group} Group */
/** @typedef {import('../../model/compare.js').Column} Column */

const words = texts.compare;
const usual = ['error', 'nll', 'ece', 'true_ce']; // what papers show, and the truth where it is known

/** @param {number} value @param {Column} column */
function sayIn(value, { unit, when }) {
  if (!isNumber(value)) return '–';
  return withoutUnit(value, unit, 1, when ? 3 : 2);
}

/**
 * Everything the place shows, from the runs; made again only when a report or a choice is another one.
 * @typedef {object} Shown
 * @property {Group[]} groups
 * @property {string[]} names
 * @property {string} way of fitting the temperature, or empty
 * @property {string[]} ways
 * @property {import('../../engine.d.ts').MetricEntry[]} entries metrics that every report has
 * @property {Column[]} columns
 * @property {ReturnType<typeof rowsOf>} rows
 */

/** @type {{inputs: unknown[], shown: Shown} | null} */
let made = null;

/** @param {State} state @returns {Shown} */
export function shownOf({ runs, describe, comparison }) {
  const inputs = [describe, comparison.way, comparison.metrics, ...comparable(runs).map(({ report }) => report)];
  if (made && made.inputs.length === inputs.length && inputs.every((input, i) => input === made?.inputs[i])) return made.shown;
  const groups = groupsOf(runs);
  const ways = waysOf(groups);
  const way = ways.includes(comparison.way) ? comparison.way : (ways[0] ?? '');
  const entries = metricsOf(describe.metric, groups);
  const wished = comparison.metrics ?? usual;
  const columns = columnsOf(
    wished.flatMap((id) => entries.find((entry) => entry.id === id) ?? []),
    !!way,
  );
  const names = groups.length
    ? namesOf(
        describe,
        groups.flatMap(({ runs }) => runs.slice(0, 1)),
        (entry, params) => words.choice(entry.label, params),
      )
    : [];
  const shown = { groups, names, way, ways, entries, columns, rows: rowsOf(groups, columns, way, sayIn) };
  made = { inputs, shown };
  return shown;
}

/** @param {Shown} shown @returns {{lead: string, sub: string}} */
export function sentenceOf({ groups, names, way }) {
  if (!groups.length) return { lead: words.nothing, sub: words.nothingNote };
  const differ = unfair(groups);
  const facts = [
    words.size(
      groups.length,
      groups.map(({ runs }) => runs.length),
    ),
    ...(groups.length > 1 ? [differ.length ? words.unfair(differ.map((name) => words.kinds[name] ?? name)) : words.fair] : []),
    ...(way ? [words.fitted(way)] : []),
  ];
  if (groups.length < 2) return { lead: words.single, sub: facts.join(' ') };
  const before = leadersOf(groups, 'ece', 'before', way);
  const after = way ? leadersOf(groups, 'ece', 'after', way) : null;
  if (!before) return { lead: words.single, sub: facts.join(' ') };
  const [a, b] = [nth(names, before.first), after ? nth(names, after.first) : ''];
  const parted = () => (!after?.clear ? words.asTrained(a) : a === b ? words.same(a) : words.both(a, b));
  const best = !before.clear ? words.close : after ? parted() : words.plain(a);
  const helped = way ? mostHelped(groups, way) : null;
  const lead = helped ? `${best} ${words.helped(nth(names, helped.index), helped.before, helped.after)}` : best;
  return { lead, sub: [...facts, ...(before.clear && after?.clear !== false ? [] : [words.closeNote])].join(' ') };
}

/** The row that temperature helps most, if it does for sure. @param {Group[]} groups @param {string} way */
function mostHelped(groups, way) {
  const rows = groups.map(({ runs }, index) => {
    const ece = (/** @type {'before' | 'after'} */ when) => cellOf(runs.map(({ report }) => metricOf(report, 'ece', when, way))).mean;
    const [before, after] = [ece('before'), ece('after')];
    const chance = cellOf(runs.map(({ report }) => report?.metrics.ece.floor ?? NaN)).mean;
    return { index, before, after, sure: before - after > chance };
  });
  return rows.filter(({ sure }) => sure).sort((a, b) => b.before - b.after - (a.before - a.after))[0] ?? null;
}
