// Tests the papers' experiments: kept results follow from the runs, verdicts follow from intervals, and
// repeated runs have the same digest.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { drawn } from '../../models/papers/drawn.mjs';
import { figuresOf } from '../../models/papers/figures.mjs';
import { brief, bySeed, leaves, names, studyOf } from '../../models/papers/gather.mjs';
import { KEPT, measures } from '../../models/papers/measure.mjs';
import { distinct, experiments, idOf, plan } from '../../models/papers/plan.mjs';
import { testsOf } from '../../models/papers/rules.mjs';
import { siteText } from '../../models/papers/site.mjs';
import { holm, paired, quantile, slope, spearman, summary, tail, trend } from '../../models/papers/statistics.mjs';
import { ground, spread } from '../../models/papers/table.mjs';
import { dataArguments, fileArguments, resultOf, trainAll } from '../../models/papers/train.mjs';
import { claims, detectable, experimentsOf, judged, once, outcomeOf, pOf, verdicts } from '../../models/papers/verdicts.mjs';
import { calib, calibJson, folder, program } from '../support/calib.mjs';
import { needs, root, shared } from '../support/paths.mjs';
import { soak, turn } from '../support/soak.mjs';

const near = (/** @type {number | undefined} */ got, /** @type {number} */ wanted) =>
  assert.ok(got !== undefined && Math.abs(got - wanted) < 1e-4 * Math.abs(wanted) + 1e-9, `${got}, not ${wanted}`);
const kept = names().flatMap((name) => studyOf(name) ?? []);
const json = (/** @type {any} */ value) => JSON.parse(JSON.stringify(value, brief));

test('means, standard deviations and Student’s intervals; differences seed by seed', () => {
  // scipy.stats.t.interval(0.95, 4, 3, sem) of 1 to 5: 1.0367568385 to 4.9632431615
  const { n, mean, sd, interval } = summary([1, 2, 3, 4, 5]);
  assert.equal(n, 5);
  assert.equal(mean, 3);
  near(sd ?? 0, Math.sqrt(2.5));
  near(interval?.[0], 1.0367568);
  near(interval?.[1], 4.9632432);
  assert.deepEqual(summary([7]), { n: 1, mean: 7, sd: null, interval: null });
  near(summary([0, 1]).interval?.[1], 0.5 + 12.7062 / 2);
  assert.throws(() => summary(new Array(31).fill(0).concat(1)), /32 values/);
  assert.deepEqual(summary([0.1, 0.1, 0.1]), { n: 3, mean: 0.1, sd: 0, interval: [0.1, 0.1] }, 'without rounding');
  const a = new Map(
    [
      [1, 5],
      [2, 7],
      [3, 9],
    ].map(([seed, value]) => [seed, value]),
  );
  const b = new Map(
    [
      [3, 1],
      [2, 1],
      [9, 100],
    ].map(([seed, value]) => [seed, value]),
  );
  assert.equal(paired(a, b)?.mean, 7, 'seeds 2 and 3 alone');
  assert.equal(paired(a, new Map([[4, 1]])), null);
});

test('p-values of Student’s t, and Holm’s correction', () => {
  // scipy.stats.t.ppf(0.975, dof) and others
  for (const [t, dof, p] of [
    [12.7062, 1, 0.05],
    [4.3026527, 2, 0.05],
    [3.1824463, 3, 0.05],
    [2.7764451, 4, 0.05],
    [4.6040949, 4, 0.01],
  ])
    assert.ok(Math.abs(tail(t, dof) - p) < 1e-6, `${t} with ${dof}`);
  assert.ok(Math.abs(tail(2.0422725, 30) - 0.05) < 1e-6 && Math.abs(tail(2.0452296, 29) - 0.05) < 1e-6);
  assert.equal(tail(0, 7), 1);
  near(tail(-2, 5), tail(2, 5));
  // p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") of R: 0.03, 0.06, 0.06, 0.02
  holm([0.01, 0.04, 0.03, 0.005]).forEach((p, i) => near(p, [0.03, 0.06, 0.06, 0.02][i]));
  assert.deepEqual(holm([0.9, 0.8]), [1, 1]);
  // An interval that touches the end of the range has p = 0.05.
  const value = summary([1, 2, 3, 4, 5]);
  for (const end of value.interval ?? assert.fail()) {
    near(pOf(value, [end, null]), 0.05);
    near(pOf(value, [end, 1000]), 0.05);
  }
  assert.equal(pOf(summary([0.9, 0.9]), [0.9, 1.1]), 0);
  assert.equal(pOf(summary([0, 0]), [0, null]), 1, 'no difference has no sign');
  assert.equal(pOf(summary([1]), [0, null]), undefined);
});

test('a trend is a slope and a rank correlation, seed by seed', () => {
  near(slope([0, 1, 2, 4], [1, 3, 2, 9]), 16.75 / 8.75); // numpy.polyfit
  near(slope([5, 6], [3, 2]), -1);
  near(spearman([1, 2, 3, 4], [10, 1000, 100, 10000]), 0.8); // scipy.stats.spearmanr
  near(spearman([1, 2, 3, 4], [2, 1, 1, 0]), -0.9486833);
  assert.equal(spearman([1, 2, 3], [7, 7, 7]), 0);
  const points = [1, 2, 3].map((at) => ({ at, values: new Map([[1, 5 - at], [2, 5 - 2 * at], ...(at < 3 ? [[3, 0]] : [])]) }));
  const value = trend(/** @type {any} */ (points), slope);
  assert.equal(value?.n, 2, 'a seed counts if it is at all points');
  near(value?.mean, -1.5);
  assert.equal(trend([], slope), null);
  // A fall with one step upwards is a trend; the step alone has no vote.
  const order = [0, 1, 2, 3].map((gamma) => ({ loss: `focal:gamma=${gamma}` }));
  const rule = { order, along: { name: 'gamma', per: 1 }, range: [null, 0] };
  const of = (/** @type {number[]} */ ...means) =>
    study(Object.fromEntries(means.map((mean, i) => [order[i].loss, [mean, mean + 0.001, mean + 0.003 * (i + 1)]])));
  const [falls, rises] = [of(0.4, 0.2, 0.22, 0.05), of(0.05, 0.22, 0.2, 0.4)];
  const shown = claim({ ...rule, steps: 'shown' });
  const judgedFall = judged(shown, falls);
  assert.deepEqual(
    judgedFall.tests.map(({ kind, counted }) => kind ?? counted),
    ['slope', 'spearman', false, false, false],
  );
  assert.equal(judgedFall.tests[3].outcome, 'failed');
  assert.equal(judgedFall.verdict, 'held');
  assert.equal(judged(shown, rises).verdict, 'failed');
  assert.equal(judged(claim({ ...rule, steps: 'counted' }), falls).verdict, 'depends', 'each step counts');
  assert.deepEqual(
    judgedFall.tests[0].along?.points.map(({ at }) => at),
    [0, 1, 2, 3],
  );
  near(judged(claim({ ...rule, along: { name: 'gamma', per: 0.5 } }), falls).tests[0].mean, Number(judgedFall.tests[0].mean) / 2);
});

test('a claim holds if the interval is in the range, fails if outside, and is open otherwise', () => {
  assert.equal(outcomeOf([-3, -1], [null, 0]), 'held');
  assert.equal(outcomeOf([1, 3], [null, 0]), 'failed');
  assert.equal(outcomeOf([-1, 1], [null, 0]), 'open');
  assert.equal(outcomeOf([0.95, 1.05], [0.9, 1.1]), 'held');
  assert.equal(outcomeOf([0, 0], [0, null]), 'open', 'no difference is not higher');
  assert.equal(outcomeOf([-0.1, 0], [null, 0]), 'open', 'nor lower');
  assert.equal(outcomeOf([0.9, 0.9], [0.9, 1.1]), 'held', 'a range includes its ends');
  assert.equal(outcomeOf([1, 1.1], [0.9, 1.1]), 'held');
  assert.equal(outcomeOf([0.05, 0.2], [0.05, null]), 'held');
  assert.equal(outcomeOf([0.8999, 0.9], [0.9, 1.1]), 'open');
  assert.equal(outcomeOf([1.1, 1.2], [0.9, 1.1]), 'open', 'and only beyond them a value is outside');
  assert.equal(outcomeOf([1.2, 1.4], [0.9, 1.1]), 'failed');
  assert.equal(outcomeOf(null, [null, 0]), 'one seed');
});

/**
 * Makes two cells of an experiment with these errors by seed.
 * @param {Record<string, number[]>} errors
 */
const study = (errors) => () =>
  /** @type {any} */ ({
    cells: Object.keys(errors).map((loss) => ({ cell: `loss=${loss}`, choice: { loss } })),
    runs: Object.entries(errors).flatMap(([loss, values]) =>
      values.map((ece, i) => ({ cell: `loss=${loss}`, seed: i + 1, figures: { before: { ece } } })),
    ),
  });
const claim = (/** @type {any} */ rule) => ({ id: 'x', claim: 'x', shows: 'x', tests: [{ in: ['E1'], figure: 'before.ece', ...rule }] });

test('a verdict follows from the differences: with the opposite sign it changes', () => {
  const rule = { of: { loss: 'focal' }, less: [{ loss: 'ce' }], range: [null, 0] };
  const found = { ce: [0.3, 0.29, 0.31], focal: [0.1, 0.12, 0.11] };
  const swapped = { ce: found.focal, focal: found.ce };
  assert.equal(judged(claim(rule), study(found)).verdict, 'held');
  assert.equal(judged(claim(rule), study(swapped)).verdict, 'failed');
  assert.equal(judged(claim({ ...rule, range: [0, null] }), study(found)).verdict, 'failed');
  assert.equal(judged(claim({ ...rule, range: [null, -0.5] }), study(found)).verdict, 'failed', 'not as much as that');
  assert.equal(judged(claim(rule), study({ ce: [0.1, 0.3, 0.2], focal: [0.2, 0.1, 0.3] })).verdict, 'open');
  assert.equal(judged(claim(rule), study({ ce: [0.3], focal: [0.1] })).verdict, 'not tried', 'one seed decides nothing');
  assert.equal(judged(claim(rule), study({ ce: [0.3, 0.3] })).verdict, 'not tried');
  const both = claim({ ...rule, less: [{ loss: 'ce' }, { loss: 'ls' }] });
  const mixed = judged(both, study({ ...found, ls: [0.05, 0.04, 0.06] }));
  assert.equal(mixed.verdict, 'depends');
  assert.equal(ground(mixed), 'held 1 of 2: E1 focal - ce; failed 1 of 2: E1 focal - ls');
  const alone = judged(both, study({ ...found, ls: [0.2] }));
  assert.deepEqual([alone.verdict, alone.tests.map(({ outcome }) => outcome)], ['held where decided', ['held', 'one seed']]);
  const steps = claim({ order: [{ loss: 'ce' }, { loss: 'ls' }, { loss: 'focal' }], range: [null, 0] });
  assert.deepEqual(
    testsOf(steps.tests[0]).map(({ of, less }) => [of.loss, less?.loss]),
    [
      ['ls', 'ce'],
      ['focal', 'ls'],
    ],
  );
  assert.equal(judged(steps, study({ ...found, ls: [0.2, 0.21, 0.2] })).verdict, 'held');
  assert.equal(
    spread({ mean: 0.5, interval: [0.4, 0.6] }, (value) => value.toFixed(1)),
    '0.5 ± 0.1',
  );
});

test('of many tests of a claim those decide that Holm’s correction leaves', () => {
  const seeds = (/** @type {number} */ mean, /** @type {number} */ spread) => [mean - spread, mean, mean + spread];
  const less = ['a', 'b', 'c', 'd'].map((loss) => ({ loss }));
  const many = claim({ of: { loss: 'focal' }, less, range: [null, 0] });
  // Differences of -0.1: 0.01 wide p = 0.0033; 0.03 wide p = 0.0287, and alone it holds.
  const of = (/** @type {number[]} */ ...spreads) =>
    study({ focal: [0, 0, 0], ...Object.fromEntries(spreads.map((spread, i) => [less[i].loss, seeds(0.1, spread)])) });
  const { tests, verdict } = judged(many, of(0.01, 0.03, 0.03, 0.03));
  assert.deepEqual(
    tests.map(({ outcome, alone }) => [outcome, alone]),
    [
      ['held', undefined],
      ['open', 'held'],
      ['open', 'held'],
      ['open', 'held'],
    ],
  );
  assert.notEqual(verdict, 'held');
  near(tests[1].p, 0.0287141);
  near(tests[1].p_holm, 3 * 0.0287141);
  near(tests[0].p_holm, 4 * Number(tests[0].p));
  assert.equal(judged(claim({ of: { loss: 'focal' }, less: [less[1]], range: [null, 0] }), of(0.01, 0.03)).verdict, 'held', 'alone');
});

test('a claim depends only if one test held and one failed; else it is decided where it is decided', () => {
  const less = ['a', 'b', 'c'].map((loss) => ({ loss }));
  const many = claim({ of: { loss: 'focal' }, less, range: [null, 0] });
  const [low, high, wide] = [
    [0.1, 0.1, 0.1001],
    [-0.1, -0.1, -0.1001],
    [-0.1, 0.1, 0.02],
  ];
  const of = (/** @type {number[][]} */ ...values) =>
    judged(many, study({ focal: [0, 0, 0], ...Object.fromEntries(values.map((those, i) => [less[i].loss, those])) }));
  const short = (/** @type {any} */ { verdict, decided, of }) => [verdict, decided, of];
  assert.deepEqual(short(of(low, low, low)), ['held', 3, 3]);
  assert.deepEqual(short(of(low, wide, low)), ['held where decided', 2, 3]);
  assert.deepEqual(short(of(high, wide, wide)), ['failed where decided', 1, 3]);
  assert.deepEqual(short(of(high, low, wide)), ['depends', 2, 3]);
  assert.deepEqual(short(of(wide, wide, wide)), ['open', 0, 3]);
  assert.deepEqual(short(of([0.1], [0.1], [0.1])), ['not tried', 0, 3]);
  assert.match(ground(of(low, wide, low)), /^held 2 of 3: .*; open 1 of 3: /);
  // An open test says the difference that it finds with a power of 80 %, two of them at 0.025 each.
  near(quantile(0.05, 4), 2.7764451);
  near(quantile(0.4, 2), 1.0606602); // the 80 % quantile
  near(quantile(0.025, 2), 6.2053468);
  const { tests } = of(low, wide, wide);
  near(tests[1].detectable, ((6.2053468 + 1.0606602) * Number(tests[1].sd)) / Math.sqrt(3));
  assert.equal(tests[0].detectable, undefined);
  near(detectable({ n: 5, sd: 1 }, 0.05), (2.7764451 + 0.9409646) / Math.sqrt(5));
});

test('a test has no vote until all planned seeds of its cells are trained', () => {
  const rule = { of: { loss: 'focal' }, less: [{ loss: 'ce' }, { loss: 'ls' }], range: [null, 0] };
  const found = { ce: [0.3, 0.29, 0.31], ls: [0.05, 0.04, 0.06], focal: [0.1, 0.12, 0.11] };
  const lacking = (/** @type {string} */ loss, /** @type {number} */ missing) => () => {
    const { cells, runs } = study(found)();
    return /** @type {any} */ ({
      runs,
      cells: cells.map((/** @type {any} */ one) => (one.choice.loss === loss ? { ...one, missing } : one)),
    });
  };
  assert.equal(judged(claim(rule), study(found)).verdict, 'depends');
  const { verdict, tests, decided, of } = judged(claim(rule), lacking('ls', 2));
  assert.deepEqual([verdict, decided, of], ['held', 1, 1]);
  assert.deepEqual(
    tests.map(({ counted, missing, outcome }) => [counted, missing, outcome]),
    [
      [undefined, undefined, 'held'],
      [false, 2, 'failed'],
    ],
  );
  assert.equal(tests[1].p_holm, undefined, 'it is not among the tests that are corrected');
  assert.equal(judged(claim(rule), lacking('ce', 1)).verdict, 'failed');
  const none = judged(claim(rule), lacking('focal', 1));
  assert.equal(none.verdict, 'not tried', 'none has a vote');
  assert.equal(ground(none), 'its runs were not made, or not with all seeds');
  const trend = judged(
    claim({ order: [{ loss: 'ce' }, { loss: 'focal' }, { loss: 'ls' }], along: { name: 'x', per: 1 }, range: [null, 0] }),
    lacking('ls', 1),
  );
  assert.deepEqual(
    trend.tests.map(({ counted }) => counted),
    [false, false, undefined, false],
  );
  // The stored cells count the planned seeds that they lack.
  for (const { experiment, cells } of kept) {
    const source = measures.find((one) => one.experiment === experiment)?.of ?? experiment;
    for (const { cell, seeds, missing = 0 } of cells)
      assert.equal(
        seeds.length + missing,
        plan().filter((run) => run.experiment === source && run.cell === cell).length,
        `${experiment} ${cell}`,
      );
  }
});

test('each claim names the networks that decide it, with their errors on test and training data', () => {
  const cell = (/** @type {string} */ name, /** @type {Record<string, string>} */ wanted) =>
    studyOf(name)?.cells.find(({ choice }) => Object.entries(wanted).every(([kind, value]) => choice[kind] === value)).figures;
  let memorised = 0;
  for (const { id, tests, conditions } of verdicts().flatMap((/** @type {any} */ paper) => paper.claims)) {
    const voting = tests.filter((/** @type {any} */ one) => one.counted !== false);
    const decides = voting.filter((/** @type {any} */ one) => ['held', 'failed'].includes(one.outcome));
    const listed = decides.length ? decides : voting;
    assert.equal(
      conditions.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.tests, 0),
      listed.length,
      id,
    );
    for (const { in: where, model, data, outcome, error, train_error, ...condition } of conditions) {
      assert.ok(
        studyOf(where)?.networks.some((one) => one.model === model && one.data === data),
        `${id}: ${model}, ${data}`,
      );
      const ofIt = listed.filter((/** @type {any} */ one) => one.in === where && one.outcome === outcome && !one.along);
      const cells = ofIt.flatMap((/** @type {any} */ one) => [one.of, ...(one.less ? [one.less] : [])]);
      for (const wanted of where === 'E3' || where === 'E6' ? [] : cells) {
        const figures = cell(where, wanted);
        for (const [name, [low, high]] of [
          ['before.error', error],
          ['train.error', train_error],
        ])
          assert.ok(figures[name].mean >= low - 1e-4 && figures[name].mean <= high + 1e-4, `${id}: ${where} ${name}`);
      }
      assert.equal(condition.memorised, train_error[1] < 0.02);
      if (condition.memorised) memorised++;
    }
  }
  assert.ok(memorised > 3, `${memorised}`);
  const [smooth] = verdicts().flatMap((/** @type {any} */ paper) => paper.claims.filter((/** @type {any} */ { id }) => id === 'fcl-smce'));
  assert.deepEqual([smooth.conditions[0].model, smooth.conditions[0].outcome], ['MLP of 256 hidden units', 'failed']);
  near(smooth.conditions[0].error[0], cell('E1', { loss: 'fcl:gamma=3,lambda=0.5' })['before.error'].mean);
});

test('a share is a quotient seed by seed', () => {
  const rule = { of: { loss: 'entropy' }, share: { loss: 'ce' }, range: [0.5, null] };
  const { tests, verdict } = judged(claim(rule), study({ ce: [0.2, 0.4, 0.1], entropy: [0.18, 0.36, 0.091] }));
  near(tests[0].mean, (0.9 + 0.9 + 0.91) / 3);
  assert.equal(verdict, 'held');
  assert.equal(judged(claim(rule), study({ ce: [0.2, 0.4, 0.1], entropy: [0.04, 0.08, 0.021] })).verdict, 'failed');
});

test('each decided verdict turns when all of its runs change their sign', () => {
  const real = once();
  const turned = once((name) => {
    const study = real(name);
    if (!study) return null;
    const mirror = (/** @type {any} */ figures) => Object.fromEntries(leaves(figures).map(([figure, value]) => [figure, -value]));
    return { ...study, runs: study.runs.map((row) => ({ ...row, figures: mirror(row.figures) })) };
  });
  for (const { claims: those } of claims.papers)
    for (const one of those) {
      const [now, then] = [judged(one, real), judged(one, turned)];
      // A range around 1 is not mirrored by a sign.
      const decided = now.tests.filter(({ outcome, range }) => ['held', 'failed'].includes(outcome) && range.includes(0));
      for (const { in: where, figure, kind, of, less, outcome } of decided) {
        const same = then.tests.find(
          (t) => JSON.stringify([t.in, t.figure, t.kind, t.of, t.less]) === JSON.stringify([where, figure, kind, of, less]),
        );
        assert.equal(same?.outcome, outcome === 'held' ? 'failed' : 'held', `${one.id}: ${where} ${figure}`);
      }
    }
});

test('every claim names existing experiments, cells and figures, or says why it is not tested', () => {
  const all = plan();
  for (const { claims: those, wrong } of claims.papers) {
    assert.ok(wrong.every((/** @type {any} */ error) => error.where && error.what && error.right));
    for (const one of those) {
      assert.ok(one.claim.endsWith('.') && one.shows, one.id);
      assert.ok(one.tests.length || one.why, `${one.id} says why it is not tried`);
      for (const { in: where, of, less, along } of one.tests.flatMap(testsOf)) {
        const source = experiments.measures.find((/** @type {any} */ measure) => measure.experiment === where)?.of ?? where;
        for (const choice of [of, ...(less ? [less] : []), ...(along?.points.map((point) => point.of) ?? [])])
          assert.ok(
            all.some((run) => run.experiment === source && Object.entries(choice).every(([name, value]) => run.choice[name] === value)),
            `${one.id}: ${where} has no ${JSON.stringify(choice)}`,
          );
      }
    }
  }
});

test('kept results follow from their runs: means, differences, verdicts', () => {
  assert.ok(kept.length);
  for (const { experiment, cells, runs } of kept) {
    for (const { cell, figures, seeds } of cells) {
      const rows = runs.filter((row) => row.cell === cell);
      assert.deepEqual(rows.map(({ seed }) => seed).sort(), [...seeds].sort(), `${experiment} ${cell}`);
      const values = bySeed(rows);
      for (const [name, { mean, n }] of Object.entries(/** @type {any} */ (figures))) {
        const own = [...(values.get(name) ?? [])].map(([, value]) => value);
        assert.equal(own.length, n, `${experiment} ${cell} ${name}`);
        near(summary(own).mean, mean);
      }
    }
  }
  const now = JSON.parse(readFileSync(root('models/papers/verdicts.json'), 'utf8'));
  const points = JSON.parse(readFileSync(root('models/papers/drawn.json'), 'utf8'));
  assert.deepEqual(json(drawn()), points, 'drawn.json is stale; run: make papers TRAIN=no');
  assert.deepEqual(json({ experiments: experimentsOf(), papers: verdicts() }), now, 'verdicts.json is stale; run: make papers TRAIN=no');
});

test('the site has every run with its link and the figures of claims, and nothing else of it', () => {
  const figures = new Set(
    claims.papers.flatMap((/** @type {any} */ one) =>
      one.claims.flatMap((/** @type {any} */ { tests }) => tests.map((/** @type {any} */ { figure }) => figure)),
    ),
  );
  for (const study of kept) {
    const site = JSON.parse(siteText(study.experiment));
    assert.deepEqual(Object.keys(site.runs[0]), ['id', 'cell', 'seed', 'link', 'figures']);
    site.runs.forEach((/** @type {any} */ run, /** @type {number} */ i) => {
      const whole = study.runs[i];
      assert.deepEqual([run.id, run.cell, run.seed, run.link], [whole.id, whole.cell, whole.seed, whole.link]);
      assert.deepEqual(
        leaves(run.figures).sort(),
        leaves(whole.figures)
          .filter(([name]) => figures.has(name))
          .sort(),
      );
    });
    for (const { cell, choice } of study.cells)
      assert.ok(site.cells.some((/** @type {any} */ one) => one.cell === cell && isDeepStrictEqual(one.choice, choice)));
  }
  assert.deepEqual(JSON.parse(siteText('verdicts')), JSON.parse(readFileSync(root('models/papers/verdicts.json'), 'utf8')));
});

test('every kept run is one of the plan, with a separate receipt', () => {
  const planned = new Map(plan().map((run) => [run.id, run]));
  for (const { experiment, runs } of kept)
    for (const { id, cell, seed, link, digest } of runs) {
      const run = planned.get(id);
      assert.ok(run, `${experiment} ${cell} ${seed}: its link is not in experiments.json`);
      assert.equal(run.id, idOf(run.link));
      assert.equal(run.cell, cell);
      assert.equal(run.seed, seed);
      assert.ok(link.includes(`,digest=${digest.slice(0, 16)},`), link);
    }
  // A link that the command refuses would be noticed only after an hour of training.
  const each = new Map(plan().map((run) => [`${run.experiment} ${run.cell}`, run.link]));
  const shapes = new Set([...each].map(([name, link]) => (name.startsWith('E4') ? link : link.replace(/&seed=.*/, ''))));
  for (const link of shapes) assert.equal(calib('share', link).status, 0, link);
});

test('runs resume where they stopped, whole or not at all, and a failed one keeps the others', async (t) => {
  const at = folder(t);
  const tiny = (/** @type {string} */ link) =>
    /** @type {any} */ ({
      experiment: 'T',
      cell: link,
      choice: {},
      seed: 1,
      link,
      id: idOf(link),
      files: [],
      seconds: 1,
      round: 0,
      keep: false,
    });
  const runs = [1, 2].map((seed) => tiny(`data=moons:train=60,val=60,test=60&model=mlp:hidden=4&epochs=1&seed=${seed}`));
  const wrong = tiny('data=moons:train=60,val=60,test=60&model=nosuch');
  const where = { calib: program, data: at, folder: join(at, 'results'), jobs: 2 };
  mkdirSync(where.folder);
  writeFileSync(join(where.folder, `${runs[0].id}.json.new`), '{"half');
  const log = console.log;
  /** @type {string[]} */
  const printed = [];
  console.log = (line) => printed.push(line);
  try {
    assert.equal(await trainAll([wrong, ...runs], where), 1);
    assert.equal(await trainAll(runs, where), 0);
  } finally {
    console.log = log;
  }
  assert.ok(
    printed.some((line) => /no model nosuch|nosuch/.test(line)),
    'the failure is told',
  );
  assert.ok(printed.includes('2 of 2 runs are there; 0 to train, 2 at a time'));
  const result = resultOf(where.folder, runs[0]);
  assert.equal(result?.report.digest, calibJson('train', runs[0].link).digest);
  assert.ok((result?.cpu_seconds ?? -1) >= 0, 'processor seconds are those of the command');
  assert.equal(figuresOf(result?.report).before.ece, result?.report.metrics.ece.value);
  assert.equal(resultOf(where.folder, { ...runs[0], link: `${runs[0].link}&batch=9` }), null, 'of another link nothing is taken');
});

test('the same link in two experiments is trained once', () => {
  const [part] = experiments.parts;
  const twice = plan({ words: experiments.words, parts: [part, { ...part, experiment: 'other', keep: true }] });
  const single = distinct(twice);
  assert.deepEqual([single.length, twice.length], [part.over.loss.length * part.over.seed.length, 2 * single.length]);
  assert.ok(
    single.every(({ keep }) => keep),
    'weights are kept if one of them needs them',
  );
  const all = plan(),
    once = distinct(all);
  assert.equal(once.length, new Set(all.map(({ link }) => link)).size);
  const first = once.findIndex(({ round }) => round > 0);
  assert.ok(
    once.slice(first).every(({ round }) => round > 0),
    'a round ends before the next begins',
  );
});

// Repeats a run of a third of the experiments. Those of ten seconds run in full, the others for one epoch.
// The long form runs all in full, and measures the network of E2 as E6 does.
const SHORT = ['E3', 'E4'];
const LONG = ['E1', 'E2', 'E5', 'E7', ...(soak ? ['E8'] : [])]; // an epoch of E8 is half a minute
const steps = { E1: 32, E2: 16, E5: 94, E7: 32 }; // per epoch

/** Finds the cheapest run, as kept and as planned. @param {string} name */
function cheapest(name) {
  const cost = (/** @type {import('../../models/papers/gather.mjs').Row} */ { cpu_seconds, seconds }) => cpu_seconds ?? seconds;
  const row = studyOf(name)?.runs.reduce((a, b) => (cost(b) < cost(a) ? b : a));
  const run = plan().find(({ id, experiment }) => experiment === name && id === row?.id);
  assert.ok(row && run, name);
  return { row, run };
}

const lacking = needs('data/text') || needs('data/cifar10') || needs('data/cifar100');
const receiptOf = (/** @type {import('../../models/papers/plan.mjs').Run} */ run, ...more) =>
  calibJson('train', run.link, ...dataArguments(run, shared('data')), ...more).link;

[...SHORT, ...LONG].forEach((name, i) => {
  if (!turn(3, i)) return;
  const whole = soak || SHORT.includes(name);
  const what = whole ? 'has its receipt again' : 'has its first epoch again';
  test(`${name}: a run by its link ${what}`, { skip: lacking, timeout: 3_600_000 }, (t) => {
    const { row, run } = cheapest(name);
    if (whole && name !== 'E2') return assert.equal(receiptOf(run), row.link);
    if (whole) {
      const at = folder(t);
      assert.equal(receiptOf(run, '--out', at), row.link);
      const measure = measures.find(({ experiment }) => experiment === 'E6') ?? assert.fail();
      const words = measure.command.map((word) => (word === '{weights}' ? join(at, 'weights.safetensors') : word));
      const files = [
        ...fileArguments(measure.files, shared('data')),
        ...fileArguments(measure.others ?? [], shared('data'), '--other-data'),
      ];
      const kept = studyOf('E6')?.runs.find(({ id }) => id === run.id);
      return assert.deepEqual(json(KEPT.ood(calibJson(...words, ...files))), kept?.figures, 'E6');
    }
    const course = JSON.parse(readFileSync(root(`models/papers/${name}-epochs.json`), 'utf8'))[run.id];
    const { history } = calibJson('train', run.link, '--steps', String(steps[name]), ...dataArguments(run, shared('data')));
    assert.equal(history.length, 1);
    assert.equal(Number(history[0].test.ece.toPrecision(4)), course.ece[0]);
    assert.equal(Number(history[0].test.nll.toPrecision(4)), course.nll[0]);
    assert.equal(Number(history[0].train.nll.toPrecision(4)), course.train_nll[0]);
  });
});
