// Tests weights, cases and groups together: parts of figures, figures after calibrators, and groups. A row of
// weight 2 counts as two rows, and a group equals a table of its rows alone.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calibJson, folder, npyBytes } from '../support/calib.mjs';
import { random } from '../support/links.mjs';

const below = random(25);
const uniform = () => below(2 ** 30) / 2 ** 30;
const softmax = (/** @type {number[]} */ z) => {
  const e = z.map(Math.exp);
  return e.map((v) => v / e.reduce((a, b) => a + b));
};
const rows = Array.from({ length: 240 }, (_, i) => {
  const z = Array.from({ length: 3 }, () => Math.fround(4 * uniform() - 2));
  return {
    z,
    p: softmax(z),
    label: uniform() < 0.6 ? z.indexOf(Math.max(...z)) : below(3),
    died: Number(uniform() < 1 / (1 + Math.exp(-(z[0] ?? 0)))),
    truth: softmax(z.map((v) => v + uniform())),
    weight: 1 + below(3),
    // Sites alternate, so that no group is the start of the table; each case has two rows of one site.
    site: i % 2 ? 'north' : 'south',
    patient: `c${1000 + 2 * Math.floor(i / 4) + (i % 2)}`,
    name: `r${1000 + i}`,
  };
});
/** @typedef {typeof rows[number]} Row */
/** @typedef {[string, (row: Row) => unknown][]} Columns */

const sheet = (/** @type {Row[]} */ some, /** @type {Columns} */ columns) =>
  `${columns.map(([head]) => head).join()}\n${some.map((row) => columns.map(([, of]) => of(row)).join()).join('\n')}\n`;
const wanted = (/** @type {string[]} */ ids) => ids.flatMap((id) => ['--metric', id]);
const near = (/** @type {number} */ a, /** @type {number} */ b, /** @type {string} */ what) =>
  assert.ok(Math.abs(a - b) <= 1e-10 * Math.max(1, Math.abs(b)), `${what}: ${a} is not ${b}`);

// Columns and metrics of a binary task and of classes in tables.
/** @type {Record<string, {columns: Columns, metrics: string[]}>} */
const tables = {
  binary: {
    columns: [
      ['label', (r) => r.died],
      ['p', (r) => r.p[0]],
    ],
    metrics: ['nll', 'binary_brier', 'ece', 'average_precision', 'citl', 'cox_slope', 'corp', 'ks', 'roc_auc'],
  },
  classes: {
    columns: [...[0, 1, 2].map((j) => /** @type {Columns[number]} */ ([`p_${j}`, (r) => r.p[j]])), ['label', (r) => r.label]],
    metrics: ['nll', 'brier', 'ece', 'error'],
  },
};

/** @param {import('node:test').TestContext} t */
const putter = (t) => {
  const dir = folder(t);
  return (/** @type {string} */ name, /** @type {string | Uint8Array} */ content) => {
    writeFileSync(join(dir, name), content);
    return join(dir, name);
  };
};

for (const [name, { columns, metrics }] of Object.entries(tables)) {
  test(`${name}: each part of a weighted figure equals that of repeated rows`, (t) => {
    const put = putter(t);
    const of = (/** @type {Row[]} */ some, /** @type {Columns} */ more) =>
      calibJson('report', '--csv', put('t.csv', sheet(some, [...columns, ...more])), ...wanted(metrics), '--draws', '0').metrics;
    const weighted = of(rows, [['weight', (r) => r.weight]]);
    const repeated = of(
      rows.flatMap((r) => Array(r.weight).fill(r)),
      [],
    );
    let parts = 0;
    for (const id of metrics)
      for (const [part, value] of Object.entries(weighted[id])) {
        // Repeated rows are more samples, so chance explains less.
        if (typeof value !== 'number' || ['outside', 'p_value', 'critical', 'detectable'].includes(part)) continue;
        near(value, repeated[id][part], `${part} of ${id}`);
        parts += Number(part !== 'value');
      }
    // Weights are relative: those of all bins sum to n.
    const total = weighted.ece.bins.reduce((/** @type {number} */ sum, /** @type {any} */ bin) => sum + (bin.weight ?? 0), 0);
    near(total, rows.length, 'the weights of all bins');
    if (name === 'binary') assert.ok(parts >= 8, 'decompositions, and the expected and the observed rate');
  });

  test(`${name}: after each calibrator weights count as repeated rows, and cases are drawn as one`, (t) => {
    const put = putter(t);
    const some = rows.slice(0, 120);
    const few = metrics.slice(0, 4).filter((id) => id !== 'average_precision');
    const validation = put('v.csv', sheet(rows.slice(120), columns));
    const of = (/** @type {Row[]} */ list, /** @type {Columns} */ more, /** @type {string} */ draws) => {
      const csv = put('t.csv', sheet(list, [...columns, ...more]));
      const { calibrators } = calibJson('report', '--csv', csv, '--val-csv', validation, ...wanted(few), '--draws', draws);
      return Object.entries(calibrators).flatMap(([id, ways]) =>
        Object.entries(ways).flatMap(([way, fit]) => (fit.metrics ? [[`${id} ${way}`, fit.metrics]] : [])),
      );
    };
    const doubled = some.flatMap((r) => [r, r]);
    const copies = some.flatMap((r) => Array(r.weight).fill(r));
    const repeated = of(copies, [], '0');
    const [once, careless] = [of(some, [], '80'), of(doubled, [], '80')];
    const weighted = of(some, [['weight', (r) => r.weight]], '0');
    assert.ok(weighted.length > 4, 'several calibrators have figures of weighted rows');
    for (const [way, found] of weighted)
      for (const [id, { value }] of Object.entries(found)) near(value, new Map(repeated).get(way)[id].value, `${id} after ${way}`);
    // The copies of a row as one case are drawn like one row of their weight, also in refits.
    const asCases = new Map(of(copies, [['patient', (r) => r.name]], '80'));
    for (const [way, found] of of(some, [['weight', (r) => r.weight]], '80'))
      for (const [id, { interval }] of Object.entries(found))
        for (const end of interval ? [0, 1] : [])
          near(interval[end], asCases.get(way)[id].interval[end], `${id} after ${way}, weighted, its interval`);
    for (const [j, [way, found]] of of(doubled, [['patient', (r) => r.name]], '80').entries())
      for (const id of Object.keys(found))
        if (id === 'error')
          // Wilson's interval takes each row as a case
          assert.notDeepEqual(found.error.interval, careless[j][1].error.interval, `error after ${way}`);
        else for (const end of [0, 1]) near(found[id].interval[end], once[j][1][id].interval[end], `${id} after ${way}, its interval`);
  });
}

/** @typedef {(put: ReturnType<typeof putter>, some: Row[], more: Columns) => string[]} Write */
const array = (/** @type {Row[]} */ some, /** @type {(row: Row) => number[]} */ of) =>
  npyBytes(Float64Array.from(some.flatMap(of)), [some.length, of(/** @type {Row} */ (some[0])).length]);
/** Writers for the rows of each task. @type {Record<string, {write: Write, metrics: string[]}>} */
const tasks = {
  ...Object.fromEntries(
    Object.entries(tables).map(([name, { columns, metrics }]) => [
      name,
      {
        write: (put, some, more) => ['--csv', put('t.csv', sheet(some, [...columns, ...more]))],
        metrics,
      },
    ]),
  ),
  'log odds': {
    write: (put, some, more) => [
      ...[
        '--logits',
        put(
          'z.npy',
          array(some, (r) => [r.z[0] ?? 0]),
        ),
      ],
      ...['--labels', put('y.csv', sheet(some, [['died', (r) => r.died], ...more]))],
    ],
    metrics: ['nll', 'binary_brier', 'ece'],
  },
  'classes with true probabilities': {
    write: (put, some, more) => [
      ...[
        '--logits',
        put(
          'z.npy',
          array(some, (r) => r.z),
        ),
        '--posterior',
        put(
          'q.npy',
          array(some, (r) => r.truth),
        ),
      ],
      ...['--labels', put('y.csv', sheet(some, [['label', (r) => r.label], ...more]))],
    ],
    metrics: ['nll', 'brier', 'ece', 'true_ce', 'truth_kl'],
  },
};

for (const [name, { write, metrics }] of Object.entries(tasks))
  test(`${name}: a group has the figures of its rows alone, with their weights and cases`, (t) => {
    const put = putter(t);
    for (const [key, of] of /** @type {Columns} */ ([
      ...(metrics.includes('true_ce') ? [] : [['weight', (/** @type {Row} */ r) => r.weight]]),
      ['case', (r) => r.patient],
    ])) {
      const report = (/** @type {Row[]} */ some, /** @type {string} */ draws, /** @type {boolean} */ sites) =>
        calibJson(
          'report',
          ...write(put, some, [['x', of], ...(sites ? /** @type {Columns} */ ([['where', (r) => r.site]]) : [])]),
          ...wanted(metrics),
          ...['--draws', draws, '--columns', `${key}=x${sites ? ',group=where' : ''}`],
        );
      const { groups } = report(rows, '80', true).slices;
      assert.equal(groups.length, 2);
      for (const group of groups) {
        const own = report(
          rows.filter((r) => r.site === group.name),
          '40', // groups have half of the draws
          false,
        );
        if (group.prevalence !== null) near(group.prevalence, own.prevalence, `the rate of ${group.name}`);
        assert.deepEqual([group.n, Object.keys(group.metrics)], [own.n, Object.keys(own.metrics)]);
        for (const [id, { interval, ...parts }] of Object.entries(group.metrics)) {
          for (const [part, value] of Object.entries(parts))
            if (typeof value === 'number') near(value, own.metrics[id][part], `${part} of ${id} of ${group.name}, by ${key}`);
          for (const end of interval ? [0, 1] : [])
            near(interval[end], own.metrics[id].interval[end], `${id} of ${group.name}, by ${key}, its interval`);
        }
      }
    }
  });
