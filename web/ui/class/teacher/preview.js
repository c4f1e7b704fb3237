// A preview of the exercise in the form, as students will see it, without working buttons.

import { h } from '../../../draw/dom.js';
import { readExercise } from '../../../model/exercise/read.js';
import { textOfDraft } from '../../../model/exercise/write.js';
import { named } from '../../../model/named.js';
import { texts } from '../../../texts/index.js';
import { prose } from '../../shell/text/prose.js';
import { writer } from './summary.js';

/** @typedef {import('../../../model/exercise/write.js').Draft} Draft */
/** @typedef {import('../../../model/exercise/read.js').Exercise} Exercise */
/** @typedef {import('../../../model/exercise/read.js').Question} Question */

const words = texts.exercise;
const open = '…'; // placeholder for missing text

/**
 * The draft with placeholders in empty fields, so that the rest can be shown.
 * @param {Draft} draft
 * @returns {Draft}
 */
const marked = (draft) => ({
  ...draft,
  title: draft.title || open,
  minutes: '',
  questions: draft.questions.map((question) => ({
    ...question,
    ask: question.ask.trim() || open,
    options: question.options.map((option, i) => ({ ...option, text: option.text.trim() || `${open} ${i + 1}` })),
  })),
});

/** @param {Exercise} it @param {Question} question */
function answering(it, { id, kind, unit, options }) {
  const locked = (/** @type {string} */ label) => h('button', { class: 'button', disabled: true }, label);
  switch (kind) {
    case 'predict':
      return h(
        'div',
        { class: 'answering' },
        h('span', { class: 'note' }, words.guess),
        h('span', { class: 'with-unit' }, h('span', { class: 'preview-field' }), unit && h('span', { class: 'quiet' }, words.unit(unit))),
        locked(words.lock),
      );
    case 'choose':
      return h(
        'ul',
        { class: 'preview-options' },
        ...options.map((option, i) =>
          h(
            'li',
            { 'data-right': option.right === true ? 'true' : null },
            h('span', { class: 'preview-circle', 'aria-hidden': 'true' }),
            h('span', null, ...prose(it.tokens[`${id} option ${i}`] ?? [], writer)),
          ),
        ),
      );
    case 'explain':
      return h('div', { class: 'preview-field tall' });
    default:
      return h('p', { class: 'note' }, words.tryHint);
  }
}

/** @param {Exercise} it @returns {Node[]} */
const blocksOf = (it) =>
  it.steps.flatMap(({ title, blocks }) => [
    ...(title ? [h('h4', null, title)] : []),
    ...blocks.map((block) => {
      if (block.kind === 'text') return h('div', { class: 'prose' }, ...prose(block.tokens, writer));
      if (block.kind === 'run')
        return h(
          'div',
          { class: 'running', 'data-preview': block.name },
          h('button', { class: 'button', disabled: true }, words.run(named(it.runs, block.name).label)),
        );
      const question = named(it.questions, block.id);
      return h(
        'div',
        { class: 'question', 'data-preview': block.id },
        h('div', { class: 'asked' }, ...prose(it.tokens[`${block.id} ask`] ?? [], writer)),
        answering(it, question),
      );
    }),
  ]);

/**
 * Draws the readable parts; if none, the old preview stays, faded.
 * @param {HTMLElement} element
 * @param {Draft} draft
 */
export function showPreview(element, draft) {
  try {
    const it = readExercise(textOfDraft(marked(draft)));
    element.replaceChildren(
      h('p', { class: 'preview-title' }, it.title),
      ...(it.learn ? [h('p', { class: 'sub' }, it.learn)] : []),
      ...blocksOf(it),
    );
    element.removeAttribute('data-stale');
  } catch {
    element.setAttribute('data-stale', 'yes'); // the form shows the error at its field
  }
}
