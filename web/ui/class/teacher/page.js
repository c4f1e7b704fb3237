// The teacher's page: reads pasted codes and shows the students' answers; makes exercises (maker.js).
import { sentence as messageOf } from '../../../core/formats/error.js';
import { csv } from '../../../draw/csv.js';
import { h, say, show } from '../../../draw/dom.js';
import { valuesFrom } from '../../../model/exercise/check.js';
import { MARK } from '../../../model/exercise/code.js';
import { kinds } from '../../../model/exercise/kinds.js';
import { readExercise } from '../../../model/exercise/read.js';
import { named } from '../../../model/named.js';
import { decimal, percent } from '../../../texts/format.js';
import { sentence, texts } from '../../../texts/index.js';
import { save } from '../../shell/controls/menu.js';
import { prose } from '../../shell/text/prose.js';
import { exerciseOf } from '../exercise/model.js';
import { createMaker } from './maker.js';
import { createTeacherModel, verdictOf } from './model.js';
import { summaryOf, writer } from './summary.js';

/** @typedef {import('./model.js').State} State */
/** @typedef {import('./model.js').Known} Known */
/** @typedef {import('../../../model/exercise/code.js').Answer} Answer */

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

/** Quotes text that a spreadsheet would read as a formula. @param {string} text */
const harmless = (text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/**
 * Distinguishes exercises with the same title; exercises of the lab's folder have none.
 * @param {Known} known
 */
const fingerprintOf = ({ it }) => it.hash.slice(0, 6);

/** @param {Known} known @param {string} id @param {number | string | undefined} answer */
function answerText({ it }, id, answer) {
  if (answer === undefined) return '';
  const question = named(it.questions, id);
  return kinds[question.kind].inWords(question, answer);
}

/** @param {Known} known @param {Answer[]} answers @returns {import('../../../draw/csv.js').Table} */
export function tableOf(known, answers) {
  const questions = Object.keys(known.it.questions);
  const runs = Object.keys(known.it.runs);
  return {
    columns: [
      'exercise',
      'name',
      'code',
      'engine',
      ...runs.map((name) => `run ${name}`),
      ...questions.flatMap((id) => [id, `${id} right`]),
    ],
    rows: answers.map((submitted) => {
      const verdict = verdictOf(submitted, known);
      return [
        known.id || `${known.it.title} ${fingerprintOf(known)}`,
        harmless(submitted.name),
        verdict.proof,
        harmless(submitted.engine),
        ...runs.map((name) => named(verdict.runs, name)),
        ...questions.flatMap((id) => {
          const { answer, right } = named(verdict.answers, id);
          return [harmless(answerText(known, id, answer)), right === null ? '' : right ? 'yes' : 'no'];
        }),
      ];
    }),
  };
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

  /** Appends a scanned QR code to the pasted text. @param {string} text @returns {string} feedback */
  function scanned(text) {
    const known = words.scanning;
    if (!text.includes(MARK) && !/receipt=|exercise=x\./.test(text)) return known.other(text.slice(0, 60));
    if (field.value.includes(text)) return known.again;

    field.value = [field.value.trimEnd(), text].filter(Boolean).join('\n');
    void check();
    return known.read(field.value.split(MARK).length - 1);
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

  /** @param {Known} known @param {Answer[]} answers */
  function group(known, answers) {
    const questions = Object.values(known.it.questions);
    const rows = answers.map((submitted) => {
      const verdict = verdictOf(submitted, known);
      const cells = questions.map(({ id, kind, unit }) => {
        const { answer, right, value } = named(verdict.answers, id);
        const own = submitted.own[id];
        const truth = value === null || right ? '' : ` (${unit === '%' ? percent(value / 100) : decimal(value, 1)})`;
        return h(
          'td',
          { 'data-right': right === null ? null : String(right) },
          answer === undefined
            ? h('span', { class: 'quiet' }, words.empty)
            : kind === 'predict'
              ? texts.exercise.answer(Number(answer), unit)
              : answerText(known, id, answer),
          truth ? h('span', { class: 'quiet' }, truth) : null,
          own ? h('code', { title: words.own(own.spec) }, ` ${own.digest.slice(0, 8)}`) : null,
        );
      });
      const runs = Object.entries(verdict.runs).map(([name, state]) =>
        h('span', { class: 'made', 'data-state': state }, `${named(known.it.runs, name).label}: ${words.run[state]}`),
      );
      return h(
        'tr',
        { 'data-proof': verdict.proof },
        h('th', { scope: 'row' }, submitted.name || words.nobody),
        ...cells,
        h('td', null, ...runs),
        h(
          'td',
          null,
          words.proof[verdict.proof],
          submitted.engine && submitted.engine !== engine.describe.engine
            ? h('span', { class: 'quiet other-engine' }, ` ${words.otherEngine(submitted.engine, engine.describe.engine)}`)
            : null,
        ),
      );
    });
    const given = answers.map((submitted) => submitted.answers);
    const predicts = questions.some(({ kind }) => kind === 'predict');
    const questionHeads = questions.map(({ id }) => h('div', { class: 'asked' }, ...prose(known.it.tokens[`${id} ask`] ?? [], writer)));
    const heads = [words.name, ...questionHeads, words.runs, words.code];
    return h(
      'section',
      { class: 'group', 'data-exercise': known.id },
      h('h3', null, known.it.title, ' ', !known.id && h('code', { class: 'fingerprint', title: words.fingerprint }, fingerprintOf(known))),
      known.state === 'failed' && h('p', { class: 'error' }, `${words.failed} ${sentence(known.error)}`),
      known.state === 'stopped' &&
        h(
          'p',
          { class: 'row stopped' },
          h('span', null, `${words.notMade} ${sentence(known.error)}`),
          h('button', { class: 'button', 'data-do': 'resume', onclick: () => model.resume(known.it.hash) }, words.resume),
        ),
      h(
        'div',
        { class: 'row' },
        predicts &&
          h(
            'button',
            { class: 'button', 'data-do': 'show-class', onclick: () => does.showClass(known.id, known.it, given) },
            words.showClass,
          ),
        h(
          'button',
          {
            class: 'button',
            onclick: () => save(`${known.id || 'answers'}.csv`, new Blob(['\uFEFF', csv(tableOf(known, answers))], { type: 'text/csv' })),
          },
          words.save,
        ),
      ),
      h(
        'div',
        { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': known.it.title },
        h(
          'table',
          { class: 'answers' },
          h('thead', null, h('tr', null, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
          h('tbody', null, ...rows),
        ),
      ),
      summaryOf(known.it, given, valuesFrom(known.numbers)),
    );
  }

  /** @param {State} state */
  function draw({ rows, known, doing }) {
    const good = rows.filter(({ submitted }) => submitted);
    const text = field.value.trim();
    const links = receiptsOf(text, rows);
    const none = text && !links.length ? words.none : '';
    show(stop, !!doing);
    say(status, doing || (rows.length ? words.found(rows.length, rows.length - good.length) : none));
    /** @type {Map<string, Answer[]>} */
    const byHash = new Map();
    for (const { submitted } of good) if (submitted) byHash.set(submitted.hash, [...(byHash.get(submitted.hash) ?? []), submitted]);
    const bad = rows.filter(({ submitted }) => !submitted);
    show(pool, links.length > 0);
    say(pooled, words.receipts(links.length));
    groups.replaceChildren(
      ...[...byHash].map(([hash, answers]) =>
        known[hash]
          ? group(known[hash], answers)
          : h(
              'p',
              { class: 'error' },
              `${words.unknown(answers[0]?.id ?? '')} (${answers.map(({ name }) => name || words.nobody).join(', ')})`,
            ),
      ),
      ...bad.map(({ code, error }) => h('p', { class: 'error refused' }, h('code', null, `${code.slice(0, 24)}…`), ` ${sentence(error)}`)),
    );
  }
  store.onDraw(draw);

  return {
    /** @param {import('../../../model/types.js').State} state */
    draw(state) {
      show(element, state.mode === 'bench' && state.view === 'teacher');
      if (!element.hidden) maker.draw(state);
    },
  };
}
