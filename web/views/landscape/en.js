// Words of the landscape view.
import { numbers, plural } from '../../texts/en/grammar.js';
import { count, decimal } from '../../texts/format.js';

export const words = {
  label: 'Landscape',
  question: 'What is the loss like around it?',
  lead: (/** @type {number} */ loss) => `The loss is ${decimal(loss, 3)} here; see how it changes around.`,
  sub: (/** @type {number} */ n, /** @type {number} */ side) =>
    `Along two random, filter-normalised directions through the weights. ${count(n)} validation samples at ${side}\u00a0×\u00a0${side} points, interpolated.`,
  seed: 'Directions',
  directions: (/** @type {string} */ seed) => `Plane ${seed}`,
  loss: 'loss',
  slices: 'Loss along each direction',
  direction: (/** @type {number} */ which) => `direction ${which}`,

  concludes: (/** @type {[number, number]} */ ring) =>
    `Half-way out the loss is ${numbers(ring, 2)}, depending on the direction; another plane has other directions.`,
  why: (/** @type {number} */ center, /** @type {number} */ points) => [
    `${plural(points, 'point')} of the grid lie about half-way out; at the centre the loss is ${decimal(center, 3)}.`,
    'Two directions of thousands: a plane shows a shape, and proves none.',
  ],
  next: {
    plane: (/** @type {string} */ seed) => `See plane ${seed}`,
    curvature: 'Measure the curvature',
  },
};
