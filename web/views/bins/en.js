// Words of the bins view.
import { count, percent, points, signedPoints } from '../../texts/format.js';

export const words = {
  label: 'Bins',
  question: 'How did each bin get there?',
  show: 'What is shown of the bins',
  gap: 'Gap',
  common: 'Training, same edges',
  own: 'Training, own edges',
  edges: 'Edges',
  need: 'This view needs diagnostics and validation samples; set diagnostics to yes under Training.',
  number: (/** @type {number} */ b) => `${count(b)}:`,
  pair: (/** @type {number} */ train, /** @type {number} */ val) =>
    Number.isFinite(train) ? `${percent(train, 0)} / ${percent(val, 0)}` : `– / ${percent(val, 0)}`,
  gapLead: (/** @type {number} */ over, /** @type {number} */ bins) =>
    `Overconfident beyond chance in ${count(over)} of ${count(bins)} bins.`,
  gapSub: (/** @type {number} */ bins, /** @type {number} */ error) =>
    `Confidence minus accuracy in ${count(bins)} bins of the validation set, of equal mass in each epoch. Their mean size, the AdaECE, is ${percent(error)}.`,
  scale: (/** @type {number} */ low, /** @type {number} */ high) => `each from ${signedPoints(low)} to ${signedPoints(high)} points`,
  edgesLead: (/** @type {number} */ high) => `The lowest bin ends at ${percent(high, 0)}.`,
  edgesSub: (/** @type {number} */ bins) =>
    `The edges of ${count(bins)} bins with as many validation samples each. Where they crowd, most confidences lie.`,
  topEdge: (/** @type {number} */ v) => `largest ${percent(v, 0)}`,
  bottomEdge: (/** @type {number} */ v) => `least ${percent(v, 0)}`,
  pairLead: (/** @type {number} */ distance) => `Training and validation bins are ${points(distance)} points apart.`,
  commonSub:
    'Training samples between the edges of the validation bins. Solid: their mean probability of the label; pale: of the predicted class. Dotted: confidence of the validation samples; circles: their accuracy. Figures: training / validation.',
  ownSub:
    'Training samples in bins of their own. Solid: their mean probability of the label; pale: of the predicted class. Dotted: confidence of the validation samples; circles: their accuracy. Figures: training / validation.',
  inTraining: 'in training',
  next: {
    learned: 'See when samples were learned',
  },
};
