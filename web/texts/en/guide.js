// Texts of the first visit. model/visit/guide.js chooses the ones that are true.
import { count, decimal, percent, points } from '../format.js';
import { plural } from './grammar.js';

const nbsp = '\u00a0';
const stays = 'Its answers stay; only its confidence changes.';
const limit = 'One number corrects the average, not where the network doubts.';
const limitsTitle = 'Ask how many pictures it was measured on.';

/** @typedef {import('../../model/visit/guide.js').Where} Where */
/** @typedef {import('../../model/visit/guide.js').Side} Side */

/** @param {number} t */
const at = (t) => `Temperature${nbsp}${decimal(t, 2)}`;

/**
 * Instructions with their titles, for bars that do not meet the line.
 * @type {Record<'over' | 'under', Record<'still' | 'nearer' | 'wrong' | 'beyond', [string, string]>>}
 */
const moves = {
  over: {
    still: ['Now cool it down.', `Drag to the right until the bars meet the line. ${stays}`],
    nearer: ['Cooler, but it still says too much.', `Drag further to the right. ${stays}`],
    wrong: ['Now it says even more.', `The other way: drag to the right. ${stays}`],
    beyond: ['Too far: now it says too much.', 'Back to the right.'],
  },
  under: {
    still: ['Now let it speak up.', `Drag to the left until the bars meet the line. ${stays}`],
    nearer: ['Bolder, but it still says too little.', `Drag further to the left. ${stays}`],
    wrong: ['Now it says even less.', `The other way: drag to the left. ${stays}`],
    beyond: ['Too far: now it says too little.', 'Back to the left.'],
  },
};

export const guideTexts = {
  hero: (/** @type {string} */ a, /** @type {string} */ b) => [`Drag this ${a} into ${article(b)}.`, 'Does a network know when to doubt?'],
  fromTo: (/** @type {string} */ a, /** @type {string} */ b) => `From ${a} to ${b}`,
  blendOf: (/** @type {string} */ a, /** @type {string} */ b) => `A blend of ${article(a)} and ${article(b)}`,
  ofHundred: (/** @type {number} */ p, /** @type {string} */ name) =>
    `Of 100 pictures like this, ${Math.round(100 * p)} are ${several(name)}.`,
  /** @param {string} answer @param {string} says the page's main sentence */
  networkSays: (answer, says) => `The network: “${answer}”. ${says}`,
  outOf: (/** @type {string} */ name) => `${several(name)}, of 100 like it`,
  rateFirst: 'First say how sure you are',
  rateHero: (/** @type {string} */ a, /** @type {string} */ b) => `${a[0]?.toUpperCase()}${a.slice(1)} or ${b}? How sure are you?`,
  rateHow: 'Drag once, and let go. Or use the arrow keys, then Enter.',
  rateOf: (/** @type {number} */ i, /** @type {number} */ n) => `Picture ${i} of ${n}`,
  surely: (/** @type {string} */ name) => `surely ${article(name)}`,
  even: 'no idea',
  youSay: (/** @type {string} */ name, /** @type {number} */ p) =>
    p === 0.5 ? 'You say: no idea, 50 to 50.' : `You say: ${name}, ${percent(p, 0)}.`,
  rateNext: 'Say it',
  rateSkip: 'Skip, and train one',
  seeBoth: 'See both',
  yourRating: (/** @type {number} */ says, /** @type {number} */ right) => `Say ${percent(says, 0)}, are right ${percent(right, 0)}.`,
  you: 'You',
  youAndNetwork: 'You and the network',
  network: 'The network',
  ratingsNote: (/** @type {number} */ n) =>
    `${n} pictures. A dot: how sure an answer is, how often it is right. You chose from two shapes, the network from ten. Your answers stay here.`,
  /** @param {number} you distance of confidence from accuracy @param {number} network */
  nearer: (you, network) =>
    Math.abs(you - network) < 0.005
      ? 'You and the network are as far off.'
      : you < network
        ? `You are nearer to the truth: off by ${pointsOf(you)}, the network by ${points(network, 0)}.`
        : `The network is nearer to the truth: off by ${pointsOf(network)}, you by ${points(you, 0)}.`,
  trainOne: 'Train one and see',
  promise: (/** @type {string} */ time, /** @type {boolean} */ measured) =>
    measured ? `About ${time} on this computer. Nothing leaves it.` : `About ${time} on most computers. Nothing leaves yours.`,
  toBench: 'Open the workbench',
  skip: 'Skip to the workbench',

  /**
   * The five steps. Training shows the direction of the gap, which the second and third step name.
   * @param {Side | null} first
   */
  steps: (first) => [
    'Train it',
    ...(first === 'over'
      ? ['Find it overconfident', 'Cool it down']
      : first === 'under'
        ? ['Find it underconfident', 'Let it speak up']
        : first
          ? ['Find it calibrated', 'Leave it as it is']
          : ['Hold it to its word', 'Set it right']),
    'Change its loss',
    'Know the limits',
  ],
  soFar: (/** @type {number} */ n) => `So far, on ${plural(n, 'picture')} it has never seen.`,
  onUnseen: (/** @type {number} */ n) => `on ${plural(n, 'picture')} it has never seen.`,
  level: (/** @type {number} */ gap, /** @type {number} */ n) =>
    `Apart by ${points(gap)} points on ${plural(n, 'picture')} it has never seen: no more than chance explains.`,
  stripKey: ['dots: what it says', 'line: the truth'],
  sure: (/** @type {number} */ says, /** @type {number} */ allowed, /** @type {number} */ n) =>
    `It is at least ${percent(0.9, 0)} sure about ${says} of these ${n}. The truth allows that for ${allowed}.`,

  pass: (/** @type {number} */ epoch, /** @type {number} */ epochs) => `Pass ${epoch} of ${epochs}`,
  stoppedAt: (/** @type {number} */ epoch, /** @type {number} */ epochs) => `Stopped after pass ${epoch} of ${epochs}.`,
  notBegun: 'Stopped before its first pass was over.',
  learnFrom: (/** @type {number} */ n) => `${plural(n, 'picture')} to learn from`,

  /** The instruction, and its title. @param {Where} where @returns {[string, string]} */
  move({ first, side, moved, nearer }) {
    const now = moves[side === 'under' ? 'under' : 'over'];
    if (!moved) return now.still;
    if (first === side) return nearer ? now.nearer : now.wrong;
    return now.beyond;
  },

  /**
   * The result, and its title.
   * @param {Where} where
   * @param {{temperature: number, ece: number, chance: number, before: number}} figures
   * @returns {[string, string]}
   */
  reached({ end, side, moved }, { temperature, ece, chance, before }) {
    const alone = `chance alone gives ${percent(chance)}`;
    const last = moved ? limit : 'Drag, and see what a temperature does.';
    if (end === 'calibrated')
      return [
        'That is calibration.',
        `${at(temperature)}. The bars still miss the line by ${percent(ece)} on average (ECE), and ${alone}. ${last}`,
      ];
    if (end === 'level')
      return [
        'Right on average.',
        `${at(temperature)}. Its bars are still off the line, on average by ${percent(ece)} (ECE), where ${alone}. ${last}`,
      ];
    const words = side === 'over' ? 'too much' : 'too little';
    if (end === 'fitted')
      return [
        'That is the fitted temperature.',
        `On average the bars missed the line by ${percent(before)}, and now by ${percent(ece)} (ECE); ${alone}. On average it still says ${words}. ${limit}`,
      ];
    return ['As far as the slider goes.', `${at(temperature)}, and it still says ${words}. For this network one number is not enough.`];
  },
  waysOn: 'And now?',
  /**
   * Links that lead on from the end, with their names.
   * @type {[way: 'teacher' | 'evaluate' | 'camera' | 'play', name: string][]}
   */
  ways: [
    ['teacher', 'I teach a class'],
    ['evaluate', 'I have my own predictions'],
    ['camera', 'I have a camera'],
    ['play', 'Let me play'],
  ],
  bench: 'See everything in the workbench',
  /** Names of the link to the next chapter. */
  toChapter: { focal: 'Next: train it with another loss', limits: 'Next: how far can you trust this?', end: 'Last: all in one picture' },
  chapterTraining: {
    focal: 'The same network and the same pictures, with focal loss: it gives less weight to pictures that it already knows.',
  },
  /** The fit of the temperature, in plain words. */
  fit: {
    curve: 'misfit on pictures set aside (NLL)',
    best: ', the best fit (lowest NLL)',
    isBest: 'The best fit (lowest NLL).',
  },
  key: 'Stripes: too sure. Dots: too unsure. Pale: chance alone.',
  drawAgain: 'Draw again',
  drawMany: (/** @type {number} */ n) => `Draw ${n} times`,
  stopDrawing: 'Stop',
  onAll: (/** @type {number} */ n, /** @type {number} */ ece) => `all ${count(n)}: ${percent(ece)}`,
  eceOf: (/** @type {number} */ n) => `ECE on ${plural(n, 'picture')}, %`,
  drawnRange: (/** @type {number} */ n, /** @type {number} */ low, /** @type {number} */ high) =>
    `${plural(n, 'draw')}: ECE from ${percent(low)} to ${percent(high)}`,
  asTrained: 'As trained',
  afterT: (/** @type {number} */ t) => `After temperature ${decimal(t, 2)}`,
  withFocal: 'With focal loss',

  /**
   * Result of training with another loss, and its title.
   * @param {Side} side
   * @param {boolean} nearer true if its mean confidence is nearer to its accuracy than the first network's
   * @param {{ece: number, chance: number}} now
   * @param {{says: number, right: number, ece: number}} first
   * @returns {[string, string]}
   */
  focal: (side, nearer, { ece, chance }, first) => [
    side === 'none'
      ? 'Right on average, without a temperature.'
      : side === 'under'
        ? 'Now it doubts too much.'
        : nearer
          ? 'Less sure, and nearer to the truth.'
          : 'Another loss, and still too sure.',
    `The bars of the first network missed the line by ${percent(first.ece)} on average (ECE). With focal loss it is ${percent(ece)}; chance alone gives ${percent(chance)}. This is one run: another seed gives other numbers.`,
  ],

  limitsTitle,

  /**
   * The limits of a small test set, and their title.
   * @param {{ece: number, chance: number, n: number}} now
   * @param {{ece: number, chance: number, n: number}} first
   * @param {number[]} eces of all draws
   * @returns {[string, string]}
   */
  limits: (now, first, eces) => [
    limitsTitle,
    `On ${count(now.n)} of its ${count(first.n)} pictures, the first network’s ECE is ${percent(now.ece)}; chance alone gives ${percent(now.chance)}. On all: ${percent(first.ece)}, chance ${percent(first.chance)}.${eces.length > 1 ? ` In ${count(eces.length)} draws: from ${percent(Math.min(...eces))} to ${percent(Math.max(...eces))}.` : ''}`,
  ],

  /**
   * The end of the visit, and its title.
   * @param {{ece: number, n: number}} first
   * @param {number} fitted ECE after the fitted temperature; NaN without one
   * @returns {[string, string]}
   */
  end: (first, fitted) => [
    fitted < first.ece ? `From ${percent(first.ece)} to ${percent(fitted)}, with one number.` : 'All in one picture.',
    `ECE, on the same ${plural(first.n, 'picture')}.`,
  ],
};

/** @param {number} difference */
function pointsOf(difference) {
  const all = points(difference, 0);
  return `${all} point${all === '1' ? '' : 's'}`;
}

/** @param {string} noun */
function article(noun) {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** @param {string} noun */
function several(noun) {
  return `${noun}${/(s|x|sh|ch)$/.test(noun) ? 'es' : 's'}`;
}
