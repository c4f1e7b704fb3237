// What a view is asked to show: the choices in its head.
import { nth } from '../../model/nth.js';
import { viewOf } from '../../views/index.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/types.js').Question} Question */

/** What a view is asked to show, after the choices in its head. @param {State} state @returns {Record<string, string>} */
export function choicesOf({ view, viewChoices, describe }) {
  const own = headOf(viewOf(view), describe);
  const chosen = own.map(({ key, options, preset }) => [key, viewChoices[view]?.[key] ?? preset ?? nth(options, 0).id]);
  return { ...viewChoices[view], ...Object.fromEntries(chosen) };
}

/** What can be chosen in a view's head. @param {import('../../model/types.js').View | null} view @param {import('../../engine.d.ts').Describe} describe */
export function headOf(view, describe) {
  const { choices = [] } = view ?? {};
  if (typeof choices !== 'function') return choices;
  return choices(describe);
}

/** Do two questions ask for the same, be it of another epoch or at another temperature? @param {Question | null} a @param {Question} b */
export const alike = (a, b) => JSON.stringify(a) === JSON.stringify(b);
