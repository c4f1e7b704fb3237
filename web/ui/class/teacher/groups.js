// The answers of a class below its codes: a group for each exercise, then the codes that are refused.
import { h } from '../../../draw/dom.js';
import { sentence, texts } from '../../../texts/index.js';
import { answersOf } from './answers.js';
import { recordsOf } from './wall.js';

/** @typedef {import('./model.js').State} State */
/** @typedef {import('../../../model/exercise/code.js').Answer} Answer */

const words = texts.teacher;

/**
 * @param {State} state
 * @param {Parameters<typeof answersOf>[3]} showing
 * @returns {Node[]}
 */
export function groupsOf(state, showing) {
  const { rows, guesses, known } = state;
  /** @type {Map<string, Answer[]>} */
  const byHash = new Map();
  for (const { submitted } of rows) if (submitted) byHash.set(submitted.hash, [...(byHash.get(submitted.hash) ?? []), submitted]);
  const all = [...byHash.keys(), ...Object.keys(known)];
  const wholeOf = (/** @type {string} */ start) => all.find((hash) => hash.startsWith(start)) ?? start;
  for (const { hash } of guesses) byHash.set(wholeOf(hash), byHash.get(wholeOf(hash)) ?? []);
  const unknown = (/** @type {string} */ hash, /** @type {Answer[]} */ answers) => {
    const alone = guesses.filter((guess) => hash.startsWith(guess.hash)).length;
    const whose = [...answers.map(({ name }) => name || words.nobody), ...(alone ? [words.guesses(alone)] : [])];
    return h('p', { class: 'error' }, `${words.unknown(answers[0]?.id ?? '')} (${whose.join(', ')})`);
  };
  return [
    ...[...byHash].map(([hash, answers]) => {
      const one = known[hash];
      return one ? answersOf(one, answers, recordsOf(state, one.it), showing) : unknown(hash, answers);
    }),
    ...rows
      .filter(({ submitted }) => !submitted)
      .map(({ code, error }) => h('p', { class: 'error refused' }, h('code', null, `${code.slice(0, 24)}…`), ` ${sentence(error)}`)),
  ];
}
