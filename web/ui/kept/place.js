// The place with all runs that this browser keeps: their sizes, removal, and saving all of them as one file.

import { pickFiles } from '../../core/files.js';
import { sentence as messageOf } from '../../core/formats/error.js';
import { readRuns, writeRuns } from '../../core/storage/runs/file.js';
import { h, say, show } from '../../draw/dom.js';
import { noteOf } from '../../model/filed.js';
import { moment, bytes as sizeText } from '../../texts/format.js';
import { sentence, texts } from '../../texts/index.js';
import { save } from '../shell/menu.js';

const words = texts.kept;
const FILE = 'calibration-lab-runs.zip';

/** @typedef {import('../../model/types.js').Run} Run */
/** @typedef {import('../../core/storage/runs.js').KeptRun} KeptRun */
/**
 * A kept run; unkept: only in this tab, not on disk.
 * @typedef {Omit<KeptRun, 'where'> & {where: KeptRun['where'] | 'unkept'}} Entry
 */

/**
 * @param {HTMLElement} stage
 * @param {import('../../core/types.js').Engine} engine
 * @param {import('../../model/types.js').Store} store
 * @param {{restore: Awaited<ReturnType<typeof import('../../app/restore.js').createRestore>>,
 *   session: ReturnType<typeof import('../../app/session.js').createSession>, showRun: (id: string) =>
 *   Promise<void>, newStudent: () => Promise<void>}} app showRun: at the workbench
 */
export function createLibrary(stage, engine, store, { restore, session, showRun, newStudent }) {
  /** @type {Entry[]} */
  let entries = [];
  let sure = ''; // the run whose removal awaits confirmation
  let busy = false;

  const lead = h('h1', { class: 'lead' });
  const quota = h('p', { class: 'note' });
  const persist = h('button', { class: 'plain', hidden: true, onclick: askToPersist }, words.persist);
  const status = h('p', { class: 'note', role: 'status' });
  const problems = h('ul', { class: 'error', role: 'alert', hidden: true });
  const saveButton = h('button', { class: 'button', onclick: saveAll }, words.saveAll);
  const openButton = h('button', { class: 'button', onclick: pick }, words.open);
  const tools = h('div', { class: 'row tools' }, saveButton, openButton, h('span', { class: 'note' }, words.drop));
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

  /** @param {Run} run */
  function nameOf({ data, choices, settings }) {
    const { describe } = store.get();
    const loss = describe.loss.find(({ id }) => id === choices.loss.id)?.label ?? choices.loss.id;
    return [choices.model.id, loss, data, ...(settings.seed === 1 ? [] : [texts.compare.seed(settings.seed)])].join(', ');
  }

  /** @param {Run} run */
  function epochsOf({ history, epochs, ready, report, state, unchecked, recomputed }) {
    const note = report ? (history.length < epochs ? words.ended : '') : state === 'running' ? words.training : words.interrupted;
    const arithmetic = (report ?? ready)?.fused ? texts.fast.mark : '';
    return [words.epochs(history.length, epochs), note, arithmetic, noteOf({ unchecked, recomputed })].filter(Boolean).join(', ');
  }

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
  const open = (entry) => doing(async () => showRun(entry.where === 'closed' ? await bring({ ...entry, where: 'closed' }) : entry.id));

  /**
   * Moves a run from a closed tab to this one: removes it there once it is written here.
   * @param {KeptRun} kept
   * @returns {Promise<string>} its id here
   */
  async function bring(kept) {
    const run = await restore.read(kept);
    if (!run) throw new Error(words.gone);
    const check = await engine.check(run.spec);
    if (!check.ok) throw new Error(check.error);
    const taken = session.adopt({ ...run, check, ready: run.ready }, false) === 'taken';
    const id = store.get().runs.find(({ spec }) => spec === check.spec)?.id ?? '';
    while (taken && store.get().storage.state === 'on' && !restore.has(id)) await new Promise((resolve) => setTimeout(resolve, 20));
    if (taken && restore.has(id)) await restore.remove(kept);
    return id;
  }

  /** @param {Entry} entry */
  const remove = (entry) =>
    doing(async () => {
      sure = '';
      if (entry.where !== 'closed') session.drop(entry.id);
      else if (!(await restore.remove({ ...entry, where: 'closed' }))) throw new Error(words.gone);
    });

  /** @param {Entry} entry */
  function rowOf(entry) {
    const { id, run, bytes, time, where } = entry;
    const name = nameOf(run);
    const confirming = sure === id;
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h('button', { class: 'plain', 'aria-label': label, onclick }, text);
    const actions =
      where === 'open'
        ? [h('span', { class: 'note' }, words.elsewhere)]
        : [
            button(words.openRun, words.openOf(name), () => open(entry)),
            button(confirming ? words.removeSure : words.remove, confirming ? `${words.removeSure}: ${name}` : words.removeOf(name), () => {
              if (confirming) return void remove(entry);
              sure = id;
              draw();
              const button = body.querySelector(`[data-run="${id}"] button:last-child`);
              /** @type {HTMLElement | null} */ (button)?.focus();
            }),
          ];
    return h(
      'tr',
      { 'data-run': id, 'data-where': where },
      h('th', { scope: 'row', title: run.spec }, h('span', { class: 'letter' }, run.letter), name),
      h('td', { 'data-head': words.heads.epochs }, epochsOf(run)),
      h('td', null, where === 'unkept' ? '' : moment(time)),
      h('td', null, where === 'unkept' ? words.notKept : sizeText(bytes)),
      h('td', null, ...actions),
    );
  }

  /** The oldest run that may be removed: finished, and not on show. */
  const oldest = () => entries.find(({ where, id }) => (where === 'here' || where === 'closed') && id !== store.get().run?.id);

  function drawPanel() {
    const { storage, runs } = store.get();
    const { state, run: id } = storage;
    const first = oldest();
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) => h('button', { class: 'button', onclick }, text);
    const letter = runs.find((run) => run.id === id)?.letter ?? '';
    show(panel, state !== 'on');
    if (state === 'full')
      panel.replaceChildren(
        h('p', null, h('strong', null, words.full(letter)), ` ${words.fullNote}`),
        h(
          'p',
          { class: 'row' },
          first ? button(words.removeOldest(first.run.letter, first.bytes), () => remove(first)) : null,
          button(words.decline, restore.decline),
          button(words.again, () => restore.retry()),
        ),
      );
    else if (state === 'declined')
      panel.replaceChildren(
        h('p', null, words.declined),
        button(words.retry, () => restore.retry()),
      );
    else panel.replaceChildren(h('p', null, words.not));
  }

  function draw() {
    const kept = entries.filter(({ where }) => where !== 'unkept');
    const total = kept.reduce((sum, { bytes }) => sum + bytes, 0);
    say(lead, kept.length ? words.lead(kept.length, total) : words.none);
    show(scroller, entries.length > 0);
    saveButton.disabled = busy || !entries.some(({ where }) => where !== 'open');
    body.replaceChildren(...entries.map(rowOf));
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
      const { runs } = store.get();
      const kept = await restore.list().catch(() => /** @type {KeptRun[]} */ ([]));
      const here = new Map(runs.map((run) => [run.id, run]));
      // A run of this tab is shown from memory, since its state on disk may be slightly older.
      const all = kept.map((entry) => (entry.where === 'here' ? { ...entry, run: here.get(entry.id) ?? entry.run } : entry));
      const unkept = runs.filter(({ id, history }) => history.length && !kept.some((entry) => entry.id === id));
      entries = [...all, ...unkept.map((run) => ({ tab: '', id: run.id, run, bytes: 0, time: 0, where: /** @type {const} */ ('unkept') }))];
      draw();
    }
    looking = false;
    const room = await navigator.storage?.estimate?.().catch(() => null);
    // A browser's own estimate lags behind.
    const kept = entries.reduce((sum, { bytes }) => sum + bytes, 0);
    say(quota, room?.quota ? words.quota(Math.max(room.usage ?? 0, kept), room.quota) : '');
    show(persist, entries.length > 0 && (await navigator.storage?.persisted?.().catch(() => true)) === false);
  }

  async function askToPersist() {
    const promised = await navigator.storage.persist().catch(() => false);
    say(status, promised ? words.persistDone : words.persistNot);
    show(persist, !promised);
  }

  function saveAll() {
    return doing(async () => {
      say(status, words.saving);
      /** @type {Run[]} */
      const runs = store.get().runs.filter(({ ready, report, history }) => ready && (report || history[history.length - 1]?.state));
      let left = 0;
      for (const entry of await restore.list()) {
        if (entry.where === 'open') left++;
        if (entry.where !== 'closed') continue;
        const run = await restore.read(entry);
        if (run) runs.push(run);
        else left++;
      }
      const file = await writeRuns(runs);
      save(FILE, file);
      say(status, words.saved(runs.length, file.size, FILE) + (left ? words.left(left) : ''));
    });
  }

  async function pick() {
    const [file] = await pickFiles();
    if (file) await take(file);
  }

  /** @param {File} file */
  function take(file) {
    return doing(async () => {
      const others = (await restore.list()).filter(({ where }) => where !== 'here');
      const found = { taken: 0, here: 0, other: 0 };
      /** @type {string[]} */
      const wrong = [];
      let n = 0;
      say(status, words.reading(file.name, 1));
      for await (const one of readRuns(file, engine)) {
        say(status, words.reading(file.name, ++n));
        if ('problem' in one) {
          wrong.push(one.problem);
          continue;
        }
        const { check, report, history } = one.run;
        const same = others.some(
          ({ run }) => run.spec === check.spec && (report ? run.report?.digest === report.digest : run.history.length >= history.length),
        );
        found[same ? 'here' : session.adopt(one.run, false)]++;
      }
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
