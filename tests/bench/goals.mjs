// Judges the lab's speed goals by one run's measurements: ratios of rows measured in turns, with the same
// number of threads.

import { NARROW } from './engine.mjs';
import { isMlp, NETS } from './nets.mjs';
import { PATCHED } from './tfjs.mjs';

const CHROMIUM = 'this engine, Chromium';
const NODE = 'this engine, Node';
const NATIVE = 'this engine, native';
const ORT = 'ONNX Runtime Web';

// Images/s that a ceiling of 36 GFLOP/s of multiplications and additions allows without Winograd.
const CEILING = 36;
const ALLOWED = { 'cnn-s': 248, 'mlp:hidden=100': 29000 };
const MB = 1e6;

/**
 * @typedef {{what: string, value: number | undefined, least: number, aim: number, unit: string,
 *   below?: boolean, also?: boolean, note?: string}} Goal also: whether something else that the aim asks for
 *   holds; below: less is better
 */

/** @typedef {import('./measure.mjs').Row} Row */

/** @param {number | undefined} a @param {number | undefined} b */
const ratio = (a, b) => (a && b ? a / b : undefined);
/** Returns the lowest value, if all are measured. @param {(number | undefined)[]} values */
const lowest = (values) => (values.every((value) => value !== undefined) ? Math.min(.../** @type {number[]} */ (values)) : undefined);

/**
 * Looks up the rows that are judged.
 * @param {Row[]} all
 */
function judgedRows(all) {
  const rows = all.filter((row) => !row.incomparable);
  const row = (/** @type {string} */ task, /** @type {string} */ name, threads = 1) =>
    rows.find((r) => r.task === task && r.name === name && r.threads === threads);
  const rate = (/** @type {string} */ task, name = CHROMIUM, threads = 1) => row(task, name, threads)?.median;
  return { rows, row, rate };
}
/** @typedef {ReturnType<typeof judgedRows>} Rows */

/**
 * Returns the rate of the registers alone in this run, by the largest product.
 * @param {Rows} rows
 */
function ceilingOf({ row }) {
  const largest = row('matrix product 1024', CHROMIUM);
  return largest?.median && largest.share ? largest.median / largest.share.median : undefined;
}

/**
 * Lists the goals of kernels and training in Chromium.
 * @param {Rows} rows
 * @param {number | undefined} ceiling
 * @returns {Goal[]}
 */
function goalsOfChromium({ row, rate }, ceiling) {
  const ofAllowed = (/** @type {keyof typeof ALLOWED} */ net) =>
    ceiling ? ratio(rate(`training ${net}`), (ALLOWED[net] * ceiling) / CEILING) : undefined;
  const speedup = (/** @type {string} */ net) => ratio(rate(`training ${net}`), rate(`training ${net}`, PATCHED));
  const beatsTorch = (/** @type {string} */ net) => (rate(`training ${net}`) ?? 0) > (rate(`training ${net}`, 'PyTorch') ?? Infinity);
  return [
    ...[256, 512, 1024].map((size) => ({
      what: `matrix product ${size}, Chromium, share of the ceiling`,
      value: row(`matrix product ${size}`, CHROMIUM)?.share?.median,
      least: 0.88,
      aim: 0.94,
      unit: '%',
    })),
    {
      what: '3x3 convolution forward, Chromium, against ONNX Runtime Web',
      value: ratio(rate('convolution forward'), rate('convolution forward', ORT)),
      least: 3,
      aim: 4,
      unit: 'x',
    },
    {
      what: 'training cnn-s, Chromium, against patched TensorFlow.js',
      value: speedup('cnn-s'),
      least: 12,
      aim: 18,
      unit: 'x',
      also: beatsTorch('cnn-s'),
      note: 'and faster than native PyTorch',
    },
    {
      what: 'training resnet8, Chromium, against patched TensorFlow.js',
      value: speedup('resnet8'),
      least: 11,
      aim: 18,
      unit: 'x',
      also: beatsTorch('resnet8'),
      note: 'and faster than native PyTorch',
    },
    { what: 'training cnn-s over what the ceiling allows without Winograd', value: ofAllowed('cnn-s'), least: 1.9, aim: 2.8, unit: 'x' },
    {
      what: 'training mlp:hidden=100, share of what the ceiling allows',
      value: ofAllowed('mlp:hidden=100'),
      least: 0.75,
      aim: 0.9,
      unit: '%',
    },
    ...['cnn-s', 'resnet8'].map((net) => ({
      what: `training ${net}, Chromium, two threads against one`,
      value: ratio(rate(`training ${net}`, CHROMIUM, 2), rate(`training ${net}`)),
      least: 1.7,
      aim: 1.9,
      unit: 'x',
    })),
  ];
}

/**
 * Lists the goals of the native engine.
 * @param {Rows} rows
 * @returns {Goal[]}
 */
const goalsOfNative = ({ rate }) => [
  // The processor's own width.
  {
    what: 'matrix product 512, native against its registers of 128 bits',
    value: ratio(rate('matrix product 512', NATIVE), rate('matrix product 512', NARROW)),
    least: 1.8,
    aim: 2,
    unit: 'x',
  },
  ...['cnn-s', 'resnet8', 'resnet20', 'mlp:hidden=100'].map((net) => ({
    what: `training ${net}, native against its registers of 128 bits`,
    value: ratio(rate(`training ${net}`, NATIVE), rate(`training ${net}`, NARROW)),
    least: isMlp(net) ? 1.7 : 1.5,
    aim: 2,
    unit: 'x',
  })),
  ...NETS.map((net) => ({
    what: `training ${net}, native against PyTorch`,
    value: lowest([1, 2].map((threads) => ratio(rate(`training ${net}`, NATIVE, threads), rate(`training ${net}`, 'PyTorch', threads)))),
    least: isMlp(net) || net === 'vit' ? 0.9 : 1.8,
    aim: isMlp(net) || net === 'vit' ? 1 : 2,
    unit: 'x',
  })),
];

/**
 * Lists the goals of inference.
 * @param {Rows} rows
 * @returns {Goal[]}
 */
const goalsOfInference = ({ rate }) => [
  ...NETS.flatMap((net) =>
    [1, 128].map((batch) => {
      const task = `inference ${net}, batch ${batch}`;
      return {
        what: `${task}, Chromium, against ONNX Runtime Web`,
        value: lowest([1, 2].map((threads) => ratio(rate(task, CHROMIUM, threads), rate(task, ORT, threads)))),
        least: 1.3,
        aim: 2,
        unit: 'x',
      };
    }),
  ),
];

/**
 * Lists the goals of memory while training.
 * @param {any} found
 * @returns {Goal[]}
 */
function goalsOfMemory(found) {
  const memory = found.memory ?? {};
  const planned = (/** @type {string} */ net) =>
    memory[net]?.process && (memory[net].fits ? memory[net].process / memory[net].planned : Infinity);
  return [
    ...['cnn-s', 'resnet20'].map((net) => ({
      what: `peak memory of training ${net} over what was planned`,
      value: planned(net),
      least: 1.02,
      aim: 1.02,
      unit: '%',
      below: true,
    })),
    ...['cnn-s', 'resnet20'].map((net) => ({
      what: `peak memory of training ${net} over PyTorch's`,
      value: ratio(memory[net]?.process, memory[net]?.torch),
      least: 1,
      aim: 0.5,
      unit: '%',
      below: true,
    })),
    {
      what: 'peak memory of training cnn-s',
      value: memory['cnn-s']?.planned && Math.max(memory['cnn-s'].planned, memory['cnn-s'].process) / MB,
      least: 80,
      aim: 60,
      unit: 'MB',
      below: true,
    },
  ];
}

/**
 * Lists the goals of curvature, reports and the page, and of reports' memory.
 * @param {Rows} rows
 * @param {any} found
 * @returns {Goal[]}
 */
const goalsOfTimes = ({ rows, rate }, found) => [
  {
    what: 'Hv of cnn-s, batch 32, over its gradient step, Chromium',
    value: rows.find((r) => r.part === 'hv' && r.name === CHROMIUM && r.threads === 1)?.median,
    least: 5,
    aim: 3.5,
    unit: 'x',
    below: true,
  },
  // Goals in seconds refer to a machine with this script time; other machines' goals are scaled by it.
  ...[
    { id: 'report on 10000 x 10', script: 0.27, least: 0.05, aim: 0.05 },
    { id: 'report on 50000 x 1000', script: 36, least: 8, aim: 8 },
  ].map(({ id, script, ...bound }) => ({
    what: `${id}, Node, where PyTorch's script takes ${script} s`,
    value: ratio(script * (rate(id, 'PyTorch', 2) ?? NaN), rate(id, NODE)),
    ...bound,
    unit: 's',
    below: true,
  })),
  {
    what: '10,000 CIFAR-10 pictures ready for a run in Chromium, from the file that it keeps',
    value: found.loading?.seconds,
    least: 1,
    aim: 1,
    unit: 's',
    below: true,
  },
  ...['native', 'wasi', 'joined'].map((place) => ({
    what: `memory of ${place === 'joined' ? 'calib report --shards' : `calib reduce (${place})`} at 1.3 million x 1000`,
    value: found.quick ? undefined : found.reduce?.[place]?.megabytes,
    least: 300,
    aim: 300,
    unit: 'MB',
    below: true,
  })),
  ...['temperature', 'vector'].map((name) => ({
    what: `memory of calib apply, ${name}, at 200,000 x 1000`,
    value: found.quick ? undefined : found.apply?.calibrators?.[name].megabytes,
    least: 300,
    aim: 300,
    unit: 'MB',
    below: true,
  })),
  {
    what: 'sent before the first picture of a first visit, with gzip; 682 kB before it came with the page',
    value: found.first?.picture && found.first.picture.bytes / 1000,
    least: 0.6 * 682,
    aim: 0.6 * 682,
    unit: 'kB',
    below: true,
  },
  {
    what: 'a run is seen to train after the click, with a warm cache',
    value: found.startup?.warm?.starting.all,
    least: 1000,
    aim: 1000,
    unit: 'ms',
    below: true,
  },
  {
    what: 'default report on 5000 x 100, Node',
    value: ratio(1, rate('default report on 5000 x 100', NODE)),
    least: 10,
    aim: 10,
    unit: 's',
    below: true,
  },
];

/** @param {any} found measurements of run.mjs */
function goalsOf(found) {
  const rows = judgedRows(found.rows);
  const ceiling = ceilingOf(rows);
  const goals = [
    ...goalsOfChromium(rows, ceiling),
    ...goalsOfNative(rows),
    ...goalsOfInference(rows),
    ...goalsOfMemory(found),
    ...goalsOfTimes(rows, found),
  ];
  return { goals, ceiling };
}

/**
 * Returns for "aim" and "at least" if each is met, or that it was not measured.
 * @param {any} found
 */
export function judge(found) {
  const { goals, ceiling } = goalsOf(found);
  const judged = goals.map(({ also = true, ...goal }) => {
    const reaches = (/** @type {number} */ bound) =>
      goal.below ? /** @type {number} */ (goal.value) <= bound : /** @type {number} */ (goal.value) >= bound;
    const verdict =
      goal.value === undefined || Number.isNaN(goal.value)
        ? 'not measured'
        : !reaches(goal.least)
          ? 'not met'
          : reaches(goal.aim) && also
            ? 'aim met'
            : 'met';
    return { ...goal, verdict };
  });
  const longest = found.page?.longest_task_ms;
  const page = {
    what: 'longest task of the page while training with 2 threads',
    value: longest,
    least: 50,
    aim: 50,
    unit: 'ms',
    below: true,
  };
  return {
    ceiling,
    goals: [...judged, { ...page, verdict: longest === undefined ? 'not measured' : longest < page.least ? 'aim met' : 'not met' }],
  };
}
