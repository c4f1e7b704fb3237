// Texts of the teacher's page.
import { count } from '../format.js';
import { inUnit } from './exercises.js';

/** @param {number} n @param {string} one */
const many = (n, one) => `${count(n)} ${one}${n === 1 ? '' : 's'}`;

/** @param {number} value @param {string} unit */
const rounded = (value, unit) => (unit === '%' || unit === 'points' ? Math.round(value * 10) / 10 : value);

export const teacherTexts = {
  place: 'For teachers',
  lead: 'Hand out an exercise, collect the answer codes, discuss what the class thinks.',
  sub: 'Everything is computed in this page, also offline. No code is taken at its word: each run is trained once here, and the answers are checked against it.',
  /**
   * Steps of a lesson: a description, and the label of its button.
   * @type {Record<'choose' | 'make' | 'check', [what: string, go: string]>}
   */
  steps: {
    choose: ['Open one of the exercises and share its link or its QR code.', 'Choose an exercise'],
    make: ['Or write your own, in some five minutes.', 'Make an exercise'],
    check: ['Students end with a code. Paste their codes here, or scan them.', 'Check answer codes'],
  },
  checkTitle: 'Check answer codes',
  paste: 'Paste codes, as many as you like, with any text around them',
  none: 'There is neither an answer code nor a link with a receipt in this text. A code begins with CAL1- or CALG-.',
  found: (/** @type {number} */ n, /** @type {number} */ bad) => `${many(n, 'code')}${bad ? `, ${count(bad)} of them refused` : ''}.`,
  running: (/** @type {string} */ title, /** @type {string} */ label, /** @type {number} */ at, /** @type {number} */ of) =>
    `${title}: training run ${at} of ${of}, ${label}`,
  unknown: (/** @type {string} */ id) =>
    id
      ? `Another version of the exercise ${id} than the one here. Drop its file here to check these codes.`
      : 'An exercise that is not here. Drop its file here, or paste its link with the codes.',
  failed: 'The runs of this exercise could not be trained here:',
  stop: 'Stop this run',
  stopped: 'you stopped one of them',
  overLimit: (/** @type {number} */ seconds) => `one of them took more than ${many(seconds / 60, 'minute')}`,
  notMade: 'Not all runs of this exercise were trained here:',
  resume: 'Train them without a limit',
  fingerprint: 'Fingerprint of an exercise that is not in the lab’s folder: the same title with other questions or answers has another one',
  scan: 'Scan QR codes',
  scanning: {
    title: 'Scan QR codes',
    picture: 'What the camera sees',
    collect: 'Scan guesses',
    pause: 'Camera off',
    typed: 'Or type a code',
    otherExercise: 'This guess belongs to another exercise.',
    otherQuestion: (/** @type {number} */ n) => `This guess belongs to question ${count(n)} of this exercise.`,
    hold: 'Hold the QR code of an answer before the camera, one after the other.',
    stays: 'The pictures are read in this page and not kept.',
    read: (/** @type {number} */ n) => `Read. ${many(n, 'code')} so far.`,
    again: 'This one is there already.',
    other: (/** @type {string} */ text) => `This QR code holds no answer: it says “${text}”.`,
    refused: 'The browser does not let this page use the camera. Allow it beside the address, or paste the codes.',
    none: 'The browser finds no camera. Connect one, or paste the codes.',
    insecure: 'A browser gives the camera only to pages at https addresses. Open the lab there, or paste the codes.',
    fails: (/** @type {string} */ why) => `The camera gives no picture: ${why}. Try again, or paste the codes.`,
  },
  /** A question of an exercise for the whole class. */
  wall: {
    note: 'Or project a prediction first, and scan the short codes of the guesses into it:',
    which: 'Question to project',
    go: 'Project',
    question: (/** @type {number} */ n, /** @type {string} */ ask) => `${count(n)}. ${ask}`,
  },
  guesses: (/** @type {number} */ n) => (n === 1 ? '1 guess' : `${count(n)} guesses`),
  name: 'Name',
  nobody: 'no name',
  runs: 'Runs',
  code: 'Code',
  run: { made: '✓ trained', differs: '≠ differs', missing: 'not trained', unknown: '…', unchecked: 'not checked' },
  proof: {
    fits: '✓ unchanged',
    changed: '≠ changed after it was made: name, answers and runs do not belong together',
    differs: '≠ a run gives another result here',
    unchecked: 'not checked: not all of its runs were trained here',
    'no-runs': 'without runs: nothing shows whether it was changed',
    open: '…',
  },
  otherEngine: (/** @type {string} */ theirs, /** @type {string} */ mine) =>
    `Made with engine ${theirs}, this is ${mine}: their runs may differ for that alone.`,
  empty: 'not answered',
  own: (/** @type {string} */ spec) => `own run: ${spec}`,
  claim: 'claim: own data',
  right: 'right',
  wrong: 'wrong',
  save: 'Save as CSV',
  receipts: (/** @type {number} */ n) => `${many(n, 'run')} with a receipt.`,
  pool: 'Compare these runs',
  showClass: 'Show the guesses in the picture',
  summary: {
    figureOf: (/** @type {string} */ figure, /** @type {string} */ run) => `(${figure}, ${run})`,
    title: 'What the class answered',
    answered: (/** @type {number} */ n, /** @type {number} */ of) => `${count(n)} of ${count(of)} answered.`,
    guesses: (
      /** @type {number} */ n,
      /** @type {number} */ low,
      /** @type {number} */ high,
      /** @type {number} */ median,
      /** @type {string} */ unit,
    ) =>
      n === 1
        ? `One guess: ${inUnit(low, unit)}.`
        : `${count(n)} guesses from ${inUnit(low, unit)} to ${inUnit(high, unit)}, the median is ${inUnit(median, unit)}.`,
    near: (
      /** @type {number} */ truth,
      /** @type {number} */ near,
      /** @type {number} */ n,
      /** @type {number} */ within,
      /** @type {string} */ unit,
    ) =>
      truth === Infinity
        ? 'It never happens.'
        : `It is ${inUnit(rounded(truth, unit), unit)}: ${count(near)} of ${count(n)} are right${within ? ` to within ${inUnit(within, unit === '%' ? 'points' : unit)}` : ''}.`,
    tick: (/** @type {number} */ value, /** @type {string} */ unit) => inUnit(value, unit === '%' ? '%' : ''),
    truth: 'the run',
    median: (/** @type {number} */ value, /** @type {string} */ unit) => `Median ${inUnit(value, unit)}`,
    found: (/** @type {number} */ value, /** @type {string} */ unit) => `The run: ${inUnit(rounded(value, unit), unit)}`,
    project: 'Project this question',
    reveal: 'Reveal',
    hide: 'Hide',
    noGuesses: 'No guesses yet.',
    untrained: 'The run has not been trained here yet.',
    of: (/** @type {number} */ n, /** @type {number} */ of) => `${count(n)} of ${count(of)}`,
    tried: (/** @type {number} */ reached, /** @type {number} */ n) => `${count(reached)} of ${count(n)} reached it.`,
    explained: (/** @type {number} */ n) => (n === 1 ? 'One explanation' : `${count(n)} explanations`),
  },
  refused: 'Refused',
  makeTitle: 'Make an exercise',
  makeNote: 'Students see it as you write it, from top to bottom. A run may start when every question above it is answered.',
  title: 'Title',
  learn: 'What students learn',
  minutes: 'Minutes',
  paper: 'After which paper',
  runsTitle: 'Runs',
  runTitle: 'Run',
  runLabel: 'Label on its button',
  runLink: 'Link',
  runNote: 'It is the workbench’s run. For another one, change the controls there, come back and insert it; this form stays as it is.',
  addRun: 'The workbench’s run',
  insert: 'Insert',
  insertFigure: 'A figure of the run',
  seenTitle: 'What students will see',
  more: { predict: 'Unit, tolerance and feedback', choose: 'Feedback after the answer', exercise: 'Minutes, paper, controls' },
  noTitle: 'Still to be written: the title.',
  twoOptions: 'Still to be written: at least two answers to choose from.',
  noneRight: 'One of the answers has to be right.',
  questionsTitle: 'Questions',
  addQuestion: { predict: 'Predict a number', choose: 'Choose', explain: 'Explain', try: 'Try' },
  ask: {
    predict: 'What should students predict?',
    choose: 'What should students choose?',
    explain: 'What should students explain?',
    try: 'What should students try?',
  },
  figure: 'Figure that the run gives',
  figureTyped: 'As a file names it, such as ce.epoch(6).ece',
  otherFigure: 'another one',
  meanConfidence: 'Mean confidence',
  meanGap: 'Confidence minus accuracy',
  rightAt: 'How often it is right where it says 90 %',
  fittedT: 'Fitted temperature',
  eceAfterT: 'ECE after the fitted temperature',
  unit: 'Unit (% for a fraction)',
  within: 'Right to within',
  option: (/** @type {number} */ n) => `Answer ${n}`,
  isRight: 'Is it right?',
  rights: { no: 'no', yes: 'yes', if: 'if the run says so' },
  rightIf: 'Right if, as in ce.ece > 0.05',
  optionAfter: 'Feedback on this answer',
  addOption: 'One more answer',
  model: 'An answer to compare with',
  goal: 'Reached when',
  after: 'Shown after the answer',
  low: 'Feedback where the prediction is too low',
  high: 'Feedback where it is too high',
  remove: 'Remove',
  text: 'Text, in Markdown',
  textNote:
    'The buttons put a question, a run or a figure where the cursor is. [[name]] on a line of its own is its place, and may be moved. Headings begin with ##, formulas stand in $…$.',
  lock: 'Shown, but locked',
  hide: 'Hidden',
  /** Controls that a teacher can allow and that are not choices of a link. @type {Record<string, string>} */
  controls: { run: 'Run', temperature: 'Temperature', fork: 'Train on from an epoch' },
  questionMissing: (/** @type {string} */ id, /** @type {string} */ kind) => `Still to be written: what question ${id} asks (${kind}).`,
  preview: 'Open it as a student',
  good: 'No errors.',
  share: 'Share',
  copyLink: 'Copy the link',
  saveFile: 'Save as a file',
  openFile: 'Open a file',
  linkLength: (/** @type {number} */ n, /** @type {boolean} */ long) =>
    `${count(n)} characters${long ? ': chat programs may cut links of more than 4,000, so share the file' : ''}`,
  tooLong: (/** @type {number} */ n) => `As a link it would have more than ${count(n)} characters: share the file.`,
  copied: 'Copied',
  startBody: 'What this is about.\n\n## Predict\n\n## Run\n\n## Explain\n',
  /** Headings for adding a part to an exercise. */
  headings: { predict: 'Predict', run: 'Run', explain: 'Explain' },
};
