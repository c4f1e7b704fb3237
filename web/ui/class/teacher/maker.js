// Makes an exercise with a form whose fields are the parts of its file. A preview is next to it, errors are
// at their fields, and it is shared as a link or a file.
import { sentence as messageOf } from '../../../core/formats/error.js';
import { pack } from '../../../core/formats/packed.js';
import { onlyHere, shareLink } from '../../../core/link.js';
import { isCurrent } from '../../../core/storage/student.js';
import { h, say, show } from '../../../draw/dom.js';
import { kindNames, kinds } from '../../../model/exercise/kinds.js';
import { controls, readExercise } from '../../../model/exercise/read.js';
import { draftOf, linkOfExercise, textOfDraft, writtenOf } from '../../../model/exercise/write.js';
import { nth } from '../../../model/nth.js';
import { sentence, texts } from '../../../texts/index.js';
import { save } from '../../shell/menu.js';
import { PACKED, textOfFile } from '../exercise/model.js';
import { emptyIn, faultOf } from './faults.js';
import { createFields } from './fields.js';
import { figuresIn, inText } from './figures.js';
import { showPreview } from './preview.js';
import { createQuestionForm } from './question.js';

/** @typedef {import('../../../model/exercise/write.js').Draft} Draft */
/** @typedef {import('../../../model/exercise/write.js').DraftQuestion} DraftQuestion */

const words = texts.teacher;
const linkMax = 12000; // characters that the page still accepts; chat programs cut earlier
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
 * @param {{open: (key: string) => Promise<void>, check: import('../../../core/types.js').Engine['check']}}
 *   does
 */
export function createMaker(page, does) {
  let draft = recall();
  let made = 0;
  const form = h('div', { class: 'maker' });
  const seen = h('div', { class: 'maker-seen' });
  /** Last position of the caret in the text; null: never there. @type {number | null} */
  let caret = null;
  const fields = createFields({ changed: () => void changed(), build: () => build() });
  const { line, folded } = fields;
  const questionOf = createQuestionForm(fields, {
    draft: () => draft,
    describe: () => page.get().describe,
    build: () => build(),
    remove(question) {
      draft.questions = draft.questions.filter((one) => one !== question);
      drop(question.id);
    },
  });
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
  const preview = button(words.preview, 'maker-preview', async () => does.open(await key()));
  const address = async () => shareLink(linkOfExercise(await key()));
  const copy = button(
    words.copyLink,
    'maker-link',
    async () => {
      const link = await address();
      try {
        await navigator.clipboard.writeText(link);
        say(
          length,
          `${words.copied}. ${words.linkLength(link.length, link.length > chatMax)}.${onlyHere() ? ` ${texts.sharing.onlyHere}` : ''}`,
        );
      } catch {
        say(length, link);
      }
    },
    true,
  );
  const code = button(texts.sharing.qr, 'maker-qr', async () => {
    const [{ showCode }, link] = await Promise.all([import('../../shell/qr.js'), address()]);
    try {
      showCode(link);
    } catch {
      say(length, texts.sharing.tooLong);
    }
  });
  const file = button(words.saveFile, 'maker-file', () => {
    const name = draft.title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');
    save(`${name || 'exercise'}.md`, new Blob([textOfDraft(written())], { type: 'text/markdown' }));
  });
  const element = h(
    'section',
    { class: 'teacher-part', 'aria-label': words.makeTitle },
    h('h2', null, words.makeTitle),
    h('p', { class: 'note' }, words.makeNote),
    h(
      'div',
      { class: 'maker-both' },
      form,
      h('aside', { class: 'maker-preview', 'aria-label': words.seenTitle }, h('h3', null, words.seenTitle), seen),
    ),
    status,
    h(
      'div',
      { class: 'row' },
      copy,
      code,
      preview,
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

  /** The draft as students get it. @returns {Draft} */
  const written = () => ({ ...draft, body: writtenOf(draft.body, words.startBody) });

  const key = async () => PACKED + (await pack(readExercise(textOfDraft(written())).text));

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
      if (isCurrent()) sessionStorage.setItem(kept, JSON.stringify(draft));
    } catch {
      // no storage: typed text lasts until the page is closed
    }
    const mine = ++made;
    showPreview(seen, written());
    let size = 0;
    /** @type {import('./faults.js').Fault | null} */
    let fault = null;
    try {
      size = (await key()).length;
      fault = await faultOfRuns();
    } catch (wrong) {
      fault = emptyIn(draft) ?? faultOf(wrong, draft);
    }
    if (mine !== made) return;
    const error = fault?.why ?? '';
    const begun = draft.title || draft.runs.length || draft.questions.length; // an empty form shows no error
    fields.blame(form, begun ? fault : null);
    say(status, error ? sentence(error) : words.good);
    preview.disabled = copy.disabled = code.disabled = !!error || size > linkMax;
    file.disabled = !!error;
    say(length, error ? '' : size > linkMax ? words.tooLong(linkMax) : words.linkLength(size, size > chatMax));
  }

  /** Finds a link that the engine refuses. @returns {Promise<import('./faults.js').Fault | null>} */
  async function faultOfRuns() {
    for (const { name, link } of draft.runs) {
      const check = await does.check(link.replace(/^.*#/, ''));
      if (!check.ok) return { field: `${name}-link`, why: check.error };
    }
    return null;
  }

  /**
   * Inserts a line for a new part: after the paragraph with the caret, or at the end of the section with its
   * heading.
   * @param {string} id
   * @param {string} heading
   */
  function placeIn(id, heading) {
    if (caret !== null) {
      const between = /^\n+$/.test(draft.body.slice(Math.max(0, caret - 1), caret + 1)); // on an empty line
      const end = between ? caret : draft.body.indexOf('\n\n', caret);
      const at = end < 0 ? draft.body.length : end;
      const before = `${draft.body.slice(0, at).trimEnd()}\n\n[[${id}]]`;
      draft.body = `${before}\n\n${draft.body.slice(at).trim()}`.trimEnd() + '\n';
      caret = before.length;
      return;
    }
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

  /** @param {Draft['runs'][0]} run */
  const runOf = (run) =>
    h(
      'fieldset',
      { class: 'maker-item', 'data-run': run.name },
      h('legend', null, words.runTitle, ' ', h('code', null, `[[${run.name}]]`)),
      line(words.runLabel, run.label, (label) => void (run.label = label), { wide: false, name: `${run.name}-label` }),
      line(words.runLink, run.link, (link) => void (run.link = link), { name: `${run.name}-link` }),
      h('p', { class: 'note' }, words.runNote),
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

  /** Adds the workbench's run. @param {boolean} alone without a question */
  function addRun(alone) {
    if (!alone) caret = null; // the run goes below its heading, and the question to the caret
    const { run, check } = page.get();
    const loss = (run ?? check)?.choices.loss.id ?? 'ce';
    const { label = loss } = page.get().describe.loss.find(({ id }) => id === loss) ?? {};
    const name = free(loss);
    draft.runs.push({ name, label, link: run?.spec ?? check?.spec ?? 'data=shapes10' });
    placeIn(name, words.headings.run);
    if (alone) begin(`maker-${name}-label`);
  }

  /** Redraws the form with a new field, and focuses it. @param {string} id */
  function begin(id) {
    build();
    const field = document.getElementById(id);
    field?.focus();
    field?.scrollIntoView({ block: 'center' });
  }

  /** @param {DraftQuestion['kind']} kind */
  function addQuestion(kind) {
    const id = free(kinds[kind].id);
    placeIn(id, words.headings[kinds[kind].heading]);
    if (kind === 'predict' && !draft.runs.length) addRun(false); // a prediction needs a run's number
    draft.questions.push(fresh(id, kind, draft.runs[0]?.name ?? ''));
    begin(`maker-${id}-ask`);
  }

  /**
   * Inserts a run's number: into the sentence with the caret, or as a separate sentence.
   * @param {string} label
   * @param {string} text
   */
  function insert(label, text) {
    const at = caret ?? draft.body.trimEnd().length;
    const end = draft.body.indexOf('\n', at);
    const line = draft.body.slice(draft.body.lastIndexOf('\n', at - 1) + 1, end < 0 ? undefined : end);
    const alone = caret === null || /^(#|\[\[|$)/.test(line); // a heading, a placeholder, or an empty line
    const place = alone ? (end < 0 ? draft.body.length : end) : at;
    const [before, after] = [draft.body.slice(0, place), draft.body.slice(place)];
    const put = alone ? `${line ? '\n\n' : ''}${label}: ${text}.` : `${/\s$/.test(before) ? '' : ' '}${text}`;
    draft.body = before + put + (alone && after.trim() ? `\n\n${after.trimStart()}` : after);
    caret = before.length + put.length;
    build();
    const field = /** @type {HTMLTextAreaElement | null} */ (document.getElementById('maker-body'));
    field?.focus();
    field?.setSelectionRange(caret, caret);
  }

  /** Buttons above the text that insert parts. */
  function inserts() {
    const figures = h(
      'select',
      { class: 'pick', id: 'maker-figure', 'aria-label': words.insertFigure, hidden: !draft.runs.length },
      h('option', { value: '' }, words.insertFigure),
      ...draft.runs.flatMap(({ name, label }) =>
        figuresIn(page.get().describe).map((one) =>
          h('option', { value: inText(name, one) }, draft.runs.length > 1 ? `${one.label}: ${label || name}` : one.label),
        ),
      ),
    );
    figures.addEventListener('change', () => {
      const chosen = figures.selectedOptions[0];
      if (chosen?.value) insert(chosen.text, chosen.value);
    });
    return h(
      'div',
      { class: 'row', role: 'group', 'aria-label': words.insert },
      h('span', { class: 'note' }, words.insert),
      button(words.addRun, 'maker-run', () => addRun(true)),
      ...kindNames.map((kind) => button(words.addQuestion[kind], `maker-${kind}`, () => addQuestion(kind))),
      figures,
    );
  }

  function build() {
    fields.restart();
    const body = line(words.text, draft.body, (text) => void (draft.body = text), { rows: 10, name: 'body' });
    const text = body.querySelector('textarea');
    for (const event of ['keyup', 'click', 'input', 'blur']) text?.addEventListener(event, () => void (caret = text.selectionStart));
    form.replaceChildren(
      line(words.title, draft.title, (text) => void (draft.title = text), { name: 'title' }),
      line(words.learn, draft.learn, (text) => void (draft.learn = text), { name: 'learn' }),
      inserts(),
      body,
      h('p', { class: 'note' }, words.textNote),
      ...(draft.runs.length ? [h('h3', null, words.runsTitle)] : []),
      ...draft.runs.map(runOf),
      ...(draft.questions.length ? [h('h3', null, words.questionsTitle)] : []),
      ...draft.questions.map(questionOf),
      folded(
        words.more.exercise,
        line(words.minutes, draft.minutes, (text) => void (draft.minutes = text), { wide: false, name: 'minutes' }),
        line(words.paper, draft.paper, (text) => void (draft.paper = text), { name: 'paper' }),
        boxes('lock', words.lock),
        boxes('hide', words.hide),
      ),
    );
    changed();
  }
  build();

  return {
    element,
    /** @param {import('../../../model/types.js').State} state */
    draw: ({ mode }) => show(element, mode === 'bench'),
    begin() {
      element.scrollIntoView();
      document.getElementById('maker-title')?.focus({ preventScroll: true });
    },
    openFile,
  };
}
