// Classroom features, loaded when first needed: the list of exercises, and the open exercise.

import { sentence as messageOf } from '../../core/formats/error.js';
import { pack } from '../../core/formats/packed.js';
import { linkOfExercise } from '../../core/link.js';
import { attribute, h, say, show } from '../../draw/dom.js';
import { readExercise } from '../../model/exercise/read.js';
import { sentence, texts } from '../../texts/index.js';
import { partOf } from '../shell/part.js';
import { done } from './exercise/arrange.js';
import { createExercise } from './exercise/column.js';
import { createExerciseModel } from './exercise/model.js';
import { exerciseOf, PACKED, textOfFile } from './exercise/source.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {{id: string, it: import('../../model/exercise/read.js').Exercise}} Entry */

const words = texts.exercise;

/** All exercises of the folder; the build lists them. @returns {Promise<Entry[]>} */
export async function folder() {
  const ids = /** @type {string[]} */ (await (await fetch('exercises/index.json')).json());
  const all = await Promise.all(ids.map(async (id) => ({ id, it: await exerciseOf(id) })));
  return all.sort((a, b) => a.it.order - b.it.order);
}

/**
 * @param {{list: HTMLElement, column: HTMLElement, rail: HTMLElement}} place
 * @param {import('../../core/types.js').Engine} engine
 * @param {import('../../model/types.js').Store} store
 * @param {{open: (link: string) => Promise<void>, start: () => void, show: (id: string) => void,
 *   drop: (id: string) => void, pool: (links: string[]) => Promise<void>, goTo: (view: string) => void,
 *   push: () => Promise<void>, send: () => {origin: string, send: (code: string) => void} | null,
 *   newStudent: () => Promise<void>}} does
 */
export function createClassroom(place, engine, store, does) {
  const model = createExerciseModel(engine, store, does);
  const column = createExercise(place.column, place.rail, model, { view: does.goTo, leave, send: does.send, newStudent: does.newStudent });

  const entries = h('ol', { class: 'exercise-list' });
  const status = h('p', { class: 'note', role: 'status' });
  const picker = h('input', {
    type: 'file',
    accept: '.md,text/markdown,text/plain',
    hidden: true,
    onchange: () => openFile(picker.files?.[0]),
  });
  const element = h(
    'main',
    { class: 'exercises', hidden: true },
    h('h1', { class: 'lead' }, words.lead),
    h('p', { class: 'sub' }, words.sub),
    h('p', null, h('button', { class: 'plain', 'data-to': 'teacher', onclick: () => does.goTo('teacher') }, words.teachers)),
    entries,
    status,
    h('p', { class: 'note' }, words.drop, h('button', { class: 'plain', onclick: () => picker.click() }, words.choose), '.', picker),
  );
  place.list.append(element);
  element.addEventListener('dragover', (event) => event.preventDefault());
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    event.stopPropagation();
    openFile(event.dataTransfer?.files[0]);
  });

  /** @type {Entry[] | null} */
  let all = null;
  let left = { view: '', top: 0 }; // position in the list before an exercise was opened
  let filled = false;
  /** @type {{draw: (state: State) => void} | null} */
  let teacher = null;
  let coming = false;

  async function openTeacher() {
    coming = true;
    const module = await partOf(store, import('./teacher/page.js'));
    if (!module) return;
    teacher = module.createTeacher(place.list, engine, store, { folder, goTo: does.goTo, open: openKey, pool: does.pool, showClass });
    store.redraw();
  }

  /**
   * Opens an exercise as a new history entry, so that going back leads to the list or the teacher's page.
   * @param {string} key
   */
  async function openKey(key) {
    left = { view: store.get().view, top: place.list.scrollTop };
    await does.push();
    return does.open(linkOfExercise(key));
  }

  /**
   * Opens an exercise and shows a class's predictions in its charts.
   * @param {string} id
   * @param {import('../../model/exercise/read.js').Exercise} it
   * @param {Record<string, number | string>[]} answers
   */
  async function showClass(id, it, answers) {
    model.showClass(it, answers);
    await openKey(id || PACKED + (await pack(it.text)));
  }

  /** Closes the exercise and returns to the list. */
  function leave() {
    const { exercise: _, ...page } = store.get().page;
    store.view.setPageKeys(page);
    does.goTo('exercises');
  }

  /** @param {File | undefined} file */
  async function openFile(file) {
    if (!file) return;
    try {
      const { text } = readExercise(await textOfFile(file));
      await openKey(PACKED + (await pack(text)));
    } catch (wrong) {
      say(status, sentence(`${file.name}: ${messageOf(wrong)}`));
    }
  }

  async function fill() {
    filled = true;
    try {
      all = await folder();
    } catch (wrong) {
      say(status, `${words.listFailed} ${sentence(messageOf(wrong))}`);
      filled = false;
      return;
    }
    entries.replaceChildren(
      ...all.map(({ id, it }) =>
        h(
          'li',
          { 'data-exercise': id },
          h('button', { class: 'exercise-name', onclick: () => openKey(id) }, it.title),
          h('span', { class: 'quiet' }, words.minutes(it.minutes), h('span', { class: 'exercise-state' })),
          h('p', { class: 'quiet' }, it.learn),
        ),
      ),
    );
    store.redraw();
  }

  return {
    /** @param {State} state */
    draw(state) {
      const here = state.mode === 'bench' && state.view === 'exercises';
      show(element, here);
      if (here && !filled) fill();
      if (here)
        for (const { id, it } of all ?? []) {
          const label = entries.querySelector(`[data-exercise="${id}"] .exercise-state`);
          const share = done(it);
          if (label) say(label, share === 0 ? '' : share === 1 ? `, ${words.done}` : `, ${words.begun}`);
          if (label) attribute(label, 'data-share', String(share));
        }
      const wanted = state.mode === 'bench' && state.view === 'teacher';
      if (wanted && !coming) openTeacher();
      coming = !!teacher || (coming && wanted); // a failed load is retried at the next visit
      teacher?.draw(state);
      column.draw(state);
      if (state.mode === 'bench' && state.view === left.view && !state.page.exercise) {
        place.list.scrollTop = left.top;
        left.view = '';
      }
    },
    /** Sets the name in the answer code, given by the embedding page. @param {string} name */
    name: model.call,
    next: () => model.next(),
    load: () => model.load(store.get().page.exercise ?? ''),
  };
}
