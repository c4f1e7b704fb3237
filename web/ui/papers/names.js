// Names of the papers' cells in words: "FCL, γ 3, λ 0.5, less cross-entropy".
import { inWords } from '../../texts/format.js';
import { sentence, texts, translated } from '../../texts/index.js';

/** @import {Choice, Claim, Study, Tested} from '../../core/papers.js' */

const words = texts.papers;

/**
 * Names one choice: its short name, and its parameters.
 * @param {string} kind
 * @param {string} text as in a link
 */
function choiceName(kind, text) {
  const [, id = '', params = ''] = /^([^:]*):?(.*)$/.exec(text) ?? [];
  const named = words.cells[`${kind} ${id}`];
  if (named === undefined) return `${words.kinds[kind] ?? kind} ${inWords(text)}`; // a number, such as a learning rate
  const values = [...params.matchAll(/\b(\w+)=([^,]*)/g)].map(
    ([, name = '', value = '']) => words.values[name]?.(value) ?? `${texts.compare.symbol(name)} ${inWords(value)}`,
  );
  return [named, ...values].join(', ');
}

/** Names a cell by its choices. @param {Choice} choice */
export const nameOf = (choice) =>
  Object.entries(choice)
    .map(([kind, text]) => choiceName(kind, text))
    .join(', ');

/** Names a run's cell. @param {Study} study @param {string} cell */
export const cellName = ({ cells }, cell) => nameOf(cells.find((one) => one.cell === cell)?.choice ?? {}) || cell;

/** Describes a test: "ECE: FLSD-53, less cross-entropy". @param {Tested} test */
export function whatOf({ figure, kind, of, less, along }) {
  const name = words.figure(figure);
  if (kind === 'share') return `${sentence(name).slice(0, -1)}: ${words.share(nameOf(of), nameOf(less ?? {}))}`;
  const measured = kind && along ? words.trends[kind](name, texts.compare.symbol(along.name), along.per) : name;
  return `${sentence(measured).slice(0, -1)}: ${nameOf(of)}${less ? `, ${words.less} ${nameOf(less)}` : ''}`;
}

/**
 * Describes the networks behind a verdict, a sentence for each network and outcome.
 * @param {Claim} claim
 */
export const conditionTexts = ({ conditions }) =>
  conditions.map((one) => words.condition({ ...one, model: translated(one.model), data: translated(one.data) }));

/** Groups tests whose intervals share a scale. @param {Tested} test */
export const scaleOf = ({ figure, kind }) => `${figure} ${kind ?? ''}`;

/**
 * Groups tests by experiment, in the order of first occurrence.
 * @param {Tested[]} tests
 * @returns {[string, Tested[]][]}
 */
export const byExperiment = (tests) =>
  [...new Set(tests.map((test) => test.in))].map((name) => [name, tests.filter((test) => test.in === name)]);
