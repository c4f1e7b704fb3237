// Which file is what: suggested from names and shapes, and what is still missing. Nothing is decided here that the
// user does not see and cannot change.
import { texts } from '../texts.js';

/** @typedef {import('../core/types.js').Looked} Looked */
/** @typedef {import('../core/types.js').FileRole | 'none'} Role */
/** @typedef {{file: File, looked: Looked | null, role: Role, error: string, share: number}} Item */

const words = texts.evaluate;

/** @param {Looked} looked */
export const isOutputs = ({ kind, type, shape }) => kind === 'npy' && !!type?.startsWith('f') && shape?.length === 2;
/** @param {Looked} looked */
export const isLabels = ({ kind, type, shape }) => kind === 'npy' && !type?.startsWith('f') && shape?.length === 1;

/** The roles that a file could have at all. @param {Looked} looked @returns {Role[]} */
export function rolesOf(looked) {
  if (looked.kind === 'csv') return ['csv', 'none'];
  if (isOutputs(looked)) return ['logits', 'val-logits', 'ood-logits', 'none'];
  return isLabels(looked) ? ['labels', 'val-labels', 'none'] : ['none'];
}

/** @param {string} name */
function hint(name) {
  if (/(^|[^a-z])(val|valid|validation|dev|calib|calibration|holdout)([^a-z]|$)/i.test(name)) return 'val';
  if (/(^|[^a-z])(ood|out|far|near|svhn|noise|corrupt\w*|elsewhere)([^a-z]|$)/i.test(name)) return 'ood';
  return 'test';
}

/** The first of the roles that suits the name and that nobody has. @param {Item} item @param {Set<Role>} taken @returns {Role} */
function suggest({ file, looked }, taken) {
  if (!looked) return 'none';
  const possible = rolesOf(looked);
  const first = hint(file.name);
  const order = [first, 'test', 'val', 'ood'].map((part) =>
    possible.find((role) => (part === 'test' ? !role.includes('-') : role.startsWith(part)) && role !== 'none'),
  );
  return order.find((role) => role && !taken.has(role)) ?? 'none';
}

/**
 * Roles for those items that were just read. Files whose names say more come first, so that a nameless one takes what
 * is left.
 * @param {Item[]} items
 * @param {File[]} fresh
 */
export function withRoles(items, fresh) {
  const taken = new Set(items.filter(({ file }) => !fresh.includes(file)).map(({ role }) => role));
  const made = new Map(items.map((item) => [item.file, item]));
  const waiting = items.filter(({ file }) => fresh.includes(file));
  waiting.sort((a, b) => Number(hint(a.file.name) === 'test') - Number(hint(b.file.name) === 'test'));
  for (const item of waiting) {
    const role = suggest(item, taken);
    taken.add(role);
    made.set(item.file, { ...item, role });
  }
  return items.map(({ file }) => /** @type {Item} */ (made.get(file)));
}

/** A role has one file: who had it before gets what this one had, if it could be that. @param {Item[]} items @param {File} file @param {Role} role */
export function withRole(items, file, role) {
  const before = items.find((item) => item.file === file)?.role ?? 'none';
  return items.map((item) => {
    if (item.file === file) return { ...item, role };
    if (role === 'none' || item.role !== role || !item.looked) return item;
    return { ...item, role: rolesOf(item.looked).includes(before) ? before : /** @type {Role} */ ('none') };
  });
}

/** @param {Item[]} items @param {Role} role */
export const of = (items, role) => items.find((item) => item.role === role && item.looked) ?? null;

/** @param {Item | null} item */
const rows = (item) => item?.looked?.shape?.[0] ?? 0;

/** Outputs and labels that do not fit, in one sentence. @param {Item} outputs @param {Item} labels */
function mismatch(outputs, labels) {
  const k = outputs.looked?.shape?.[1] ?? 0;
  const most = labels.looked?.most ?? 0;
  if (rows(outputs) !== rows(labels)) return words.wanted.rows(outputs.file.name, rows(outputs), labels.file.name, rows(labels));
  return most >= k ? words.wanted.beyond(labels.file.name, most, k) : '';
}

/**
 * What a report can be made of.
 * @param {Item[]} items
 * @returns {{files: Partial<Record<import('../core/types.js').FileRole, File>> | null, why: string, note: string}} why: there is none,
 *   or empty; note: what is left out of it
 */
export function gather(items) {
  const [csv, logits, labels, valLogits, valLabels, ood] = /** @type {const} */ ([
    'csv',
    'logits',
    'labels',
    'val-logits',
    'val-labels',
    'ood-logits',
  ]).map((role) => of(items, role));
  const no = (/** @type {string} */ why) => ({ files: null, why, note: '' });
  if (csv) return { files: { csv: csv.file }, why: '', note: logits || labels ? words.wanted.alone : '' };
  if (!logits && !labels) return no(words.wanted.both);
  if (!labels) return no(words.wanted.labels(/** @type {Item} */ (logits).file.name));
  if (!logits) return no(words.wanted.logits(labels.file.name));
  const wrong = mismatch(logits, labels);
  if (wrong) return no(wrong);
  const k = logits.looked?.shape?.[1] ?? 0;
  for (const other of [valLogits, ood]) {
    const l = other?.looked?.shape?.[1] ?? k;
    if (other && l !== k) return no(words.wanted.classes(other.file.name, l, logits.file.name, k));
  }
  const both = valLogits && valLabels;
  const wrongToo = both ? mismatch(valLogits, valLabels) : '';
  if (wrongToo) return no(wrongToo);
  return {
    files: {
      logits: logits.file,
      labels: labels.file,
      ...(both ? { 'val-logits': valLogits.file, 'val-labels': valLabels.file } : {}),
      ...(ood ? { 'ood-logits': ood.file } : {}),
    },
    why: '',
    note: !both && (valLogits || valLabels) ? words.wanted.validation : '',
  };
}

/** Could the outputs be probabilities? Then the user has to say. @param {Item[]} items */
export const mayBeProbabilities = (items) => {
  const outputs = items.filter(({ role, looked }) => looked && role.endsWith('logits'));
  return outputs.length > 0 && outputs.every(({ looked }) => looked?.rows_sum_to_1);
};
