// The place with all runs that this browser keeps: their sizes, removal, and saving all of them as one file.

import { pickFiles } from '../../core/files.js';
import { sentence as messageOf } from '../../core/formats/error.js';
import { h, say, show } from '../../draw/dom.js';
import { sentence, texts } from '../../texts/index.js';
import { save } from '../shell/controls/menu.js';
import { rowOf } from './row.js';
import { KeptRuns } from './runs.js';

const words = texts.kept;
const FILE = 'calibration-lab-runs.zip';

/** @typedef {import('../../model/types.js').Run} Run */
/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('./row.js').Entry} Entry */

/**
 * Explains why runs are not kept, and offers what helps.
 * @param {State['storage']['state']} state
 * @param {string} letter the run that is not kept
 * @param {Entry | undefined} first the run to remove first
 * @param {{restore: Awaited<ReturnType<typeof import('../../app/restore/index.js').createRestore>>,
 *   remove: (entry: Entry) => void}} on
 */
function noRoom(state, letter, first, { restore, remove }) {
  const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) => h('button', { class: 'button', onclick }, text);
  if (state === 'declined') return [h('p', null, words.declined), button(words.retry, () => restore.retry())];
  if (state !== 'full') return [h('p', null, words.not)];
  return [
    h('p', null, h('strong', null, words.full(letter)), ` ${words.fullNote}`),
    h(
      'p',
      { class: 'row' },
      first ? button(words.removeOldest(first.run.letter, first.bytes), () => remove(first)) : null,
      button(words.decline, restore.decline),
      button(words.again, () => restore.retry()),
    ),
  ];
}

/**
 * @param {HTMLElement} stage
 * @param {import('../../core/types.js').Engine} engine
 * @param {import('../../model/types.js').Store} store
 * @param {{restore: Awaited<ReturnType<typeof import('../../app/restore/index.js').createRestore>>,
 *   session: ReturnType<typeof import('../../app/runs/session.js').createSession>, showRun: (id: string) =>
 *   Promise<void>, newStudent: () => Promise<void>}} app showRun: at the workbench
 */
export function createLibrary(stage, engine, store, { restore, session, showRun, newStudent }) {
  const keptRuns = new KeptRuns(engine, store, restore, session);
  let sure = ''; // the run whose removal awaits confirmation
  let busy = false;

  const lead = h('h1', { class: 'lead' });
  const quota = h('p', { class: 'note' });
  const persist = h('button', { class: 'plain', hidden: true, onclick: askToPersist }, words.persist);
  const status = h('p', { class: 'note', role: 'status' });
  const problems = h('ul', { class: 'error', role: 'alert', hidden: true });
  const saveButton = h('button', { class: 'button', onclick: saveAll }, words.saveAll);
  const saveNote = h('span', { class: 'note', hidden: true });
  const openButton = h('button', { class: 'button', onclick: pick }, words.open);
  const tools = h('div', { class: 'row tools' }, saveButton, saveNote, openButton, h('span', { class: 'note' }, words.drop));
  const student = h('button', { class: 'button', 'data-do': 'student', onclick: () => void newStudent() }, texts.student.button);
  const panel = h('div', { class: 'no-room', role: 'status', hidden: true });
  const body = h('tbody');
  const heads = Object.values(words.heads).map((head) => h('th', { scope: 'col' }, head));
  const table = h('table', { class: 'runs-table' }, h('thead', null, h('tr', null, ...heads, h('td'))), body);
  const scroller = h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': words.place }, table);
  const element = h(
    'div',
    { class: 'compare library', hidden: true },
    lead,
    h('p', { class: 'sub' }, words.sub),
    panel,
    tools,
    status,
    problems,
    scroller,
    h('p', { class: 'row' }, quota, persist),
    h('p', { class: 'row' }, student, h('span', { class: 'note' }, texts.student.note)),
  );
  stage.append(element);

  /** Does one thing at a time and shows its error. @param {() => Promise<void>} work */
  async function doing(work) {
    if (busy) return;
    busy = true;
    for (const button of [saveButton, openButton]) button.disabled = true;
    show(problems, false);
    try {
      await work();
    } catch (wrong) {
      complain([messageOf(wrong)]);
    }
    busy = false;
    openButton.disabled = false;
    await refresh();
  }

  /** @param {string[]} sentences */
  function complain(sentences) {
    say(status, '');
    problems.replaceChildren(...sentences.map((text) => h('li', null, sentence(text))));
    show(problems, sentences.length > 0);
  }

  /** @param {Entry} entry */
  const open = (entry) =>
    doing(async () => showRun(entry.where === 'closed' ? await keptRuns.bring({ ...entry, where: 'closed' }) : entry.id));

  /** @param {Entry} entry */
  const remove = (entry) =>
    doing(async () => {
      sure = '';
      await keptRuns.remove(entry);
    });

  /** Removes a run if it was asked twice. @param {Entry} entry */
  function confirm(entry) {
    if (sure === entry.id) return void remove(entry);
    sure = entry.id;
    draw();
    const button = body.querySelector(`[data-run="${entry.id}"] button:last-child`);
    /** @type {HTMLElement | null} */ (button)?.focus();
  }

  function drawPanel() {
    const { storage, runs } = store.get();
    const letter = runs.find(({ id }) => id === storage.run)?.letter ?? '';
    show(panel, storage.state !== 'on');
    const first = keptRuns.oldest();
    panel.replaceChildren(...noRoom(storage.state, letter, first, { restore, remove }));
  }

  function draw() {
    const { entries } = keptRuns;
    const { describe } = store.get();
    const kept = entries.filter(({ where }) => where !== 'unkept');
    const total = kept.reduce((sum, { bytes }) => sum + bytes, 0);
    say(lead, kept.length ? words.lead(kept.length, total) : words.none);
    show(scroller, entries.length > 0);
    const allElsewhere = entries.length > 0 && entries.every(({ where }) => where === 'open');
    saveButton.disabled = busy || !entries.length || allElsewhere;
    say(saveNote, allElsewhere ? words.saveThere : '');
    show(saveNote, allElsewhere);
    body.replaceChildren(...entries.map((entry) => rowOf(describe, entry, sure === entry.id, { open, remove: confirm })));
    drawPanel();
  }

  let looking = false;
  let again = false;
  /** Reads the list. */
  async function refresh() {
    again = true;
    if (looking) return;
    looking = true;
    while (again) {
      again = false;
      await keptRuns.list();
      draw();
    }
    looking = false;
    const room = await navigator.storage?.estimate?.().catch(() => null);
    // A browser's own estimate lags behind.
    const kept = keptRuns.entries.reduce((sum, { bytes }) => sum + bytes, 0);
    say(quota, room?.quota ? words.quota(Math.max(room.usage ?? 0, kept), room.quota) : '');
    show(persist, keptRuns.entries.length > 0 && (await navigator.storage?.persisted?.().catch(() => true)) === false);
  }

  async function askToPersist() {
    const promised = await navigator.storage.persist().catch(() => false);
    say(status, promised ? words.persistDone : words.persistNot);
    show(persist, !promised);
  }

  function saveAll() {
    return doing(async () => {
      say(status, words.saving);
      const { file, count, left } = await keptRuns.write();
      save(FILE, file);
      say(status, words.saved(count, file.size, FILE) + (left ? words.left(left) : ''));
    });
  }

  async function pick() {
    const [file] = await pickFiles();
    if (file) await take(file);
  }

  /** @param {File} file */
  function take(file) {
    return doing(async () => {
      say(status, words.reading(file.name, 1));
      const { found, problems: wrong, n } = await keptRuns.take(file, (n) => say(status, words.reading(file.name, n)));
      complain(wrong);
      if (n > wrong.length || !n) say(status, words.read(found));
    });
  }

  const standing = (/** @type {Run[]} */ runs) => runs.map(({ id, state }) => `${id} ${state}`).join();
  store.onChange(({ storage, runs }, before) => {
    if (element.hidden || (storage === before.storage && standing(runs) === standing(before.runs))) return;
    refresh();
  });
  store.onDraw(({ mode, view }) => {
    const visible = mode === 'bench' && view === 'kept';
    if (visible && element.hidden) refresh();
    show(element, visible);
  });
  return { saveAll, take };
}
