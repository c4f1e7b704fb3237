// Makes the comparison table from runs. Runs that only differ in the seed form one row, with mean and spread.

import { reachOfMean, sideOf } from '../chance.js';
import { nth } from '../nth.js';
import { entryIn } from '../registry.js';
import { bestOf, differenceOf, meanOf, parted, rowOf } from './best.js';

/** @typedef {import('../types.js').Run} Run */
/** @import {Bin, Describe, Entry, MetricEntry} from '../../engine.d.ts' */

/**
 * @typedef {object} Group a row of the table
 * @property {string} key the link without the seed, and in Compare the data hash
 * @property {string} letter letter of the first run
 * @property {Run[]} runs sorted by seed
 */

/**
 * spread: standard deviation over seeds; NaN for a single seed.
 * @typedef {{values: number[], mean: number, spread: number}} Cell
 */

/** Returns the runs with a report, except points of a sweep. @param {Run[]} runs */
export const comparable = (runs) => runs.filter((run) => run.report && !run.sweep);

/** Returns the samples' hash: two files of one name have equal links. @param {Run} run */
export const hashOf = ({ ready, report }) => report?.data_hash ?? ready?.hash ?? '';

/**
 * Groups runs that differ only in the seed and have the same samples.
 * @param {Run[]} runs
 * @returns {Group[]} in the order of their first runs' letters
 */
export function groupsOf(runs) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const run of comparable(runs)) {
    const key = `${run.group} ${hashOf(run)}`;
    const group = groups.get(key);
    if (group) group.runs.push(run);
    else groups.set(key, { key, letter: run.letter, runs: [run] });
  }
  for (const group of groups.values()) group.runs.sort((a, b) => a.settings.seed - b.settings.seed);
  return [...groups.values()];
}

/** @typedef {{key: string, groups: Group[]}} Section rows of the same data; only these are comparable */

/** Groups rows by data. @param {Group[]} groups @returns {Section[]} in the order of their first rows */
export function sectionsOf(groups) {
  /** @type {Map<string, Section>} */
  const sections = new Map();
  for (const group of groups) {
    const first = nth(group.runs, 0);
    const key = JSON.stringify([first.choices.data, hashOf(first)]);
    const section = sections.get(key);
    if (section) section.groups.push(group);
    else sections.set(key, { key, groups: [group] });
  }
  return [...sections.values()];
}

/**
 * Sorts rows by a column. Rows without a figure come last.
 * @param {Group[]} groups
 * @param {import('../types.js').Comparison['sort']} sort null: keep the order
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

/**
 * Returns the ways of fitting a temperature that every run has.
 * @param {Group[]} groups
 * @returns {string[]}
 */
export function waysOf(groups) {
  const all = groups.flatMap(({ runs }) => runs.map(({ report }) => Object.keys(report?.calibrators?.temperature ?? {})));
  return (all[0] ?? []).filter((way) => all.every((ways) => ways.includes(way)));
}

/** @param {Run['report']} report @param {string} way */
const fitOf = (report, way) => report?.calibrators?.temperature?.[way];

/**
 * @param {Run['report']} report
 * @param {string} metric
 * @param {'before' | 'after'} when
 * @param {string} way
 * @returns {number}
 */
export function metricOf(report, metric, when, way) {
  return figureOf(report, metric, when, way)?.value ?? NaN;
}

/**
 * @param {Run['report']} report
 * @param {string} metric
 * @param {'before' | 'after'} when
 * @param {string} way
 */
function figureOf(report, metric, when, way) {
  const metrics = when === 'before' ? report?.metrics : fitOf(report, way)?.metrics;
  return metrics?.[metric];
}

/**
 * Averaged rows by figure, since every order, filter and sentence uses them.
 * @type {WeakMap<Group, Map<string, import('./best.js').Row>>}
 */
const drawn = new WeakMap();

/**
 * Averages a group's runs to one row.
 * @param {Group} group
 * @param {string} metric
 * @param {'before' | 'after'} when
 * @param {string} way
 */
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
 * @property {string} id metric id, or 'T'
 * @property {string} label
 * @property {string} unit
 * @property {'before' | 'after' | ''} when '' for T
 * @property {boolean} larger true if larger is better
 */

/**
 * Returns the metrics that every run's report has.
 * @param {MetricEntry[]} registry describe.metric
 * @param {Group[]} groups
 */
export function metricsOf(registry, groups) {
  const reports = groups.flatMap(({ runs }) => runs.map(({ report }) => report));
  return registry.filter((entry) => reports.length && reports.every((report) => report?.metrics[entry.id]?.value != null));
}

/**
 * @param {MetricEntry[]} entries metrics in display order
 * @param {string} temperature head of the column of temperatures; '' for none
 * @returns {Column[]}
 */
export function columnsOf(entries, temperature) {
  const all = entries.flatMap((entry) => {
    const { id, label, unit, larger_is_better: larger } = entry;
    // A temperature keeps every answer, so metrics that only count answers do not change.
    const whens =
      temperature && id !== 'error' && id !== 'accuracy' ? /** @type {const} */ (['before', 'after']) : /** @type {const} */ (['before']);
    return whens.map((when) => ({ id, label, unit, when, larger }));
  });
  return temperature ? [...all, { id: 'T', label: temperature, unit: '', when: '', larger: false }] : all;
}

/** @param {Group} group @param {Column} column @param {string} way */
function cellAt(group, { id, when }, way) {
  return cellOf(group.runs.map(({ report }) => (when ? metricOf(report, id, when, way) : temperatureOf(report, way))));
}

/**
 * Formats the table: means, and half of the 95 % interval over several seeds. Marks the clear best of each
 * column, among rows of the same data.
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
 * Returns the first row of a column, the second one, and their difference. clear: it is more than chance.
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
  if (!first) return null;
  if (!second) return { first: first.index, second: null, size: NaN, difference: null, clear: true };
  const size = second.row.value - first.row.value;
  const difference = differenceOf(first.row, second.row);
  return { first: first.index, second: second.index, size, difference, clear: parted(first.row, second.row) };
}

/**
 * Returns the differences that make a comparison unfair: choices and settings that decide the initial weights
 * and the order of batches.
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
 * Names rows by their differences: the loss, and other choices and settings that differ.
 * @param {Describe} describe
 * @param {Run[]} runs one run per row
 * @param {(entry: Entry, params: Record<string, number | string>) => string} name names a choice
 * @returns {string[]}
 */
export function namesOf(describe, runs, name) {
  const kinds = /** @type {import('../../engine.d.ts').ChoiceKind[]} */ (Object.keys(describe.default));
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
 * Returns the parameters to show: those off their default, and those that differ among choices of the same
 * entry.
 * @param {Entry} entry
 * @param {Record<string, number | string>} params
 * @param {{params: Record<string, number | string>}[]} others
 */
function given(entry, params, others) {
  const shown = entry.params.filter(
    ({ name, default: usual }) =>
      String(params[name]) !== String(usual) || new Set(others.map((other) => String(other.params[name]))).size > 1,
  );
  return Object.fromEntries(shown.map(({ name }) => [name, params[name] ?? '']));
}

/**
 * Pools the bins of a row's seeds: mean count, and confidence and accuracy over all of them. The samples are
 * the same for each seed.
 * @param {Bin[][]} all bins per seed
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

/**
 * @typedef {{says: number, right: number, side: 'none' | 'over' | 'under'}} Gap mean confidence, accuracy and
 *   their comparison
 */

/** Computes the gap over all samples. @param {Bin[]} bins @returns {Gap} */
export function gapOf(bins) {
  const n = bins.reduce((sum, bin) => sum + bin.count, 0);
  const mean = (/** @type {'confidence' | 'accuracy'} */ what) => bins.reduce((sum, bin) => sum + bin.count * (bin[what] ?? 0), 0) / n;
  const [says, right] = [mean('confidence'), mean('accuracy')];
  return { says, right, side: sideOf(says, right, n) };
}

/**
 * Names the data of runs, with parameters that are off their default or differ.
 * @param {Describe} describe
 * @param {Run[]} runs
 * @param {(entry: Entry, params: Record<string, number | string>) => string} name
 */
export const dataNames = (describe, runs, name) =>
  runs.map(({ choices: { data } }) => {
    const entry = entryIn(/** @type {Entry[]} */ (describe.data), data.id);
    const others = runs.map(({ choices }) => choices.data).filter(({ id }) => id === data.id);
    return name(entry, given(entry, data.params, others));
  });
