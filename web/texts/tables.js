// Words of the views that draw the engine's tables.
import { count, decimal, percent, points } from '../draw/format.js';

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
  temperatureLead: (/** @type {number} */ t) => `Dividing the logits by ${decimal(t, 2)} makes it most honest.`,
  temperatureHottest: 'Most honest when it says almost nothing: T beyond 10.',
  temperatureColdest: 'Most honest when it is all but certain: T below 0.1.',
  temperatureOne: 'No temperature makes it more honest.',
  temperatureSub: (/** @type {number} */ before, /** @type {number} */ after) =>
    `Chosen on validation by NLL. ECE on the test set ${percent(before)} before, ${percent(after)} after.`,
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
  landscapeSub: (/** @type {number} */ n) =>
    `In a plane of two random directions through the weights, as long as the filters' own. ${count(n)} validation samples.`,
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
  rocLead: (/** @type {number} */ share) => `Tells corrupted pictures from clean ones ${percent(share, 0)} of the time.`,
  rocSub: (/** @type {string} */ name, /** @type {string} */ score) => `${name}; by ${score.toLowerCase()}. A coin gets 50\u202f%.`,
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
