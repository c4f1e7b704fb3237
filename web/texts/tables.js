// Words of the views that draw the engine's tables.
import { count, decimal, percent, points } from './format.js';

/** @type {[RegExp, string][]} */
const looks = [
  [
    /^probe gradcam: model/,
    'This network has no convolutions whose picture could be shown. Choose one that has, such as cnn-s or a ResNet, and run it.',
  ],
  [
    /^probe gradients: model/,
    'This network does not end with a linear layer, whose gradients this view shows. Choose another one, and run it.',
  ],
  [
    /^probe \w+: on=\w+ has no samples/,
    'This view looks at validation samples, and the run has none. Set val above 0 under Data, and run again.',
  ],
];

export const tableTexts = {
  confusion: 'Confusion',
  confusionLead: (/** @type {string} */ wrong, /** @type {string} */ label) => `Takes ${label} for ${wrong} most often.`,
  confusionNone: 'Takes no class for another.',
  confusionSub: (/** @type {number} */ n, /** @type {number} */ of, /** @type {number} */ says) =>
    `${count(n)} of ${count(of)} times, and says ${percent(says, 0)} then.`,
  confusionRows: 'it is',
  confusionColumns: 'it says',
  whenItSays: ['is right', 'when it', 'says so'],

  classwise: 'Class by class',
  classwiseLead: (/** @type {string} */ name, /** @type {number} */ error) => `Least honest about ${name}: off by ${points(error)} points.`,
  classwiseSub: (/** @type {number} */ mean) =>
    `Each class's probability against how often it is that class. Class-wise ECE ${percent(mean)}.`,
  classwiseWorst: (/** @type {number} */ shown, /** @type {number} */ all) => `The ${count(shown)} least honest of ${count(all)} classes.`,

  histogram: 'Confidence',
  histogramLead: (/** @type {number} */ sure) => `Sure of itself in ${percent(sure, 0)} of cases.`,
  histogramSub: (/** @type {number} */ right) =>
    Number.isFinite(right) ? `Where it says 99 % or more it is right ${percent(right)}.` : 'It never says 99 % or more.',
  meanSays: (/** @type {number} */ says) => `says ${percent(says)} on average`,
  meanRight: (/** @type {number} */ right) => `is right ${percent(right)}`,
  sureKey: (/** @type {number} */ share) => `S99: ${percent(share)} say 99 % or more`,
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

  partsLead: 'Where the error comes from',
  part: (/** @type {number} */ says, /** @type {number} */ right) => `says ${percent(says, 0)}, is right ${percent(right, 0)}`,

  temperatureCurves: 'Temperature',
  temperatureLead: (/** @type {number} */ t) => `Validation has its least NLL with logits divided by ${decimal(t, 2)}.`,
  temperatureHottest: 'On validation NLL falls beyond T = 10, where the network says almost nothing.',
  temperatureColdest: 'On validation NLL falls below T = 0.1, where the network is all but certain.',
  temperatureOne: 'Validation has its least NLL with the logits as they are.',
  temperatureSub: (/** @type {number} */ before, /** @type {number} */ after) =>
    `With this T the ECE of the test set goes from ${percent(before, 2)} to ${percent(after, 2)}.`,
  temperatureLeast: (/** @type {number} */ least, /** @type {number} */ t) =>
    `Its least is ${percent(least, 2)}, at T = ${decimal(t, 1)}: only the test set itself could choose that.`,
  leastOnValidation: (/** @type {string} */ t, /** @type {string} */ value) => `○ least on validation at T = ${t}: ${value} on test.`,
  leastOnTest: (/** @type {string} */ t, /** @type {string} */ value) => `▲ least on test at T = ${t}: ${value}.`,
  temperatureAlone: 'Without validation samples nothing chooses a temperature.',
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
  gammasNeed: 'Only a loss that looks at bins of the validation set has this; choose AdaFocal.',
  gammasLead: {
    up: 'Where the network boasts, γ goes up.',
    gap: 'Where the network boasts.',
  },
  gammasSub: (/** @type {number} */ bins) =>
    `The loss looks at ${count(bins)} bins of the validation set, and sets each bin's γ by its gap.`,
  gapSub: (/** @type {number} */ bins) =>
    `The loss looks at ${count(bins)} bins of the validation set, and learns how often each is right.`,
  gammasColumns: { confidence: 'confidence', gap: 'gap', gaps: 'what it says too much, over epochs', gamma: 'γ' },
  gammaOver: 'γ of the bin; below the line inverse focal',

  curvature: 'Curvature',
  curvatureNeed: 'This run does not look at its curvature; set curvature above 0 under Training.',
  curvatureLead: (/** @type {number} */ trace) => `The trace of the Hessian is ${decimal(trace, 1)}.`,
  curvatureSub: (/** @type {number} */ max, /** @type {number} */ min) =>
    `Of the validation loss. Its outer eigenvalues are ${decimal(max, 2)} and ${decimal(min, 2)}.`,
  trace: 'trace, and its standard error',
  spectrum: 'outer eigenvalues',
  traceAgainst: (/** @type {string} */ label) => `${label} over the trace`,

  gradients: 'Gradients',
  gradientsLead: (/** @type {number} */ mean) => `A training sample pulls with ${decimal(mean, 3)} on average.`,
  gradientsSub: (/** @type {number} */ share) =>
    `Norms of single samples' gradients of the last layer. ${percent(share)} lie below a hundredth of the mean.`,
  gradientsAxis: 'norm of the gradient of one training sample',
  mean: 'mean',

  /** What the engine says of a look that is not possible, in the page's words and with what to do. @param {string} error */
  plainly: (error) => looks.find(([kind]) => kind.test(error))?.[1] ?? error,

  noState: 'The weights of this epoch are no longer kept; look at another one, or run again.',

  boundary: 'Boundary',
  boundaryNeed: 'Only data in the plane has this; choose two moons or two Gaussians.',
  boundaryShow: 'What is shaded',
  shadeSays: 'What it says',
  shadeGap: 'Against the truth',
  boundaryLead: (/** @type {number} */ sure) => `Says 90 % or more on ${percent(sure, 0)} of this plane.`,
  boundarySub: 'Darker: more confident. The line is where its answer changes.',
  boundaryGapLead: (/** @type {number} */ over) => `Says too much on ${percent(over, 0)} of this plane.`,
  boundaryGapSub: 'By more than 5 points, full colour from 15 on. The truth is known here.',

  landscape: 'Landscape',
  landscapeLead: (/** @type {number} */ loss) => `The loss is ${decimal(loss, 3)} here; see how it rises around.`,
  landscapeSub: (/** @type {number} */ n, /** @type {number} */ side) =>
    `In a plane of two random directions through the weights, as long as the filters' own. ${count(n)} validation samples at ${side}\u00a0×\u00a0${side} points; smooth between.`,
  landscapeSeed: 'Directions',
  directions: (/** @type {string} */ seed) => `Plane ${seed}`,
  lossLabel: 'loss',

  gradcam: 'Grad-CAM',
  gradcamNeed: 'Only a convolutional network that looks at pictures has this.',
  gradcamFor: 'Evidence for',
  forPredicted: 'What it says',
  forLabel: 'What it is',
  gradcamLead: (/** @type {string} */ name, /** @type {number} */ p) => `What speaks for ${name}, ${percent(p, 0)}.`,
  gradcamSub: (/** @type {string} */ label, /** @type {number} */ row) =>
    `Sample ${count(row)} is labelled ${label}. Bright: what the last convolutions saw of it.`,
  gradcamPick: 'Pick another one among the pictures.',

  roc: 'Unfamiliar',
  rocNeed: 'Only pictures can be corrupted.',
  rocBy: 'What is done to the pictures',
  severity: 'Severity',
  rocLead: {
    better: (/** @type {number} */ share) => `Tells corrupted pictures from clean ones ${percent(share, 0)} of the time.`,
    chance: () => 'Tells corrupted pictures from clean ones no better than a coin.',
    worse: () => 'Worse than a coin: it suspects clean pictures rather than corrupted ones.',
  },
  rocSub: (/** @type {string} */ name, /** @type {string} */ score, /** @type {number} */ share) =>
    `${name}; by ${score.toLowerCase()}. AUROC ${percent(share)}; a coin gets 50\u202f%.`,
  rocScore: 'Suspected by',
  scores: /** @type {Record<string, string>} */ ({
    entropy: 'Entropy',
    confidence: 'Lack of confidence',
    energy: 'Energy',
    logit: 'Smallness of the largest logit',
  }),
  rocX: 'clean pictures suspected',
  rocY: 'corrupted ones caught',
  coin: 'a coin',

  spectrumDensity: 'Spectrum',
  overEpochs: 'Over epochs',
  spectrumShow: 'What is shown',
  spectrumLead: (/** @type {number} */ max, /** @type {number} */ min) => `Eigenvalues from ${decimal(min, 2)} to ${decimal(max, 2)}.`,
  spectrumSub: (/** @type {number} */ trace, /** @type {number} */ se) =>
    `The Hessian of the validation loss; its trace is ${decimal(trace, 1)} ± ${decimal(se, 1)}. Density on a scale of powers of ten.`,
  eigenvalue: 'eigenvalue',

  ofRun: 'Which curves',
  measured: 'Metrics',
  parts: 'Right and wrong',
  partsSub: 'Solid: samples that are right. Dotted: samples that are wrong. Test set.',
  partsWait: 'Right and wrong samples apart: after a run with diagnostics.',
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
