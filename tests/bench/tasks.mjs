// Lists the tasks that every contender gets in turns. A rate is in the task's unit.
import { BATCH } from './nets.mjs';

/**
 * @typedef {object} Task
 * @property {'gemm' | 'conv' | 'train' | 'infer' | 'hv' | 'report'} part
 * @property {string} id
 * @property {string} unit
 * @property {number} worth of one repetition, in the unit without its "/s"
 * @property {number} [size] gemm: each of the three sides
 * @property {'forward' | 'input_grad' | 'filter_grad'} [direction] conv
 * @property {string} [net]
 * @property {number} [batch]
 * @property {number} [rows] report
 * @property {number} [classes] report
 * @property {boolean} [all] report: with every calibrator, noise floors and intervals
 */

/** The convolution of the kernel task: 3x3, padding 1. */
export const CONV = { n: 32, c: 64, size: 32, kernel: 3 };
const MULTIPLY_ADDS = CONV.n * CONV.size ** 2 * CONV.c ** 2 * CONV.kernel ** 2;

/** @type {Record<string, (nets: string[]) => Task[]>} */
const PARTS = {
  gemm: () =>
    [128, 256, 512, 1024].map((size) => ({ part: 'gemm', id: `matrix product ${size}`, unit: 'GFLOP/s', worth: 2e-9 * size ** 3, size })),
  conv: () =>
    /** @type {const} */ (['forward', 'input_grad', 'filter_grad']).map((direction) => ({
      part: 'conv',
      id: `convolution ${direction}`,
      unit: 'GFLOP/s',
      worth: 2e-9 * MULTIPLY_ADDS,
      direction,
    })),
  train: (nets) => nets.map((net) => ({ part: 'train', id: `training ${net}`, unit: 'images/s', worth: BATCH, net, batch: BATCH })),
  infer: (nets) =>
    nets.flatMap((net) =>
      [1, BATCH].map(
        /** @returns {Task} */
        (batch) => ({ part: 'infer', id: `inference ${net}, batch ${batch}`, unit: 'images/s', worth: batch, net, batch }),
      ),
    ),
  hv: (nets) =>
    nets.includes('cnn-s') ? [{ part: 'hv', id: 'Hv of cnn-s', unit: "of a gradient step's time", worth: 1, net: 'cnn-s', batch: 32 }] : [],
  report: () =>
    [
      { rows: 10_000, classes: 10 },
      { rows: 50_000, classes: 1000 },
      { rows: 5000, classes: 100, all: true },
    ].map((set) => ({
      part: 'report',
      id: `${set.all ? 'default ' : ''}report on ${set.rows} x ${set.classes}`,
      unit: 'reports/s',
      worth: 1,
      ...set,
    })),
};

/** @param {string[]} parts @param {string[]} nets @returns {Task[]} */
export const tasksOf = (parts, nets) => parts.flatMap((part) => PARTS[part]?.(nets) ?? []);
