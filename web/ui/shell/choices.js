// What a view is asked to show: the choices in its head.
import { nth } from '../../model/nth.js';
import { viewOf } from '../../views/index.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/types.js').Question} Question */

/** What a view is asked to show, after the choices in its head. @param {State} state @returns {Record<string, string>} */
export function choicesOf({ view, viewChoices, describe, run }) {
  const given = viewChoices[view] ?? {};
  const chosen = headOf(viewOf(view), describe, run).map(({ key, options, preset, free }) => {
    const known = given[key] !== undefined && (free || options.some(({ id }) => id === given[key]));
    return [key, known ? given[key] : (preset ?? nth(options, 0).id)];
  });
  return { ...given, ...Object.fromEntries(chosen) };
}

/** What can be chosen in a view's head. @param {import('../../model/types.js').View | null} view @param {import('../../engine.d.ts').Describe} describe @param {State['run']} run */
export function headOf(view, describe, run) {
  const { choices = [] } = view ?? {};
  return typeof choices === 'function' ? choices(describe, run) : choices;
}

/** Those of a head that are to be seen beside what is chosen. @param {import('../../model/types.js').Choice[]} head @param {Record<string, string>} chosen */
export const seenOf = (head, chosen) => head.filter(({ when }) => when?.(chosen) ?? true);

/** Do two questions ask for the same, be it of another epoch or at another temperature? @param {Question | null} a @param {Question} b */
export const alike = (a, b) => JSON.stringify(a) === JSON.stringify(b);
