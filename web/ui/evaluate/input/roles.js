// Assigns roles to files by names and shapes, and finds what is missing. The user sees every role and can
// change it.
import { npyFile } from '../../../core/formats/npy-write.js';
import { nth } from '../../../model/nth.js';
import { texts } from '../../../texts/index.js';
import { isBare, namesLabels, namesOutputs, namesWeights, partOf, stemOf } from './names.js';

/** @typedef {import('../../../core/types.js').Looked} Looked */
/** @typedef {import('../../../core/types.js').FileRole | 'none'} Role */
/**
 * Column numbers, from 1; group: any number of columns; class: the columns of classes, in their order; pred,
 * conf: a predicted class and its confidence.
 * @typedef {{label?: number, p?: number, class?: number[], pred?: number, conf?: number, group?: number[],
 *   case?: number, weight?: number, score?: number, positive?: string}} Columns
 */
/**
 * A file; columns: the user's choice of columns; labelNames: for a run's outputs; instead: a validation file,
 * evaluated in place of a test file. If the lab computed outputs, they are logits.
 * @typedef {{file: File, inspected: Looked | null, role: Role, error: string, fraction: number,
 *   columns?: Columns, labelNames?: string[], computed?: boolean, instead?: boolean}} Item
 */

const words = texts.evaluate;

/** Returns true for outputs or labels of tokens or pixels. @param {Looked | null} [inspected] */
const isPositions = (inspected) => inspected?.kind === 'npy' && (inspected.shape?.length ?? 0) > 2;
/** @param {Looked} inspected */
const isOutputs = ({ kind, type, shape, classes, one_hot, labels }) =>
  kind === 'npy' && !!type?.startsWith('f') && (shape?.length ?? 0) > 0 && labels === undefined && (classes === undefined || !!one_hot);
/** @param {Looked} inspected */
const isLabels = ({ kind, classes, labels }) => kind === 'npy' && (classes !== undefined || labels !== undefined);
/** Returns true for rows of class shares or of probabilities. @param {Looked} inspected */
const mayBeShares = ({ kind, shape, rows_sum_to_1 }) => kind === 'npy' && shape?.length === 2 && rows_sum_to_1 === true;
/** Returns true for a float array whose shape fits no role. @param {Item} item */
const isShapeless = (item) => item.inspected?.kind === 'npy' && !!item.inspected.type?.startsWith('f') && rolesOf(item).length === 1;
/** Returns true for one positive number per sample. @param {Looked} inspected */
const mayWeigh = ({ kind, shape, least }) =>
  kind === 'npy' && (shape?.length === 1 || (shape?.length === 2 && shape[1] === 1)) && typeof least === 'number' && least > 0;

/** Returns true for true probabilities. @param {Looked} inspected */
const mayBeTruth = ({ kind, type, shape, least, most }) =>
  kind === 'npy' && !!type?.startsWith('f') && shape?.length === 2 && (least ?? -1) >= 0 && (most ?? 2) <= 1;

/** Returns true for chosen columns of classes, or of predictions. @param {Columns | undefined} columns */
export const givesClasses = (columns) => (columns?.class?.length ?? 0) > 1 || !!(columns?.pred && columns.conf);

/** Returns true if the user chose the label that a recognised probability is of. @param {Item} item */
const choosesPositive = ({ inspected, columns }) => !!(inspected?.why && inspected.p && inspected.label && columns?.positive);

/** A table's task: as recognised, or as its chosen columns imply. @param {Item | undefined} item */
export const taskOf = (item) =>
  item && ((item.columns?.label && item.columns.p) || choosesPositive(item)) ? 'binary' : item?.inspected?.task;

/** Returns true for a table that cannot be read until the user chooses its columns. @param {Item} item */
export const isUnread = (item) => !!item.inspected?.why && !taskOf(item) && !item.columns?.group?.length && !givesClasses(item.columns);

/**
 * Returns true for one of two tables that belong together: predictions, or their labels.
 * @param {Item} item
 * @param {Item[]} items
 */
export function isJoined(item, items) {
  const others = /** @type {Partial<Record<Role, Role>>} */ ({
    csv: 'labels',
    labels: 'csv',
    'val-csv': 'val-labels',
    'val-labels': 'val-csv',
  });
  return (
    !!item.inspected?.why &&
    (items.some((other) => other.inspected?.why && other.role === others[item.role]) || isLabelsOfArray(item, items))
  );
}

/** Returns true for a table of labels whose outputs are an array. @param {Item} item @param {Item[]} items */
const isLabelsOfArray = (item, items) =>
  !!item.inspected?.why &&
  items.some(({ role }) => (item.role === 'labels' && role === 'logits') || (item.role === 'val-labels' && role === 'val-logits'));

/** All roles that a file could have. @param {Item} item @returns {Role[]} */
export function rolesOf(item) {
  const { inspected } = item;
  if (!inspected) return ['none'];
  if (inspected.why) return ['csv', 'val-csv', 'labels', 'val-labels', 'none'];
  if (inspected.kind === 'csv') return inspected.shape || taskOf(item) ? ['csv', 'val-csv', 'none'] : ['csv', 'none'];
  /** @type {Role[]} */
  const roles = isLabels(inspected) ? ['labels', 'val-labels'] : [];
  if (isOutputs(inspected)) roles.push('logits', 'val-logits', 'ood-logits');
  if (!isLabels(inspected) && mayBeShares(inspected)) roles.push('labels', 'val-labels');
  if (mayWeigh(inspected)) roles.push('weights');
  if (mayBeTruth(inspected)) roles.push('posterior');
  return [...roles, 'none'];
}

/** @param {Item | null} item */
const rows = (item) => item?.inspected?.shape?.[0] ?? item?.inspected?.rows ?? 0;

/**
 * The most likely role of a file: by its name, else by its size compared with the others.
 * @param {Item} item
 * @param {Item[]} others with their roles
 * @returns {Role}
 */
function suggest(item, others) {
  const { file, inspected } = item;
  if (!inspected) return 'none';
  const part = partOf(file.name);
  const possible = rolesOf(item);
  const stem = stemOf(file.name);
  // A table with the same number of rows as an array of outputs has their labels.
  const outputs = isUnread(item) && others.find(({ role, inspected: of }) => role.endsWith('logits') && of?.shape?.[0] === inspected.rows);
  if (outputs) return outputs.role === 'val-logits' ? 'val-labels' : 'labels';
  // A table that cannot be read yet must not block the other files.
  if (isUnread(item) && others.some(({ role }) => role !== 'none')) return 'none';
  if (possible[0] === 'csv') return part === 'val' && possible.includes('val-csv') ? 'val-csv' : 'csv';
  if (possible.includes('weights') && namesWeights(file.name)) return 'weights';
  if (possible.includes('labels') && mayBeShares(inspected) && namesLabels(file.name)) return part === 'val' ? 'val-labels' : 'labels';
  if (possible.includes('logits') && !(isLabels(inspected) && !namesOutputs(file.name))) {
    if (part) return part === 'test' ? 'logits' : part === 'val' ? 'val-logits' : 'ood-logits';
    // Two sets of one model, if nothing names two models: calibrators are fitted on the smaller one.
    const larger = others.some(
      (other) => other.role === 'logits' && isBare(stemOf(other.file.name)) && isBare(stem) && rows(other) > rows(item),
    );
    return larger && !others.some(({ role }) => role === 'val-logits') ? 'val-logits' : 'logits';
  }
  if (possible[0] !== 'labels') return 'none';
  if (part === 'val') return 'val-labels';
  if (part === 'test') return 'labels';
  // Labels whose name has no set belong to outputs with the same number of rows; to the test set if both
  // have.
  const fits = (/** @type {Role} */ role) => others.some((other) => other.role === role && rows(other) === rows(item));
  const known = (/** @type {Role} */ role) => others.some((other) => other.role === role && stemOf(other.file.name) === stem);
  if (fits('logits') !== fits('val-logits')) return fits('logits') ? 'labels' : 'val-labels';
  return known('labels') ? 'val-labels' : 'labels';
}

/**
 * Assigns roles to newly read items. Files with more specific names come first, and outputs before labels.
 * @param {Item[]} items
 * @param {File[]} fresh
 */
export function withRoles(items, fresh) {
  const made = new Map(items.map((item) => [item.file, item]));
  const sets = ['val', 'ood', 'test', ''];
  const order = (/** @type {Item} */ { file, inspected }) =>
    /** @type {const} */ ([sets.indexOf(partOf(file.name)), inspected && isOutputs(inspected) ? 0 : 1]);
  const waiting = items
    .filter(({ file }) => fresh.includes(file))
    .map((item) => ({ item, order: order(item) }))
    .sort(({ item: a, order: [i, k] }, { item: b, order: [j, l] }) => k - l || i - j || rows(b) - rows(a));
  const settled = items.filter(({ file }) => !fresh.includes(file));
  for (const { item } of waiting) {
    const given = { ...item, role: suggest(item, settled) };
    settled.push(given);
    made.set(item.file, given);
  }
  return instead(paired(items.map(({ file }) => /** @type {Item} */ (made.get(file)))), fresh);
}

/** Counts numbers with a fraction in a table's first rows. @param {Item} item */
const fractionsIn = ({ inspected }) =>
  (inspected?.start ?? []).flat().filter((cell) => /[.,]\d/.test(cell) && !/^-?\d+[.,]0+$/.test(cell)).length;

/**
 * Two tables that cannot be read separately are predictions and labels. The labels have the name of labels,
 * or no fractions.
 * @param {Item[]} items
 */
function paired(items) {
  /** @type {Map<Item, Role>} */
  const roles = new Map();
  for (const part of ['val', '']) {
    const tables = items.filter((item) => isUnread(item) && !item.columns && (partOf(item.file.name) === 'val') === (part === 'val'));
    const named = tables.filter(({ file }) => namesLabels(file.name));
    const whole = tables.filter((item) => !fractionsIn(item));
    const [labels] = named.length === 1 ? named : whole;
    if (tables.length < 2 || !labels || (named.length !== 1 && whole.length !== 1)) continue;
    for (const item of tables) roles.set(item, part ? (item === labels ? 'val-labels' : 'val-csv') : item === labels ? 'labels' : 'csv');
  }
  // Labels of an array of outputs that was read after the table.
  const arrays = items.filter(({ role, inspected }) => role === 'logits' && inspected?.kind === 'npy');
  for (const item of items)
    if (item.role === 'csv' && isUnread(item) && !item.columns && !roles.has(item) && arrays.some((one) => rows(one) === rows(item)))
      roles.set(item, 'labels');
  return items.map((item) => ({ ...item, role: roles.get(item) ?? item.role }));
}

const ofTest = /** @type {Partial<Record<Role, Role>>} */ ({ 'val-csv': 'csv', 'val-logits': 'logits', 'val-labels': 'labels' });
const ofValidation = /** @type {Partial<Record<Role, Role>>} */ ({ csv: 'val-csv', logits: 'val-logits', labels: 'val-labels' });

/**
 * Evaluates validation files as test files until a test set arrives, such as pd_validation_2023.csv alone.
 * @param {Item[]} items with their roles
 * @param {File[]} fresh files whose role is a suggestion
 */
function instead(items, fresh) {
  const isVal = (/** @type {Item} */ { file }) => partOf(file.name) === 'val';
  const isTest = (/** @type {Item} */ item) => (item.role === 'csv' || item.role === 'logits') && !item.instead;
  const alone = !items.some(isTest);
  return items.map((item) => {
    const suggested = isVal(item) && (item.instead || fresh.includes(item.file));
    const role = alone ? ofTest[item.role] : item.instead ? ofValidation[item.role] : undefined;
    return suggested && role ? { ...item, role, instead: alone } : item;
  });
}

/**
 * A role has one file per model: the file that had it gets this file's previous role, if possible.
 * @param {Item[]} items
 * @param {File} file
 * @param {Role} role
 */
export function withRole(items, file, role) {
  const before = items.find((item) => item.file === file)?.role ?? 'none';
  return items.map((item) => {
    if (item.file === file) return { ...item, role, instead: false };
    if (role === 'none' || item.role !== role || !item.inspected || stemOf(item.file.name) !== stemOf(file.name)) return item;
    return { ...item, role: rolesOf(item).includes(before) ? before : /** @type {Role} */ ('none') };
  });
}

/**
 * Describes how outputs and labels do not match, in one sentence.
 * @param {Item} outputs
 * @param {Item} labels
 */
function mismatch(outputs, labels) {
  const k = isPositions(outputs.inspected) ? 0 : (outputs.inspected?.shape?.[1] ?? 0); // the engine finds the axis
  const most = labels.inspected?.most ?? 0;
  const least = labels.inspected?.least ?? 0;
  if (rows(outputs) !== rows(labels)) return words.wanted.rows(outputs.file.name, rows(outputs), labels.file.name, rows(labels));
  const fromOne = least >= 1 && most === k; // the engine subtracts 1, and prints a note
  return k > 1 && most >= k && !fromOne ? words.wanted.beyond(labels.file.name, most, k) : '';
}

/** Returns true if rows of outputs sum to 1, and may be probabilities. @param {Item | null} item */
const sumsToOne = (item) => item?.inspected?.rows_sum_to_1 === true && !item.computed;

/**
 * One model's inputs of a report.
 * @typedef {object} Subject
 * @property {string} name
 * @property {Partial<Record<import('../../../core/types.js').FileRole, File>>} files
 * @property {string} [columns] the user's choice of columns
 * @property {string[]} [labelNames] of multi-label data
 * @property {boolean} computed the lab computed the outputs, which are logits
 * @property {Item[]} likely files whose rows sum to 1, so that the user must choose whether they are
 *   probabilities
 */

/**
 * Groups the files by model.
 * @param {Item[]} items
 * @returns {{models: Subject[], why: string, note: string}} why: the reason if there are none, or empty;
 *   note: files that are left out
 */
export function gather(items) {
  const all = (/** @type {Role} */ role) => items.filter((item) => item.role === role && item.inspected);
  const outputs = [...all('logits'), ...all('csv')];
  const single = outputs.length === 1;
  /**
   * The file of a role that belongs to a model's outputs.
   * @param {Item} item
   * @param {Role} role
   * @param {boolean} shared the file may belong to all models
   * @param {Item | null} [of] the outputs that labels belong to
   */
  const pair = (item, role, shared, of = item) => {
    const found = all(role).filter(
      (one) => one.inspected?.kind === item.inspected?.kind || (item.role !== 'csv' && isLabelsOfArray(one, items)),
    );
    const same = found.filter((one) => stemOf(one.file.name) === stemOf(item.file.name));
    if (same.length || (found.length === 1 && (single || shared))) return same[0] ?? found[0] ?? null;
    const equalRows = role.endsWith('labels') ? found.filter((one) => rows(one) === rows(of)) : [];
    return equalRows.length === 1 ? (equalRows[0] ?? null) : single ? (found[0] ?? null) : null;
  };
  const no = (/** @type {string} */ why) => ({ models: [], why, note: '' });
  const unread = items.find((item) => item.role !== 'none' && isUnread(item) && !isJoined(item, items));
  if (unread) return no(words.wanted.columns(unread.file.name));
  const [orphan] = all('labels');
  const shapeless = items.find(isShapeless);
  if (!outputs.length && shapeless) return no(words.wanted.shape(shapeless.file.name, shapeless.inspected?.shape ?? []));
  if (!outputs.length) return no(orphan ? words.wanted.logits(orphan.file.name) : words.wanted.both);
  /** @type {Subject[]} */
  const models = [];
  const used = new Set(outputs);
  for (const item of outputs) {
    const { file, inspected } = item;
    const stem = stemOf(file.name);
    const name = /\p{L}/u.test(stem) && !outputs.some((one) => one !== item && stemOf(one.file.name) === stem) ? stem : file.name;
    const ood = inspected?.shape ? pair(item, 'ood-logits', false) : null;
    const table = item.role === 'csv';
    const two = isJoined(item, items);
    const labels = table && !two ? null : pair(item, 'labels', true);
    const valCsv = table && (inspected?.shape || taskOf(item) || two) ? pair(item, 'val-csv', false) : null;
    const valLogits = table ? null : pair(item, 'val-logits', false);
    const valLabels = valCsv && two ? pair(item, 'val-labels', true) : table ? null : pair(item, 'val-labels', true, valLogits);
    if (!table && !labels) return no(words.wanted.labels(file.name));
    const both = valLogits && valLabels;
    const wrong = (labels && !table && mismatch(item, labels)) || (both && mismatch(valLogits, valLabels));
    if (wrong) return no(wrong);
    const k = inspected?.shape?.[1] ?? 0;
    for (const other of [valLogits, valCsv, ood]) {
      const l = other?.inspected?.shape?.[1] ?? k;
      if (other && l !== k && !isPositions(inspected)) return no(words.wanted.classes(other.file.name, l, file.name, k));
    }
    /** @type {Subject['files']} */
    const files =
      two && labels
        ? { csv: file, labels: labels.file }
        : table
          ? { csv: file }
          : { logits: file, labels: /** @type {Item} */ (labels).file };
    if (both) Object.assign(files, { 'val-logits': valLogits.file, 'val-labels': valLabels.file });
    if (valCsv) files['val-csv'] = valCsv.file;
    if (valCsv && valLabels) files['val-labels'] = valLabels.file;
    if (ood) files['ood-logits'] = ood.file;
    const weights = table ? null : pair(item, 'weights', true);
    if (weights && rows(weights) !== rows(item)) return no(words.wanted.rows(item.file.name, rows(item), weights.file.name, rows(weights)));
    if (weights) files.weights = weights.file;
    const posterior = table ? null : pair(item, 'posterior', true);
    if (posterior) files.posterior = posterior.file;
    for (const one of [labels, ood, valCsv, ...(valCsv ? [valLabels] : []), ...(both ? [valLogits, valLabels] : [])])
      if (one) used.add(one);
    if (valCsv && taskOf(valCsv) !== taskOf(item)) return no(words.wanted.task(valCsv.file.name, file.name));
    // predictions without probabilities, or with labels in another table
    const isTable = table && !inspected?.shape;
    const outs = isTable ? [] : [item, both ? valLogits : null, valCsv, ood];
    const chosen = two && labels ? joinedText(item, labels) : columnsText((table ? item : labels)?.columns ?? {});
    const columns = chosen ? { columns: chosen } : {};
    const names = item.labelNames ? { labelNames: item.labelNames } : {};
    models.push({
      name,
      files,
      ...columns,
      ...names,
      computed: !!item.computed,
      likely: outs.filter((one) => one !== null).filter(sumsToOne),
    });
  }
  const left = items.some((item) => item.role.startsWith('val-') && item.inspected && !used.has(item));
  const stands = items.find(({ instead, role }) => instead && role !== 'labels');
  return { models, why: '', note: left ? words.wanted.validation : stands ? words.wanted.instead(stands.file.name) : '' };
}

/** The user's choice of columns, for the engine. @param {Columns} columns */
const columnsText = (columns) =>
  Object.entries(columns)
    .filter(([key, value]) => (key === 'class' ? String(value) : value) || ['case', 'weight'].includes(key)) // these may be absent
    .flatMap(([key, value]) => (Array.isArray(value) ? (value.length ? value : [0]) : [value]).map((one) => `${key}=${one}`))
    .join();

/**
 * Like columnsText for two tables, with the names that the columns have in the joined table.
 * @param {Item} item
 * @param {Item} labels
 */
function joinedText(item, labels) {
  const names = (/** @type {Item} */ { inspected }) => inspected?.columns ?? [];
  const alone = names(labels).filter((name) => !names(item).includes(name)).length === 1;
  const named = (/** @type {Item} */ of) =>
    Object.entries(of.columns ?? {})
      .flatMap(([key, value]) => (Array.isArray(value) ? (value.length ? value : [0]) : [value]).map((one) => ({ key, value: one })))
      .map(({ key, value }) => {
        const name = typeof value === 'number' ? (names(of)[value - 1] ?? (key === 'label' || key === 'p' ? '' : 'none')) : value;
        const both = of === item && key === 'p' && names(labels).includes(name);
        return name && `${key}=${key === 'label' && alone && of === labels ? 'label' : both ? `${name}_prob` : name}`;
      });
  return [...named(item), ...named(labels)].filter(Boolean).join();
}

/**
 * A run's outputs and labels as files.
 * @param {string} name
 * @param {import('../../../core/types.js').Ready} ready
 * @param {{testLogits: Float32Array | null, valLogits: Float32Array | null}} item
 */
export function filesOfRun(name, ready, { testLogits, valLogits }) {
  const { n_test: n, n_val: m, k, labelling, testLabels, valLabels, testPosterior } = ready;
  if (!testLogits || (m && !valLogits)) throw new Error(texts.exercise.noLogits);
  /** @type {[string, Role, Float32Array | Int32Array | Float64Array, number[]][]} */
  const parts = [
    ['test-logits', 'logits', testLogits, [n, k]],
    ['test-labels', 'labels', testLabels, labelling === 1 ? [n, k] : [n]],
  ];
  if (m && valLogits)
    parts.push(['val-logits', 'val-logits', valLogits, [m, k]], ['val-labels', 'val-labels', valLabels, labelling === 1 ? [m, k] : [m]]);
  if (testPosterior) parts.push(['test-posterior', 'posterior', testPosterior, [n, k]]);
  const files = parts.map(([part, , values, shape]) => npyFile(`${name}-${part}.npy`, values, shape));
  const roles = Object.fromEntries(parts.map(([, role], i) => [nth(files, i).name, role]));
  return { files, roles };
}
