// The user's own data: opens dropped or picked files, shows what was recognised, and makes it the run's data.

import { droppedFiles, pickFiles } from '../../core/files.js';
import { sentence as messageOf } from '../../core/formats/error.js';
import { h, say, show } from '../../draw/dom.js';
import { choicePlaces, entryOf, placesOf, withChoice, withParam } from '../../model/draft.js';
import { entryIn } from '../../model/registry.js';
import { count } from '../../texts/format.js';
import { texts, translated } from '../../texts/index.js';
import { save } from '../shell/controls/menu.js';

/** @typedef {import('../../model/types.js').Store} Store */
/** @typedef {import('../../core/types.js').OpenedData} OpenedData */
/** @typedef {import('../../core/types.js').FoundData} FoundData */
/** @typedef {ReturnType<import('../../core/types.js').Engine['files']['open']>} Importer */

const words = texts.data;
const PROBLEMS_SHOWN = 5;
const LABELS_SHOWN = 30;
/**
 * Turns a message about files into a sentence; it begins with a file name, which keeps its first letter.
 * @param {string} english
 */
function stopped(english) {
  const text = translated(english);
  return text + (/[.!?]$/.test(text) ? '' : '.');
}

/** @typedef {import('../../engine.d.ts').Describe} Describe */
/** @typedef {import('../../model/types.js').Draft} Draft */

const SIZE = { preset: 32, min: 4, max: 256 };

/** @param {{file: string, why: string}[]} problems */
function drawProblems(problems) {
  const lines = problems.slice(0, PROBLEMS_SHOWN).map(({ why }) => h('p', { class: 'error' }, stopped(why)));
  const more = problems.length - lines.length;
  return more ? [...lines, h('p', { class: 'note' }, words.moreProblems(more))] : lines;
}

/**
 * A table of each label's counts: present, absent, unknown.
 * @param {NonNullable<FoundData['labels']>} labels
 * @param {number} n number of pictures
 */
function drawLabels(labels, n) {
  const rows = labels
    .slice(0, LABELS_SHOWN)
    .map(({ name, present, unknown }) =>
      h(
        'tr',
        null,
        h('th', { scope: 'row' }, name),
        ...[present, n - present - unknown, unknown].map((value) => h('td', null, count(value))),
      ),
    );
  const heads = words.labelHeads.map((head) => h('th', { scope: 'col' }, head));
  const more = labels.length - rows.length;
  return [
    h('table', { class: 'labels-found' }, h('thead', null, h('tr', null, ...heads)), h('tbody', null, ...rows)),
    ...(more > 0 ? [h('p', { class: 'note' }, texts.more(more))] : []),
    h('p', { class: 'note' }, words.labelsNote),
  ];
}

/**
 * A draft with this data set; the run's other settings stay.
 * @param {Describe} describe
 * @param {Draft} now
 * @param {OpenedData['sets'][0]} set
 * @param {Record<string, string>} more
 */
function draftFor(describe, now, { data, params }, more) {
  let draft = withChoice(describe, now, 'data', data);
  draft = withParam(draft, 'data', 'hash', '');
  for (const [name, value] of Object.entries({ ...params, ...more })) draft = withParam(draft, 'data', name, value);
  return draft;
}

/**
 * Makes a run with this data. A model that cannot use it is replaced by one that can.
 * @param {import('../../core/types.js').Engine} engine
 * @param {Draft} now
 * @param {string} spec a link that has only data
 * @returns {Promise<string>} its link
 */
async function linkOfRun(engine, now, spec) {
  const { describe } = engine;
  const { id, params, given } = await engine.choice('data', (await engine.link.read(spec, 'data')).value);
  const { choices: kept } = withChoice(describe, now, 'data', id); // with outputs that match its labels
  const { several } = entryIn(describe.data, id);
  const usual = (/** @type {'model' | 'augment' | 'loss'} */ kind) => ({ id: describe.default[kind], params: {} });
  const data = { id, params: given };
  // Other models would read a word's number as a quantity.
  const model = id === 'texts' ? { id: 'gpcnn', params: { vocabulary: String(params.vocabulary) } } : usual('model');
  const plain = { ...kept, data, model, augment: usual('augment'), ...(several ? { loss: usual('loss') } : {}) };
  for (const choices of id === 'texts' ? [plain] : [{ ...kept, data }, plain]) {
    const link = await engine.link.set('', placesOf(describe, { ...now, choices })).catch(() => '');
    if (link && (await engine.check(link)).ok) return link;
  }
  return spec;
}

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {Store} store
 * @param {{open: (link: string) => Promise<void>, kept: () => void}} on kept: called when files were added to
 *   those stored in this browser
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
    h('p', { class: 'note' }, words.private),
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
  async function draw(mine, { sets, problems, unused }) {
    const known = sets.filter(({ data }) => entryOf(describe, 'data', data));
    const parts = await Promise.all(known.map((set) => drawSet(mine, sets.indexOf(set), set)));
    if (mine !== importer) return;
    say(status, known.length || problems.length ? '' : words.nothing);
    show(stop, false);
    found.replaceChildren(
      ...parts,
      ...drawProblems(problems),
      ...(unused.length ? [h('p', { class: 'note' }, words.unused(unused))] : []),
      h('button', { class: 'plain note', onclick: close }, words.close),
    );
  }

  const draftNow = () => /** @type {Draft} */ (store.get().draft);

  /** @param {OpenedData['sets'][0]} set @param {Record<string, string>} more */
  const linkFor = (set, more) => engine.link.set('', choicePlaces(describe, draftFor(describe, draftNow(), set, more), 'data'));

  /** @param {Importer} mine @param {number} index @param {OpenedData['sets'][0]} set */
  async function drawSet(mine, index, set) {
    const label = entryOf(describe, 'data', set.data).label;
    const corruptions = set.finds.flatMap(({ params }) => params?.corruption ?? []);
    const which = h(
      'select',
      { class: 'pick', 'aria-label': words.corruption },
      ...corruptions.map((one) => h('option', { value: one }, one.replaceAll('_', ' '))),
    );
    const size = h('input', {
      type: 'text',
      inputmode: 'numeric',
      size: 4,
      value: SIZE.preset,
      'aria-label': words.size,
      id: `own-size-${index}`,
    });
    const sized = set.finds.some((find) => find.sized);
    const missing = h('p', { class: 'note' });
    const problems = h('div');
    const note = h('p', { class: 'note', role: 'status' });
    const use = h('button', { class: 'button solid', onclick: () => make(true) }, words.use);
    const keep = h('button', { class: 'button', title: words.saveNote, onclick: () => make(false) }, words.save);

    /** @returns {Record<string, string>} */
    const more = () => (corruptions.length > 1 ? { corruption: which.value } : {});
    const wanted = (/** @type {FoundData} */ { params }) =>
      !params?.corruption || corruptions.length < 2 || params.corruption === which.value;

    async function lookForMissing() {
      const has = new Set(set.finds.filter(wanted).map(({ name }) => name));
      const files = async () => engine.files.missing(await linkFor(set, more()));
      const names = await files().then(
        (wanted) => wanted.filter(({ name, kept }) => !kept && !has.has(name)).map(({ name }) => name),
        () => [],
      );
      say(missing, names.length ? words.missing(names) : '');
      show(missing, names.length > 0);
    }
    which.addEventListener('change', lookForMissing);

    /** @param {boolean} toUse true: use the files; false: save them */
    async function make(toUse) {
      const side = Number(size.value);
      if (sized && !(Number.isInteger(side) && side >= SIZE.min && side <= SIZE.max)) return say(note, words.sizeWrong);
      for (const button of [use, keep]) button.disabled = true;
      mine.onProgress = (/** @type {{file: string, fraction: number}} */ { file, fraction }) => say(note, words.making(file, fraction));
      try {
        const made = await mine.make(index, { size: side, only: wanted });
        problems.replaceChildren(...drawProblems(made.problems));
        if (!toUse) {
          for (const { name, blob } of made.files) save(name, blob);
          return say(note, '');
        }
        say(note, words.checking);
        const { spec, missing: still, persistent } = await engine.files.adopt(await linkFor(set, more()), made.files);
        say(note, [still.length ? '' : words.used, persistent ? '' : words.untilClosed].filter(Boolean).join(' '));
        on.kept();
        await run(spec);
      } catch (wrong) {
        say(note, '');
        problems.replaceChildren(h('p', { class: 'error', role: 'alert' }, stopped(messageOf(wrong))));
      } finally {
        for (const button of [use, keep]) button.disabled = false;
      }
    }

    await lookForMissing();
    return h(
      'section',
      { 'data-set': set.data },
      h('p', { class: 'strong' }, label),
      h(
        'ul',
        null,
        ...set.finds
          .slice(0, 8)
          .map((find) => h('li', null, h('code', null, find.name), ' ', h('span', { class: 'note' }, words.find(find)))),
      ),
      set.finds.length > 8 && h('p', { class: 'note' }, texts.more(set.finds.length - 8)),
      ...set.finds.flatMap((find) => (find.labels ? drawLabels(find.labels, find.shape?.[0] ?? 0) : [])),
      missing,
      corruptions.length > 1 && h('p', { class: 'field' }, which),
      sized && h('p', { class: 'field' }, h('label', { for: size.id }, words.size), size, h('span', { class: 'note' }, words.sizeNote)),
      h('div', { class: 'row' }, use, keep),
      note,
      problems,
    );
  }

  /** Starts a run with this data. @param {string} spec a link that has only data */
  const run = async (spec) => on.open(await linkOfRun(engine, draftNow(), spec));

  return { element, take, adopt, run };
}
