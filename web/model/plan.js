// Plans runs from one draft: with other losses, seeds and values, as keys that the engine sets in a link.
import { placesOf, withChoice, withParam } from './draft.js';
import { entryIn, known } from './registry.js';

/** @typedef {import('./types.js').Draft} Draft */
/** @import {Describe} from '../engine.d.ts' */
/** @typedef {Record<string, string>} Places keys of a link and their values */

/**
 * Describes a draft's run in the queue.
 * @param {Draft} draft
 * @returns {import('./types.js').QueueItem['about']}
 */
export const aboutOf = ({ choices, run }) => ({ loss: known(choices, 'loss'), seed: run.seed ?? '' });

/**
 * Describes a run in the queue, from its keys.
 * @param {Places} places
 * @returns {import('./types.js').QueueItem['about']}
 */
export function aboutPlaces({ loss, seed = '', ...others }) {
  const params = Object.entries(others).filter(([place]) => place.startsWith('loss.'));
  return loss ? { loss: { id: loss, params: Object.fromEntries(params.map(([place, value]) => [place.slice(5), value])) }, seed } : null;
}

/** Losses that papers compare, if the registry has them. @param {Describe} describe @returns {string[]} */
export const classics = (describe) =>
  ['ce', 'focal', 'ls', 'brier', 'adafocal'].filter((id) => describe.loss.some((entry) => entry.id === id));

/**
 * Losses in Figure 1 of the short study, the ECE over the epochs.
 * @param {Describe} describe
 * @returns {string[]}
 */
export const shortStudy = (describe) => ['ce', 'l1norm', 'entropy', 'focal'].filter((id) => describe.loss.some((entry) => entry.id === id));

/**
 * @param {Describe} describe
 * @param {Draft} draft
 * @param {string} loss with default parameters, except those given
 * @param {Record<string, string>} [params]
 */
function withLoss(describe, draft, loss, params = {}) {
  let made = { ...withChoice(describe, draft, 'loss', loss) };
  made = { ...made, choices: { ...made.choices, loss: { id: loss, params: {} } } };
  for (const [name, value] of Object.entries(params)) made = withParam(made, 'loss', name, value);
  return made;
}

/** Splits "1/2/3". @param {string} text @returns {string[]} */
export const listed = (text) => [
  ...new Set(
    text
      .split('/')
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];

/**
 * Crosses every loss with every seed and with every value of its parameters.
 * @param {Describe} describe
 * @param {Draft} draft
 * @param {{losses: string[], seeds: string[], values: Record<string, string[]>}} wish empty lists of seeds or
 *   values keep the draft's
 * @returns {Places[]}
 */
export function crossed(describe, draft, { losses, seeds, values }) {
  /** @type {Map<string, Places>} */
  const plan = new Map();
  for (const loss of losses) {
    const names = entryIn(describe.loss, loss).params.map(({ name }) => name);
    /** @type {Record<string, string>[]} */
    let points = [{}];
    for (const [name, list] of Object.entries(values))
      if (list.length && names.includes(name)) points = points.flatMap((point) => list.map((value) => ({ ...point, [name]: value })));
    for (const params of points) {
      const chosen = known(draft.choices, 'loss');
      const own = chosen.id === loss ? { ...chosen.params, ...params } : params;
      for (const seed of seeds.length ? seeds : [draft.run.seed ?? '']) {
        const places = placesOf(describe, withParam(withLoss(describe, draft, loss, own), 'run', 'seed', seed));
        plan.set(JSON.stringify(places), places);
      }
    }
  }
  return [...plan.values()];
}

/** Predefined sweeps, with the values of papers. */
export const sweeps = [
  {
    id: 'focal',
    loss: 'focal',
    axes: [{ name: 'gamma', values: ['0', '0.5', '1', '2', '3', '4', '5', '7', '10', '15'] }],
    curvature: '8',
  },
  {
    id: 'fcl',
    loss: 'fcl',
    axes: [
      { name: 'gamma', values: ['0', '1', '3', '5'] },
      { name: 'lambda', values: ['0', '0.5', '1', '2'] },
    ],
    curvature: '',
  },
  {
    id: 'trace',
    loss: 'trace',
    axes: [{ name: 'tau', values: ['0', '0.0001', '0.0003', '0.001', '0.002', '0.003'] }],
    curvature: '8',
  },
];

/** @typedef {typeof sweeps[0]} SweepPlan */

/**
 * @param {Describe} describe
 * @param {Draft} draft
 * @param {SweepPlan} plan
 * @param {string[]} [seeds] seeds of each point; none: the draft's
 * @returns {Places[]} the last axis varies fastest; the seeds of a point are adjacent
 */
export function swept(describe, draft, { loss, axes, curvature }, seeds = []) {
  /** @type {Record<string, string>[]} */
  let points = [{}];
  for (const { name, values } of axes) points = points.flatMap((point) => values.map((value) => ({ ...point, [name]: value })));
  return points.flatMap((params) => {
    const plain = withLoss(describe, draft, loss, params);
    const made =
      !curvature || draft.run.curvature ? plain : withParam(withParam(plain, 'run', 'curvature', curvature), 'run', 'curvature_at', 'last');
    return (seeds.length ? seeds : [draft.run.seed ?? '']).map((seed) => placesOf(describe, withParam(made, 'run', 'seed', seed)));
  });
}
