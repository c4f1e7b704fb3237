// The data files that this browser stores for the page: their sizes, and buttons to remove them.

import { h, say } from '../../draw/dom.js';
import { bytes } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

const words = texts.data;

/** @typedef {import('../../core/types.js').StoredFile} StoredFile */

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {() => void} listRuns opens the list of runs
 * @param {() => void} onChange called when files were removed
 */
export function createKept(engine, listRuns, onChange) {
  const total = h('span', { class: 'quiet' });
  const list = h('ul', null);
  const quota = h('p', { class: 'note' });
  const element = h(
    'details',
    { class: 'folded kept' },
    h('summary', null, h('span', { class: 'strong' }, words.kept), total),
    list,
    h('button', { class: 'plain', onclick: listRuns }, texts.kept.place),
    quota,
  );

  /** @param {StoredFile} file */
  const row = ({ name, size, sha256 }) =>
    h(
      'li',
      { class: 'file' },
      h('code', { title: `SHA-256 ${sha256}` }, name),
      h('button', { class: 'away', 'aria-label': words.remove(name), title: words.remove(name), onclick: () => remove(sha256) }, '×'),
      h('span', { class: 'note' }, `${bytes(size)}, `, h('span', { title: sha256 }, sha256.slice(0, 8))),
    );

  /** @param {string} sha256 */
  async function remove(sha256) {
    await engine.files.remove(sha256);
    await refresh();
    element.querySelector('summary')?.focus();
    onChange();
  }

  async function refresh() {
    /** @type {StoredFile[]} */
    const files = await engine.files.list().catch(() => []);
    const sum = files.reduce((all, { size }) => all + size, 0);
    say(total, files.length ? words.keptTotal(files.length, sum) : words.keptNone);
    list.replaceChildren(...files.map(row));
    const room = await navigator.storage?.estimate?.().catch(() => null);
    say(quota, room?.quota ? words.quota(room.usage ?? 0, room.quota) : '');
  }

  element.addEventListener('toggle', refresh);
  return { element, refresh };
}
