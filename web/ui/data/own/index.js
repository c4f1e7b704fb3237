// The user's own data: opens dropped or picked files, shows what was recognised, and makes it the run's data.

import { droppedFiles, pickFiles } from '../../../core/files.js';
import { sentence as messageOf } from '../../../core/formats/error.js';
import { h, say, show } from '../../../draw/dom.js';
import { choicePlaces, entryOf } from '../../../model/draft.js';
import { texts } from '../../../texts/index.js';
import { draftFor, linkOfRun } from './link.js';
import { drawProblems, drawSet, stopped } from './set.js';

/** @typedef {import('../../../model/types.js').Store} Store */
/** @typedef {import('../../../core/types.js').OpenedData} OpenedData */
/** @typedef {ReturnType<import('../../../core/types.js').Engine['files']['open']>} Importer */

/** @typedef {import('../../../model/types.js').Draft} Draft */

const words = texts.data;

/**
 * @param {import('../../../core/types.js').Engine} engine
 * @param {Store} store
 * @param {{open: (link: string) => Promise<void>, camera: () => void, kept: () => void}} on camera: goes to
 *   its place; kept: called when files were added to those stored in this browser
 */
export function createOwn(engine, store, on) {
  const { describe } = engine;
  const status = h('p', { class: 'note', role: 'status' });
  const stop = h('button', { class: 'plain note', hidden: true, onclick: () => close() }, words.stop);
  const found = h('div', { class: 'found' });
  const zone = h(
    'div',
    { class: 'drop-zone' },
    h('strong', null, words.drop),
    h('p', { class: 'note' }, words.dropTypes),
    h('button', { class: 'button', onclick: async () => take(await pickFiles()) }, texts.chooseFiles),
    ' ',
    h('button', { class: 'button', onclick: async () => take(await pickFiles({ folder: true })) }, texts.chooseFolder),
    h('p', { class: 'note' }, words.private, ' ', h('button', { class: 'plain', 'data-to': 'camera', onclick: on.camera }, texts.camera)),
  );
  const element = h(
    'details',
    { class: 'folded own' },
    h('summary', null, h('span', { class: 'strong' }, words.own), h('span', { class: 'quiet' })),
    zone,
    status,
    stop,
    found,
  );
  zone.addEventListener('drop', async (event) => {
    event.preventDefault();
    event.stopPropagation();
    if (event.dataTransfer) take(await droppedFiles(event.dataTransfer));
  });

  /** @type {Importer | null} */
  let importer = null;

  function close() {
    importer?.close();
    importer = null;
    say(status, '');
    show(stop, false);
    found.replaceChildren();
  }

  /** @param {unknown} wrong */
  function fail(wrong) {
    say(status, '');
    show(stop, false);
    found.prepend(h('p', { class: 'error', role: 'alert' }, stopped(messageOf(wrong))));
  }

  /** Opens files and shows what was recognised. @param {File[]} files */
  async function take(files) {
    if (!files.length) return;
    close();
    element.open = true;
    const mine = engine.files.open(
      files,
      (/** @type {{file: string, fraction: number}} */ { file, fraction }) =>
        mine === importer && say(status, words.reading(file, fraction)),
    );
    importer = mine;
    say(status, words.reading('', 0));
    show(stop, true);
    try {
      const opened = await mine.found;
      if (mine === importer) await draw(mine, opened);
    } catch (wrong) {
      if (mine === importer) fail(wrong);
    }
  }

  /**
   * Continues with an importer that was opened for another purpose.
   * @param {Importer} other
   * @param {OpenedData} opened
   */
  async function adopt(other, opened) {
    close();
    importer = other;
    element.open = true;
    await draw(other, opened);
  }

  /** @param {Importer} mine @param {OpenedData} opened */
  async function draw(mine, { sets, problems, unused, undecodable }) {
    const known = sets.filter(({ data }) => entryOf(describe, 'data', data));
    const parts = await Promise.all(
      known.map((set) => drawSet(mine, sets.indexOf(set), set, { ...means, label: entryOf(describe, 'data', set.data).label })),
    );
    if (mine !== importer) return;
    say(status, known.length || problems.length || undecodable.length ? '' : words.nothing);
    show(stop, false);
    found.replaceChildren(
      ...parts,
      ...drawProblems(problems),
      ...(unused.length ? [h('p', { class: 'note' }, words.unused(unused))] : []),
      ...(undecodable.length ? [h('p', { class: 'note' }, words.undecodable(undecodable))] : []),
      h('button', { class: 'plain note', onclick: close }, words.close),
    );
  }

  const draftNow = () => /** @type {Draft} */ (store.get().draft);

  /** @param {OpenedData['sets'][0]} set @param {Record<string, string>} more */
  const linkFor = (set, more) => engine.link.set('', choicePlaces(describe, draftFor(describe, draftNow(), set, more), 'data'));

  const means = {
    files: engine.files,
    linkFor,
    /** @param {string} spec a link that has only data */
    async used(spec) {
      on.kept();
      await run(spec);
    },
  };

  /** Starts a run with this data. @param {string} spec a link that has only data */
  const run = async (spec) => on.open(await linkOfRun(engine, draftNow(), spec));

  return { element, take, adopt, run };
}
