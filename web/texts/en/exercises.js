// Texts of the exercises: the list, the column next to the workbench, the answer code.
import { count, decimal, percent } from '../format.js';

/** Formats a typed number with its unit. @param {number} value @param {string} unit */
export const inUnit = (value, unit) => {
  if (unit === '%') return percent(value / 100, Number.isInteger(value) ? 0 : 1);
  const number = unit === 'points' && !Number.isInteger(value) ? decimal(value, 1) : amount(value);
  const one = value === 1 && (unit === 'points' || unit === 'epochs') ? unit.slice(0, -1) : unit;
  return unit ? `${number} ${one}` : number;
};

/** @param {number} value */
const amount = (value) =>
  Number.isInteger(value) ? count(value) : decimal(value, Number.isInteger(10 * value) ? 1 : Math.abs(value) < 0.1 ? 3 : 2);

export const exerciseTexts = {
  place: 'Exercises',
  lead: 'Predict first. Then run, and see who was right.',
  sub: 'Each takes ten to fifteen minutes, in this page, and ends with a code to hand in.',
  answer: (/** @type {number} */ value, /** @type {string} */ unit) => inUnit(value, unit),
  minutes: (/** @type {number} */ n) => `${count(n)} min`,
  follows: (/** @type {string} */ paper) => `After ${paper}`,
  done: 'done',
  begun: 'begun',
  listFailed: 'The list of exercises could not be read.',
  teachers: 'For teachers: check answers, make an exercise',
  drop: 'Do you have an exercise as a file? Drop it here, or ',
  choose: 'choose it',
  none: (/** @type {string} */ id) => `there is no exercise called ${id.slice(0, 48)}`,
  badRun: (/** @type {string} */ name, /** @type {string} */ error) => `the run ${name} of this exercise cannot be run: ${error}`,
  noLogits: 'the outputs of this run are no longer kept; run it again',
  clear: 'Clear',
  corrupted: (/** @type {string} */ label, /** @type {string} */ severity) => `${label}, severity ${severity}`,
  noPictures: (/** @type {string} */ error) => `The pictures cannot be shown: ${error}`,
  cannotOpen: 'This exercise cannot be opened.',
  column: 'Exercise',
  table: 'Table',
  leave: 'All exercises',
  again: 'Restart',
  sureAgain: 'This deletes your answers and the runs of this exercise. Press again to restart.',
  yourGuess: (/** @type {number} */ value, /** @type {string} */ unit) => `your guess ${inUnit(value, unit)}`,
  ofClass: (/** @type {number} */ n) => (n === 1 ? '1 guess' : `${count(n)} guesses`),
  guess: 'Your guess',
  lock: 'Lock in',
  lockNote: 'It cannot be changed after that.',
  lockFirst: 'Lock in your prediction first; then the run can start.',
  notANumber: 'Your guess is not a number. Type one, such as 85 or 2.5.',
  yourAnswer: 'your answer',
  guessed: (/** @type {number} */ value, /** @type {string} */ unit) => `You guessed ${inUnit(value, unit)}.`,
  itIs: (/** @type {number} */ value, /** @type {string} */ unit) =>
    value === Infinity
      ? 'It never happens.'
      : `It is ${inUnit(unit === '%' || unit === 'points' ? Math.round(value * 10) / 10 : value, unit)}.`,
  near: (/** @type {number} */ within, /** @type {string} */ unit) =>
    `That is right to within ${amount(within)} ${unit === '%' || unit === 'points' ? (within === 1 ? 'point' : 'points') : unit}`.trimEnd() +
    '.',
  off: (/** @type {number} */ by, /** @type {string} */ unit) =>
    `You were off by ${unit === '%' || unit === 'points' ? `${decimal(by, by < 10 ? 1 : 0)} points` : `${amount(by)} ${unit}`}`.trimEnd() +
    '.',
  guessCode: 'QR code of this guess',
  guessCodeNote: 'For your teacher’s camera: without your name',
  guessCodes: 'Your predictions alone, for the wall of the class: short codes without your name.',
  waits: 'The run will tell.',
  answerIt: 'Answer',
  right: 'That is right.',
  wrong: (/** @type {string} */ text) => `It is: ${text}`,
  compare: 'Compare with an answer',
  compared: 'An answer to compare with',
  writeMore: (/** @type {number} */ n) => `Write a sentence first: ${count(n)} more letters.`,
  run: (/** @type {string} */ label) => `Run: ${label}`,
  look: (/** @type {string} */ label) => `Look at ${label}`,
  runDone: (/** @type {string} */ label, /** @type {number} */ epochs) => `${label}: ${count(epochs)} epochs`,
  running: (/** @type {number} */ epoch, /** @type {number} */ epochs) => `Epoch ${count(epoch)} of ${count(epochs)}`,
  about: (/** @type {string} */ time) => `about ${time}`,
  measuring: 'Computing its figures',
  runOwn: 'Run these settings',
  attempts: 'Your runs',
  attempt: (/** @type {string[]} */ settings, /** @type {number} */ ece) => `${settings.join('; ')}: ECE ${percent(ece)}`,
  giveUp: 'Continue without',
  gaveUp: 'Not reached; you continued without.',
  reached: 'Reached.',
  tried: 'Not yet. Change something and run again.',
  tryHint: 'Change the settings below, and run.',
  stays: (/** @type {string} */ list) => `Set by your teacher: ${list}.`,
  end: 'Done',
  handIn: 'Your answer code',
  codeNote:
    'Copy it and hand it in, or show its QR code to your teacher. It holds your name, your answers and which runs you trained; nothing is sent from here.',
  name: 'Your name',
  copy: 'Copy',
  copied: 'Copied',
  tooLong: 'This code is too long for a QR code: copy it.',
  send: (/** @type {string} */ origin) => `Send to ${origin}`,
  sent: 'Sent',
  code: 'Answer code',
  unit: (/** @type {string} */ unit) => unit,
  /**
   * Formats a number inside a sentence.
   * @param {number} value
   * @param {string} format "%", a number of digits, or empty for as typed
   */
  figure(value, format) {
    if (value === Infinity) return 'never';
    if (format === '%') return percent(value, 1);
    return format ? decimal(value, Number(format)) : amount(value);
  },
};
