// Texts for the next student at a shared computer.
import { plural } from './grammar.js';

export const studentTexts = {
  button: 'New student',
  note: 'On a shared computer: deletes name, answers, runs and data from this browser.',
  deletes: 'This deletes from this browser, for good:',
  nothing: 'This browser holds no name, answers, runs or data. The page only begins anew.',
  names: (/** @type {string[]} */ names) => `${names.length === 1 ? 'the name' : 'the names'} ${names.join(', ')}`,
  answers: (/** @type {number} */ n, /** @type {number} */ exercises) => `${plural(n, 'answer')} to ${plural(exercises, 'exercise')}`,
  ratings: (/** @type {number} */ n) => `${plural(n, 'rating')} of the first visit`,
  draft: 'the draft of an exercise',
  runs: (/** @type {number} */ n) => plural(n, 'run'),
  files: (/** @type {string[]} */ names) => `${plural(names.length, 'data file')}: ${names.join(', ')}`,
  tabs: 'Other open tabs of this page begin anew, too. Hand in your answer code first.',
  go: 'Delete and begin anew',
  goEmpty: 'Begin anew',
  cancel: 'Cancel',
  failed: 'Not everything could be deleted.',
  begins: 'A new student begins.',
  beginsNote: 'Name, answers, runs and data of the student before were deleted from this browser.',
};
