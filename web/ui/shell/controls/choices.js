// The choices in a view's head, which select what the view shows.
import { nth } from '../../../model/nth.js';
import { viewOf } from '../../../views/index.js';

/** @typedef {import('../../../model/types.js').State} State */
/** @typedef {import('../../../model/types.js').Question} Question */

/**
 * The chosen option of each choice of the view on show.
 * @param {State} state
 * @returns {Record<string, string>}
 */
export function choicesOf({ view, viewChoices, describe, run }) {
  const given = viewChoices[view] ?? {};
  const chosen = headOf(viewOf(view), describe, run).map(({ key, options, preset, free }) => {
    const known = given[key] !== undefined && (free || options.some(({ id }) => id === given[key]));
    return [key, known ? given[key] : (preset ?? nth(options, 0).id)];
  });
  return { ...given, ...Object.fromEntries(chosen) };
}

/**
 * Choices in a view's head.
 * @param {import('../../../model/types.js').View | null} view
 * @param {import('../../../engine.d.ts').Describe} describe
 * @param {State['run']} run
 */
export function headOf(view, describe, run) {
  const { choices = [] } = view ?? {};
  return typeof choices === 'function' ? choices(describe, run) : choices;
}

/**
 * Choices that apply to the current selection.
 * @param {import('../../../model/types.js').Choice[]} head
 * @param {Record<string, string>} chosen
 */
export const seenOf = (head, chosen) => head.filter(({ when }) => when?.(chosen) ?? true);

/**
 * Returns true if two questions are equal except for epoch and temperature.
 * @param {Question | null} a
 * @param {Question} b
 */
export const isSameQuestion = (a, b) => JSON.stringify(a) === JSON.stringify(b);
