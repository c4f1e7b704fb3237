// Invents outputs of every task, and writes them as the files that people have.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npyBytes } from '../support/calib.mjs';
import { zip } from '../support/containers.mjs';
import { random } from '../support/links.mjs';

const K = 4;
const NAMES = ['cat', 'dog', 'emu', 'fox'];
const softmax = (/** @type {number[]} */ z) => {
  const e = z.map(Math.exp);
  return e.map((v) => v / e.reduce((a, b) => a + b));
};
const topOf = (/** @type {number[]} */ row) => row.indexOf(Math.max(...row));
const round = (/** @type {number} */ v) => Number(v.toPrecision(9));

/**
 * Draws samples of an overconfident model.
 * @param {number} seed
 * @param {number} n
 */
function draw(seed, n) {
  const below = random(seed);
  const uniform = () => below(2 ** 30) / 2 ** 30;
  return Array.from({ length: n }, (_, i) => {
    const z = Array.from({ length: K }, () => Math.fround(6 * uniform() - 3));
    const p = softmax(z.map((v) => v / 2));
    const options = 2 + (i % 3);
    let label = 0;
    for (let u = uniform(); label < K - 1 && u >= p[label]; label++) u -= p[label];
    return {
      id: `s${1000 + i}`,
      z,
      other: z.map((v) => Math.fround(v / 2 + uniform())),
      p: softmax(z).map(round),
      label,
      flags: z.map((v) => (uniform() < 0.02 ? -1 : Number(uniform() < 1 / (1 + Math.exp(-v / 2))))),
      share: p.map(round),
      options: Array.from({ length: options }, () => round(3 * uniform() - 5)),
      answer: below(options),
      weight: 1 + (i % 3),
      person: `p${i >> 1}`,
      site: i % 3 ? 'north' : 'south',
      sex: i % 2 ? 'f' : 'm',
    };
  });
}
/** @typedef {ReturnType<typeof draw>} Samples */
/** @typedef {Samples[number]} Sample */
/** @typedef {[string, (row: Sample) => unknown]} Column */

const csv = (/** @type {Samples} */ rows, /** @type {Column[]} */ columns, comma = ',') =>
  `${columns.map(([name]) => name).join(comma)}\n${rows.map((row) => columns.map(([, of]) => of(row)).join(comma)).join('\n')}\n`;
const jsonLines = (/** @type {Samples} */ rows, /** @type {(row: Sample) => object} */ of) =>
  `${rows.map((row) => JSON.stringify(of(row))).join('\n')}\n`;
const floats = (/** @type {Samples} */ rows, /** @type {(row: Sample) => number[]} */ of) =>
  npyBytes(Float32Array.from(rows.flatMap(of)), [rows.length, of(rows[0]).length]);
const doubles = (/** @type {Samples} */ rows, /** @type {(row: Sample) => number[]} */ of) =>
  npyBytes(Float64Array.from(rows.flatMap(of)), [rows.length, of(rows[0]).length]);
const integers = (/** @type {Samples} */ rows, /** @type {(row: Sample) => number} */ of) =>
  npyBytes(Int32Array.from(rows.map(of)), [rows.length]);

/** @type {Column[]} */
const about = [
  ['weight', (r) => r.weight],
  ['patient', (r) => r.person],
  ['site', (r) => r.site],
  ['sex', (r) => r.sex],
];
/** @type {Column} */
const id = ['id', (r) => r.id];
/** @type {Column} */
const label = ['label', (r) => r.label];
/** @type {Column} */
const sick = ['outcome', (r) => (r.flags[0] === 1 ? 'sick' : 'well')];
/** @type {Column} */
const risk = ['p', (r) => r.p[0]];
/** @type {Column[]} */
const classes = NAMES.map((name, j) => [`p_${name}`, (r) => r.p[j]]);
/** @type {Column[]} */
const pairs = NAMES.flatMap((name, j) => [
  [name, (/** @type {Sample} */ r) => (r.flags[j] < 0 ? '' : r.flags[j])],
  [`${name}_prob`, (/** @type {Sample} */ r) => r.p[j]],
]);
const sigmoid = (/** @type {number} */ z) => round(1 / (1 + Math.exp(-z)));

/** @type {Record<string, (rows: Samples) => string | Uint8Array>} */
const FILES = {
  'z.npy': (s) => floats(s, (r) => r.z),
  'other.npy': (s) => floats(s, (r) => r.other),
  'p.npy': (s) => doubles(s, (r) => r.p),
  'share.npy': (s) => doubles(s, (r) => r.share),
  'y.npy': (s) => integers(s, (r) => r.label),
  'y1.npy': (s) => integers(s, (r) => r.label + 1),
  'onehot.npy': (s) => doubles(s, (r) => r.z.map((_, j) => Number(j === r.label))),
  'flags.npy': (s) => doubles(s, (r) => r.flags),
  'odds.npy': (s) => npyBytes(Float32Array.from(s.map((r) => r.z[0])), [s.length]),
  'pair.npy': (s) => floats(s, (r) => r.z.slice(0, 2)),
  'sick.npy': (s) => integers(s, (r) => Number(r.flags[0] === 1)),
  'w.npy': (s) => npyBytes(Float64Array.from(s.map((r) => r.weight)), [s.length]),
  'far.npy': (s) => floats(s, (r) => r.z.map((v) => v / 3)),
  'classes.csv': (s) => csv(s, [...classes, label]),
  'classes-about.csv': (s) => csv(s, [id, ...classes, label, ...about]),
  'logits.tsv': (s) => csv(s, [...NAMES.map((name, j) => /** @type {Column} */ ([name, (r) => r.z[j]])), label], '\t'),
  'predictions.csv': (s) =>
    csv(s, [
      ['true_label', (r) => r.label],
      ['pred_label', (r) => topOf(r.z)],
      ['confidence', (r) => Math.max(...r.p)],
    ]),
  'predictions-about.csv': (s) => csv(s, [label, ['pred', (r) => topOf(r.z)], ['conf', (r) => Math.max(...r.p)], ...about]),
  'binary.csv': (s) => csv(s, [sick, risk]),
  'binary-about.csv': (s) => csv(s, [id, sick, risk, ...about]),
  'binary-de.csv': (s) => csv(s, [sick, ['p', (r) => `${r.p[0]}`.replace('.', ',')]], ';'),
  'binary-odds.csv': (s) => csv(s, [sick, ['logit', (r) => r.z[0]]]),
  'binary.jsonl': (s) => jsonLines(s, (r) => ({ label: r.flags[0] === 1, p: r.p[0], note: 'x' })),
  'pairs.csv': (s) => csv(s, pairs),
  'pairs-about.csv': (s) => csv(s, [...pairs, ...about]),
  'labels.csv': (s) => csv(s, [id, label, ...about]),
  'labels-sick.csv': (s) => csv(s, [id, sick, ...about]),
  'outputs.csv': (s) => csv(s, [id, ...classes]),
  'flags.csv': (s) => csv(s, NAMES.map((name, j) => /** @type {Column} */ ([name, (r) => r.flags[j]])).concat(about)),
  'questions.jsonl': (s) => jsonLines(s, (r) => ({ logprobs: r.options, answer: r.answer })),
  'questions-about.jsonl': (s) =>
    jsonLines(s, (r) => ({ logprobs: r.options, answer: r.answer, subject: r.site, weight: r.weight, case: r.person })),
  'sigmoid.npy': (s) => doubles(s, (r) => r.z.map(sigmoid)),
  // Files that are refused.
  'negative.csv': (s) => csv(s, [sick, ['p', (r) => r.p[0] - 0.2]]),
  'gap.csv': (s) => csv(s, [sick, ['p', (r) => (r.id === 's1007' ? '' : r.p[0])]]),
  'numbers.csv': (s) => csv(s, [['image_id', (r) => Number(r.id.slice(1))], ...classes, label]),
  'few.npy': (s) => integers(s.slice(0, 50), (r) => r.label),
  'cut.npy': (s) => floats(s, (r) => r.z).subarray(0, 900),
  'text.npy': () => 'hello',
  'empty.csv': () => '',
};

/**
 * Writes test files, and those of a validation set with the prefix `val-`.
 * @param {string} folder
 */
export function writeInputs(folder) {
  const sets = { '': draw(1, 240), 'val-': draw(2, 160) };
  const put = (/** @type {string} */ name, /** @type {string | Uint8Array} */ bytes) => writeFileSync(join(folder, name), bytes);
  for (const [prefix, rows] of Object.entries(sets)) for (const [name, of] of Object.entries(FILES)) put(prefix + name, of(rows));
  const arrays = Object.entries({ '': sets[''], val_: sets['val-'] }).flatMap(([prefix, rows]) => [
    [`${prefix}logits.npy`, floats(rows, (r) => r.z)],
    [`${prefix}labels.npy`, integers(rows, (r) => r.label)],
  ]);
  put('set.npz', zip(Object.fromEntries(arrays)));
  put('names.txt', `${NAMES.join('\n')}\n`);
}
