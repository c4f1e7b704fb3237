// Makes the points of the papers' own figures from the stored runs: means over the seeds with intervals.
import { readFileSync } from 'node:fs';
import { bySeed, studyOf } from './gather.mjs';
import { valueIn } from './rules.mjs';
import { summary } from './statistics.mjs';

/** @import {Choice} from './rules.mjs' */

/**
 * @typedef {object} Point
 * @property {number} x
 * @property {number} y
 * @property {number} [error] half of the 95 % interval of y; missing with one seed
 * @property {number} [across] the same of x
 * @property {string} [label] the parameter's value, next to the point
 * @property {Choice} [of] the point's cell, if a panel has several
 */
/**
 * Name: the cell's name, if it is not the choice.
 * @typedef {{in: string, of: Choice, bin?: number, name?: Choice, y: string, points: Point[]}} Panel
 */
/**
 * @typedef {{id: string, paper: string, x: string, labels?: string, cubic: boolean, panels: Panel[]}} Drawn
 *   labels: the parameter whose values are next to the points
 */

const GAMMAS = [0, 0.25, 0.5, 0.75, 1, 2, 3, 4, 5, 7, 10, 15].map((gamma) => ({ loss: `focal:gamma=${gamma}` }));
const WHOLE = GAMMAS.filter(({ loss }) => !loss.includes('.')); // those below 1 have nearly the same trace
const TAUS = [{ penalty: 'none' }, ...['0.0001', '0.0003', '0.001', '0.002', '0.003'].map((tau) => ({ penalty: `trace:tau=${tau}` }))];
const NETWORKS = ['mlp', 'resnet8'].map((model) => ({ model }));
const losses = (/** @type {string[]} */ ...names) => names.map((loss) => ({ loss }));

/** @param {string} experiment @param {Choice} choice */
function rowsOf(experiment, choice) {
  const { cells, runs } = /** @type {import('./gather.mjs').Study} */ (studyOf(experiment));
  const meant = cells.filter((one) => Object.entries(choice).every(([name, value]) => one.choice[name] === value)).map(({ cell }) => cell);
  return runs.filter(({ cell }) => meant.includes(cell));
}

/**
 * Returns a mean, and half of its interval under a name.
 * @param {number[]} values
 * @param {string} name
 */
function meanOf(values, name) {
  const { mean, interval } = summary(values);
  return { mean, half: interval ? { [name]: (interval[1] - interval[0]) / 2 } : {} };
}

/**
 * Draws a figure over a parameter, or over another figure with the parameter as labels.
 * @param {string} experiment
 * @param {Choice} of
 * @param {string} y
 * @param {{order: Choice[], along: string, x?: string, per?: number}} over x: the other figure; per: the
 *   labels' unit
 * @returns {Panel}
 */
function overParameter(experiment, of, y, { order, along, x, per = 1 }) {
  const points = order.flatMap((choice) => {
    const figures = bySeed(rowsOf(experiment, { ...of, ...choice }));
    if (!figures.size) return [];
    const values = (/** @type {string} */ name) => [...(figures.get(name)?.values() ?? [])];
    const at = valueIn(choice, along);
    const up = meanOf(values(y), 'error');
    if (!x) return [{ x: at, y: up.mean, ...up.half, of: choice }];
    const side = meanOf(values(x), 'across');
    const label = String(Number((at / per).toPrecision(6)));
    return [{ x: side.mean, y: up.mean, ...up.half, ...side.half, label, of: choice }];
  });
  return { in: experiment, of, y, points };
}

const STEPS = 25; // most epochs drawn

/**
 * Draws a value of each epoch: the ECE on the test set, or AdaFocal's gamma of a bin.
 * @param {string} experiment
 * @param {Choice} of
 * @param {number} [bin] from 1
 * @returns {Panel}
 */
function overEpochs(experiment, of, bin) {
  const courses = JSON.parse(readFileSync(new URL(`${experiment}-epochs.json`, import.meta.url), 'utf8'));
  const each = rowsOf(experiment, of).map(({ id }) =>
    bin ? courses[id].gammas.map((/** @type {number[]} */ gammas) => gammas[bin - 1]) : courses[id].ece,
  );
  const step = Math.ceil(each[0].length / STEPS);
  const epochs = Array.from({ length: Math.floor(each[0].length / step) }, (_, i) => (i + 1) * step);
  const points = epochs.map((epoch) => {
    const { mean, half } = meanOf(
      each.map((values) => values[epoch - 1]),
      'error',
    );
    return { x: epoch, y: mean, ...half };
  });
  const named = bin ? { bin, name: { ...of, bin: String(bin) } } : {};
  return { in: experiment, of, ...named, y: bin ? 'gammas' : 'before.ece', points };
}

/** Draws AdaFocal's gammas by bin after the last epoch. @param {string} experiment @returns {Panel} */
function overBins(experiment) {
  const of = { loss: 'adafocal' };
  const each = rowsOf(experiment, of).map(({ figures }) => figures.gammas);
  const points = each[0].map((/** @type {number} */ _, /** @type {number} */ bin) => {
    const { mean, half } = meanOf(
      each.map((gammas) => gammas[bin]),
      'error',
    );
    return { x: bin + 1, y: mean, ...half };
  });
  return { in: experiment, of, y: 'gammas', points };
}

/** Returns all figures. @returns {Drawn[]} */
export function drawn() {
  const gamma = { order: GAMMAS, along: 'gamma' };
  const trace = { x: 'curvature.trace' };
  const fcl = (/** @type {number} */ of) => losses(`focal:gamma=${of}`, ...[0.5, 1, 2].map((lambda) => `fcl:gamma=${of},lambda=${lambda}`));
  return [
    {
      ...{ id: 'short-1', paper: 'short', x: 'epoch', cubic: false },
      panels: losses('ce', 'entropy', 'l1norm', 'focal:gamma=3').map((of) => overEpochs('E1', of)),
    },
    {
      ...{ id: 'geometry-2', paper: 'geometry', x: 'gamma', cubic: false },
      panels: NETWORKS.flatMap((of) => ['curvature.eig_max', 'before.ece'].map((y) => overParameter('E3', of, y, gamma))),
    },
    {
      ...{ id: 'geometry-3', paper: 'geometry', x: 'curvature.trace', labels: 'gamma', cubic: true },
      panels: NETWORKS.map((of) => overParameter('E3', of, 'before.ece', { ...gamma, ...trace, order: WHOLE })),
    },
    {
      ...{ id: 'geometry-4', paper: 'geometry', x: 'curvature.trace', labels: 'tau', cubic: false },
      panels: ['0.01', '0.005', '0.0025'].map((lr) =>
        overParameter('E4', { lr }, 'before.ece', { order: TAUS, along: 'tau', per: 0.001, ...trace }),
      ),
    },
    {
      ...{ id: 'adafocal-4', paper: 'adafocal', x: 'epoch', cubic: false },
      panels: losses('ce', 'focal:gamma=3', 'flsd53', 'fcl:gamma=3,lambda=0.5', 'adafocal').map((of) => overEpochs('E8', of)),
    },
    {
      ...{ id: 'adafocal-5-epochs', paper: 'adafocal', x: 'epoch', cubic: false },
      panels: ['E1', 'E5'].flatMap((name) => [1, 5, 10, 15].map((bin) => overEpochs(name, { loss: 'adafocal' }, bin))),
    },
    { ...{ id: 'adafocal-5', paper: 'adafocal', x: 'bin', cubic: false }, panels: ['E1', 'E2', 'E5', 'E8'].map(overBins) },
    {
      ...{ id: 'fcl-6', paper: 'fcl', x: 'lambda', cubic: false },
      panels: [1, 3, 5].map((of) => ({
        ...overParameter('E7', {}, 'before.ece', { order: fcl(of), along: 'lambda' }),
        name: { gamma: String(of) },
      })),
    },
  ];
}
