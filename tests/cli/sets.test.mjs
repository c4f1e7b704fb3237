// Tests calib sets: quantiles and figures against numpy, conventions, and inputs that are refused.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { calib, calibJson, npyBytes, readNpy, refuses } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

const golden = JSON.parse(readFileSync(root('tests/golden/conformal/sets.json'), 'utf8'));
const at = mkdtempSync(join(tmpdir(), 'calib-'));
after(() => rmSync(at, { recursive: true, force: true }));

/** The samples of tests/golden/conformal/sets.py. */
function make(n, k, seed) {
  let state = seed;
  const next = () => (state = (state * 16807) % 2147483647);
  const labels = new Int32Array(n),
    logits = new Float32Array(n * k);
  for (let i = 0; i < n; i++) {
    let best = -Infinity;
    for (let j = 0; j < k; j++) {
      const z = ((next() % 257) - 128) / 32;
      const noisy = z + ((next() % 1025) - 512) / 128;
      logits[i * k + j] = z;
      if (noisy > best) [best, labels[i]] = [noisy, j];
    }
  }
  return { logits, labels };
}

/** Writes validation and test samples, and returns the options that name them. */
function files(name, { validation, test: n, k, seeds }) {
  const sets = [make(validation, k, seeds[0]), make(n, k, seeds[1])];
  return sets.flatMap(({ logits, labels }, i) => {
    const [z, y] = ['z', 'y'].map((what) => join(at, `${name}-${i}-${what}.npy`));
    writeFileSync(z, npyBytes(logits, [labels.length, k]));
    writeFileSync(y, npyBytes(labels, [labels.length]));
    return i ? ['--logits', z, '--labels', y] : ['--val-logits', z, '--val-labels', y];
  });
}

const { penalty, ...cases } = golden;
const given = Object.fromEntries(Object.entries(cases).map(([name, of]) => [name, files(name, of)]));
const textOf = (score) =>
  score === 'lac' ? score : score === 'raps' ? `raps:lambda=${penalty.lambda},kreg=${penalty.kreg},random=no` : `${score}:random=no`;

function near(got, wanted, what) {
  assert.ok(Math.abs(got - wanted) <= 1e-10, `${what}: ${got}, not ${wanted}`);
}

for (const [name, { scores }] of Object.entries(cases))
  for (const [score, alphas] of Object.entries(scores))
    test(`${score} of the set "${name}" has numpy's quantiles and figures`, () => {
      for (const [alpha, wanted] of Object.entries(alphas)) {
        const got = calibJson('sets', ...given[name], '--score', textOf(score), '--alpha', alpha);
        near(got.quantiles[0].quantile, wanted.quantile, 'quantile');
        near(got.coverage, wanted.coverage, 'coverage');
        near(got.size.mean, wanted.size, 'size');
        near(got.size.median, wanted.median, 'median');
        near(got.size.empty, wanted.empty, 'empty');
        near(got.sscv, wanted.sscv, 'sscv');
        near(got.covgap, wanted.covgap, 'covgap');
        const { rank, expected } = got.quantiles[0];
        near(expected, rank / (got.validation.n + 1), 'expected coverage'); // mean of a beta distribution
        assert.equal(got.validation.first_half, 0);
      }
    });

test('the written sets are those of the figures', () => {
  const [npy, csv] = [join(at, 'sets.npy'), join(at, 'sets.csv')];
  const got = calibJson('sets', ...given.ten, '--out', npy);
  const again = calibJson('sets', ...given.ten, '--out', csv);
  const { labels } = make(cases.ten.test, 10, cases.ten.seeds[1]);
  const { data, shape } = readNpy(npy);
  assert.deepEqual(got, again);
  assert.deepEqual(shape, [300, 10]);
  const rows = Array.from(labels, (label, i) => ({
    label,
    set: [...data.subarray(i * 10, i * 10 + 10).keys()].filter((j) => data[i * 10 + j]),
  }));
  near(rows.filter(({ label, set }) => set.includes(label)).length / 300, got.coverage, 'coverage');
  near(rows.reduce((sum, { set }) => sum + set.length, 0) / 300, got.size.mean, 'size');
  const single = rows.filter(({ set }) => set.length === 1);
  near(single.length / 300, got.size.single, 'single');
  near(single.filter(({ label, set }) => set[0] === label).length / single.length, got.size.single_right, 'right of the single ones');
  const lines = rows.map(({ label, set }, i) => `${i},${label},${set.length},${Number(set.includes(label))},${set.join(' ')}`);
  assert.equal(readFileSync(csv, 'utf8'), `row,label,size,covered,set\n${lines.join('\n')}\n`);
});

test('seeds change sets, threads do not', () => {
  const [one, two, other] = [
    ['--threads', '1'],
    ['--threads', '3'],
    ['--seed', '2'],
  ].map((more, i) => {
    calibJson('sets', ...given.hundred, ...more, '--out', join(at, `${i}.npy`));
    return readFileSync(join(at, `${i}.npy`));
  });
  assert.ok(one.equals(two));
  assert.ok(!one.equals(other));
});

test('what is fitted is fitted on one half, and the quantile is of the other', () => {
  const n = cases.ten.validation;
  for (const more of [
    ['--calibrator', 'temperature'],
    ['--score', 'raps'],
    ['--score', 'raps:kreg=2'],
    ['--score', 'raps:lambda=0.1'],
  ]) {
    const got = calibJson('sets', ...given.ten, ...more);
    assert.equal(got.validation.first_half, Math.floor(n / 2));
    assert.equal(got.quantiles[0].validation, n - Math.floor(n / 2));
    assert.equal(got.penalty?.chosen, more[0] === '--score' || undefined);
  }
  const fixed = calibJson('sets', ...given.ten, '--score', 'raps:lambda=0.1,kreg=2');
  assert.deepEqual(fixed.penalty, { lambda: 0.1, kreg: 2, chosen: false });
  assert.equal(fixed.quantiles[0].validation, n);
  // Any temperature keeps the promise, and changes the sets.
  const [cold, hot] = ['0.5', '3'].map((T) => calibJson('sets', ...given.ten, '--temperature', T));
  assert.notEqual(cold.size.mean, hot.size.mean);
  for (const { coverage, quantiles } of [cold, hot]) assert.ok(coverage >= quantiles[0].band[0] && coverage <= quantiles[0].band[1]);
});

test('random numbers make sets smaller, and empty ones possible', () => {
  for (const score of ['aps', 'topk']) {
    const [yes, no] = ['yes', 'no'].map((random) => calibJson('sets', ...given.hundred, '--score', `${score}:random=${random}`));
    assert.ok(yes.size.mean < no.size.mean, `${score}: ${yes.size.mean} and ${no.size.mean}`);
    assert.equal(yes.warnings.length, 0);
    assert.match(no.warnings[0], /random numbers, sets are larger/);
  }
});

test('a set is empty only if the user allows it', () => {
  const [allow, top] = ['allow', 'top'].map((empty) => calibJson('sets', ...given.two, '--alpha', '0.3', '--empty', empty));
  assert.ok(allow.size.empty > 0);
  assert.equal(top.size.empty, 0);
  assert.ok(top.coverage > allow.coverage);
  assert.match(top.warnings.join(), /most probable class/);
  near(top.size.mean, allow.size.mean + allow.size.empty, 'size');
});

test('each class has a quantile of its own validation samples', () => {
  const { labels } = make(cases.ten.validation, 10, cases.ten.seeds[0]);
  const got = calibJson('sets', ...given.ten, '--by', 'class', '--alpha', '0.3');
  assert.deepEqual(
    got.quantiles.map(({ validation }) => validation),
    Array.from({ length: 10 }, (_, c) => labels.filter((label) => label === c).length),
  );
  for (const { class: c, coverage, n } of got.classes) {
    assert.equal(got.quantiles[c].n, n);
    near(got.quantiles[c].coverage, coverage, `class ${c}`);
  }
});

test('each group of a table has a quantile, matched by name', () => {
  const table = (name, n, k, seed, groups) => {
    const { logits, labels } = make(n, k, seed);
    const rows = Array.from(labels, (label, i) => [...logits.subarray(i * k, i * k + k), label, groups[i % groups.length]]);
    writeFileSync(join(at, name), `z0,z1,z2,label,ward\n${rows.map((row) => row.join(',')).join('\n')}\n`);
    return join(at, name);
  };
  const paths = ['--csv', table('t.csv', 120, 3, 5, ['a', 'b']), '--val-csv', table('v.csv', 90, 3, 6, ['b', 'c', 'a'])];
  const got = calibJson('sets', ...paths, '--by', 'group', '--columns', 'group=ward', '--as-logits');
  assert.deepEqual(
    got.quantiles.map(({ name, n, validation }) => [name, n, validation]),
    [
      ['a', 60, 30],
      ['b', 60, 30],
    ],
  );
  const few = ['--csv', paths[1], '--val-csv', table('w.csv', 90, 3, 6, ['b', 'b', 'b', 'c'])];
  refuses(
    ['sets', ...few, '--by', 'group', '--columns', 'group=ward', '--as-logits'],
    1,
    /group a has 0 validation samples, too few for sets at alpha 0\.1: at least 9 are needed/,
  );
});

test('a known posterior gives the true coverage, the smallest size and parts by difficulty', () => {
  const link = 'data=shapes10:train=200,val=200,test=300&model=mlp:hidden=16&epochs=2';
  const got = calibJson('sets', link);
  assert.equal(got.difficulty.length, 5);
  near(
    got.difficulty.reduce((sum, { n }) => sum + n, 0),
    got.n,
    'samples',
  );
  assert.ok(got.truth.smallest_size < got.size.mean && got.truth.smallest_size > 0.8);
  assert.ok(Math.abs(got.truth.coverage - got.coverage) < 0.1);
  assert.ok(got.difficulty.every(({ from, to }, i) => from <= to && (!i || from >= got.difficulty[i - 1].to)));
  const view = calibJson('view', 'sets', link);
  const ambiguity = view.rows.map((row) => row[view.columns.findIndex(({ id }) => id === 'ambiguity')]).sort((a, b) => a - b);
  for (const [d, { from, to }] of got.difficulty.entries()) {
    near(from, ambiguity[60 * d], `part ${d} from`);
    near(to, ambiguity[60 * d + 59], `part ${d} to`);
  }
  assert.deepEqual(got.warnings, []);
});

test('a run that used its validation set says that the promise does not hold exactly', () => {
  for (const [what, warning] of [
    ['keep=best', /^keep=best used/],
    ['patience=9', /^patience used/],
    ['schedule=plateau', /^schedule=plateau used/],
    ['loss=adafocal', /^the loss used/],
  ]) {
    const { warnings } = calibJson('sets', `data=moons:train=100,val=60,test=60&model=mlp:hidden=8&epochs=1&${what}`);
    assert.match(warnings[0], warning);
  }
});

test('a calibrator of a file gives sets of calibrated outputs, but not of samples that it was fitted on', () => {
  const kept = join(at, 'cal.json');
  const other = files('other', { ...cases.ten, seeds: [71, 72] });
  calib('fit', '--calibrator', 'temperature', ...other.slice(0, 4), '--out', kept);
  const T = JSON.parse(readFileSync(kept, 'utf8')).parameters.T;
  const got = calibJson('sets', ...given.ten, '--calibrator-file', kept);
  const divided = calibJson('sets', ...given.ten, '--temperature', String(T));
  near(got.quantiles[0].quantile, divided.quantiles[0].quantile, 'quantile');
  assert.deepEqual([got.coverage, got.size], [divided.coverage, divided.size]);
  assert.notEqual(got.size.mean, calibJson('sets', ...given.ten).size.mean);
  assert.deepEqual([got.calibrator, got.way, got.validation.first_half], ['temperature', 'by_nll', 0]);
  assert.match(got.calibrator_file, /cal\.json$/);
  assert.match(got.warnings[0], /the promise holds only if .*cal\.json was fitted on no validation sample/);
  const use = (/** @type {string[]} */ ...more) => ['sets', ...more, '--calibrator-file', kept];
  const [seen, tested] = [other.slice(0, 4), other.slice(0, 4).map((word) => word.replace('--val-', '--'))];
  refuses(use(...seen, ...given.ten.slice(4)), 1, /was fitted on these validation samples, .*or --calibrator, which is fitted on one half/);
  refuses(use(...given.ten.slice(0, 4), ...tested), 1, /was fitted on these test samples/);
  refuses(use(...given.two), 1, /rows have 2 outputs, but the calibrator was fitted on rows of 10/);
  refuses(use(...given.ten, '--calibrator', 'temperature'), 2, /--calibrator-file and --calibrator exclude each other/);
  refuses(use(...given.ten, '--temperature', '2'), 2, /either a calibrator or a temperature/);
});

test('a link’s network takes a calibrator of a file, but not one that was fitted on its samples', () => {
  const [link, unseen] = [1, 3].map((seed) => `data=shapes10:seed=${seed},train=200,val=200,test=300&model=mlp:hidden=16&epochs=2`);
  /** Trains a link, and fits a calibrator on one of its sets. */
  const kept = (/** @type {string} */ run, /** @type {string} */ set) => {
    const path = join(at, `${set}-${run === link}`);
    calib('train', run, '--out', path);
    const [z, y] = ['logits', 'labels'].map((what) => join(path, `${set}_${what}.npy`));
    calib('fit', '--calibrator', 'temperature', '--val-logits', z, '--val-labels', y, '--out', `${path}.json`);
    return `${path}.json`;
  };
  const other = kept(unseen, 'val');
  const got = calibJson('sets', link, '--calibrator-file', other);
  const divided = calibJson('sets', link, '--temperature', String(JSON.parse(readFileSync(other, 'utf8')).parameters.T));
  near(got.quantiles[0].quantile, divided.quantiles[0].quantile, 'quantile');
  assert.deepEqual([got.coverage, got.size], [divided.coverage, divided.size]);
  assert.notEqual(got.size.mean, calibJson('sets', link).size.mean);
  assert.equal(join(at, got.calibrator_file), other);
  assert.match(got.warnings[0], /the promise holds only if .*\.json was fitted on no validation sample/);
  refuses(['sets', link, '--calibrator-file', kept(link, 'val')], 1, /was fitted on these validation samples/);
  refuses(['sets', link, '--calibrator-file', kept(link, 'test')], 1, /was fitted on these test samples/);
  refuses(['sets', 'data=moons', '--calibrator-file', other], 1, /rows have 2 outputs, but the calibrator was fitted on rows of 10/);
  refuses(['sets', link, '--calibrator-file', other, '--calibrator', 'temperature'], 2, /exclude each other/);
});

test('the view of sets has the quantiles and sets of the command', () => {
  const link = 'data=shapes10:train=200,val=200,test=300&model=mlp:hidden=16&epochs=2';
  for (const score of ['aps', 'lac', 'topk', 'raps', 'raps:kreg=2', 'raps:lambda=0.1', 'raps:lambda=0.1,kreg=2'])
    for (const by of ['all', 'class']) {
      const alpha = by === 'all' ? '0.1' : '0.3';
      const { facts, rows } = calibJson('view', `sets:score=${score.replace(':', ',')},by=${by},alpha=${alpha}`, link);
      const { quantiles, coverage, size, penalty } = calibJson(
        ...['sets', link, '--score', score, '--alpha', alpha],
        ...(by === 'all' ? [] : ['--by', by]),
      );
      assert.deepEqual([facts.coverage, facts.size], [coverage, size.mean], `${score} by ${by}`);
      assert.deepEqual([facts.lambda, facts.kreg], [penalty?.lambda, penalty?.kreg]);
      assert.equal(facts.validation, Math.min(...quantiles.map(({ validation }) => validation)));
      if (by === 'all') assert.deepEqual([facts.quantile, facts.low, facts.high], [quantiles[0].quantile, ...quantiles[0].band]);
      assert.equal(rows.length, 300);
    }
  const few = 'data=moons:train=40,val=17,test=20&model=mlp:hidden=4&epochs=1';
  const { facts, rows } = calibJson('view', 'sets:score=raps', few);
  assert.deepEqual([facts.validation, facts.least, rows.length], [9, 9, 0]); // the other half, 8, is too small to choose
});

test('too few samples, and requests without sense, are refused', () => {
  const few = ['sets', ...given.two, '--alpha'];
  refuses([...few, '0.005'], 1, /99 validation samples are too few for sets at alpha 0\.005: at least 199 are needed/);
  assert.equal(calibJson(...few, '0.01').quantiles[0].rank, 99); // 99 are just enough
  refuses([...few, '0.015', '--score', 'raps'], 1, /49 samples are too few to choose lambda and kreg at alpha 0\.015: at least 66/);
  refuses([...few, '0.015', '--calibrator', 'temperature'], 1, /half of the validation set, 50 samples, is too small/);
  for (const [more, sentence] of [
    [['--alpha', '0'], /alpha=0 is not from 0\.0001 to 0\.9999/],
    [['--alpha', 'nan'], /--alpha nan is not a number/],
    [['--score', 'thr'], /thr/],
    [['--by', 'row'], /by=row is not one of class and group/],
    [['--by', 'group'], /by=group needs a column of groups/],
    [['--empty', 'never'], /empty=never is not one of allow and top/],
    [['--temperature', '0'], /temperature=0 is not from 0\.01 to 100/],
    [['--temperature', '2', '--calibrator', 'temperature'], /either a calibrator or a temperature/],
    [['--calibrator', 'spline'], /spline maps the top confidence only/],
    [['--out', join(at, 'sets.txt')], /ends neither in \.npy nor in \.csv/],
  ]) {
    const { status, err } = calib('sets', ...given.two, ...more);
    assert.notEqual(status, 0, more.join(' '));
    assert.match(err, sentence);
  }
  refuses(['sets', ...given.ten.slice(4)], 2, /sets need a validation set/);
  refuses(['sets', 'data=moons', ...given.ten], 2, /goes with files of outputs/);
  refuses(['sets', 'data=scenes:train=50,val=50,test=50&head=sigmoid&model=mlp:hidden=8&epochs=1'], 2, /one label of several classes/);
  assert.ok(!existsSync(join(at, 'sets.txt')));
});
