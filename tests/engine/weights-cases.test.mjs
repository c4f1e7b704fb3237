// Tests weights and cases of every task, in tables and in arrays with a table of labels. A row of weight 2
// counts as two rows, and rows of one case are drawn together. Unweighted figures are compared with other
// people's code in binary.test.mjs and many.test.mjs.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, npyBytes } from '../support/calib.mjs';
import { random } from '../support/links.mjs';

const below = random(20);
const uniform = () => below(2 ** 30) / 2 ** 30;
const N = 240;
const K = 3;
const softmax = (/** @type {number[]} */ z) => {
  const e = z.map(Math.exp);
  return e.map((v) => v / e.reduce((a, b) => a + b));
};
const rows = Array.from({ length: N }, (_, i) => {
  const z = Array.from({ length: K }, () => Math.fround(4 * uniform() - 2));
  const options = 2 + (i % 3);
  return {
    z,
    p: softmax(z),
    label: uniform() < 0.6 ? z.indexOf(Math.max(...z)) : below(K),
    flags: z.map((v, j) => (j && (i + j) % 11 === 3 ? -1 : Number(uniform() < 1 / (1 + Math.exp(-v))))), // -1: missing
    share: softmax(z.map((v) => 2 * v + uniform())),
    options: Array.from({ length: options }, () => 3 * uniform() - 5),
    answer: below(options),
    weight: 1 + (i % 3),
    name: `p${1000 + i}`,
    site: i % 2 ? 'north' : 'south',
  };
});
/** @typedef {typeof rows[number]} Row */
/** @typedef {(row: Row) => [string, unknown][]} Extra columns next to the outputs of a row */

const sheet = (/** @type {[string, unknown][][]} */ lines) =>
  `${lines[0]?.map(([key]) => key).join()}\n${lines.map((line) => line.map(([, value]) => value).join()).join('\n')}\n`;
const float = (/** @type {Row[]} */ some, /** @type {(row: Row) => number[]} */ of) =>
  npyBytes(Float64Array.from(some.flatMap(of)), [some.length, of(/** @type {Row} */ (some[0])).length]);

/**
 * @typedef {(put: (name: string, content: string | Uint8Array) => string, some: Row[],
 *   extra: Extra) => string[]} Write
 */
const cell = (/** @type {string} */ name, /** @type {unknown} */ value) => /** @type {[string, unknown]} */ ([name, value]);
/**
 * Writes a table with these cells of each row, and the extra columns.
 * @param {(row: Row) => [string, unknown][]} cells
 * @returns {Write}
 */
const table = (cells) => (put, some, extra) => ['--csv', put('t.csv', sheet(some.map((r) => [...cells(r), ...extra(r)])))];
/**
 * Writes an array with the numbers of each row, and a table of labels.
 * @param {(row: Row) => number[]} z
 * @param {(row: Row) => [string, unknown][]} labels
 * @returns {Write}
 */
const array = (z, labels) => (put, some, extra) => [
  '--logits',
  put('z.npy', float(some, z)),
  '--labels',
  put('y.csv', sheet(some.map((r) => [...labels(r), ...extra(r)]))),
];

/**
 * Writers for each task's rows, and the metrics common to all of them.
 * @type {Record<string, {write: Write, metrics: string[]}>}
 */
const tasks = {
  binary: {
    write: table((r) => [cell('label', r.flags[0]), cell('p', r.p[0])]),
    metrics: ['nll', 'binary_brier', 'ece', 'ks', 'roc_auc', 'cox_slope'],
  },
  classes: {
    write: table((r) => [...r.p.map((v, j) => cell(`p_${j}`, v)), cell('label', r.label)]),
    metrics: ['nll', 'brier', 'ece', 'ks', 'error'],
  },
  predictions: {
    write: table((r) => [cell('label', r.label), cell('pred', r.p.indexOf(Math.max(...r.p))), cell('conf', Math.max(...r.p))]),
    metrics: ['ece', 'ks', 'error'],
  },
  'several labels': {
    write: table((r) => r.flags.flatMap((y, j) => [cell(`l${j}`, y < 0 ? '' : y), cell(`l${j}_prob`, r.p[j])])),
    metrics: ['nll', 'binary_brier', 'ece', 'roc_auc'],
  },
  'soft labels': {
    write: table((r) => r.share.flatMap((q, j) => [cell(`true_k${j}`, q), cell(`pred_k${j}`, r.p[j])])),
    metrics: ['nll', 'brier', 'ece', 'error'],
  },
  questions: {
    write: (put, some, extra) => [
      '--csv',
      put(
        'q.jsonl',
        some.map((r) => JSON.stringify({ logprobs: r.options, target: r.answer, ...Object.fromEntries(extra(r)) })).join('\n'),
      ),
    ],
    metrics: ['nll', 'brier', 'ece', 'error'],
  },
  'classes in arrays': {
    write: array(
      (r) => r.z,
      (r) => [cell('label', ['cat', 'dog', 'owl'][r.label])],
    ),
    metrics: ['nll', 'brier', 'ece', 'error'],
  },
  'a binary task in arrays': {
    write: array(
      (r) => [r.z[0] ?? 0],
      (r) => [cell('died', r.flags[0] ? 'yes' : 'no')],
    ),
    metrics: ['nll', 'binary_brier', 'ece', 'roc_auc'],
  },
  'several labels in arrays': {
    write: array(
      (r) => r.z,
      (r) => r.flags.map((y, j) => cell(`l${j}`, y)),
    ),
    metrics: ['nll', 'binary_brier', 'ece', 'roc_auc'],
  },
};

/** @param {import('node:test').TestContext} t */
const putter = (t) => {
  const dir = folder(t);
  return (/** @type {string} */ name, /** @type {string | Uint8Array} */ content) => (
    writeFileSync(join(dir, name), content), join(dir, name)
  );
};
const near = (/** @type {number} */ a, /** @type {number} */ b, /** @type {string} */ what) =>
  assert.ok(Math.abs(a - b) <= 1e-11 * Math.max(1, Math.abs(b)), `${what}: ${a} is not ${b}`);

for (const [name, { write, metrics }] of Object.entries(tasks))
  test(`${name}: weights count as repeated rows, and cases are drawn as one`, (t) => {
    const put = putter(t);
    const args = metrics.flatMap((id) => ['--metric', id]);
    const of = (/** @type {Row[]} */ some, /** @type {Extra} */ extra, /** @type {string[]} */ ...more) =>
      calibJson('report', ...write(put, some, extra), ...args, ...more);
    const weighted = of(rows, (r) => [['weight', r.weight]], '--draws', '0');
    const repeated = of(
      rows.flatMap((r) => Array(r.weight).fill(r)),
      () => [],
      '--draws',
      '0',
    );
    assert.equal(weighted.weights.name, 'weight');
    for (const id of metrics) near(weighted.metrics[id].value, repeated.metrics[id].value, id);
    for (const [j, group] of (weighted.slices?.groups ?? []).entries()) // each label's
      near(group.metrics.nll.value, repeated.slices.groups[j].metrics.nll.value, group.name);

    const twice = of(
      rows.flatMap((r) => [r, r]),
      (r) => [['patient', r.name]],
      '--draws',
      '60',
    );
    const once = of(rows, () => [], '--draws', '60');
    const careless = of(
      rows.flatMap((r) => [r, r]),
      () => [],
      '--draws',
      '60',
    );
    assert.ok(twice.notes.some((/** @type {string} */ note) => /patient (is )?the case, whose rows stay together$/.test(note)));
    const width = (/** @type {any} */ { metrics: found }, /** @type {string} */ id) => found[id].interval[1] - found[id].interval[0];
    for (const id of metrics.filter((metric) => !['roc_auc', 'error', 'cox_slope'].includes(metric))) {
      for (const end of [0, 1]) near(twice.metrics[id].interval[end], once.metrics[id].interval[end], `${id}, its interval`);
      if (id === 'nll') assert.ok(width(careless, id) < 0.9 * width(once, id), 'rows drawn apart seem to be more than they are');
    }
    // Weights, cases and groups together, each by its name.
    const all = of(
      rows.flatMap((r) => [r, r]),
      (r) => [
        ['w', r.weight],
        ['who', r.name],
        ['where', r.site],
      ],
      ...['--columns', `weight=w,case=who${['predictions', 'several labels'].includes(name) ? '' : ',group=where'}`, '--draws', '20'],
    );
    near(all.metrics.ece.value, weighted.metrics.ece.value, 'ece of all three');
    if (!name.startsWith('several') && name !== 'predictions')
      assert.deepEqual(
        all.slices.groups.map((/** @type {{name: string}} */ group) => group.name),
        ['south', 'north'],
      );
  });

test('cases stay together in the halves on which calibrators are refitted, and in the signs of a paired test', (t) => {
  const put = putter(t);
  const extra = (/** @type {Row} */ r) => /** @type {[string, unknown][]} */ ([['patient', r.name]]);
  const fit = ['--fit-on-test', '--calibrator', 'temperature', '--draws', '40', '--metric', 'nll'];
  const { write } = /** @type {typeof tasks[string]} */ (tasks.classes);
  const after = (/** @type {Row[]} */ some, /** @type {Extra} */ own) =>
    calibJson('report', ...write(put, some, own), ...fit).calibrators.temperature.by_nll.metrics.nll;
  const once = after(rows, () => []);
  const twice = after(
    rows.flatMap((r) => [r, r]),
    extra,
  );
  for (const end of [0, 1]) near(twice.interval[end], once.interval[end], 'after a temperature');
  // A second model whose outputs are those of the first, softened.
  const soft = rows.map((r) => ({ ...r, p: softmax(r.z.map((v) => 0.9 * v)) }));
  const p = (/** @type {(some: Row[]) => Row[]} */ make, /** @type {Extra} */ own) => {
    const other = write((_, content) => put('other.csv', content), make(soft), own)[1] ?? '';
    return calibJson('report', ...write(put, make(rows), own), '--against', other, '--metric', 'brier', '--draws', '20').against.metrics
      .brier;
  };
  const doubled = (/** @type {Row[]} */ some) => some.flatMap((r) => [r, r]);
  const [one, two, careless] = [
    p(
      (some) => some,
      () => [],
    ),
    p(doubled, extra),
    p(doubled, () => []),
  ];
  near(two.p_value, one.p_value, 'p of cases');
  assert.ok(careless.p_value < 0.9 * one.p_value, `${careless.p_value}, ${one.p_value}`);
});

test('differences that cancel within a case are none: a paired test uses whole cases', (t) => {
  const put = putter(t);
  const { write } = /** @type {typeof tasks[string]} */ (tasks.classes);
  // In each case one model is surer in the first row, and the other one equally in the second.
  const soft = (/** @type {Row} */ r) => ({ ...r, p: softmax(r.z.map((v) => 0.5 * v)) });
  const sharp = rows.map((r) => ({ ...r, label: r.z.indexOf(Math.max(...r.z)) }));
  const one = sharp.flatMap((r) => [soft(r), r]);
  const two = sharp.flatMap((r) => [r, soft(r)]);
  const extra = (/** @type {Row} */ r) => /** @type {[string, unknown][]} */ ([['patient', r.name]]);
  const other = write((_, content) => put('other.csv', content), two, extra)[1] ?? '';
  const args = [...write(put, one, extra), '--against', other, '--metric', 'brier', '--draws', '20'];
  assert.equal(calibJson('report', ...args).against.metrics.brier.p_value, 1);
});

/** Outputs and labels of each task in arrays, and the options that name it. */
const inArrays = {
  classes: {
    z: (/** @type {Row} */ r) => r.z,
    labels: (/** @type {Row} */ r) => [cell('label', ['cat', 'dog', 'owl'][r.label])],
    options: [],
  },
  binary: {
    z: (/** @type {Row} */ r) => r.z.slice(0, 1),
    labels: (/** @type {Row} */ r) => [cell('label', r.flags[0])],
    options: ['--task', 'binary'],
  },
  'multi-label': {
    z: (/** @type {Row} */ r) => r.z,
    labels: (/** @type {Row} */ r) => r.flags.map((flag, j) => cell(`flag ${j}`, flag)),
    options: ['--task', 'multilabel'],
  },
};

for (const [task, { z, labels, options }] of Object.entries(inArrays))
  test(`a half of the validation set has whole cases if its labels are a table: ${task}`, (t) => {
    const put = putter(t);
    const tableOf = (/** @type {Row[]} */ some, /** @type {boolean} */ cases) =>
      sheet(some.map((r) => [...labels(r), ...(cases ? [cell('patient', r.name)] : [])]));
    const intervalOf = (/** @type {Row[]} */ val, /** @type {boolean} */ cases) => {
      const files = Object.entries({
        '--logits': put('z.npy', float(rows, z)),
        '--labels': put('y.csv', tableOf(rows, false)),
        '--val-logits': put('v.npy', float(val, z)),
        '--val-labels': put('u.csv', tableOf(val, cases)),
      }).flat();
      const chosen = ['--calibrator', 'temperature', '--metric', 'nll', '--draws', '40', ...options];
      return calibJson('report', ...files, ...chosen).calibrators.temperature.by_nll.metrics.nll.interval;
    };
    const few = rows.slice(0, 60);
    const pairs = few.flatMap((r) => [r, r]);
    const [once, twice, careless] = [intervalOf(few, false), intervalOf(pairs, true), intervalOf(pairs, false)];
    for (const end of [0, 1]) near(twice[end], once[end], 'after a temperature');
    assert.notDeepEqual(careless, once);
  });

test('a group of questions is measured and fitted like a separate file, whatever options the others have', (t) => {
  const put = putter(t);
  const questions = rows.map((r, i) => ({ probs: softmax(r.options), target: r.answer, topic: i % 5 ? 'maths' : 'history' }));
  const of = (/** @type {object[]} */ some) =>
    calibJson('report', '--csv', put('q.jsonl', some.map((one) => JSON.stringify(one)).join('\n')), '--draws', '40');
  const { slices } = of(questions);
  for (const { name, n, metrics } of slices.groups) {
    const own = of(questions.filter(({ topic }) => topic === name).map(({ topic, ...rest }) => rest));
    assert.equal(n, own.n);
    for (const [id, { value }] of Object.entries(metrics)) near(value, own.metrics[id].value, `${id} of ${name}`);
  }
});

test('of two labels in words the one that means yes is the outcome, in any alphabetical order', (t) => {
  const put = putter(t);
  const outputs = put(
    'z.npy',
    float(rows, (r) => [r.p[0] ?? 0]),
  );
  const of = (/** @type {[string, string]} */ [no, yes], /** @type {string[]} */ ...more) => {
    const labels = put('y.csv', sheet(rows.map((r) => [cell('label', r.flags[0] ? yes : no)])));
    return calibJson('report', '--logits', outputs, '--labels', labels, '--probs', '--draws', '0', ...more).metrics;
  };
  const wanted = of(['0', '1']);
  assert.deepEqual(of(['healthy', 'sick']), wanted);
  assert.deepEqual(of(['control', 'case']), wanted);
  assert.deepEqual(of(['other', 'benign'], '--columns', 'positive=benign'), wanted);
});

test('tables of more than 64 columns are joined, and have groups and cases; whole numbers named as cases are not outputs', (t) => {
  const put = putter(t);
  const wide = (/** @type {number} */ i) => Array.from({ length: 90 }, (_, j) => Math.sin(90 * i + j * j));
  const heads = Array.from({ length: 90 }, (_, j) => `logit_${j}`);
  const label = (/** @type {number} */ i) => wide(i).indexOf(Math.max(...wide(i)));
  const numbers = Array.from({ length: 60 }, (_, i) => i);
  const pair = (/** @type {number} */ i) => Math.floor(i / 2);
  const one = put(
    'one.csv',
    `${heads},label,patient,site\n${numbers.map((i) => `${wide(i)},${label(i)},${pair(i)},${i % 2 ? 'a' : 'b'}`).join('\n')}\n`,
  );
  const outputs = put('outputs.csv', `id,${heads}\n${numbers.map((i) => `r${i},${wide(i)}`).join('\n')}\n`);
  const labels = put(
    'labels.csv',
    `id,label,patient,site\n${numbers.map((i) => `r${i},${label(i)},${pair(i)},${i % 2 ? 'a' : 'b'}`).join('\n')}\n`,
  );
  const a = calibJson('report', '--csv', one, '--draws', '40');
  const b = calibJson('report', '--csv', outputs, '--labels', labels, '--draws', '40');
  assert.deepEqual([a.k, a.n, a.slices.groups.length], [90, 60, 2]);
  assert.deepEqual([b.metrics, b.slices], [a.metrics, a.slices]);
  const array = put('z.npy', npyBytes(Float64Array.from(numbers.flatMap(wide)), [60, 90]));
  const c = calibJson('report', '--logits', array, '--labels', labels, '--draws', '40');
  assert.deepEqual([c.metrics, c.slices], [a.metrics, a.slices]);
  const more = put('more.csv', `${Array.from({ length: 1101 }, (_, j) => `c${j}`)},label\n`);
  assert.match(
    calib('report', '--csv', more, '--columns', 'group=c3').err,
    /groups, cases and weights are read of tables of up to 1100 columns/,
  );
});

test('labels in a table that does not fit the outputs are refused, with a note how they were read', (t) => {
  const put = putter(t);
  const z = put('z.npy', npyBytes(Float64Array.from([0.1, 0.9, 0.7, 0.3, 0.2, 0.8]), [3, 2]));
  const one = put('one.npy', npyBytes(Float64Array.from([0.1, 0.9, 0.7]), [3]));
  const of = (/** @type {string} */ outputs, /** @type {string} */ text, /** @type {string[]} */ ...more) =>
    calib('report', '--logits', outputs, '--probs', '--labels', put('y.csv', text), '--draws', '0', ...more);
  for (const [outputs, text, sentence, ...more] of /** @type {[string, string, RegExp, ...string[]][]} */ ([
    [z, 'label\n0\n1\n', /z\.npy has 3 rows, but y\.csv has 2 labels/],
    [z, 'a,b\n0,5\n1,6\n1,7\n', /which of its 2 columns, a to b, is the label\? name it label, or say columns label=NAME/],
    [z, 'label\ncat\ndog\nowl\n', /its labels are 3 different words, but the outputs are of 2 classes/],
    [z, 'label\ncat\n\ndog\n', /y\.csv has 2 labels|line 3: there is no label/],
    [one, 'label\ncat\ndog\ncat\n', /which of cat and dog are the outputs of\? say positive=/],
    [z, 'label,weight\n0,1\n1,x\n0,1\n', /line 3: weight is 'x'; a weight is a number above 0/],
    [z, 'label,site\n0,a\n1,b\n0,a\n', /no column is named ward/, '--columns', 'group=ward'],
    [
      z,
      'label,w\n0,1\n1,2\n0,1\n',
      /inputs\.weights and the column w of the labels both weigh the samples/,
      '--columns',
      'weight=w',
      '--weights',
      one,
    ],
  ])) {
    const { status, err } = of(outputs, text, ...more);
    assert.ok(status && sentence.test(err.replace(/--weights/g, 'inputs.weights')), `${text} ${err}`);
    assert.match(err, /^calib: [^\n]+\n$/);
  }
  const { out } = of(one, 'label\ncat\ndog\ncat\n', '--columns', 'positive=cat');
  const notes = JSON.parse(out).notes;
  assert.ok(notes.includes('y.csv: its labels are words: class 0 = dog, 1 = cat'), notes.join('\n'));
  assert.ok(notes.includes('y.csv: its rows go with those of one.npy in their order (3 in both)'));
});

test('tests of calibration do not take rows of one case as independent', (t) => {
  const put = putter(t);
  const metrics = ['ece', 'spiegelhalter', 'hosmer_lemeshow'].flatMap((id) => ['--metric', id]);
  const table = (/** @type {number} */ copies) => {
    const lines = rows.flatMap((r) => Array(copies).fill([r.name, r.site, r.label % 2, r.p[1]].join()));
    return ['--csv', put(`${copies}.csv`, `patient,site,label,p\n${lines.join('\n')}\n`), ...metrics, '--draws', '60'];
  };
  const once = calibJson('report', ...table(1));
  const copied = calibJson('report', ...table(3));
  const careless = calibJson('report', ...table(3), '--columns', 'case=none,group=site');
  const { spiegelhalter: z, hosmer_lemeshow: hl, ece } = copied.metrics;
  for (const key of ['value', 'p_value']) near(z[key], once.metrics.spiegelhalter[key], `Spiegelhalter's ${key}`);
  near(ece.floor, once.metrics.ece.floor, 'floor');
  near(copied.slices.worst.z, once.slices.worst.z, 'z of the worst group');
  near(copied.slices.worst.p_value, once.slices.worst.p_value, 'p of the worst group');
  assert.deepEqual([once.slices.worst.by_case, copied.slices.worst.by_case], [false, true]);
  assert.deepEqual([hl.p_value, hl.note], [null, 'no p value, since rows of one case are not independent']);
  assert.ok(once.metrics.hosmer_lemeshow.p_value >= 0 && !once.metrics.hosmer_lemeshow.note);
  assert.ok(careless.metrics.ece.floor < 0.8 * ece.floor && careless.metrics.spiegelhalter.p_value < z.p_value);
  const printed = calib('report', ...table(3), '--format', 'table').out;
  assert.match(printed, /\nHosmer-Lemeshow statistic: no p value, since rows of one case are not independent\n/);
  assert.match(printed, /\nSpiegelhalter's z: p = [\d.e-]+, by the largest variance that rows of one case can have together/);
  assert.match(printed, /corrected for 2 groups; one number draws all of a case\)/);
});
