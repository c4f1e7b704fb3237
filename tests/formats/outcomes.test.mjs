// Tests tables whose label and probability are named for outcomes: the same one, or opposite ones. The truth
// is known by construction, and each option of a question reads it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calib } from '../support/calib.mjs';
import { figures, files, N, noise, reportOf } from '../support/outputs.mjs';

// Probabilities of an event, and whether it happens.
const rows = Array.from({ length: N }, (_, i) => {
  const p = Math.round(1e4 * (0.02 + 0.96 * noise(i + 0.25))) / 1e4;
  return { p, q: Math.round(1e4 * (1 - p)) / 1e4, y: Number(noise(3 * i + 0.6) < p), i };
});
/** @typedef {(row: typeof rows[number]) => (string | number)[]} Cells */
const csv = (/** @type {string} */ head, /** @type {Cells} */ cells, some = rows) =>
  `${[head, ...some.map((row) => cells(row).join())].join('\n')}\n`;
const near = (/** @type {number} */ a, /** @type {number} */ b) => Math.abs(a - b) < 1e-9;

/** Reads a table; offered: the values of --columns that its question offers. */
function read(/** @type {string} */ path, /** @type {string[]} */ ...more) {
  const { status, out, err } = calib('report', '--csv', path, '--draws', '0', '--calibrator', 'temperature', ...more);
  const offered = [...err.matchAll(/--columns (?:"([^"]+)"|([^\s;]+))/g)].map(([, quoted, plain]) => quoted ?? plain);
  return status ? { report: null, offered, err } : { report: JSON.parse(out), offered: [], err };
}

test('a probability named for the opposite of its label is read rightly or asked about', (t) => {
  const { at } = files(t);
  const wanted = figures(
    reportOf(
      '--csv',
      at(
        'plain.csv',
        csv('label,p', ({ y, p }) => [y, p]),
      ),
    ),
  );
  const turned = figures(
    reportOf(
      '--csv',
      at(
        'turned.csv',
        csv('label,p', ({ y, q }) => [y, q]),
      ),
      '--columns',
      'positive=1',
    ),
  );
  const right = (/** @type {any} */ report) => near(figures(report).binary_brier, wanted.binary_brier);
  const happened = (/** @type {string} */ no, /** @type {string} */ yes) => (/** @type {number} */ y) => (y ? yes : no);
  const dead = happened('alive', 'dead');
  // The label 1 is the event in the first, and its opposite in the second.
  const same = [
    ...['died,p_died', 'died,died_probability', 'survived,p_survival', 'survival,P(survived)', 'default,pd', 'repaid,p_repay'],
    ...['malignancy,p_malignant', 'is_fraud,fraud_score', 'y,p_lr', 'died,risk', 'readmitted,readmission_prob', 'died,model a'],
  ];
  const opposite = [
    ...['died,p_survival', 'died,survival', 'died,survival_probability', 'survived,p_death', 'survived,p_dead', 'survived,risk'],
    ...['default,p_repay', 'default,repayment_prob', 'repaid,pd', 'no_default,p_default', 'churn,retention_prob', 'y,p'],
    ...['disease,p_disease_free', 'event,event_free_prob', 'died,prob_not_died', 'target,p_malignant', 'died,p_alive', 'label,p_ham'],
  ];
  let asks = 0;
  for (const head of same) {
    const { report, err } = read(
      at(
        'same.csv',
        csv(head, ({ y, p }) => [y, p]),
      ),
    );
    assert.ok(report && right(report), `${head}: ${err}`);
  }
  for (const head of opposite) {
    const path = at(
      'opposite.csv',
      csv(head, ({ y, q }) => [y, q]),
    );
    const { report, offered, err } = read(path);
    if (report) {
      assert.ok(right(report), `${head}: ${err}`);
      continue;
    }
    asks++;
    assert.equal(offered.length, 2, `${head}: ${err}`);
    const [one, zero] = ['positive=1', 'positive=0'].map((end) => read(path, '--columns', offered.find((o) => o.endsWith(end)) ?? ''));
    assert.ok(right(zero.report), `${head}: ${zero.err}`);
    assert.ok(near(figures(one.report).binary_brier, turned.binary_brier), `${head}: ${one.err}`);
    assert.match(one.report.notes[0], /the probability of 1 is lower where 1 is the label/);
  }
  assert.ok(asks >= 14, `${asks} questions`);

  // Words, and their own probabilities.
  for (const [head, cells, offered] of /** @type {[string, Cells, boolean][]} */ ([
    ['outcome,p_dead', ({ y, p }) => [dead(y), p], false],
    ['outcome,p_survival', ({ y, q }) => [dead(y), q], true],
    ['status,p_survival', ({ y, q }) => [happened('survived', 'died')(y), q], false],
    ['died,p_died,p_survived', ({ y, p, q }) => [y, p, q], false],
    ['died,p_survived,p_died', ({ y, p, q }) => [y, q, p], false],
    ['survived,p_died,p_survived', ({ y, p, q }) => [1 - y, p, q], false],
    ['label,spam,inbox', ({ y, p, q }) => [y, p, q], true],
    ['label,event_a,event_b', ({ y, p, q }) => [y, p, q], true],
  ])) {
    const path = at('words.csv', csv(head, cells));
    const first = read(path);
    assert.equal(first.offered.length, offered ? 2 : 0, `${head}: ${first.err}`);
    const found = offered ? first.offered.map((columns) => read(path, '--columns', columns).report) : [first.report];
    const accuracies = found.map((report) => figures(report).accuracy);
    assert.ok(near(Math.max(...accuracies), wanted.accuracy), `${head}: ${accuracies}`);
  }
});

test('questions about a probability hold with few rows, one label, and odd names', (t) => {
  const { at } = files(t);
  const grouped = at(
    'grouped.csv',
    csv('sex,died,p_survival', ({ y, i }) => ['fm'[i % 2] ?? '', y, noise(i + 0.7)]), // says nothing of y
  );
  assert.ok(read(grouped, '--columns', 'group=sex').err.includes('is p_survival the probability that died is 1'), 'a group is no answer');
  const never = csv('died,p_survival', ({ q }) => [0, q]);
  const { offered, err } = read(at('never.csv', never));
  assert.deepEqual(offered, ['label=died,p=p_survival,positive=1', 'label=died,p=p_survival,positive=0'], err);
  for (const columns of offered) assert.ok(read(at('never.csv', never), '--columns', columns).report, columns);
  const few = read(
    at(
      'few.csv',
      csv('died,p_lr', ({ y, p }) => [y, p], rows.slice(0, 4)),
    ),
  );
  assert.equal(few.offered.length, 2, few.err);
  const odd = read(
    at(
      'odd.csv',
      csv('"died, or not",survival = p', ({ y, q }) => [y, q]),
    ),
  );
  assert.deepEqual(odd.offered, ['label=1,p=2,positive=1', 'label=1,p=2,positive=0'], odd.err);
  const log = (/** @type {number} */ q) => Math.log(q / (1 - q));
  const odds = read(
    at(
      'odds.csv',
      csv('died,logit_survival', ({ y, q }) => [y, log(q)]),
    ),
    '--columns',
    'logit=logit_survival',
  );
  assert.deepEqual(odds.offered, ['label=died,logit=logit_survival,positive=1', 'label=died,logit=logit_survival,positive=0'], odd.err);
});
