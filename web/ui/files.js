// Data that the user has to bring: asks for exactly the files that are missing, by picker, folder or drop.
import { droppedFiles, fetchFile, pickFiles } from '../core/files.js';
import { texts } from '../texts.js';
import { h, say, show } from './dom.js';

/** @typedef {import('../types.js').Store} Store */

/**
 * @param {any} engine
 * @param {Store} store
 * @param {{link: () => string, complete: () => void}} on complete: the last missing file has come
 */
export function createFiles(engine, store, on) {
  const needed = h('p', { class: 'note' });
  const note = h('p', { class: 'note', role: 'status' });
  const address = /** @type {HTMLInputElement} */ (
    h('input', { type: 'text', placeholder: 'data/cifar-10-binary.tar.gz', 'aria-label': texts.fileAddress, spellcheck: 'false' })
  );
  const ask = h(
    'div',
    null,
    h('button', { class: 'button', onclick: () => pick(false) }, texts.chooseFiles),
    ' ',
    h('button', { class: 'button', onclick: () => pick(true) }, texts.chooseFolder),
    h('p', { class: 'note' }, texts.orDrop),
    h(
      'form',
      { class: 'address', onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), open(address.value.trim())) },
      h('label', { class: 'note' }, texts.fileAddress),
      h('span', { class: 'field wide' }, address),
      h('button', { class: 'button', type: 'submit' }, texts.openAddress),
    ),
  );
  const element = h('div', { class: 'files', hidden: true }, needed, ask, note);
  const veil = h('div', { class: 'veil', hidden: true }, h('p', { class: 'lead' }, texts.dropHere));
  document.body.append(veil);

  /** @param {boolean} folder */
  async function pick(folder) {
    await take(await pickFiles({ folder }));
  }

  /** A file that the host keeps beside the page. @param {string} url */
  async function open(url) {
    if (!url) return address.focus();
    try {
      await take([await fetchFile(url)]);
    } catch (wrong) {
      store.set({ notice: { kind: 'error', title: String(/** @type {any} */ (wrong).message) } });
    }
  }

  /** @param {File[]} files */
  async function take(files) {
    if (!files.length) return;
    store.set({ filesNote: texts.filesReading, notice: null });
    try {
      const { missing, persistent } = await engine.files.add(on.link(), files);
      const names = missing.map((/** @type {{name: string}} */ file) => file.name);
      const words = names.length ? texts.filesStill(names) : persistent ? texts.filesHere : texts.filesUntilClosed;
      store.set({ missing, filesNote: words });
      if (!names.length) on.complete();
    } catch (wrong) {
      store.set({ filesNote: '', notice: { kind: 'error', title: String(/** @type {any} */ (wrong).message) } });
    }
  }

  /** Asks the engine what the link still needs. @param {string} link @param {string[]} files of the check */
  async function look(link, files) {
    if (!files.length) return store.set({ missing: [], filesNote: '' });
    try {
      const missing = await engine.files.missing(link);
      if (link === on.link()) store.set({ missing, filesNote: missing.length ? '' : texts.filesHere });
    } catch (wrong) {
      store.set({ missing: [], notice: { kind: 'error', title: String(/** @type {any} */ (wrong).message) } });
    }
  }

  const wanted = () => (store.get().check?.files.length ?? 0) > 0;
  let depth = 0;
  window.addEventListener('dragenter', (event) => {
    event.preventDefault();
    if (wanted() && ++depth === 1) show(veil, true);
  });
  window.addEventListener('dragleave', () => {
    if (depth && --depth === 0) show(veil, false);
  });
  window.addEventListener('dragover', (event) => event.preventDefault());
  window.addEventListener('drop', async (event) => {
    event.preventDefault(); // a stray drop must not navigate away from a run
    depth = 0;
    show(veil, false);
    if (wanted() && event.dataTransfer) await take(await droppedFiles(event.dataTransfer));
  });

  return {
    element,
    look,
    /** @param {import('../types.js').State} state */
    draw({ check, missing, filesNote }) {
      show(element, !!check?.files.length);
      show(ask, missing.length > 0);
      show(needed, missing.length > 0);
      say(needed, texts.filesNeeded(missing.map((file) => file.name)));
      say(note, filesNote);
    },
  };
}
