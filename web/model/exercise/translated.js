// Translates an exercise. Texts come from the translation's file; the parts behind answer codes come from the
// original. So a code is the same in every language, and a student can switch language.

/** @typedef {import('./read.js').Exercise} Exercise */

/** Serialises the parts that codes, runs and checks depend on. @param {Exercise} exercise */
const bones = ({ runs, questions, lock, hide, steps }) =>
  JSON.stringify([
    Object.values(runs).map(({ name, link }) => [name, link]),
    Object.values(questions).map(({ id, kind, figure, unit, within, goal, options }) => [
      id,
      ...[kind, figure, unit, within, goal, ...options.map(({ right }) => right)],
    ]),
    [lock, hide],
    steps.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'text' ? [] : [block.kind === 'run' ? block.name : block.id]))),
  ]);

/**
 * @param {Exercise} it
 * @param {Exercise} other its translation
 * @returns {Exercise} `it` if the two files differ in version
 */
export const translated = (it, other) => (bones(it) === bones(other) ? { ...other, hash: it.hash, order: it.order, shows: it.shows } : it);
