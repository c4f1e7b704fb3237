// Makes an exercise: a form whose fields are the parts of its file. What students see is one click away; it is shared as a
// link or as a file.
import { sentence as messageOf } from '../../../core/formats/error.js';
import { pack } from '../../../core/formats/packed.js';
import { h, say, show } from '../../../draw/dom.js';
import { kindNames, kinds } from '../../../model/exercise/kinds.js';
import { controls, LineError, readExercise } from '../../../model/exercise/read.js';
import { draftOf, textOfDraft } from '../../../model/exercise/write.js';
import { nth } from '../../../model/nth.js';
import { sentence, texts } from '../../../texts/index.js';
import { save } from '../../shell/menu.js';
import { PACKED, textOfFile } from '../exercise/model.js';

/** @typedef {import('../../../model/exercise/write.js').Draft} Draft */
/** @typedef {import('../../../model/exercise/write.js').DraftQuestion} DraftQuestion */

const words = texts.teacher;
const linkMax = 12000; // characters that the page still takes; chat programs cut earlier
const chatMax = 4000;
const kept = 'calib-maker';

/** @returns {Draft} */
const empty = () => ({
  title: '',
  learn: '',
  minutes: '15',
  paper: '',
  runs: [],
  questions: [],
  lock: [],
  hide: ['fork'],
  shows: [],
  body: words.startBody,
});

/** @param {string} id @param {DraftQuestion['kind']} kind @param {string} run @returns {DraftQuestion} */
const fresh = (id, kind, run) => ({
  id,
  kind,
  ask: '',
  figure: '',
  unit: '',
  within: '',
  options: [],
  answer: '',
  goal: '',
  after: '',
  low: '',
  high: '',
  ...kinds[kind].fresh(run),
});

/**
 * @param {import('../../../model/types.js').Store} page
 * @param {{open: (key: string) => Promise<void>}} does
 */
export function createMaker(page, does) {
  let draft = recall();
  let made = 0;
  const form = h('div', { class: 'maker' });
  const status = h('p', { class: 'note', role: 'status', id: 'maker-status' });
  const length = h('span', { class: 'note', role: 'status' });
  const picker = h('input', {
    type: 'file',
    accept: '.md,text/markdown,text/plain',
    hidden: true,
    onchange: () => openFile(picker.files?.[0]),
  });
  const button = (/** @type {string} */ label, /** @type {string} */ id, /** @type {() => void} */ onclick, solid = false) =>
    h('button', { class: solid ? 'button solid' : 'button', id, onclick }, label);
  const preview = button(words.preview, 'maker-preview', async () => does.open(await key()), true);
  const copy = button(words.copyLink, 'maker-link', async () => {
    const url = new URL(location.href);
    url.hash = `exercise=${await key()}`;
    try {
      await navigator.clipboard.writeText(url.href);
      say(length, `${words.copied}. ${words.linkLength(url.href.length, url.href.length > chatMax)}.`);
    } catch {
      say(length, url.href);
    }
  });
  const file = button(words.saveFile, 'maker-file', () => {
    const name = draft.title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');
    save(`${name || 'exercise'}.md`, new Blob([textOfDraft(draft)], { type: 'text/markdown' }));
  });
  const element = h(
    'section',
    { class: 'teacher-part', 'aria-label': words.makeTitle },
    h('h2', null, words.makeTitle),
    h('p', { class: 'note' }, words.makeNote),
    form,
    status,
    h(
      'div',
      { class: 'row' },
      preview,
      copy,
      file,
      button(words.openFile, 'maker-open', () => picker.click()),
      length,
      picker,
    ),
  );

  /** @returns {Draft} */
  function recall() {
    try {
      return { ...empty(), ...JSON.parse(sessionStorage.getItem(kept) ?? '{}') };
    } catch {
      return empty();
    }
  }

  const key = async () => PACKED + (await pack(readExercise(textOfDraft(draft)).text));

  /** @param {File | undefined} given */
  async function openFile(given) {
    if (!given) return;
    try {
      draft = draftOf(readExercise(await textOfFile(given)));
      build();
    } catch (wrong) {
      say(status, sentence(`${given.name}: ${messageOf(wrong)}`));
    }
  }

  async function changed() {
    try {
      sessionStorage.setItem(kept, JSON.stringify(draft));
    } catch {
      // no storage: what was typed lasts as long as the page
    }
    const mine = ++made;
    let error = '';
    let size = 0;
    try {
      size = (await key()).length;
    } catch (wrong) {
      const open = draft.questions.find(({ ask }) => !ask.trim());
      error = open ? words.notAsked(open.id, words.addQuestion[open.kind]) : wrong instanceof LineError ? wrong.why : messageOf(wrong); // a form has no lines
    }
    if (mine !== made) return;
    say(status, error ? sentence(error) : words.good);
    preview.disabled = copy.disabled = !!error || size > linkMax;
    file.disabled = !!error;
    say(length, error ? '' : size > linkMax ? words.tooLong(linkMax) : words.linkLength(size, size > chatMax));
  }

  let ids = 0;
  /**
   * @param {string} label @param {string} value @param {(value: string) => void} set
   * @param {{rows?: number, wide?: boolean, name?: string}} [look]
   */
  function line(label, value, set, { rows = 0, wide = true, name } = {}) {
    const id = `maker-${name ?? ++ids}`;
    const field = rows ? h('textarea', { class: 'text-field', id, rows }) : h('input', { class: 'text-field', id, type: 'text' });
    field.value = value ?? ''; // a draft that this tab kept from before has no text for it
    field.addEventListener('input', () => {
      set(field.value);
      changed();
    });
    return h('div', { class: wide ? 'maker-line' : 'maker-line narrow' }, h('label', { for: id, class: 'note' }, label), field);
  }

  /** A line of its own for something new, at the end of the part that it belongs to. @param {string} id @param {string} heading */
  function placeIn(id, heading) {
    const parts = draft.body.split(/^(?=## )/m);
    const at = parts.findIndex((part) => part.toLowerCase().startsWith(`## ${heading.toLowerCase()}`));
    const index = at < 0 ? parts.length - 1 : at;
    parts[index] = `${nth(parts, index).trimEnd()}\n\n[[${id}]]\n\n`;
    draft.body = parts.join('').trim() + '\n';
  }

  /** @param {string} wish */
  function free(wish) {
    const taken = [...draft.runs.map(({ name }) => name), ...draft.questions.map(({ id }) => id)];
    for (let i = 0; ; i++) if (!taken.includes(wish + (i || ''))) return wish + (i || '');
  }

  /** @param {string} id */
  function drop(id) {
    draft.body = draft.body.replace(new RegExp(`^\\[\\[${id}\\]\\]\\n*`, 'm'), '');
    build();
  }

  /** @param {DraftQuestion} question */
  function questionOf(question) {
    const { kind, id } = question;
    const set = (/** @type {keyof DraftQuestion} */ name) => (/** @type {string} */ value) =>
      void (question[name] = /** @type {never} */ (value));
    const more = {
      predict: () => [
        line(words.figure, question.figure, set('figure'), { name: `${id}-figure` }),
        line(words.unit, question.unit, set('unit'), { wide: false }),
        line(words.within, question.within, set('within'), { wide: false }),
        line(words.low, question.low, set('low'), { name: `${id}-low` }),
        line(words.high, question.high, set('high'), { name: `${id}-high` }),
      ],
      choose: () => [
        ...question.options.flatMap((option, i) => [
          line(words.option(i + 1), option.text, (text) => void (option.text = text), { name: `${id}-option${i}` }),
          line(words.isRight, option.right, (right) => void (option.right = right), { wide: false }),
          line(words.optionAfter, option.after, (after) => void (option.after = after), { name: `${id}-after${i}` }),
        ]),
        h(
          'button',
          { class: 'plain note', onclick: () => (question.options.push({ text: '', right: '', after: '' }), build()) },
          words.addOption,
        ),
      ],
      explain: () => [line(words.model, question.answer, set('answer'), { rows: 3, name: `${id}-answer` })],
      try: () => [line(words.goal, question.goal, set('goal'))],
    }[kind]();
    return h(
      'fieldset',
      { class: 'maker-item', 'data-question': id },
      h('legend', null, words.addQuestion[kind], ' ', h('code', null, `[[${id}]]`)),
      line(words.ask[kind], question.ask, set('ask'), { name: `${id}-ask` }),
      ...more,
      kind !== 'explain' && line(words.after, question.after, set('after')),
      h(
        'button',
        { class: 'plain note', onclick: () => ((draft.questions = draft.questions.filter((one) => one !== question)), drop(id)) },
        words.remove,
      ),
    );
  }

  /** @param {Draft['runs'][0]} run */
  const runOf = (run) =>
    h(
      'fieldset',
      { class: 'maker-item', 'data-run': run.name },
      h('legend', null, words.runsTitle, ' ', h('code', null, `[[${run.name}]]`)),
      line(words.runLabel, run.label, (label) => void (run.label = label), { wide: false }),
      line(words.runLink, run.link, (link) => void (run.link = link)),
      h(
        'button',
        { class: 'plain note', onclick: () => ((draft.runs = draft.runs.filter((one) => one !== run)), drop(run.name)) },
        words.remove,
      ),
    );

  /** @param {'lock' | 'hide'} list @param {string} label */
  const boxes = (list, label) =>
    h(
      'fieldset',
      { class: 'maker-boxes' },
      h('legend', { class: 'note' }, label),
      ...controls.map((control) => {
        const box = h('input', { type: 'checkbox', checked: draft[list].includes(control) });
        box.addEventListener('change', () => {
          draft[list] = controls.filter((one) => (one === control ? box.checked : draft[list].includes(one)));
          changed();
        });
        return h('label', null, box, ` ${texts.within(texts.kinds[control] ?? words.controls[control] ?? control)}`);
      }),
    );

  function addRun() {
    const { run, check } = page.get();
    const loss = (run ?? check)?.choices.loss.id ?? 'ce';
    const name = free(loss);
    draft.runs.push({ name, label: loss, link: run?.spec ?? check?.spec ?? 'data=shapes10' });
    placeIn(name, words.headings.run);
    build();
  }

  /** @param {DraftQuestion['kind']} kind */
  function addQuestion(kind) {
    const id = free(kinds[kind].id);
    draft.questions.push(fresh(id, kind, draft.runs[0]?.name ?? ''));
    placeIn(id, words.headings[kinds[kind].heading]);
    build();
  }

  function build() {
    ids = 0;
    form.replaceChildren(
      line(words.title, draft.title, (text) => void (draft.title = text), { name: 'title' }),
      line(words.learn, draft.learn, (text) => void (draft.learn = text), { name: 'learn' }),
      line(words.minutes, draft.minutes, (text) => void (draft.minutes = text), { wide: false }),
      line(words.paper, draft.paper, (text) => void (draft.paper = text)),
      h('h3', null, words.runsTitle),
      ...draft.runs.map(runOf),
      h('div', { class: 'row' }, button(words.addRun, 'maker-run', addRun)),
      h('h3', null, words.questionsTitle),
      ...draft.questions.map(questionOf),
      h('div', { class: 'row' }, ...kindNames.map((kind) => button(words.addQuestion[kind], `maker-${kind}`, () => addQuestion(kind)))),
      line(words.text, draft.body, (text) => void (draft.body = text), { rows: 14, name: 'body' }),
      h('p', { class: 'note' }, words.textNote),
      boxes('lock', words.lock),
      boxes('hide', words.hide),
    );
    changed();
  }
  build();

  return {
    element,
    /** @param {import('../../../model/types.js').State} state */
    draw: ({ mode }) => show(element, mode === 'bench'),
    openFile,
  };
}
