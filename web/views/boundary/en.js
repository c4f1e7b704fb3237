// Words of the boundary view.
import { count, percent } from '../../texts/format.js';

export const words = {
  label: 'Boundary',
  question: 'Where does its answer change?',
  need: (/** @type {string[]} */ titles) => `Only data in the plane has this view: ${titles.join(', ')}.`,
  show: 'What is shaded',
  shadeSays: 'What it says',
  shadeGap: 'Against the truth',
  lead: (/** @type {number} */ sure) => `Says 90 % or more on ${percent(sure, 0)} of this plane.`,
  sub: 'The fuller the shade, the more confident. The line is where the predicted class changes.',
  gapLead: (/** @type {number} */ over) => `Overconfident on ${percent(over, 0)} of this plane.`,
  gapSub: 'By more than 5 points; full colour from 15 points. The true probabilities are known here.',

  concludes: (/** @type {number} */ over, /** @type {number} */ under) =>
    `The truth is known here, so chance has no part: too sure by 5 points or more on ${percent(over, 0)} of the plane, too unsure on ${percent(under, 0)}.`,
  why: (/** @type {number} */ points, /** @type {number} */ mean, /** @type {number} */ most) => [
    `Asked at ${count(points)} points of a grid: off by ${percent(mean)} on average, by ${percent(most)} at most.`,
    'What does depend on chance is the network: another seed draws another boundary.',
  ],
  concludesPlane: (/** @type {number} */ points) => `Exact at the ${count(points)} points asked; the truth of this plane is not known.`,
  planeWhy: ['The network was asked at every point of a grid; nothing was drawn.', 'Another seed draws another boundary.'],
  next: {
    plane: 'Run data in the plane',
    truth: 'Hold it against the truth',
    seed: 'Try another seed',
  },
};
