// Files given to Evaluate: files of several arrays are unpacked, each file is inspected, and gets a role.
import { sentence as reasonOf } from '../../../core/formats/error.js';
import { withResults } from '../reports.js';
import { withRoles } from './roles.js';

/** @typedef {import('./roles.js').Item} Item */
/** @typedef {import('./roles.js').Role} Role */
/**
 * Facts about files that the lab computed; none for the user's files.
 * @typedef {Pick<Item, 'labelNames' | 'computed'>} Origin
 */

/**
 * Unpacks files of several arrays. An unreadable file stays, with its error.
 * @param {import('../../../core/types.js').Engine} engine
 * @param {File[]} given
 */
async function opened(engine, given) {
  /** @type {Map<File, string>} */
  const refused = new Map();
  const files = [];
  for (const file of given)
    try {
      files.push(...(await engine.files.unpack(file)));
    } catch (wrong) {
      refused.set(file, reasonOf(wrong));
      files.push(file);
    }
  return { files, refused };
}

/** @param {File} file @param {Origin} origin @returns {Item} */
const unread = (file, origin) => ({
  file,
  inspected: null,
  role: 'none',
  error: '',
  fraction: 0,
  ...origin,
});

/**
 * Adds files to the state. A file of the same name is a newer version of the old one.
 * @param {import('../reports.js').Reports} reports
 * @param {File[]} given
 * @param {Record<string, Role>} roles by name
 * @param {Origin} origin
 */
export async function addFiles(reports, given, roles, origin) {
  const { engine, store, evaluation } = reports;
  const { files, refused } = await opened(engine, given);
  if (store.get().busy === 'report') evaluation.cancel(); // it was computed without the new files
  const known = store.get().items;
  const names = files.map((file) => file.name);
  const replaced = Object.fromEntries(known.filter((item) => names.includes(item.file.name)).map((item) => [item.file.name, item.role]));
  const items = [...known.filter((item) => !names.includes(item.file.name)), ...files.map((file) => unread(file, origin))];
  reports.outdate();
  // The report on show may not cover these files, so it cannot be saved until they are read.
  const results = store.get().results.map((one) => ({ ...one, text: '' }));
  store.set({ items, stopped: false, error: '', busy: '', ...withResults(results, store.get().shown) });
  evaluation.keep(items.map(({ file }) => file));
  await Promise.all(
    files.map(async (file) => {
      /** @type {Partial<Item>} */
      let found;
      try {
        found = refused.has(file) ? { error: refused.get(file) } : { inspected: await evaluation.inspect(file) };
      } catch (wrong) {
        found = { error: reasonOf(wrong) };
      }
      store.set({ items: store.get().items.map((item) => (item.file === file ? { ...item, ...found } : item)) });
    }),
  );
  const fresh = files.filter((file) => !(file.name in roles) && !(file.name in replaced));
  const chosen = { ...replaced, ...roles };
  const read = store
    .get()
    .items.map((item) => (files.includes(item.file) && item.inspected ? { ...item, role: chosen[item.file.name] ?? item.role } : item));
  store.set({ items: withRoles(read, fresh) });
}
