// The user's data files: asks for exactly the files that are missing, by picker, folder or drop. Other files
// become data of the user's own (own/).

import { fetchFile, pickFiles, siteSet } from '../../core/files.js';
import { sentence as messageOf } from '../../core/formats/error.js';
import { isRunsFile } from '../../core/storage/runs/name.js';
import { h, say, show } from '../../draw/dom.js';
import { entryOf } from '../../model/draft.js';
import { texts } from '../../texts/index.js';
import { keptLines } from '../shell/consent.js';
import { createCounts } from './counts.js';
import { listenToDrops } from './dropping.js';
import { createOwn } from './own/index.js';
import { createKept } from './stored.js';

/** @typedef {import('../../model/types.js').Store} Store */

/** Files that this browser does not keep. @param {import('../../core/types.js').MissingFile[]} missing */
const absent = (missing) => missing.filter((file) => !file.kept);

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {Store} store
 * @param {{
 *   refreshFiles: () => void,
 *   confirm: (link: string) => Promise<boolean>,
 *   showSamples: () => void,
 *   open: (link: string) => Promise<void>,
 *   toKept: () => void,
 *   goTo: (view: string) => void,
 *   openFile: (file: File) => void,
 *   openRuns: (file: File) => void,
 *   gathering: {is: (file: File) => Promise<boolean>, open: (file: File) => Promise<void>},
 * }} app confirm: asks about a link's kept files. The last three are for a dropped file with a link,
 *   with kept runs, or with a sweep.
 */
export function createFiles(engine, store, app) {
  const linkNow = () => store.get().check?.spec ?? '';
  const needed = h('p', { class: 'note' });
  const held = h('p', { class: 'note' });
  const decide = h(
    'button',
    { class: 'button', 'data-do': 'decide', onclick: () => void app.confirm(linkNow()) },
    texts.data.consent.decide,
  );
  const note = h('p', { class: 'note', role: 'status' });
  const address = /** @type {HTMLInputElement} */ (
    h('input', { type: 'text', placeholder: 'data/cifar-10-binary.tar.gz', 'aria-label': texts.fileAddress, spellcheck: 'false' })
  );
  const offer = h('button', { class: 'button', hidden: true, onclick: () => load() });
  const ask = h(
    'div',
    null,
    offer,
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
  const counts = createCounts(engine, linkNow);
  const needs = h('div', { class: 'files', hidden: true }, needed, held, decide, ask, note, counts.element);
  const kept = createKept(engine, app.toKept, app.refreshFiles);
  const own = createOwn(engine, store, { open: app.open, camera: () => app.goTo('camera'), kept: () => kept.refresh() });
  const element = h('div', { class: 'data-files' }, needs, own.element, kept.element);
  /** The missing data set, if the site offers it. @type {import('../../core/files.js').SiteSet | null} */
  let offered = null;

  store.onChange(({ missing }, before) => {
    if (missing === before.missing) return;
    if (missing.length) void lookForOffer();
    if (before.missing.some((file) => file.kept)) void kept.refresh(); // one of them may be forgotten
  });

  async function lookForOffer() {
    const { check } = store.get();
    if (!check) return;
    const set = await siteSet(check.choices.data.id);
    offered = set;
    show(offer, !!set);
    if (set) say(offer, texts.data.site(entryOf(engine.describe, 'data', set.data).label, sizeOf(set)));
  }

  /** @param {import('../../core/files.js').SiteSet} set */
  const sizeOf = ({ files }) => files.reduce((all, { size }) => all + size, 0);

  /** @param {unknown} wrong */
  function fail(wrong) {
    store.draft.sayOfFiles('');
    store.bench.fail(messageOf(wrong));
  }

  async function load() {
    const set = offered;
    if (!set) return;
    offer.disabled = true;
    try {
      const files = [];
      for (const { name, path, sha256 } of set.files) {
        store.draft.sayOfFiles(texts.data.loading(name, files.length / set.files.length));
        files.push({ name, sha256, blob: await fetchFile(`data/${path}`) });
      }
      const { spec } = await engine.files.adopt(set.link, files);
      kept.refresh();
      await own.run(spec);
    } catch (wrong) {
      fail(wrong);
    } finally {
      offer.disabled = false;
    }
  }

  /** @param {boolean} folder */
  async function pick(folder) {
    await take(await pickFiles({ folder }));
  }

  /** Opens a file that the host serves along with the page. @param {string} url */
  async function open(url) {
    if (!url) return address.focus();
    try {
      await take([await fetchFile(url)]);
    } catch (wrong) {
      store.bench.fail(messageOf(wrong));
    }
  }

  /** Reads the files that the link needs, or else other data. @param {File[]} files */
  async function take(files) {
    if (!files.length) return;
    if (!wanted()) return own.take(files);
    store.together(() => {
      store.draft.sayOfFiles(texts.filesReading);
      store.bench.say(null);
    });
    const importer = engine.files.open(files, (/** @type {{file: string, fraction: number}} */ { file, fraction }) =>
      store.draft.sayOfFiles(texts.data.reading(file, fraction)),
    );
    let handed = false;
    try {
      const { missing, persistent } = await importer.keepFor(linkNow());
      const names = absent(missing).map((file) => file.name);
      const here = persistent ? texts.filesHere : texts.filesUntilClosed;
      const words = names.length ? texts.filesStill(names) : missing.length ? '' : here;
      store.draft.needFiles(missing, words);
      kept.refresh();
      if (!missing.length) app.showSamples();
    } catch (wrong) {
      const opened = await importer.found.catch(() => null);
      const required = store.get().check?.files ?? [];
      /** @param {{finds: {name: string}[]}} set */
      const isOther = ({ finds }) => finds.every(({ name }) => !required.includes(name));
      const other = opened?.sets.some(isOther); // not needed by the link, but still data
      if (opened && other) {
        store.draft.sayOfFiles('');
        handed = true;
        await own.adopt(importer, opened);
      } else fail(wrong);
    } finally {
      if (!handed) importer.close();
    }
  }

  const wanted = () => (store.get().check?.files.length ?? 0) > 0;
  const takesItself = () => ['evaluate', 'camera'].includes(store.get().view); // these places take files
  const takes = () => store.get().mode === 'bench' && !takesItself();
  listenToDrops(takes, takesItself, async (files) => {
    const alone = files.length === 1 ? files[0] : undefined;
    if (alone && (await app.gathering.is(alone))) await app.gathering.open(alone);
    else if (alone && /\.json$/i.test(alone.name)) app.openFile(alone);
    else if (alone && (store.get().view === 'kept' || (await isRunsFile(alone)))) app.openRuns(alone);
    else if (takes()) await take(files);
  });

  let listed = false;
  return {
    element,
    /** @param {import('../../model/types.js').State} state */
    draw({ mode, check, missing, filesNote }) {
      if (mode === 'bench' && !listed) {
        listed = true;
        kept.refresh();
      }
      show(needs, !!check?.files.length);
      counts.draw(check, missing.length === 0 && filesNote !== texts.filesReading);
      show(ask, missing.length > 0);
      const lines = keptLines(missing);
      for (const one of [held, decide]) show(one, lines.length > 0);
      say(held, texts.data.consent.held(lines));
      show(needed, absent(missing).length > 0);
      say(needed, texts.filesNeeded(absent(missing).map((file) => file.name)));
      say(note, filesNote);
    },
  };
}
