// Texts of the views that draw the engine's tables.
import { count, decimal, percent, points, signedPoints } from '../format.js';

/** @param {number} n @param {string} one */
const plural = (n, one) => `${count(n)} ${one}${n === 1 ? ' is' : 's are'}`;

/** @type {[RegExp, string][]} */
const refusals = [
  [/^probe gradcam: model/, 'This network has no convolutional layer to show. Choose one that has, such as cnn-s or a ResNet, and run it.'],
  [
    /^probe gradients: model/,
    'This view shows the gradients of a last linear layer, and this network does not end with one. Choose another one, and run it.',
  ],
  [
    /^probe \w+: on=\w+ has no samples/,
    'This view needs validation samples, and the run has none. Set val above 0 under Data, and run again.',
  ],
];

export const tableTexts = {
  before: (/** @type {string} */ letter) => `Dashed: run ${letter}, the one before this.`,
  confusionBefore: (/** @type {string} */ letter) =>
    `+ and −: change since run ${letter}, the one before this. Dashed: how often that one was right.`,
  gradcamBefore: (/** @type {string} */ letter) =>
    `Inside the dashed line: where run ${letter}, the one before this, has more than half of its own maximum.`,

  confusion: 'Confusion',
  confusionLead: (/** @type {string} */ wrong, /** @type {string} */ label) => `Takes ${label} for ${wrong} most often.`,
  confusionNone: 'Takes no class for another.',
  confusionSub: (/** @type {number} */ n, /** @type {number} */ of, /** @type {number} */ says) =>
    `${count(n)} of ${count(of)} times, at ${percent(says, 0)} confidence on average.`,
  confusionRows: 'it is',
  confusionColumns: 'it says',
  whenItSays: ['is right', 'when it', 'says so'],

  classwise: 'Class by class',
  classwiseLead: (/** @type {string} */ name, /** @type {number} */ error) =>
    `Worst calibrated on ${name}: off by ${points(error)} points.`,
  classwiseSub: (/** @type {number} */ mean) =>
    `The probability given to each class against how often it is that class. Class-wise ECE ${percent(mean)}.`,
  labelwiseSub: (/** @type {number} */ mean) =>
    `The probability of each label against how often it is present. Mean ECE of the labels ${percent(mean)}.`,
  classwiseWorst: (/** @type {number} */ shown, /** @type {number} */ all) =>
    `The ${count(shown)} worst calibrated of ${count(all)} classes.`,

  histogram: 'Confidence',
  histogramLead: (/** @type {number} */ sure) => `At least 99 % confident on ${percent(sure, 0)} of samples.`,
  histogramSub: (/** @type {number} */ right) =>
    Number.isFinite(right) ? `Where it says 99 % or more, it is right ${percent(right)}.` : 'It never says 99 % or more.',
  meanSays: (/** @type {number} */ says) => `says ${percent(says)} on average`,
  meanRight: (/** @type {number} */ right) => `is right ${percent(right)}`,
  sureKey: (/** @type {number} */ fraction) => `S99: ${percent(fraction)} say 99 % or more`,
  rightOnes: 'right',
  wrongOnes: 'wrong',

  reliability: 'Reliability',
  binsBy: 'How confidences are grouped',
  equalWidth: 'Equal width',
  equalMass: 'Equal mass',
  smooth: 'Smooth',
  binned: (/** @type {string} */ label, /** @type {number} */ value) => `${label} ${percent(value)}.`,
  smoothSub: (/** @type {number} */ error, /** @type {number} */ width) =>
    `Smooth ECE ${percent(error)}: a Gaussian ${points(width)} points wide in place of bins.`,
  interval: ['95 % interval', 'between the lines'],

  training: 'Training set',
  trainingLead: (/** @type {number} */ train, /** @type {number} */ test) =>
    `ECE ${percent(train)} on the training set, ${percent(test)} on the test set.`,
  trainingSub: (/** @type {number} */ says, /** @type {number} */ right, /** @type {number} */ testSays, /** @type {number} */ testRight) =>
    `In training it says ${percent(says)} and is right ${percent(right)}; on test samples it says ${percent(testSays)} and is right ${percent(testRight)}.`,
  trainingSet: 'Training set',
  testSet: 'Test set',

  partsLead: 'Where the error comes from',
  part: (/** @type {number} */ says, /** @type {number} */ right) => `says ${percent(says, 0)}, is right ${percent(right, 0)}`,

  temperatureCurves: 'Temperature',
  temperatureLead: (/** @type {number} */ t) => `The validation NLL is lowest with logits divided by ${decimal(t, 2)}.`,
  temperatureHottest: 'The validation NLL still falls beyond T = 10, where predictions are almost uniform.',
  temperatureColdest: 'The validation NLL still falls below T = 0.1, where predictions are almost certain.',
  temperatureOne: 'The validation NLL is lowest with the logits as they are.',
  temperatureSub: (/** @type {number} */ before, /** @type {number} */ after) =>
    `With this T the test ECE goes from ${percent(before, 2)} to ${percent(after, 2)}.`,
  temperatureLeast: (/** @type {number} */ least, /** @type {number} */ t) =>
    `Its minimum is ${percent(least, 2)}, at T = ${decimal(t, 1)}, which only the test labels could choose.`,
  leastOnValidation: (/** @type {string} */ t, /** @type {string} */ value) => `○ minimum on validation at T = ${t}: ${value} on test.`,
  leastOnTest: (/** @type {string} */ t, /** @type {string} */ value) => `▲ minimum on test at T = ${t}: ${value}.`,
  temperatureAlone: 'Without validation samples no temperature can be fitted.',
  temperatureAxis: 'temperature T',
  ways: /** @type {Record<string, string>} */ ({
    by_nll: 'by NLL',
    by_nll_grid: 'by NLL, on the grid',
    by_ece: 'by ECE',
    by_adaece: 'by adaptive ECE',
  }),
  slider: 'now',
  validation: 'validation',

  gammas: 'γ per bin',
  gammasNeed: 'Only losses that use bins of the validation set have this view; choose AdaFocal.',
  gammasLead: {
    up: 'Where the network is overconfident, γ rises.',
    gap: 'Where the network is overconfident.',
  },
  gammasSub: (/** @type {number} */ bins) =>
    `The loss measures the gap in ${count(bins)} bins of the validation set, and sets each bin's γ by it.`,
  gapSub: (/** @type {number} */ bins) => `The loss measures the accuracy in ${count(bins)} bins of the validation set.`,
  gammasColumns: { confidence: 'confidence', gap: 'gap', gaps: 'gap over the epochs', gamma: 'γ' },
  gammaOver: 'γ of the bin; below the line inverse focal',

  curvature: 'Curvature',
  curvatureNeed: 'This run does not measure its curvature; set curvature above 0 under Training.',
  curvatureLead: (/** @type {number} */ trace) => `The trace of the Hessian is ${decimal(trace, 1)}.`,
  curvatureSub: (/** @type {number} */ max, /** @type {number} */ min) =>
    `Of the validation loss. Its extreme eigenvalues are ${decimal(max, 2)} and ${decimal(min, 2)}.`,
  trace: 'trace, and its standard error',
  spectrum: 'extreme eigenvalues',
  traceAgainst: (/** @type {string} */ label) => `${label} against trace`,

  gradients: 'Gradients',
  gradientsLead: (/** @type {number} */ mean) => `A training sample's gradient has a mean norm of ${decimal(mean, 3)}.`,
  gradientsSub: (/** @type {number} */ fraction) =>
    `Per-sample gradients of the last layer. ${percent(fraction)} of the norms are below a hundredth of the mean.`,
  gradientsAxis: 'norm of the gradient of one training sample',
  mean: 'mean',

  /**
   * Replaces an engine error about an impossible view by the page's words and advice.
   * @param {string} error
   */
  plainly: (error) => refusals.find(([kind]) => kind.test(error))?.[1] ?? error,

  noState: 'The weights of this epoch are no longer kept; choose another epoch, or run again.',

  boundary: 'Boundary',
  boundaryNeed: 'Only data in the plane has this view; choose two moons or two Gaussians.',
  boundaryShow: 'What is shaded',
  shadeSays: 'What it says',
  shadeGap: 'Against the truth',
  boundaryLead: (/** @type {number} */ sure) => `Says 90 % or more on ${percent(sure, 0)} of this plane.`,
  boundarySub: 'The fuller the shade, the more confident. The line is where the predicted class changes.',
  boundaryGapLead: (/** @type {number} */ over) => `Overconfident on ${percent(over, 0)} of this plane.`,
  boundaryGapSub: 'By more than 5 points; full colour from 15 points. The true probabilities are known here.',

  landscape: 'Landscape',
  landscapeLead: (/** @type {number} */ loss) => `The loss is ${decimal(loss, 3)} here; see how it changes around.`,
  landscapeSub: (/** @type {number} */ n, /** @type {number} */ side) =>
    `Along two random, filter-normalised directions through the weights. ${count(n)} validation samples at ${side}\u00a0×\u00a0${side} points, interpolated.`,
  landscapeSeed: 'Directions',
  directions: (/** @type {string} */ seed) => `Plane ${seed}`,
  lossLabel: 'loss',

  gradcam: 'Grad-CAM',
  oneLabel: (/** @type {string[]} */ others) =>
    `This view is of samples with one label of several classes; this run is multi-label (its outputs are sigmoids). What shows them: ${others.join(', ')}.`,
  gradcamNeed: 'Only convolutional networks on pictures have this view.',
  gradcamFor: 'Evidence for',
  forPredicted: 'The prediction',
  forLabel: 'The label',
  gradcamLead: (/** @type {string} */ name, /** @type {number} */ p) => `Evidence for ${name}, ${percent(p, 0)}.`,
  gradcamSub: (/** @type {string} */ label, /** @type {number} */ row) =>
    `Sample ${count(row)} is labelled ${label}. Bright: where the last convolutions find it.`,
  gradcamPick: 'Pick another sample among the pictures.',

  roc: 'OOD detection',
  rocNeed: 'Only pictures can be corrupted, and no other data here has samples like these.',
  rocBy: 'What is to be distinguished',
  rocOther: 'Other data',
  otherLink: 'Other data, as a link names it',
  otherFiles: (/** @type {string[]} */ names) => `Choose its files: ${names.join(', ')}`,
  otherKept: (/** @type {string[]} */ names) => `Kept in this browser: ${names.join(', ')}`,
  severity: 'Severity',
  rocLead: {
    better: (/** @type {number} */ fraction) => `Distinguishes corrupted pictures from clean ones in ${percent(fraction, 0)} of pairs.`,
    chance: () => 'Distinguishes corrupted pictures from clean ones no better than a coin.',
    worse: () => 'Worse than a coin: clean pictures get the higher scores.',
  },
  rocOtherLead: {
    better: (/** @type {number} */ fraction) => `Distinguishes the other data from its own in ${percent(fraction, 0)} of pairs.`,
    chance: () => 'Distinguishes the other data from its own no better than a coin.',
    worse: () => 'Worse than a coin: its own test samples get the higher scores.',
  },
  rocSub: (/** @type {string} */ name, /** @type {string} */ score, /** @type {number} */ fraction) =>
    `${name}; by ${score.toLowerCase()}. AUROC ${percent(fraction)}; a coin gets ${percent(0.5, 0)}.`,
  rocScore: 'Score',
  scores: /** @type {Record<string, string>} */ ({
    entropy: 'Entropy',
    confidence: 'Confidence',
    energy: 'Energy',
    logit: 'Largest logit',
  }),
  rocX: (/** @type {boolean} */ other) => /** @type {string} */ (other ? 'own test samples flagged' : 'clean pictures flagged'),
  rocY: (/** @type {boolean} */ other) =>
    /** @type {string} */ (other ? 'samples of the other data flagged' : 'corrupted pictures flagged'),
  coin: 'a coin',

  spectrumDensity: 'Spectrum',
  overEpochs: 'Over epochs',
  spectrumShow: 'What is shown',
  spectrumLead: (/** @type {number} */ max, /** @type {number} */ min) => `Eigenvalues from ${decimal(min, 2)} to ${decimal(max, 2)}.`,
  spectrumSub: (/** @type {number} */ trace, /** @type {number} */ se) =>
    `The Hessian of the validation loss; its trace is ${decimal(trace, 1)} ± ${decimal(se, 1)}. Density on a logarithmic scale.`,
  eigenvalue: 'eigenvalue',

  bins: 'Bins',
  binsShow: 'What is shown of the bins',
  binsGap: 'Gap',
  binsCommon: 'Training, same edges',
  binsOwn: 'Training, own edges',
  binsEdges: 'Edges',
  binsNeed: 'This view needs diagnostics and validation samples; set diagnostics to yes under Training.',
  binNumber: (/** @type {number} */ b) => `${count(b)}:`,
  binPair: (/** @type {number} */ train, /** @type {number} */ val) =>
    Number.isFinite(train) ? `${percent(train, 0)} / ${percent(val, 0)}` : `– / ${percent(val, 0)}`,
  binsGapLead: (/** @type {number} */ over, /** @type {number} */ bins) =>
    `Overconfident beyond chance in ${count(over)} of ${count(bins)} bins.`,
  binsGapSub: (/** @type {number} */ bins, /** @type {number} */ error) =>
    `Confidence minus accuracy in ${count(bins)} bins of the validation set, of equal mass in each epoch. Their mean size, the AdaECE, is ${percent(error)}.`,
  binsScale: (/** @type {number} */ low, /** @type {number} */ high) => `each from ${signedPoints(low)} to ${signedPoints(high)} points`,
  binsEdgesLead: (/** @type {number} */ high) => `The lowest bin ends at ${percent(high, 0)}.`,
  binsEdgesSub: (/** @type {number} */ bins) =>
    `The edges of ${count(bins)} bins with as many validation samples each. Where they crowd, most confidences lie.`,
  topEdge: (/** @type {number} */ v) => `largest ${percent(v, 0)}`,
  bottomEdge: (/** @type {number} */ v) => `least ${percent(v, 0)}`,
  binsPairLead: (/** @type {number} */ distance) => `Training and validation bins are ${points(distance)} points apart.`,
  binsCommonSub:
    'Training samples between the edges of the validation bins. Solid: their mean probability of the label; pale: of the predicted class. Dotted: confidence of the validation samples; circles: their accuracy. Figures: training / validation.',
  binsOwnSub:
    'Training samples in bins of their own. Solid: their mean probability of the label; pale: of the predicted class. Dotted: confidence of the validation samples; circles: their accuracy. Figures: training / validation.',
  inTraining: 'in training',

  learned: 'When learned',
  learnedNeed: 'This view is drawn from diagnostics; set diagnostics to yes under Training.',
  diagnosticsWait: 'Diagnostics are there when the run has ended.',
  learnedLead: (/** @type {number} */ early, /** @type {number} */ late) =>
    `Learned early: a largest logit of ${decimal(early, 1)}; learned late: ${decimal(late, 1)}.`,
  learnedOne: (/** @type {number} */ mean) => `A mean largest logit of ${decimal(mean, 1)}.`,
  learnedSub: (/** @type {number} */ never) =>
    `Largest logits after training of the training samples, by the epoch since which they are right: median, quartiles, 5 and 95 % quantiles, mean as a dot; below, how many. ${never ? `${plural(never, 'sample')} still wrong.` : 'None is wrong at the end.'}`,
  quantileColumns: ['q05', 'q25', 'q50', 'q75', 'q95'],
  learnedNever: 'never',
  learnedAxis: 'epoch since which it is right',
  /** @param {import('../../engine.d.ts').Learned[]} groups */
  learnedSays: (groups) =>
    groups
      .map(
        ({ epoch, count: n, quantiles }) =>
          `${epoch === null ? 'never' : `epoch ${epoch}`} ${count(n)}, median ${decimal(quantiles[2] ?? NaN, 1)}`,
      )
      .join('; '),

  ofRun: 'Which curves',
  measured: 'Metrics',
  parts: 'Right and wrong',
  partsSub: 'Solid: samples that are right. Dotted: samples that are wrong. Test set.',
  partsWait: 'A run with diagnostics shows right and wrong samples separately.',
  partWords: /** @type {Record<string, string>} */ ({ test: 'test', train: 'train', right: 'right', wrong: 'wrong' }),
  partNames: /** @type {Record<string, string>} */ ({
    nll: 'NLL',
    entropy: 'Entropy',
    p_label: 'Probability of the label',
    count: 'Samples',
    logit_norm: 'Norm of the logits',
    largest_logit: 'Largest logit',
    weight_norm: 'Norm of the last layer',
    gradient_mean: 'Mean gradient norm',
  }),
};
