// From the runs to the table that compares them: runs that differ only in the seed are one row, with mean and spread.

import { bestOf, meanOf, parted, rowOf } from './best.js';
import { reachOfMean, sideOf } from './chance.js';
import { nth } from './nth.js';
import { entryIn } from './registry.js';

/** @typedef {import('./types.js').Run} Run */
/** @import {Bin, Describe, Entry, MetricEntry} from '../engine.d.ts' */

/**
 * @typedef {object} Group one row
 * @property {string} key its link without the seed
 * @property {string} letter of its first run
 * @property {Run[]} runs by seed
 */

/** @typedef {{values: number[], mean: number, spread: number}} Cell spread: standard deviation over seeds, NaN of a single one */

/** Those with a report, and no points of a sweep. @param {Run[]} runs */
export const comparable = (runs) => runs.filter((run) => run.report && !run.sweep);

/** @param {Run[]} runs @returns {Group[]} in the order of their letters' first runs */
export function groupsOf(runs) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const run of comparable(runs)) {
    const group = groups.get(run.group);
    if (group) group.runs.push(run);
    else groups.set(run.group, { key: run.group, letter: run.letter, runs: [run] });
  }
  for (const group of groups.values()) group.runs.sort((a, b) => a.settings.seed - b.settings.seed);
  return [...groups.values()];
}

/** @typedef {{key: string, groups: Group[]}} Section rows of the same data: only they can be compared */

/** Rows of the same data stand together. @param {Group[]} groups @returns {Section[]} in the order of their first rows */
export function sectionsOf(groups) {
  /** @type {Map<string, Section>} */
  const sections = new Map();
  for (const group of groups) {
    const key = JSON.stringify(nth(group.runs, 0).choices.data);
    const section = sections.get(key);
    if (section) section.groups.push(group);
    else sections.set(key, { key, groups: [group] });
  }
  return [...sections.values()];
}

/**
 * Rows in the order of a column, those without a figure last.
 * @param {Group[]} groups
 * @param {import('./types.js').Comparison['sort']} sort null: as they came
 * @param {string} way
 */
export function sortedBy(groups, sort, way) {
  if (!sort) return groups;
  const value = (/** @type {Group} */ group) =>
    cellOf(group.runs.map(({ report }) => (sort.when ? metricOf(report, sort.id, sort.when, way) : temperatureOf(report, way)))).mean;
  const order = groups.map((group) => ({ group, at: value(group) }));
  const missing = (/** @type {number} */ at) => (Number.isFinite(at) ? 0 : 1);
  return order
    .sort((a, b) => missing(a.at) - missing(b.at) || (missing(a.at) ? 0 : (a.at - b.at) * (sort.down ? -1 : 1)))
    .map(({ group }) => group);
}

/** The ways in which a temperature can be fitted that every one of the runs has. @param {Group[]} groups @returns {string[]} */
export function waysOf(groups) {
  const all = groups.flatMap(({ runs }) => runs.map(({ report }) => Object.keys(report?.calibrators?.temperature ?? {})));
  return (all[0] ?? []).filter((way) => all.every((ways) => ways.includes(way)));
}

/** @param {Run['report']} report @param {string} way */
const fitOf = (report, way) => report?.calibrators?.temperature?.[way];

/** @param {Run['report']} report @param {string} metric @param {'before' | 'after'} when @param {string} way @returns {number} */
export function metricOf(report, metric, when, way) {
  return figureOf(report, metric, when, way)?.value ?? NaN;
}

/** @param {Run['report']} report @param {string} metric @param {'before' | 'after'} when @param {string} way */
function figureOf(report, metric, when, way) {
  const metrics = when === 'before' ? report?.metrics : fitOf(report, way)?.metrics;
  return metrics?.[metric];
}

/** Rows by figure: every order, filter and sentence asks for the same ones. @type {WeakMap<Group, Map<string, import('./best.js').Row>>} */
const drawn = new WeakMap();

/** Its runs as one row. @param {Group} group @param {string} metric @param {'before' | 'after'} when @param {string} way */
function drawnOf(group, metric, when, way) {
  const rows = drawn.get(group) ?? new Map();
  drawn.set(group, rows);
  const key = `${metric} ${when} ${way}`;
  const row = rows.get(key) ?? meanOf(group.runs.map(({ report }) => rowOf(figureOf(report, metric, when, way))));
  rows.set(key, row);
  return row;
}

/** @param {Run['report']} report @param {string} way @returns {number} */
export const temperatureOf = (report, way) => fitOf(report, way)?.T ?? NaN;

/** @param {number[]} values @returns {Cell} */
export function cellOf(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { values, mean, spread: values.length > 1 ? Math.sqrt(square) : NaN };
}

/**
 * @typedef {object} Column
 * @property {string} id of a metric, or 'T'
 * @property {string} label
 * @property {string} unit
 * @property {'before' | 'after' | ''} when '' for T
 * @property {boolean} larger is better
 */

/**
 * What can stand in the table: the metrics that every run's report has.
 * @param {MetricEntry[]} registry describe.metric
 * @param {Group[]} groups
 */
export function metricsOf(registry, groups) {
  const reports = groups.flatMap(({ runs }) => runs.map(({ report }) => report));
  return registry.filter((entry) => reports.length && reports.every((report) => report?.metrics[entry.id]?.value != null));
}

/**
 * @param {MetricEntry[]} entries of metrics, in the order to show
 * @param {boolean} fitted whether there is a temperature
 * @returns {Column[]}
 */
export function columnsOf(entries, fitted) {
  const all = entries.flatMap((entry) => {
    const { id, label, unit, larger_is_better: larger } = entry;
    // A temperature keeps every answer, so what counts answers alone is the same after it.
    const whens =
      fitted && id !== 'error' && id !== 'accuracy' ? /** @type {const} */ (['before', 'after']) : /** @type {const} */ (['before']);
    return whens.map((when) => ({ id, label, unit, when, larger }));
  });
  return fitted ? [...all, { id: 'T', label: 'T', unit: '', when: '', larger: false }] : all;
}

/** @param {Group} group @param {Column} column @param {string} way */
function cellAt(group, { id, when }, way) {
  return cellOf(group.runs.map(({ report }) => (when ? metricOf(report, id, when, way) : temperatureOf(report, way))));
}

/**
 * The table as it is shown: mean, half of its 95 % interval over seeds where there are several, and what is best in its column for sure,
 * among rows of the same data.
 * @param {Group[]} groups
 * @param {Column[]} columns
 * @param {string} way
 * @param {(value: number, column: Column) => string} say
 */
export function rowsOf(groups, columns, way, say) {
  const cells = columns.map((column) => groups.map((group) => cellAt(group, column, way)));
  const best = columns.map(({ id, when, larger }) =>
    when
      ? sectionsOf(groups).flatMap(({ groups: own }) =>
          bestOf(
            own.map((group) => drawnOf(group, id, when, way)),
            larger,
          ),
        )
      : groups.map(() => false),
  );
  return groups.map((_, g) =>
    columns.map((column, c) => {
      const { mean, spread, values } = nth(nth(cells, c), g);
      const reach = reachOfMean(spread, values.length);
      return { text: say(mean, column), spread: Number.isFinite(reach) ? say(reach, column) : '', best: nth(nth(best, c), g), mean };
    }),
  );
}

/**
 * Which row of a column is first: `clear` when it parts from the second by more than chance.
 * @param {Group[]} groups
 * @param {string} metric
 * @param {'before' | 'after'} when
 * @param {string} way
 */
export function leadersOf(groups, metric, when, way) {
  const rows = groups
    .map((group, index) => ({ index, row: drawnOf(group, metric, when, way) }))
    .filter(({ row }) => Number.isFinite(row.value))
    .sort((a, b) => a.row.value - b.row.value);
  const [first, second] = rows;
  return first ? { first: first.index, clear: !second || parted(first.row, second.row) } : null;
}

/**
 * What keeps the rows from being a fair comparison: kinds of choices and settings that decide the first weights and the
 * order of the batches, and are not the same in all of them.
 * @param {Group[]} groups
 * @returns {string[]}
 */
export function unfair(groups) {
  /** @type {[string, (run: Run) => unknown][]} */
  const alike = [
    ['data', (run) => run.choices.data],
    ['model', (run) => run.choices.model],
    ['batch', (run) => run.settings.batch],
    ['init', (run) => run.settings.init],
  ];
  const found = alike.filter(([, of]) => new Set(groups.flatMap(({ runs }) => runs.map((run) => JSON.stringify(of(run))))).size > 1);
  const seeds = new Set(groups.map(({ runs }) => runs.map(({ settings }) => settings.seed).join()));
  return [...found.map(([name]) => name), ...(seeds.size > 1 ? ['seed'] : [])];
}

/**
 * What tells the rows apart, as texts: the loss always, other choices and settings where they differ.
 * @param {Describe} describe
 * @param {Run[]} runs one of each row
 * @param {(entry: Entry, params: Record<string, number | string>) => string} name of a choice
 * @returns {string[]}
 */
export function namesOf(describe, runs, name) {
  const kinds = /** @type {import('../engine.d.ts').ChoiceKind[]} */ (Object.keys(describe.default));
  const differs = (/** @type {(run: Run) => unknown} */ of) => new Set(runs.map((run) => JSON.stringify(of(run)))).size > 1;
  const others = kinds.filter((kind) => kind !== 'loss' && differs((run) => run.choices[kind]));
  const settings = describe.run.filter((param) => param.name !== 'seed' && differs((run) => run.settings[param.name]));
  return runs.map((run) =>
    [
      .../** @type {const} */ (['loss', ...others]).map((kind) => {
        const { id, params } = run.choices[kind];
        const entry = entryIn(/** @type {Entry[]} */ (describe[kind]), id);
        return name(
          entry,
          given(
            entry,
            params,
            runs.map((other) => other.choices[kind]).filter((other) => other.id === id),
          ),
        );
      }),
      ...settings.map((param) => `${param.name} ${run.settings[param.name]}`),
    ].join(', '),
  );
}

/**
 * The parameters worth saying: those off their default, and those in which choices of the same entry differ.
 * @param {Entry} entry @param {Record<string, number | string>} params @param {{params: Record<string, number | string>}[]} others
 */
function given(entry, params, others) {
  const said = entry.params.filter(
    ({ name, default: usual }) =>
      String(params[name]) !== String(usual) || new Set(others.map((other) => String(other.params[name]))).size > 1,
  );
  return Object.fromEntries(said.map(({ name }) => [name, params[name] ?? '']));
}

/**
 * The bins of a row: counts, confidence and accuracy over all its seeds. The counts are of one seed on average, since the
 * samples are the same in all of them.
 * @param {Bin[][]} all bins of each seed
 */
export function pooled(all) {
  return nth(all, 0).map((first, i) => {
    let count = 0;
    let confidence = 0;
    let accuracy = 0;
    for (const bins of all) {
      const bin = nth(bins, i);
      count += bin.count;
      confidence += bin.count * (bin.confidence ?? 0);
      accuracy += bin.count * (bin.accuracy ?? 0);
    }
    const some = count || 1;
    return {
      low: first.low,
      high: first.high,
      count: Math.round(count / all.length),
      confidence: count ? confidence / some : null,
      accuracy: count ? accuracy / some : null,
    };
  });
}

/** @typedef {{says: number, right: number, side: 'none' | 'over' | 'under'}} Gap mean confidence, accuracy, and what may be said of them */

/** Of all samples. @param {Bin[]} bins @returns {Gap} */
export function gapOf(bins) {
  const n = bins.reduce((sum, bin) => sum + bin.count, 0);
  const mean = (/** @type {'confidence' | 'accuracy'} */ what) => bins.reduce((sum, bin) => sum + bin.count * (bin[what] ?? 0), 0) / n;
  const [says, right] = [mean('confidence'), mean('accuracy')];
  return { says, right, side: sideOf(says, right, n) };
}

/**
 * What the data of some runs are called, and what of their parameters is not as usual or differs.
 * @param {Describe} describe @param {Run[]} runs @param {(entry: Entry, params: Record<string, number | string>) => string} name
 */
export const dataNames = (describe, runs, name) =>
  runs.map(({ choices: { data } }) => {
    const entry = entryIn(/** @type {Entry[]} */ (describe.data), data.id);
    const others = runs.map(({ choices }) => choices.data).filter(({ id }) => id === data.id);
    return name(entry, given(entry, data.params, others));
  });
