// Which file is what: suggested from names and shapes, and what is still missing. Nothing is decided here that the
// user does not see and cannot change.
import { npyFile } from '../../core/npy.js';
import { texts } from '../../texts.js';

/** @typedef {import('../../core/types.js').Looked} Looked */
/** @typedef {import('../../core/types.js').FileRole | 'none'} Role */
/** @typedef {{file: File, looked: Looked | null, role: Role, error: string, share: number}} Item */

const words = texts.evaluate;

/** @param {Looked} looked */
const isOutputs = ({ kind, type, shape }) => kind === 'npy' && !!type?.startsWith('f') && shape?.length === 2;
/** @param {Looked} looked */
const isLabels = ({ kind, type, shape }) => kind === 'npy' && !type?.startsWith('f') && shape?.length === 1;

/** The roles that a file could have at all. @param {Looked} looked @returns {Role[]} */
export function rolesOf(looked) {
  if (looked.kind === 'csv') return looked.shape ? ['csv', 'val-csv', 'none'] : ['csv', 'none'];
  if (isOutputs(looked)) return ['logits', 'val-logits', 'ood-logits', 'none'];
  return isLabels(looked) ? ['labels', 'val-labels', 'none'] : ['none'];
}

/** @param {string} name */
function hint(name) {
  if (/(^|[^a-z])(val|valid|validation|dev|calib|calibration|holdout)([^a-z]|$)/i.test(name)) return 'val';
  if (/(^|[^a-z])(ood|out|far|near|svhn|noise|corrupt\w*|elsewhere)([^a-z]|$)/i.test(name)) return 'ood';
  return 'test';
}

const said =
  /^(test|val|valid|validation|dev|calib|calibration|holdout|ood|out|elsewhere|logits?|outputs?|probs?|probabilities|labels?|targets?|y|z|true|npy|npz|csv|json)$/i;

/** What a name says beside its role: files that agree in it are of one model. @param {string} name */
const stemOf = (name) =>
  name
    .split(/[-_. /]+/)
    .filter((word) => !said.test(word))
    .join('-');

/** The first of the roles that suits the name. @param {Item} item @param {Item[]} others with their roles @returns {Role} */
function suggest({ file, looked }, others) {
  if (!looked) return 'none';
  const part = hint(file.name);
  const possible = rolesOf(looked);
  if (possible[0] === 'csv') return part === 'val' && possible.includes('val-csv') ? 'val-csv' : 'csv';
  if (possible[0] === 'logits') return part === 'test' ? 'logits' : part === 'val' ? 'val-logits' : 'ood-logits';
  if (possible[0] !== 'labels') return 'none';
  // Labels that nobody named: those of the test set, if they are the first of their model.
  const known = others.some((item) => item.role === 'labels' && stemOf(item.file.name) === stemOf(file.name));
  return part === 'val' || known ? 'val-labels' : 'labels';
}

/**
 * Roles for those items that were just read. Files whose names say more come first.
 * @param {Item[]} items
 * @param {File[]} fresh
 */
export function withRoles(items, fresh) {
  const made = new Map(items.map((item) => [item.file, item]));
  const waiting = items.filter(({ file }) => fresh.includes(file));
  waiting.sort((a, b) => Number(hint(a.file.name) === 'test') - Number(hint(b.file.name) === 'test'));
  const settled = items.filter(({ file }) => !fresh.includes(file));
  for (const item of waiting) {
    const given = { ...item, role: suggest(item, settled) };
    settled.push(given);
    made.set(item.file, given);
  }
  return items.map(({ file }) => /** @type {Item} */ (made.get(file)));
}

/** A model has one file of a role: who had it before gets what this one had, if it could be that. @param {Item[]} items @param {File} file @param {Role} role */
export function withRole(items, file, role) {
  const before = items.find((item) => item.file === file)?.role ?? 'none';
  return items.map((item) => {
    if (item.file === file) return { ...item, role };
    if (role === 'none' || item.role !== role || !item.looked || stemOf(item.file.name) !== stemOf(file.name)) return item;
    return { ...item, role: rolesOf(item.looked).includes(before) ? before : /** @type {Role} */ ('none') };
  });
}

/** @param {Item | null} item */
const rows = (item) => item?.looked?.shape?.[0] ?? 0;

/** Outputs and labels that do not fit, in one sentence. @param {Item} outputs @param {Item} labels */
function mismatch(outputs, labels) {
  const k = outputs.looked?.shape?.[1] ?? 0;
  const most = labels.looked?.most ?? 0;
  if (rows(outputs) !== rows(labels)) return words.wanted.rows(outputs.file.name, rows(outputs), labels.file.name, rows(labels));
  return most >= k ? words.wanted.beyond(labels.file.name, most, k) : '';
}

/** The outputs of a model that are in a file. @param {Item | null} item */
const sumsToOne = (item) => !item || item.looked?.rows_sum_to_1 === true;

/**
 * @typedef {object} Subject what a report is made of
 * @property {string} name
 * @property {Partial<Record<import('../../core/types.js').FileRole, File>>} files
 * @property {boolean} mayBeProbabilities every row sums to 1: then the user has to say
 */

/**
 * The models that the files are of.
 * @param {Item[]} items
 * @returns {{models: Subject[], why: string, note: string}} why: there are none, or empty; note: what is left out
 */
export function gather(items) {
  const all = (/** @type {Role} */ role) => items.filter((item) => item.role === role && item.looked);
  const outputs = [...all('logits'), ...all('csv')];
  const single = outputs.length === 1;
  /** The file of a role that belongs to a model's. @param {Item} item @param {Role} role @param {boolean} shared it may be of all models */
  const pair = (item, role, shared) => {
    const found = all(role);
    const same = found.filter((one) => stemOf(one.file.name) === stemOf(item.file.name));
    return same[0] ?? (found.length && (single || (shared && found.length === 1)) ? found[0] : null);
  };
  const no = (/** @type {string} */ why) => ({ models: [], why, note: '' });
  const [orphan] = all('labels');
  if (!outputs.length) return no(orphan ? words.wanted.logits(orphan.file.name) : words.wanted.both);
  /** @type {Subject[]} */
  const models = [];
  const used = new Set(outputs);
  for (const item of outputs) {
    const { file, looked } = item;
    const stem = stemOf(file.name);
    const name = stem && !outputs.some((one) => one !== item && stemOf(one.file.name) === stem) ? stem : file.name;
    const ood = looked?.shape ? pair(item, 'ood-logits', false) : null;
    const table = item.role === 'csv';
    const labels = table ? null : pair(item, 'labels', true);
    const valCsv = table && looked?.shape ? pair(item, 'val-csv', false) : null;
    const valLogits = table ? null : pair(item, 'val-logits', false);
    const valLabels = table ? null : pair(item, 'val-labels', true);
    if (!table && !labels) return no(words.wanted.labels(file.name));
    const both = valLogits && valLabels;
    const wrong = (labels && mismatch(item, labels)) || (both && mismatch(valLogits, valLabels));
    if (wrong) return no(wrong);
    const k = looked?.shape?.[1] ?? 0;
    for (const other of [valLogits, valCsv, ood]) {
      const l = other?.looked?.shape?.[1] ?? k;
      if (other && l !== k) return no(words.wanted.classes(other.file.name, l, file.name, k));
    }
    /** @type {Subject['files']} */
    const files = table ? { csv: file } : { logits: file, labels: /** @type {Item} */ (labels).file };
    if (both) Object.assign(files, { 'val-logits': valLogits.file, 'val-labels': valLabels.file });
    if (valCsv) files['val-csv'] = valCsv.file;
    if (ood) files['ood-logits'] = ood.file;
    for (const one of [labels, ood, valCsv, ...(both ? [valLogits, valLabels] : [])]) if (one) used.add(one);
    const isTable = table && !looked?.shape;
    models.push({ name, files, mayBeProbabilities: !isTable && [item, valLogits, valCsv, ood].every(sumsToOne) });
  }
  const left = items.some((item) => item.role.startsWith('val-') && item.looked && !used.has(item));
  return { models, why: '', note: left ? words.wanted.validation : '' };
}

/** What a run gave, as files. @param {string} name @param {any} ready @param {{testLogits: Float32Array, valLogits: Float32Array}} item */
export function filesOfRun(name, ready, { testLogits, valLogits }) {
  const { n_test: n, n_val: m, k, testLabels, valLabels } = ready;
  /** @type {[string, Role, Float32Array | Int32Array, number[]][]} */
  const parts = [
    ['test-logits', 'logits', testLogits, [n, k]],
    ['test-labels', 'labels', testLabels, [n]],
  ];
  if (m) parts.push(['val-logits', 'val-logits', valLogits, [m, k]], ['val-labels', 'val-labels', valLabels, [m]]);
  const files = parts.map(([part, , values, shape]) => npyFile(`${name}-${part}.npy`, values, shape));
  const roles = Object.fromEntries(parts.map(([, role], i) => [files[i].name, role]));
  return { files, roles };
}
