// Texts of the views' conclusions: one sentence with its uncertainty, the evidence for it, and a next step.
// The views choose the sentence that their intervals support.
import { count, decimal, decimalsApart, percent, range } from '../format.js';

const thin = '\u202f';

/** @param {number} n @param {string} one */
const plural = (n, one) => `${count(n)} ${one}${n === 1 ? '' : 's'}`;

/**
 * Formats a range, "58–66 %", with enough digits to tell its ends apart.
 * @param {[number, number]} ends fractions
 * @param {number} [digits]
 */
function share([low, high], digits = high - low < 0.02 ? 1 : 0) {
  return range(percent(low, digits).split(thin)[0] ?? '', percent(high, digits));
}

/** The expected number, in words. @param {number} n */
const about = (n) => (n < 0.05 ? 'hardly any' : `about ${decimal(n, n < 9.95 ? 1 : 0)}`);

/** @param {[number, number]} ends @param {number} digits */
const numbers = ([low, high], digits) => `${decimal(low, digits)} to ${decimal(high, digits)}`;

/** Formats an interval as an estimate with its error. @param {Ends} ends */
const give = ([low, high]) => `${decimal((low + high) / 2, 1)} ± ${decimal((high - low) / 2, 1)}`;

/** @typedef {'none' | 'over' | 'under'} Side */
/** @typedef {[number, number]} Ends */

export const endingTexts = {
  /** The question that each view answers, for the sheet of views. */
  questions: {
    pictures: 'Which samples does it misjudge?',
    curves: 'How did it learn?',
    reliability: 'Is it right as often as it says?',
    training: 'Is it surer of what it learned?',
    histogram: 'How often is it how sure?',
    classwise: 'Is every class calibrated?',
    confusion: 'Which classes does it confuse?',
    temperature: 'What would one temperature change?',
    boundary: 'Where does its answer change?',
    roc: 'Does it notice unfamiliar pictures?',
    gradcam: 'Where in the picture is the evidence?',
    gammas: 'How does the loss treat each bin?',
    bins: 'How did each bin get there?',
    gradients: 'Which samples still teach it?',
    learned: 'When was each sample learned?',
    curvature: 'How sharp is the minimum?',
    landscape: 'What is the loss like around it?',
  },

  groups: { trust: 'Can it be trusted?', wrong: 'Where does it go wrong?', learned: 'How did it learn?' },

  embed: 'Copy as embed',
  embedded: 'Code for another page copied',
  embedByHand: 'Copy this code',
  embedNote: 'An iframe that trains the run where it is shown, and shows this view of it.',

  why: 'Why?',
  whatNext: 'What next?',
  table: 'Show the numbers',

  /** @param {Side} side @param {number} says @param {Ends} right */
  gap: (side, says, right) =>
    side === 'none'
      ? `Chance explains the gap: ${percent(says)} lies in the accuracy’s 95 % interval, ${share(right)}.`
      : `It says ${side === 'over' ? 'more' : 'less'} than it is right, beyond chance: ${percent(says)} against ${share(right)}, the accuracy’s 95 % interval.`,
  gapWhy: (/** @type {number} */ hits, /** @type {number} */ n, /** @type {number} */ says) => [
    `${count(hits)} of ${plural(n, 'sample')} ${hits === 1 ? 'is' : 'are'} right: ${percent(hits / n)}. The interval is Wilson’s.`,
    `The mean confidence of the same samples is ${percent(says)}.`,
  ],

  off: (/** @type {number} */ off, /** @type {number} */ all, /** @type {number} */ expected) =>
    off
      ? `Off the line in ${count(off)} of ${plural(all, 'bin')}, outside of their 95 % intervals; a calibrated network would be in ${about(expected)}.`
      : `None of ${plural(all, 'bin')} is off the line by more than its 95 % interval leaves open.`,
  /** @param {{says: number, right: number, interval: Ends, count: number}} bin */
  binWhy: ({ says, right, interval, count: n }) =>
    `Says ${percent(says, 0)}, is right ${percent(right, 0)} (${share(interval)}), ${plural(n, 'sample')}.`,
  /** @param {{says: number, right: number, interval: Ends, count: number}[]} evidence */
  offWhy: (evidence) => (evidence.length ? [endingTexts.offMethod, ...evidence.map(endingTexts.binWhy)] : [endingTexts.offNone]),
  offNone: 'In every bin the mean confidence lies in the 95 % interval of the accuracy (Wilson).',
  offMethod:
    'Wilson’s intervals of the accuracy. How many a calibrated network would leave follows from the binomial distribution of each bin. The furthest off:',

  left: (/** @type {number} */ part) =>
    part > 0
      ? `The curve leaves the line by more than its 95 % interval where ${percent(part, 0)} of the confidences are.`
      : 'The line lies within the 95 % interval of the curve everywhere.',
  /** @param {{low: number, high: number, at: number, gap: number}[]} parts */
  leftWhy: (parts) => [
    'The interval is Wilson’s, at each confidence by itself, for as many samples as the Gaussian weighs there: chance takes even a calibrated network’s curve out of it in places.',
    ...parts.map(
      ({ low, high, at, gap }) =>
        `From ${percent(low, 0)} to ${percent(high, 0)} it says too ${gap > 0 ? 'much' : 'little'}, at most by ${decimal(100 * Math.abs(gap), 1)} points, at ${percent(at, 0)}.`,
    ),
  ],

  /** @param {'more' | 'less' | 'same'} side @param {Ends} train @param {Ends} test */
  training: (side, train, test) =>
    side === 'same'
      ? `Chance can explain the difference in accuracy: ${share(train)} on the training set and ${share(test)} on the test set overlap.`
      : `It is right ${side} often on what it learned, beyond chance: ${share(train)} against ${share(test)} (95 % intervals).`,
  trainingWhy: (/** @type {number} */ train, /** @type {number} */ n, /** @type {number} */ test, /** @type {number} */ m) => [
    `Training set: ${percent(train)} of ${plural(n, 'sample')} right. Test set: ${percent(test)} of ${count(m)}.`,
    'The intervals are Wilson’s, and count as different where they do not meet.',
  ],

  sureNone: (/** @type {number} */ n) => `It says 99 % or more of none of the ${plural(n, 'sample')}, so there is nothing to judge.`,
  sureOff: (/** @type {Ends} */ right) =>
    `Where it says 99 % or more it is right ${share(right)} of the time (95 % interval): too sure, beyond chance.`,
  sureFine: (/** @type {Ends} */ right) =>
    `Where it says 99 % or more it may well be right as often: the 95 % interval, ${share(right)}, reaches 99 %.`,
  sureWhy: (/** @type {number} */ hits, /** @type {number} */ n) => [
    `${count(hits)} of the ${plural(n, 'sample')} at 99 % or more ${hits === 1 ? 'is' : 'are'} right. The interval is Wilson’s.`,
  ],

  classes: (/** @type {number} */ off, /** @type {number} */ all, /** @type {number} */ expected) =>
    off
      ? `Off in ${count(off)} of ${plural(all, 'bin')} of the classes, outside of their 95 % intervals; a calibrated network would be in ${about(expected)}.`
      : `None of the ${plural(all, 'bin')} of the classes is off by more than its 95 % interval leaves open.`,
  classesWhy: (/** @type {string} */ name, /** @type {number} */ off, /** @type {number} */ all) =>
    `${name}: ${count(off)} of ${plural(all, 'bin')}.`,
  classesMethod:
    'Wilson’s intervals of the frequency. How many a calibrated network would leave follows from the binomial distribution of each bin. Most are in:',

  /**
   * @param {string} label
   * @param {string} wrong
   * @param {Ends} part
   * @param {boolean} clear
   * @param {string} next
   */
  confusion: (label, wrong, part, clear, next) =>
    `Takes ${label} for ${wrong} in ${share(part)} of cases (95 % interval); ${next}, the next pair, ${clear ? 'lies below that' : 'may be as frequent'}.`,
  confusionOne: (/** @type {string} */ label, /** @type {string} */ wrong, /** @type {Ends} */ part) =>
    `Takes ${label} for ${wrong} in ${share(part)} of cases (95 % interval); it mixes up no other pair.`,
  confusionNone: (/** @type {number} */ n, /** @type {number} */ most) =>
    `None of ${plural(n, 'sample')} is wrong; its true error may still be up to ${percent(most)} (95 % interval).`,
  pair: (/** @type {string} */ label, /** @type {string} */ wrong) => `${label} for ${wrong}`,
  /** @param {string} pair @param {number} n @param {number} of @param {Ends} part */
  pairWhy: (pair, n, of, part) => `${pair}: ${count(n)} of ${count(of)}, ${share(part)}.`,
  pairMethod:
    'Each with its 95 % interval (Wilson). They were picked because they are the largest of many pairs: another test set tends to show less of them.',

  /** @param {'lower' | 'higher' | 'same'} side @param {number} t @param {Ends} change */
  temperature: (side, t, change) =>
    side === 'same'
      ? `T = ${decimal(t, 2)} changes the test NLL by no more than chance leaves open: ${numbers(change, 3)} (95 % interval).`
      : `T = ${decimal(t, 2)} makes the test NLL ${side}, beyond chance: it changes by ${numbers(change, 3)} (95 % interval).`,
  temperatureWhy: (/** @type {number} */ before, /** @type {number} */ after, /** @type {number} */ n) => [
    `Test NLL ${decimal(before, 3)} at T = 1 and ${decimal(after, 3)} at the fitted T, on the same ${plural(n, 'sample')}.`,
    'The interval is the mean change of a sample, ± 1.96 standard errors. T was fitted on the validation set.',
  ],
  temperatureAlone: 'No temperature was fitted, so there is nothing to judge.',
  temperatureAloneWhy: ['A temperature is fitted on validation samples, and this run keeps none. Set val above 0 under Data.'],

  boundary: (/** @type {number} */ over, /** @type {number} */ under) =>
    `The truth is known here, so chance has no part: too sure by 5 points or more on ${percent(over, 0)} of the plane, too unsure on ${percent(under, 0)}.`,
  boundaryWhy: (/** @type {number} */ points, /** @type {number} */ mean, /** @type {number} */ most) => [
    `Asked at ${count(points)} points of a grid: off by ${percent(mean)} on average, by ${percent(most)} at most.`,
    'What does depend on chance is the network: another seed draws another boundary.',
  ],
  plane: (/** @type {number} */ points) => `Exact at the ${count(points)} points asked; the truth of this plane is not known.`,
  planeWhy: ['The network was asked at every point of a grid; nothing was drawn.', 'Another seed draws another boundary.'],

  /** @param {'better' | 'chance' | 'worse'} side @param {Ends} coin @param {number} area */
  roc: (side, coin, area) =>
    side === 'chance'
      ? `Within chance: 95 % of coins get ${share(coin, 1)}, and this score gets ${percent(area)}.`
      : `Beyond chance: 95 % of coins get ${share(coin, 1)}, and this score gets ${percent(area)}.`,
  rocWhy: (/** @type {number} */ n, /** @type {number} */ m, /** @type {boolean} */ other) => [
    `${other ? `${plural(n, 'sample')} of the test set and ${plural(m, 'other one')}` : `${plural(n, 'clean picture')} and ${plural(m, 'corrupted one')}`}. Without any difference the area is 50 %, give or take 1.96 standard deviations (Mann and Whitney 1947).`,
  ],

  gradcam: (/** @type {number} */ n, /** @type {number} */ says, /** @type {Ends} */ right) =>
    `One picture proves little: of the ${plural(n, 'test sample')} about ${percent(says, 0)} sure, ${share(right)} are right (95 % interval).`,
  gradcamWhy: (/** @type {number} */ low, /** @type {number} */ high) => [
    `They are the samples in the bin of this one, from ${percent(low, 0)} to ${percent(high, 0)}. The interval is Wilson’s.`,
    'Grad-CAM shows where the evidence lies, not whether it is right.',
  ],
  gradcamAlone: 'One picture proves little: it shows where the evidence lies, not how often such evidence is right.',

  gammasWhy: (/** @type {number} */ n) =>
    `The bins hold about ${plural(n, 'validation sample')} each, and the 95 % intervals (Wilson) go by that.`,

  gradients: (/** @type {Ends} */ part) =>
    `Of training samples like these, ${share(part)} hardly pull any more: less than a hundredth of the mean (95 % interval).`,
  gradientsWhy: (/** @type {number} */ n, /** @type {number} */ all, /** @type {number} */ mean) => [
    `${count(n)} of ${plural(all, 'training sample')} lie below a hundredth of the mean norm, ${decimal(mean, 3)}. The interval is Wilson’s.`,
  ],

  /** @param {boolean} apart @param {Ends} first @param {Ends} last */
  learned: (apart, first, last) =>
    `The middle halves of what was learned first and last ${apart ? 'do not overlap' : 'overlap'}: largest logits of ${numbers(first, decimalsApart([...first, ...last]))} and of ${numbers(last, decimalsApart([...first, ...last]))}.`,
  /** @param {number} epoch @param {number} n @param {number} median */
  learnedWhy: (epoch, n, median) => `Learned in epoch ${count(epoch)}: ${plural(n, 'sample')}, median ${decimal(median, 1)}.`,
  learnedNone: 'Too few samples were learned in any one epoch to judge.',
  learnedOne: (/** @type {number} */ n, /** @type {Ends} */ half) =>
    `All ${plural(n, 'sample')} were learned in one epoch; half of their largest logits lie between ${decimal(half[0], decimalsApart(half))} and ${decimal(half[1], decimalsApart(half))}.`,

  spectrum: (/** @type {Ends} */ trace) => `The trace is ${give(trace)}: the 95 % interval that its random probes leave open.`,
  spectrumWhy: (/** @type {number} */ trace, /** @type {number} */ se) => [
    `Estimate ${decimal(trace, 1)}, standard error ${decimal(se, 1)} over the probe vectors (Hutchinson).`,
    'The validation samples are taken as they are; the interval leaves out that others would give another Hessian.',
  ],
  /** @param {'grown' | 'fallen' | 'same'} side @param {number} epoch @param {Ends} then @param {Ends} now */
  trace: (side, epoch, then, now) =>
    side === 'same'
      ? `The trace is the same as in epoch ${count(epoch)}, as far as its probes can tell: ${give(then)} then, ${give(now)} now.`
      : `The trace has ${side} since epoch ${count(epoch)}, beyond what its probes leave open: ${give(then)} then, ${give(now)} now.`,
  traceOne: (/** @type {Ends} */ now) => `The trace is ${give(now)}, the 95 % interval of its probes.`,
  traceWhy:
    'Estimates ± 1.96 standard errors over the probe vectors (Hutchinson). Two differ where their difference is beyond that of both together.',

  landscape: (/** @type {Ends} */ ring) =>
    `Half-way out the loss is ${numbers(ring, 2)}, depending on the direction; another plane has other directions.`,
  landscapeWhy: (/** @type {number} */ center, /** @type {number} */ points) => [
    `${plural(points, 'point')} of the grid lie about half-way out; at the centre the loss is ${decimal(center, 3)}.`,
    'Two directions of thousands: a plane shows a shape, and proves none.',
  ],

  /**
   * @param {number} nll
   * @param {Ends} interval
   * @param {number} epoch
   * @param {number} least
   * @param {'best' | 'past' | 'same'} side
   */
  curves: (nll, interval, epoch, least, side) =>
    side === 'best'
      ? `No epoch has a lower test NLL: ${decimal(nll, 3)} (95 % interval ${numbers(interval, 3)}).`
      : side === 'past'
        ? `Past its best: the test NLL was ${decimal(least, 3)} in epoch ${count(epoch)}, below today’s 95 % interval, ${numbers(interval, 3)}.`
        : `About as good as ever: the least test NLL, ${decimal(least, 3)} in epoch ${count(epoch)}, is within today’s 95 % interval, ${numbers(interval, 3)}.`,
  curvesWhy: (/** @type {number} */ nll, /** @type {number} */ n) => [
    `NLL ${decimal(nll, 3)} over ${plural(n, 'test sample')}; the interval is the mean ± 1.96 standard errors.`,
    'It is of one epoch alone. The samples are the same in all epochs, so two epochs differ by less chance than it shows.',
  ],
  curvesAlone: 'The logits of this epoch are no longer kept, so no interval can be given.',

  // Next steps.
  next: {
    worstBin: 'Pick the bin that is furthest off',
    wrong: 'See only the wrong ones',
    surelyWrong: 'See those it is surest of, and wrong',
    allBins: 'See all bins',
    binSamples: 'See the samples in the bin that is furthest off',
    classes: 'Ask the same of each class',
    temperature: 'See what a temperature does',
    setTemperature: (/** @type {number} */ t) => `Set T = ${decimal(t, 2)} and look again`,
    focal: 'Train with focal loss instead',
    adafocal: 'Choose AdaFocal',
    diagnostics: 'Turn diagnostics on',
    convolutional: 'Choose a convolutional network',
    curves: 'See when it happened',
    confused: (/** @type {string} */ name) => `See what it takes ${name} for`,
    truth: 'Hold it against the truth',
    seed: 'Try another seed',
    severity: (/** @type {string} */ severity) => `Corrupt them more: severity ${severity}`,
    score: (/** @type {string} */ name) => `Try another score: ${name}`,
    bin: 'See the others as sure',
    testBins: 'See the bins of the test set',
    learned: 'See when samples were learned',
    gradients: 'See how hard samples pull',
    epochs: 'See it over the epochs',
    landscape: 'See the loss around it',
    plane: (/** @type {string} */ seed) => `See plane ${seed}`,
    curvature: 'Measure the curvature',
    epoch: (/** @type {number} */ epoch) => `Go to epoch ${count(epoch)}`,
    training: 'Compare with the training set',
    pictures: 'See the samples',
    confusion: 'See which classes it mixes up',
  },
};
