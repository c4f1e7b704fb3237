// The form that makes an exercise: the fields of its text, runs and questions, and buttons that add parts.
import { h } from '../../../draw/dom.js';
import { kindNames } from '../../../model/exercise/kinds.js';
import { controls } from '../../../model/exercise/read.js';
import { texts } from '../../../texts/index.js';
import { createFields } from './fields.js';
import { figuresIn, inText } from './figures.js';
import { createQuestionForm } from './question.js';

/** @typedef {import('../../../model/exercise/write.js').Draft} Draft */
/** @typedef {import('../../../model/exercise/write.js').DraftQuestion} DraftQuestion */

const words = texts.teacher;

/**
 * @param {import('../../../model/types.js').Store} page
 * @param {import('./draft.js').OpenDraft} open
 * @param {() => void} changed
 */
export function createForm(page, open, changed) {
  const element = h('div', { class: 'maker' });
  const fields = createFields({ changed, build });
  const { line, folded } = fields;
  const describe = () => page.get().describe;
  const questionOf = createQuestionForm(fields, {
    draft: () => open.draft,
    describe,
    build,
    remove(question) {
      open.removeQuestion(question);
      build();
    },
  });

  /** @param {Draft['runs'][0]} run */
  function runOf(run) {
    const remove = () => {
      open.removeRun(run);
      build();
    };
    return h(
      'fieldset',
      { class: 'maker-item', 'data-run': run.name },
      h('legend', null, words.runTitle, ' ', h('code', null, `[[${run.name}]]`)),
      line(words.runLabel, run.label, (label) => void (run.label = label), { wide: false, name: `${run.name}-label` }),
      line(words.runLink, run.link, (link) => void (run.link = link), { name: `${run.name}-link` }),
      h('p', { class: 'note' }, words.runNote),
      h('button', { class: 'plain note', onclick: remove }, words.remove),
    );
  }

  /** @param {'lock' | 'hide'} list @param {string} label */
  const boxes = (list, label) =>
    h(
      'fieldset',
      { class: 'maker-boxes' },
      h('legend', { class: 'note' }, label),
      ...controls.map((control) => {
        const { draft } = open;
        const box = h('input', { type: 'checkbox', checked: draft[list].includes(control) });
        box.addEventListener('change', () => {
          draft[list] = controls.filter((one) => (one === control ? box.checked : draft[list].includes(one)));
          changed();
        });
        return h('label', null, box, ` ${texts.within(texts.kinds[control] ?? words.controls[control] ?? control)}`);
      }),
    );

  /** Adds the workbench's run. Returns its name. */
  function addRun() {
    const { run, check } = page.get();
    const loss = (run ?? check)?.choices.loss.id ?? 'ce';
    const { label = loss } = describe().loss.find(({ id }) => id === loss) ?? {};
    return open.addRun(loss, label, run?.spec ?? check?.spec ?? 'data=shapes10');
  }

  /** Redraws the form with a new field, and focuses it. @param {string} id */
  function begin(id) {
    build();
    const field = document.getElementById(id);
    field?.focus();
    field?.scrollIntoView({ block: 'center' });
  }

  /** @param {string} label @param {string} text */
  function insert(label, text) {
    open.insert(label, text);
    build();
    const field = /** @type {HTMLTextAreaElement | null} */ (document.getElementById('maker-body'));
    field?.focus();
    field?.setSelectionRange(open.caret, open.caret);
  }

  /** Buttons above the text that insert parts. */
  function inserts() {
    const { runs } = open.draft;
    const button = (/** @type {string} */ label, /** @type {string} */ id, /** @type {() => void} */ onclick) =>
      h('button', { class: 'button', id, onclick }, label);
    const figures = h(
      'select',
      { class: 'pick', id: 'maker-figure', 'aria-label': words.insertFigure, hidden: !runs.length },
      h('option', { value: '' }, words.insertFigure),
      ...runs.flatMap(({ name, label }) =>
        figuresIn(describe()).map((one) =>
          h('option', { value: inText(name, one) }, runs.length > 1 ? `${one.label}: ${label || name}` : one.label),
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
      button(words.addRun, 'maker-run', () => begin(`maker-${addRun()}-label`)),
      ...kindNames.map((kind) =>
        button(words.addQuestion[kind], `maker-${kind}`, () => begin(`maker-${open.addQuestion(kind, addRun)}-ask`)),
      ),
      figures,
    );
  }

  function build() {
    const { draft } = open;
    fields.restart();
    const body = line(words.text, draft.body, (text) => void (draft.body = text), { rows: 10, name: 'body' });
    const text = body.querySelector('textarea');
    for (const event of ['keyup', 'click', 'input', 'blur']) text?.addEventListener(event, () => void (open.caret = text.selectionStart));
    element.replaceChildren(
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

  return {
    element,
    build,
    /** Shows an error at its field. @param {import('./faults.js').Fault | null} fault */
    blame: (fault) => fields.blame(element, fault),
  };
}
