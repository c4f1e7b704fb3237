// Decompositions of scores, CORP's and by a fitted temperature, against an independent program in numpy.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, refuses } from '../support/calib.mjs';
import { random } from '../support/links.mjs';
import { root } from '../support/paths.mjs';

const golden = (/** @type {string} */ name) => root(`tests/golden/binary/${name}`);
const expected = JSON.parse(readFileSync(golden('corp.json'), 'utf8'));
const outputs = (/** @type {string} */ name) =>
  ['logits', 'labels'].flatMap((part) => [`--${part}`, root(`tests/golden/oracles/${name}.${part}.npy`)]);
const NOTE = 'the isotonic fit has levels of 0 or 1, whose log score on other data may be infinite';

/** @param {number} ours @param {number} theirs @param {string} what */
const same = (ours, theirs, what) =>
  assert.ok(Math.abs(ours - theirs) <= 1e-10 * Math.max(1, Math.abs(theirs)), `${what}: ${ours} is not ${theirs}`);

/** @param {any} figure @param {any} wanted @param {string} what */
function sameParts(figure, wanted, what) {
  same(figure.value, wanted.mcb, `${what}: miscalibration`);
  same(figure.discrimination, wanted.dsc, `${what}: discrimination`);
  same(figure.uncertainty, wanted.unc, `${what}: uncertainty`);
}

/** Both decompositions by a metric. @param {string} id @param {string[]} args */
const both = (id, ...args) => {
  const { metrics } = calibJson('report', ...args, '--draws', '0', '--metric', id, '--metric', `${id}:score=log`);
  return { brier: metrics[id], log: metrics[`${id}:score=log`] };
};

/** @param {ReturnType<typeof both>} ours @param {any} wanted @param {string} what */
function sameBoth(ours, wanted, what) {
  sameParts(ours.brier, wanted.brier, `${what}, Brier score`);
  sameParts(ours.log, wanted.log, `${what}, log score`);
  same(ours.log.certain, wanted.log.certain, `${what}: samples in levels of 0 or 1`);
  assert.equal(ours.log.note, wanted.log.certain > 0 ? NOTE : undefined, what);
  assert.equal(ours.brier.note, undefined);
}

for (const [name, wanted] of Object.entries(expected.binary))
  test(`${name}: both decompositions of a binary task are those of numpy`, () =>
    sameBoth(both('corp', '--csv', golden(`${name}.csv`)), wanted, name));

for (const [name, wanted] of Object.entries(expected.classes))
  test(`${name}: the decompositions of the top label and of each class are those of numpy`, () => {
    sameBoth(both('corp_top', ...outputs(name)), wanted.top, 'top label');
    const each = both('cwcorp', ...outputs(name));
    sameBoth(each, wanted.each, 'each class');
    const { value, discrimination, uncertainty } = each.brier;
    same(value - discrimination + uncertainty, wanted.brier, 'the Brier score');
  });

for (const name of Object.keys(expected.classes))
  test(`${name}: refinement is the least loss at any temperature, as numpy finds it`, () => {
    const { refinement, nll } = calibJson('report', ...outputs(name), '--metric', 'refinement', '--metric', 'nll').metrics;
    const wanted = expected.classes[name].temperature;
    same(refinement.value, wanted.refinement, 'refinement');
    same(refinement.calibration, wanted.calibration, 'calibration');
    assert.ok(Math.abs(refinement.temperature / wanted.temperature - 1) < 1e-6, `${refinement.temperature}`);
    same(refinement.value + refinement.calibration, nll.value, 'the loss');
    assert.ok(refinement.interval[0] < refinement.value && refinement.value < refinement.interval[1]);
  });

test('by=refinement keeps the epoch with the least refinement, which every epoch has', () => {
  const link = 'data=moons:train=60,val=80,test=20,noise=0.4&model=mlp:hidden=16&epochs=12&by=refinement&keep=best';
  const { history, kept } = calibJson('train', link);
  const values = history.map((/** @type {any} */ epoch) => epoch.val.refinement);
  for (const { val } of history) assert.ok(val.refinement > 0 && val.refinement <= val.nll + 1e-12);
  assert.deepEqual([kept.by, kept.epoch], ['refinement', values.indexOf(Math.min(...values)) + 1]);
  assert.equal(kept.value, Math.min(...values));
});

test('refinement of a label of probability 0 is infinite at any temperature', (t) => {
  const path = join(folder(t), 'sure.csv');
  writeFileSync(path, `label,p_0,p_1,p_2\n0,0,0.5,0.5\n${Array.from({ length: 20 }, (_, i) => `${i % 3},0.25,0.25,0.5`).join('\n')}\n`);
  const { refinement } = calibJson('report', '--csv', path, '--metric', 'refinement').metrics;
  assert.deepEqual([refinement.value, refinement.impossible, refinement.temperature], [null, 1, undefined]);
});

test('a label of probability 0 makes the miscalibration of the log score infinite, and the table says so', (t) => {
  const path = join(folder(t), 'sure.csv');
  writeFileSync(path, `label,p\n1,0\n${Array.from({ length: 20 }, (_, i) => `${i % 2},0.${i + 30}`).join('\n')}\n`);
  const chosen = ['--csv', path, '--metric', 'corp:score=log'];
  const { corp } = calibJson('report', ...chosen, '--draws', '0').metrics;
  assert.deepEqual([corp.value, corp.impossible], [null, 1]);
  assert.ok(corp.discrimination > 0);
  assert.match(calib('report', ...chosen, '--format', 'table').out, /corp is infinite: 1 of 21 samples have probability 0 at their label/);
});

test('draws of all classes have a floor and an interval, and threads do not change them', () => {
  const figures = (/** @type {string} */ threads) =>
    calibJson('report', ...outputs('n1000_k10'), '--draws', '60', '--metric', 'cwcorp', '--threads', threads).metrics.cwcorp;
  const one = figures('1');
  assert.ok(one.floor > 0 && one.floor < one.value && one.interval[0] < one.value && one.value < one.interval[1]);
  assert.deepEqual(figures('2'), one);
});

test('a binary task has one decomposition, that of its probability', () =>
  refuses(
    ['report', '--csv', golden('tied.csv'), '--metric', 'corp_top'],
    2,
    /metric corp_top needs a predicted class, and no binary task/,
  ));

test('draws that count samples are those of weights that are all 1', (t) => {
  const [n, k] = [300, 3];
  const below = random(9);
  const at = folder(t);
  const rows = Array.from({ length: n }, () => {
    const odds = Array.from({ length: k }, () => 1 + below(6)); // few, so that many probabilities are equal
    const sum = odds.reduce((a, b) => a + b);
    return [below(k), ...odds.map((one) => one / sum)];
  });
  const found = ['', ',weight'].map((more) => {
    const path = join(at, `c${more}.csv`);
    writeFileSync(path, `label,p0,p1,p2${more}\n${rows.map((row) => row.join() + (more && ',1')).join('\n')}\n`);
    return calibJson('report', '--csv', path, '--metric', 'cwcorp', '--draws', '60').metrics.cwcorp;
  });
  assert.equal(found[0].draws.length, 50);
  assert.ok(found[0].floor > 0 && new Set(found[0].draws).size > 40);
  assert.deepEqual(found[0], found[1]);
});
