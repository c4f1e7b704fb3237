// An exercise in another language: its texts are those of its own file, all that an answer code is about is that of the first one. So a
// code says the same in every language, and what was begun in one is finished in another.

/** @typedef {import('./read.js').Exercise} Exercise */

/** What an answer code, a run and a check are about. @param {Exercise} exercise */
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
 * @param {Exercise} other the same in another language
 * @returns {Exercise} it, where the other one asks for something else: the two files are not of one version
 */
export const translated = (it, other) => (bones(it) === bones(other) ? { ...other, hash: it.hash, order: it.order, shows: it.shows } : it);
