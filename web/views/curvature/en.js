// Words of the curvature view.
import { give } from '../../texts/en/grammar.js';
import { count, decimal } from '../../texts/format.js';

export const words = {
  label: 'Curvature',
  question: 'How sharp is the minimum?',
  need: 'This run does not measure its curvature; set curvature above 0 under Training.',
  lead: (/** @type {number} */ trace) => `The trace of the Hessian is ${decimal(trace, 1)}.`,
  sub: (/** @type {number} */ max, /** @type {number} */ min) =>
    `Of the validation loss. Its extreme eigenvalues are ${decimal(max, 2)} and ${decimal(min, 2)}.`,
  trace: 'trace, and its 95 % interval',
  spectrum: 'extreme eigenvalues',
  traceAgainst: (/** @type {string} */ label) => `${label} against trace`,
  density: 'Spectrum',
  fisher: 'Fisher information',
  overEpochs: 'Over epochs',
  show: 'What is shown',
  spectrumLead: (/** @type {number} */ max, /** @type {number} */ min) => `Eigenvalues from ${decimal(min, 2)} to ${decimal(max, 2)}.`,
  spectrumSub: (/** @type {[number, number]} */ trace) =>
    `The Hessian of the validation loss; its trace is ${give(trace)}. Density on a logarithmic scale.`,
  fisherLead: (/** @type {number} */ max) => `The largest eigenvalue of the Fisher information is ${decimal(max, 2)}.`,
  fisherSub: (/** @type {[number, number]} */ trace) =>
    `How much the network’s own probabilities change with its weights; the trace is ${give(trace)}. Density on a logarithmic scale.`,
  fisherWhy:
    'The Fisher information is the mean Hessian of −log p with labels drawn from the network’s own probabilities. It equals the Hessian of cross-entropy where these are right.',
  eigenvalue: 'eigenvalue',

  concludesSpectrum: (/** @type {[number, number]} */ trace) => `The trace is ${give(trace)}: its random probes leave that much open.`,
  spectrumWhy: [
    'The estimate is the mean over the probe vectors (Hutchinson); the interval is 1.96 standard errors to either side.',
    'The validation samples are taken as they are; the interval leaves out that others would give another Hessian.',
  ],
  /**
   * @param {'grown' | 'fallen' | 'same'} side
   * @param {number} epoch
   * @param {[number, number]} then
   * @param {[number, number]} now
   */
  concludesTrace: (side, epoch, then, now) =>
    side === 'same'
      ? `The trace is the same as in epoch ${count(epoch)}, as far as its probes can tell: ${give(then)} then, ${give(now)} now.`
      : `The trace has ${side} since epoch ${count(epoch)}, beyond what its probes leave open: ${give(then)} then, ${give(now)} now.`,
  concludesOne: (/** @type {[number, number]} */ now) => `The trace is ${give(now)}, by its probes.`,
  traceWhy:
    'Estimates ± 1.96 standard errors over the probe vectors (Hutchinson). Two differ where their difference is beyond that of both together.',
  next: {
    fisher: 'See the Fisher information',
    spectrum: 'See the Hessian of the loss',
    epochs: 'See it over the epochs',
    landscape: 'See the loss around it',
  },
};
