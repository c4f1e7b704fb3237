// Tests net benefit against its formula, with weights, and the difference of two models.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calibJson, folder, refuses } from '../support/calib.mjs';
import { random } from '../support/links.mjs';

const N = 300;
const near = (got, wanted, what) => assert.ok(Math.abs(got - wanted) <= 1e-12, `${what}: ${got}, not ${wanted}`);

/** Makes samples whose probabilities are multiples of 1/50. @param {number} seed */
function made(seed) {
  const below = random(seed);
  return Array.from({ length: N }, () => {
    const p = (1 + below(49)) / 50;
    return { p, label: Number(below(1000) < 1000 * p * p), weight: 1 + below(5) };
  });
}

/** Net benefit by its definition, with the parts. */
function benefit(samples, t) {
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  const share = (when) => samples.filter(when).reduce((sum, { weight }) => sum + weight, 0) / total;
  const [right, wrong] = [1, 0].map((label) => share((one) => one.p >= t && one.label === label));
  const rate = share(({ label }) => label === 1);
  const odds = t / (1 - t);
  return { value: right - wrong * odds, treat_all: rate - (1 - rate) * odds, standardised: (right - wrong * odds) / rate, right, wrong };
}

const tableOf = (samples, weighted) =>
  `label,p${weighted ? ',weight' : ''}\n${samples.map(({ label, p, weight }) => [label, p, ...(weighted ? [weight] : [])].join(',')).join('\n')}\n`;

for (const weighted of [false, true])
  test(`net benefit and the decision curve follow the formula${weighted ? ', with weights' : ''}`, (t) => {
    const samples = made(4).map((one) => ({ ...one, weight: weighted ? one.weight : 1 }));
    const path = join(folder(t), 'b.csv');
    writeFileSync(path, tableOf(samples, weighted));
    for (const at of [0.02, 0.3, 0.5, 0.82]) {
      const metric = `net_benefit:threshold=${at}`;
      const got = Object.values(calibJson('report', '--csv', path, '--metric', metric).metrics)[0];
      const wanted = benefit(samples, at);
      near(got.value, wanted.value, 'net benefit');
      near(got.treat_all, wanted.treat_all, 'treat all');
      near(got.standardised, wanted.standardised, 'standardised');
      near(got.true_positives, wanted.right, 'true positives');
      near(got.false_positives, wanted.wrong, 'false positives');
      assert.ok(got.interval[0] < got.value && got.value < got.interval[1]);
      for (const [i, threshold] of got.curve.threshold.entries())
        near(got.curve.net_benefit[i], benefit(samples, threshold).value, `curve at ${threshold}`);
    }
  });

test('two models are compared at one threshold', (t) => {
  const samples = made(6);
  const [a, b] = ['a.csv', 'b.csv'].map((name) => join(folder(t), name));
  const other = samples.map((one, i) => ({ ...one, p: i % 2 ? one.p : 1 - one.p }));
  writeFileSync(a, tableOf(samples, false));
  writeFileSync(b, tableOf(other, false));
  const { against } = calibJson('report', '--csv', a, '--against', b, '--metric', 'net_benefit:threshold=0.4');
  const [figure] = Object.values(against.metrics);
  const [mine, theirs] = [samples, other].map(
    (some) =>
      benefit(
        some.map((one) => ({ ...one, weight: 1 })),
        0.4,
      ).value,
  );
  near(figure.value, theirs, 'the other model');
  near(figure.difference, mine - theirs, 'difference');
  assert.ok(figure.interval[0] > 0, 'the worse model is worse beyond noise');
});

test('net benefit needs a binary task', (t) => {
  const path = join(folder(t), 'c.csv');
  writeFileSync(path, 'label,pred,conf\n0,0,0.9\n1,0,0.6\n1,1,0.8\n');
  refuses(['report', '--csv', path, '--metric', 'net_benefit'], 2, /net_benefit/);
});
