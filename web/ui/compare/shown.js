// The content of Compare, without elements: rows, columns, and the sentence above them.

import {
  cellOf,
  columnsOf,
  comparable,
  dataNames,
  groupsOf,
  hashOf,
  leadersOf,
  metricOf,
  metricsOf,
  namesOf,
  rowsOf,
  sectionsOf,
  sortedBy,
  unfair,
  waysOf,
} from '../../model/compare/rows.js';
import { nth } from '../../model/nth.js';
import { markOf } from '../../model/runs/filed.js';
import { isNumber, unitless, writing } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/compare/rows.js').Group} Group */
/** @typedef {import('../../model/compare/rows.js').Column} Column */

const words = texts.compare;
const most = 12; // rows drawn below the table at first
const longest = 30; // characters of a name in a headline
// metrics of papers, and the true calibration error if it is known
const usual = ['error', 'nll', 'ece', 'true_ce'];

/** @param {number} value @param {Column} column */
function sayIn(value, { unit, when }) {
  if (!isNumber(value)) return '–';
  return unitless(value, unit, 1, when ? 3 : 2);
}

/**
 * Content of the place, computed from the runs again only if a report or a choice changes.
 * @typedef {object} Shown
 * @property {Group[]} groups filtered, section by section
 * @property {number} all number of rows without the filter
 * @property {{label: string, from: number, to: number, says: string}[]} sections rows of the same data, as
 *   ranges
 * @property {string[]} names
 * @property {string[]} rowNames without the data, which the section names
 * @property {string} way criterion that fitted the temperature, or empty
 * @property {string[]} ways
 * @property {import('../../engine.d.ts').MetricEntry[]} entries metrics that every report has
 * @property {Column[]} columns
 * @property {ReturnType<typeof rowsOf>} rows
 */

/**
 * The part that does not depend on order and filter.
 * @typedef {object} Facts
 * @property {Group[]} all
 * @property {string} way
 * @property {string[]} ways
 * @property {Shown['entries']} entries
 * @property {Column[]} columns
 * @property {Map<Group, {full: string, data: string, short: string}>} names short: distinguishes rows of the
 *   same data
 */

/**
 * Caches the last value as long as the inputs are identical.
 * @template T
 * @returns {(inputs: unknown[], make: () => T) => T}
 */
function remembering() {
  /** @type {{inputs: unknown[], value: T} | null} */
  let last = null;
  return (inputs, make) => {
    if (!last || last.inputs.length !== inputs.length || inputs.some((input, i) => input !== last?.inputs[i]))
      last = { inputs, value: make() };
    return last.value;
  };
}

/** @type {ReturnType<typeof remembering<Facts>>} */
const rememberedFacts = remembering();
/** @type {ReturnType<typeof remembering<Shown>>} */
const rememberedShown = remembering();

/** @param {State} state @returns {Facts} */
function factsOf({ runs, describe, comparison }) {
  const all = groupsOf(runs);
  const ways = waysOf(all);
  const way = ways.includes(comparison.way) ? comparison.way : (ways[0] ?? '');
  const entries = metricsOf(describe.metric, all);
  const wished = comparison.metrics ?? usual;
  const columns = columnsOf(
    wished.flatMap((id) => entries.find((entry) => entry.id === id) ?? []),
    way && words.tHead(way),
  );
  const say = (/** @type {import('../../engine.d.ts').Entry} */ entry, /** @type {Record<string, unknown>} */ params) =>
    words.choice(entry.label, params);
  const firsts = (/** @type {Group[]} */ groups) => groups.map(({ runs }) => nth(runs, 0));
  const marked = (/** @type {Group[]} */ groups) =>
    namesOf(describe, firsts(groups), say).map((name, i) => {
      const mark = markOf(...nth(groups, i).runs);
      return mark ? `${name} (${mark})` : name;
    });
  const [full, data] = all.length ? [marked(all), dataNames(describe, firsts(all), say)] : [[], []];
  const names = new Map(all.map((group, i) => [group, { full: nth(full, i), data: nth(data, i), short: '' }]));
  const sections = sectionsOf(all);
  const labels = sections.map(({ groups }) => names.get(nth(groups, 0))?.data ?? '');
  for (const [i, { groups: own }] of sections.entries()) {
    const label = nth(labels, i);
    if (labels.filter((other) => other === label).length > 1)
      // another file of that name
      for (const group of own) Object.assign(names.get(group) ?? {}, { data: words.ofHash(label, hashOf(nth(group.runs, 0)).slice(0, 8)) });
    marked(own).forEach((short, g) => Object.assign(names.get(nth(own, g)) ?? {}, { short }));
  }
  return { all, way, ways, entries, columns, names };
}

/** @param {State} state @returns {Shown} */
export function shownOf(state) {
  const { runs, describe, comparison } = state;
  const { sort, filter } = comparison;
  const reports = comparable(runs).map(({ report }) => report);
  const facts = rememberedFacts([writing(), describe, comparison.way, comparison.metrics, ...reports], () => factsOf(state));
  return rememberedShown([facts, sort, filter], () => chosenOf(facts, sort, filter));
}

/** @param {Facts} facts @param {State['comparison']['sort']} sort @param {string} filter @returns {Shown} */
function chosenOf({ all, way, ways, entries, columns, names: known }, sort, filter) {
  const nameOf = (/** @type {Group} */ group) => known.get(group) ?? { full: '', data: '', short: '' };
  const wanted = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (/** @type {Group} */ group) => {
    const { full, data } = nameOf(group);
    const text = `${group.letter} ${full} ${data} ${group.runs.map(({ spec }) => spec).join(' ')}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  const parts = sectionsOf(all.filter(has)).map(({ groups }) => sortedBy(groups, sort, way));
  const groups = parts.flat();
  const rowNames = groups.map((group) => nameOf(group).short);
  let from = 0;
  const sections = parts.map((own) => {
    const part = { groups: own, names: own.map((group) => nameOf(group).short), way };
    const { says, why } = leaderOf(part);
    const section = { label: nameOf(nth(own, 0)).data, from, to: from + own.length, says: own.length > 1 ? `${says} ${why}`.trim() : '' };
    from += own.length;
    return section;
  });
  const names = sections.length > 1 ? groups.map((group) => words.onData(nameOf(group).short, nameOf(group).data)) : rowNames;
  const rows = rowsOf(groups, columns, way, sayIn);
  return { groups, all: all.length, sections, names, rowNames, way, ways, entries, columns, rows };
}

/**
 * A row's name in a headline, or its letter if the name is too long.
 * @param {Pick<Shown, 'groups'> & {names: string[]}} shown
 * @param {number} i
 */
const inShort = ({ groups, names }, i) => (nth(names, i).length > longest ? words.rowOf(nth(groups, i).letter) : nth(names, i));

/**
 * Gives the reason for not naming a row: the two lowest ECEs, and the interval of their difference.
 * @param {Pick<Shown, 'groups'> & {names: string[]}} part
 * @param {NonNullable<ReturnType<typeof leadersOf>>} leaders
 * @param {boolean} after
 */
function closeWhy(part, { first, second, size, difference }, after) {
  if (second === null) return '';
  const [a, b] = [inShort(part, first), inShort(part, second)];
  return difference ? words.closeWhy(a, b, size, difference.low, difference.high, after) : words.closeUnknown(a, b, size, after);
}

/**
 * Names the row with the lowest ECE, if the difference is certain. why: the reason, if it is not.
 * @param {Pick<Shown, 'groups' | 'way'> & {names: string[]}} part
 * @returns {{says: string, why: string}}
 */
function leaderOf(part) {
  const { groups, way } = part;
  const before = leadersOf(groups, 'ece', 'before', way);
  const after = way ? leadersOf(groups, 'ece', 'after', way) : null;
  if (!before) return { says: '', why: '' };
  if (!before.clear) return { says: words.close, why: closeWhy(part, before, false) };
  const a = inShort(part, before.first);
  if (!after) return { says: words.plain(a), why: '' };
  if (!after.clear) return { says: words.asTrained(a), why: closeWhy(part, after, true) };
  const b = inShort(part, after.first);
  return { says: a === b ? words.same(a) : words.both(a, b), why: '' };
}

/** @param {Shown} shown @returns {{lead: string, sub: string}} */
export function sentenceOf({ groups, all, rowNames, sections, way }) {
  if (!all) return { lead: words.nothing, sub: words.nothingNote };
  if (!groups.length) return { lead: words.noRow, sub: words.noRowNote(all) };
  const differ = sections.length > 1 ? [] : unfair(groups);
  const seeds = groups.map(({ runs }) => runs.length);
  const facts = [
    ...(sections.length > 1 ? [words.within] : [words.size(groups.length, seeds)]),
    ...(groups.length > 1 && sections.length < 2
      ? [differ.length ? words.unfair(differ.map((name) => words.kinds[name] ?? name)) : words.fair]
      : []),
    ...(way ? [words.fitted(way)] : []),
  ];
  if (sections.length > 1) return { lead: words.onSets(groups.length, sections.length), sub: facts.join(' ') };
  const { says: lead, why } = leaderOf({ groups, names: rowNames, way });
  if (groups.length < 2 || !lead) return { lead: words.single, sub: facts.join(' ') };
  const helped = way ? mostHelped(groups, way) : null;
  if (helped) facts.push(words.helped(nth(rowNames, helped.index), helped.before, helped.after));
  return { lead, sub: [...(why ? [why] : []), ...facts].join(' ') };
}

/**
 * The rows drawn below the table: the first ones, if there are many.
 * @param {Shown} shown
 * @param {boolean} whole
 * @returns {Shown}
 */
export function drawnOf(shown, whole) {
  if (whole || shown.groups.length <= most) return shown;
  let few = fewOf.get(shown);
  if (!few) fewOf.set(shown, (few = { ...shown, groups: shown.groups.slice(0, most), names: shown.names.slice(0, most) }));
  return few;
}

/** @type {WeakMap<Shown, Shown>} */
const fewOf = new WeakMap();

/**
 * The row that temperature improves most, if the improvement is certain.
 * @param {Group[]} groups
 * @param {string} way
 */
function mostHelped(groups, way) {
  const rows = groups.map(({ runs }, index) => {
    const ece = (/** @type {'before' | 'after'} */ when) => cellOf(runs.map(({ report }) => metricOf(report, 'ece', when, way))).mean;
    const [before, after] = [ece('before'), ece('after')];
    const chance = cellOf(runs.map(({ report }) => report?.metrics.ece.floor ?? NaN)).mean;
    return { index, before, after, sure: before - after > chance };
  });
  return rows.filter(({ sure }) => sure).sort((a, b) => b.before - b.after - (a.before - a.after))[0] ?? null;
}
