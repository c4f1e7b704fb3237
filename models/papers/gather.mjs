// Gathers the results: one file an experiment, with each run's link and receipt, and each cell's means over
// its seeds.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { courseOf, figuresOf, SUMMARISED } from './figures.mjs';
import { KEPT, measured, measures } from './measure.mjs';
import { experiments, plan } from './plan.mjs';
import { paired, summary } from './statistics.mjs';
import { resultOf } from './train.mjs';

/** @typedef {import('./plan.mjs').Run} Run */
/**
 * @typedef {object} Row a run as stored
 * @property {string} id
 * @property {string} cell
 * @property {number} seed
 * @property {string} link with its receipt
 * @property {string} digest
 * @property {number} seconds
 * @property {number | null} cpu_seconds
 * @property {string} machine
 * @property {string} date
 * @property {any} figures
 */
/**
 * @typedef {object} Study
 * @property {string} experiment
 * @property {string} title
 * @property {{model: string, data: string}[]} networks
 * @property {number} planned
 * @property {any[]} cells
 * @property {Row[]} runs
 */

const HERE = new URL('.', import.meta.url);

/** @param {string} name */
function read(name) {
  const path = new URL(`${name}.json`, HERE);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

const inOrder = new Intl.Collator('en', { numeric: true }).compare; // E2 before E10

/** Returns the experiments' names, in order. */
export const names = () => [...new Set([...plan(), ...measures].map(({ experiment }) => experiment))].sort(inOrder);

/**
 * Returns the stored results of an experiment, or null.
 * @param {string} experiment
 * @returns {Study | null}
 */
export const studyOf = (experiment) => read(experiment);

/**
 * Rounds to five digits, more than are significant.
 * @param {string} _
 * @param {any} value
 */
export const brief = (_, value) => (typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value);
/** @param {string} _ @param {any} value */
const rough = (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);

/**
 * Lists every number in an object with its name, before.ece.
 * @param {any} of
 * @param {string} [under]
 * @returns {[string, number][]}
 */
export function leaves(of, under = '') {
  return Object.entries(of).flatMap(([name, value]) => {
    if (typeof value === 'number') return [/** @type {[string, number]} */ ([under + name, value])];
    return value && typeof value === 'object' && !Array.isArray(value) ? leaves(value, `${under}${name}.`) : [];
  });
}

/** Figures by name and seed. @param {Row[]} rows @returns {Map<string, Map<number, number>>} */
export function bySeed(rows) {
  /** @type {Map<string, Map<number, number>>} */
  const all = new Map();
  for (const { seed, figures } of rows)
    for (const [name, value] of leaves(figures)) all.set(name, (all.get(name) ?? new Map()).set(seed, value));
  return all;
}

/**
 * Returns a cell's figures over its seeds, and their differences from those of the first cell. `missing`
 * counts the planned seeds without a run.
 * @param {Row[]} rows
 * @param {Row[] | null} first null: it is the first
 * @param {Run} run
 * @param {number} planned seeds
 */
function cellOf(rows, first, { cell, choice }, planned) {
  const figures = [...bySeed(rows)].filter(([name]) => SUMMARISED.includes(name));
  const base = bySeed(first ?? []);
  const differences = figures.flatMap(([name, values]) => {
    const difference = paired(values, base.get(name) ?? new Map());
    return difference ? [[name, difference]] : [];
  });
  return {
    cell,
    choice,
    seeds: rows.map(({ seed }) => seed),
    ...(rows.length < planned ? { missing: planned - rows.length } : {}),
    figures: Object.fromEntries(figures.map(([name, values]) => [name, summary([...values.values()])])),
    ...(first ? { less_first: Object.fromEntries(differences) } : {}),
  };
}

/** Writes objects one a line. @param {any[]} list */
const lines = (list) => list.map((one) => JSON.stringify(one, brief)).join(',\n');

/** @param {string} experiment @param {Run[]} runs @param {Row[]} found @returns {Study} */
function write(experiment, runs, found) {
  /** @type {Row[]} */
  const rows = JSON.parse(JSON.stringify(found, brief)); // means are then those of the stored numbers
  const of = (/** @type {string} */ cell) => rows.filter((row) => row.cell === cell).sort((a, b) => a.seed - b.seed);
  const cells = [...new Map(runs.map((run) => [run.cell, run])).values()].filter(({ cell }) => of(cell).length);
  // Compared with the first cell of the same network and learning rate.
  const like = (/** @type {Run} */ { choice: { loss, penalty, ...rest } }) => JSON.stringify(rest);
  const firstOf = (/** @type {Run} */ run) => /** @type {Run} */ (cells.find((other) => like(other) === like(run))).cell;
  const parts = [...experiments.parts, ...measures].filter((part) => part.experiment === experiment);
  const about = {
    experiment,
    title: parts.find(({ title }) => title).title,
    networks: parts.flatMap(({ model, data }) => (model ? [{ model, data }] : [])),
    planned: runs.length,
  };
  const planned = (/** @type {string} */ name) => runs.filter(({ cell }) => cell === name).length;
  const means = cells.map((run) => cellOf(of(run.cell), firstOf(run) === run.cell ? null : of(firstOf(run)), run, planned(run.cell)));
  writeFileSync(
    new URL(`${experiment}.json`, HERE),
    `${JSON.stringify(about).slice(0, -1)},"cells":[\n${lines(means)}\n],"runs":[\n${lines(rows)}\n]}\n`,
  );
  return { ...about, cells: means, runs: rows };
}

/**
 * Gathers an experiment whose figures are all measured on another one's networks.
 * @param {import('./measure.mjs').Measure} measure
 * @param {string} folder
 */
function gatherMeasure(measure, folder) {
  const runs = plan().filter(({ experiment }) => experiment === measure.of);
  const kept = new Map((studyOf(measure.experiment)?.runs ?? []).map((row) => [row.id, row]));
  const trained = new Map((studyOf(measure.of)?.runs ?? []).map((row) => [row.id, row]));
  const rows = runs.flatMap((run) => {
    const printed = measured(folder, run, measure);
    const row = trained.get(run.id);
    if (!printed || !row) return kept.get(run.id) ?? [];
    const { id, cell, seed, link, digest } = row;
    return [/** @type {any} */ ({ id, cell, seed, link, digest, figures: /** @type {any} */ (KEPT[measure.name])(printed) })];
  });
  return rows.length ? write(measure.experiment, runs, rows) : null;
}

/**
 * Gathers an experiment again: each run's new result, else its stored one.
 * @param {string} experiment
 * @param {string} folder of results
 * @returns {Study | null}
 */
export function gather(experiment, folder) {
  const mine = measures.filter((measure) => measure.experiment === experiment);
  const runs = plan().filter((run) => run.experiment === experiment);
  if (!runs.length) return gatherMeasure(/** @type {import('./measure.mjs').Measure} */ (mine[0]), folder);
  const kept = new Map((studyOf(experiment)?.runs ?? []).map((row) => [row.id, row]));
  /** @type {Record<string, any>} */
  const courses = read(`${experiment}-epochs`) ?? {};
  const rows = runs.flatMap((run) => {
    const result = resultOf(folder, run);
    const old = kept.get(run.id);
    if (!result) return old ?? [];
    const { report, seconds, cpu_seconds, machine, date } = result;
    courses[run.id] = courseOf(report);
    const more = mine.flatMap((measure) => {
      const printed = measured(folder, run, measure);
      const figures = printed ? /** @type {any} */ (KEPT[measure.name])(printed) : old?.figures[measure.name];
      return figures ? [[measure.name, figures]] : [];
    });
    const figures = { ...figuresOf(report), ...Object.fromEntries(more) };
    const { id, cell, seed } = run;
    return [{ id, cell, seed, link: report.link, digest: report.digest, seconds, cpu_seconds, machine, date, figures }];
  });
  if (!rows.length) return null;
  const text = rows.filter(({ id }) => courses[id]).map(({ id }) => `${JSON.stringify(id)}:${JSON.stringify(courses[id], rough)}`);
  writeFileSync(new URL(`${experiment}-epochs.json`, HERE), `{\n${text.join(',\n')}\n}\n`);
  return write(experiment, runs, rows);
}
