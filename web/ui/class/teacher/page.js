// The teacher's page: reads pasted codes and shows the students' answers; makes exercises (maker.js).
import { sentence as messageOf } from '../../../core/formats/error.js';
import { h, say, show } from '../../../draw/dom.js';
import { MARK } from '../../../model/exercise/code.js';
import { guessesIn, readGuess } from '../../../model/exercise/guess.js';
import { readExercise } from '../../../model/exercise/read.js';
import { sentence, texts } from '../../../texts/index.js';
import { exerciseOf } from '../exercise/source.js';
import { groupsOf } from './groups.js';
import { createMaker } from './maker.js';
import { createTeacherModel } from './model.js';
import { createWall } from './wall.js';

/** @typedef {import('./model.js').State} State */

const words = texts.teacher;

const POOLED_MAX = 1000;

/** Unique links with a receipt in a text. @param {string} text @returns {string[]} */
const receiptsIn = (text) =>
  [...new Set(text.split(/[\s"'<>]+/).flatMap((word) => (word.includes('receipt') ? [word.slice(word.indexOf('#') + 1)] : [])))].slice(
    0,
    POOLED_MAX,
  );

/**
 * Receipts in a text, and those of the students' runs in their codes.
 * @param {string} text
 * @param {State['rows']} rows
 */
function receiptsOf(text, rows) {
  const own = rows.flatMap(({ submitted }) => (submitted ? Object.values(submitted.own).map(({ spec }) => spec) : []));
  return receiptsIn([text, ...own].join('\n'));
}

/**
 * @param {HTMLElement} place
 * @param {import('../../../core/types.js').Engine} engine
 * @param {import('../../../model/types.js').Store} page
 * @param {{folder: () => Promise<{id: string, it: import('../../../model/exercise/read.js').Exercise}[]>,
 *   goTo: (view: string) => void, open: (key: string) => Promise<void>, pool: (links: string[]) =>
 *   Promise<void>, showClass: (id: string, it: import('../../../model/exercise/read.js').Exercise,
 *   answers: Record<string, number | string>[]) => Promise<void>}} does
 */
export function createTeacher(place, engine, page, does) {
  const model = createTeacherModel(engine, does.folder);
  const { store } = model;
  const field = h('textarea', { id: 'codes', class: 'layers', rows: 6, spellcheck: 'false', autocapitalize: 'off' });
  const status = h('span', { class: 'note', role: 'status' });
  const stop = h('button', { class: 'button', 'data-do': 'stop', hidden: true, onclick: () => model.stop() }, words.stop);
  const groups = h('div', { class: 'groups' });
  const pooled = h('span', { class: 'note' });
  const pool = h(
    'div',
    { class: 'row', hidden: true },
    pooled,
    h('button', { class: 'button', 'data-do': 'pool', onclick: () => does.pool(receiptsOf(field.value, store.get().rows)) }, words.pool),
  );
  const scan = h(
    'button',
    {
      class: 'button',
      'data-do': 'scan',
      onclick: async () => {
        const { openScanner } = await import('./scan.js');
        openScanner(scanned);
      },
    },
    words.scan,
  );
  /** @param {keyof typeof words.steps} id @param {() => void} onclick */
  const step = (id, onclick) => {
    const [what, go] = words.steps[id];
    return h('li', null, h('button', { class: 'button', 'data-do': id, onclick }, go), h('span', null, what));
  };
  const wall = createWall(store.get, { describe: engine.describe, folder: does.folder, take: scanned });
  const maker = createMaker(page, { open: does.open, check: (link) => engine.check(link) });
  const element = h(
    'main',
    { class: 'teacher', hidden: true },
    h('h1', { class: 'lead' }, words.lead),
    h('p', { class: 'sub' }, words.sub),
    h(
      'ul',
      { class: 'lesson' },
      step('choose', () => does.goTo('exercises')),
      step('make', () => maker.begin()),
      step('check', () => field.focus()),
    ),
    h(
      'section',
      { class: 'teacher-part', 'aria-label': words.checkTitle },
      h('h2', null, words.checkTitle),
      h('label', { for: field.id, class: 'note' }, words.paste),
      field,
      h('div', { class: 'row' }, scan),
      wall.element,
      h('p', { class: 'row' }, status, stop),
      pool,
      groups,
    ),
    maker.element,
  );
  place.append(element);
  element.addEventListener('dragover', (event) => event.preventDefault());
  element.addEventListener('drop', async (event) => {
    event.preventDefault();
    event.stopPropagation();
    for (const file of event.dataTransfer?.files ?? []) await take(await file.text(), file.name);
  });

  /** Reads a file: an exercise, or codes. @param {string} text @param {string} name */
  async function take(text, name) {
    try {
      if (/^\uFEFF?---\s/.test(text)) await model.add(readExercise(text));
      else {
        field.value = [field.value, text].filter(Boolean).join('\n');
        await check();
      }
    } catch (wrong) {
      say(status, sentence(`${name}: ${messageOf(wrong)}`));
    }
  }

  /** Appends a scanned or typed code to the pasted text. @param {string} text @returns {string} feedback */
  function scanned(text) {
    const known = words.scanning;
    const guesses = guessesIn(text);
    if (!guesses.length && !text.includes(MARK) && !/receipt=|exercise=x\./.test(text)) return known.other(text.slice(0, 60));
    try {
      for (const guess of guesses) text = text.replace(guess, readGuess(guess).code);
    } catch (wrong) {
      return sentence(messageOf(wrong));
    }
    if (field.value.includes(text)) return known.again;

    field.value = [field.value.trimEnd(), text].filter(Boolean).join('\n');
    void check();
    return known.read(field.value.split(MARK).length - 1 + guessesIn(field.value).length);
  }

  async function check() {
    // Adds exercises whose links are among the codes.
    for (const [, key = ''] of field.value.matchAll(/exercise=(x\.[\w-]+)/g))
      await exerciseOf(key).then(
        (it) => model.add(it),
        () => {},
      );
    await model.check(field.value);
  }
  field.addEventListener('input', check);

  const showing = { describe: engine.describe, resume: model.resume, showClass: does.showClass, project: wall.project };

  /** @param {State} state */
  function draw(state) {
    const { rows, guesses, doing } = state;
    const bad = rows.filter(({ submitted }) => !submitted).length;
    const text = field.value.trim();
    const links = receiptsOf(text, rows);
    const none = text && !links.length ? words.none : '';
    const codes = rows.length + guesses.length;
    show(stop, !!doing);
    say(status, doing || (codes ? words.found(codes, bad) : none));
    show(pool, links.length > 0);
    say(pooled, words.receipts(links.length));
    groups.replaceChildren(...groupsOf(state, showing));
    wall.draw();
  }
  store.onDraw(draw);

  let filled = false; // the list of questions
  return {
    /** @param {import('../../../model/types.js').State} state */
    draw(state) {
      show(element, state.mode === 'bench' && state.view === 'teacher');
      if (element.hidden) return;
      maker.draw(state);
      if (!filled) void wall.fill();
      filled = true;
    },
  };
}
