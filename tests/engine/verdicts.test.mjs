// Recomputes every verdict on the papers' claims from the stored runs, by other formulas. It shares the
// files' formats with models/papers and with the page, and no code.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const HERE = new URL('../../models/papers/', import.meta.url);
/** @param {string} name @returns {any} */
const read = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, HERE), 'utf8'));
const names = readdirSync(HERE).flatMap((file) => /^(E\d+)\.json$/.exec(file)?.[1] ?? []);
const studies = new Map(names.map((name) => [name, read(name)]));
const { parts, measures } = read('experiments');
const sum = (/** @type {number[]} */ values) => values.reduce((a, b) => a + b, 0);

/**
 * Integrates Student's density by Simpson's rule, with the substitution x = tan(u). The quotient of two
 * integrals needs no gamma function.
 * @param {number} t
 * @param {number} dof
 */
function twoSided(t, dof) {
  const density = (/** @type {number} */ u) => Math.cos(u) ** -2 * (1 + Math.tan(u) ** 2 / dof) ** (-(dof + 1) / 2);
  const integral = (/** @type {number} */ from, /** @type {number} */ to, steps = 4000) => {
    const h = (to - from) / steps;
    const each = Array.from({ length: steps + 1 }, (_, i) => density(from + i * h) * (i === 0 || i === steps ? 1 : i % 2 ? 4 : 2));
    return (sum(each) * h) / 3;
  };
  const end = Math.PI / 2 - 1e-9;
  const beyond = integral(Math.atan(t), end);
  return beyond / (beyond + integral(0, Math.atan(t)));
}

/**
 * Finds t with this two-sided probability by secants on its logarithm.
 * @param {number} p
 * @param {number} dof
 */
function beyond(p, dof) {
  let [a, b] = [1, 3];
  let [fa, fb] = [a, b].map((t) => Math.log(twoSided(t, dof) / p));
  for (let i = 0; i < 50 && Math.abs(fb) > 1e-9; i++) {
    const next = Math.max(1e-3, Math.exp(Math.log(b) - (fb * (Math.log(b) - Math.log(a))) / (fb - fa)));
    [a, fa, b] = [b, fb, next];
    fb = Math.log(twoSided(b, dof) / p);
  }
  return b;
}

/** @type {Map<string, number>} */
const quantiles = new Map();
/** @param {number} p @param {number} dof */
function quantile(p, dof) {
  const key = `${p} ${dof}`;
  if (!quantiles.has(key)) quantiles.set(key, beyond(p, dof));
  return /** @type {number} */ (quantiles.get(key));
}

/** Reads "before.ece" of a run's figures. @param {any} run @param {string} path */
const figure = (run, path) => path.split('.').reduce((at, key) => at?.[key], run.figures);

/**
 * Returns a figure by seed, of the one cell that has all these choices.
 * @param {string} name
 * @param {Record<string, string>} choice
 * @param {string} path
 * @returns {Record<number, number>}
 */
function bySeed(name, choice, path) {
  const wanted = new Set(Object.entries(choice).map((pair) => pair.join('=')));
  const runs = (studies.get(name)?.runs ?? []).filter((/** @type {any} */ run) =>
    [...wanted].every((one) => run.cell.split(' ').includes(one)),
  );
  return Object.fromEntries(runs.map((/** @type {any} */ run) => [run.seed, figure(run, path)]).filter(([, value]) => value !== undefined));
}

/**
 * Tells whether a cell has every planned seed.
 * @param {string} name
 * @param {Record<string, string>} choice
 * @param {string} path
 */
function complete(name, choice, path) {
  const source = measures.find((/** @type {any} */ one) => one.experiment === name)?.of ?? name;
  const planned = parts.filter(
    (/** @type {any} */ { experiment, over }) =>
      experiment === source && Object.entries(choice).every(([key, value]) => over[key]?.map(String).includes(value)),
  );
  const found = bySeed(name, choice, path);
  return planned.every((/** @type {any} */ { over }) => over.seed.every((/** @type {number} */ seed) => seed in found));
}

/** Slope as a weighted mean of the slopes of all pairs. @param {number[]} x @param {number[]} y */
function pairSlope(x, y) {
  let [above, below] = [0, 0];
  x.forEach((xi, i) =>
    x.forEach((xj, j) => {
      above += (xi - xj) * (y[i] - y[j]);
      below += (xi - xj) ** 2;
    }),
  );
  return above / below;
}

/**
 * Computes Spearman's correlation by the differences of ranks over all pairs. Ties share their mean rank.
 * @param {number[]} x
 * @param {number[]} y
 */
function rankCorrelation(x, y) {
  const ranks = (/** @type {number[]} */ v) =>
    v.map((one) => (v.filter((other) => other < one).length + v.filter((other) => other <= one).length + 1) / 2);
  const [a, b] = [ranks(x), ranks(y)];
  const pairs = (/** @type {number[]} */ u, /** @type {number[]} */ v) =>
    sum(u.flatMap((ui, i) => u.map((uj, j) => (ui - uj) * (Number(v[i]) - Number(v[j])))));
  return pairs(a, b) / Math.sqrt(pairs(a, a) * pairs(b, b));
}

/** Lists a claim's single values, each by seed. @param {any} claim */
function valuesOf({ tests }) {
  const all = [];
  for (const rule of tests)
    for (const name of rule.in)
      for (const added of rule.when ?? [{}]) {
        const of = (/** @type {any} */ choice) => bySeed(name, { ...choice, ...added }, rule.figure);
        const join = (/** @type {any[]} */ cells, /** @type {(...values: number[]) => number} */ f) =>
          Object.keys(cells[0])
            .filter((seed) => cells.every((cell) => seed in cell))
            .map((seed) => f(...cells.map((cell) => cell[seed])));
        const push = (/** @type {any[]} */ cells, /** @type {number[]} */ values, votes = true) => {
          const there = cells.every((cell) => complete(name, { ...cell, ...added }, rule.figure));
          if (values.length) all.push({ values, votes: votes && there, there, range: rule.range, rule });
        };
        const pair = (/** @type {any} */ one, /** @type {any} */ other, /** @type {(a: number, b: number) => number} */ f, votes = true) =>
          push([one, other], join([of(one), of(other)], f), votes);
        if (rule.share) pair(rule.of, rule.share, (a, b) => a / b);
        else if (rule.less) for (const less of rule.less) pair(rule.of, less, (a, b) => a - b);
        else if (rule.of)
          push(
            [rule.of],
            join([of(rule.of)], (a) => a),
          );
        if (!rule.order) continue;
        const cells = rule.order.map(of);
        if (rule.along) {
          const pattern = new RegExp(`${rule.along.name}=([\\d.]+)`);
          const x = rule.order.map(
            (/** @type {any} */ choice) =>
              Number(choice[rule.along.name] ?? pattern.exec(Object.values(choice).join())?.[1] ?? 0) / rule.along.per,
          );
          push(
            rule.order,
            join(cells, (...y) => pairSlope(x, y)),
          );
          push(
            rule.order,
            join(cells, (...y) => rankCorrelation(x, y)),
          );
        }
        for (let i = 1; i < cells.length; i++) pair(rule.order[i], rule.order[i - 1], (a, b) => a - b, rule.steps !== 'shown');
      }
  return all;
}

/** Judges a single value. @param {number[]} values @param {[number | null, number | null]} range */
function judge(values, [from, to]) {
  const n = values.length;
  const mean = sum(values) / n;
  if (n === 1) return { n, mean, p: NaN, says: 'one seed' };
  const same = values.every((value) => value === values[0]);
  const error = same ? 0 : Math.sqrt((sum(values.map((v) => v * v)) - n * mean * mean) / (n - 1) / n);
  const half = error * quantile(0.05, n - 1);
  const centre = same ? values[0] : mean;
  const in0 = (/** @type {number} */ v) =>
    (from === null || (from === 0 ? v > 0 : v >= from)) && (to === null || (to === 0 ? v < 0 : v <= to));
  const out0 = (/** @type {number} */ v) => (from !== null && v < from) || (to !== null && v > to);
  const ends = [centre - half, centre + half];
  const says = ends.every(in0)
    ? 'held'
    : ends.every(out0) && !(from !== null && to !== null && ends[0] < from && ends[1] > to)
      ? 'failed'
      : 'open';
  const gap = Math.min(...[from, to].filter((end) => end !== null).map((end) => Math.abs(centre - Number(end))));
  const p = error ? twoSided(gap / error, n - 1) : says === 'open' ? 1 : 0;
  return { n, mean, ends, error, p, says };
}

/**
 * Corrects p-values by Holm's definition: a maximum over all that are not larger.
 * @param {number[]} ps
 */
const holm = (ps) =>
  ps.map((p) => Math.min(1, Math.max(...ps.filter((q) => q <= p).map((q) => q * (ps.length - ps.filter((r) => r < q).length)))));

const near = (/** @type {number | undefined} */ got, /** @type {number} */ wanted, /** @type {string} */ about, slack = 2e-4) =>
  assert.ok(got !== undefined && Math.abs(got - wanted) <= slack * Math.abs(wanted) + 2e-6, `${about}: ${got}, and again ${wanted}`);

test('every verdict follows from the runs by separate code: values, p-values, outcomes, verdicts', () => {
  const stored = read('verdicts').papers;
  let compared = 0;
  for (const [i, paper] of read('claims').papers.entries())
    for (const [j, claim] of paper.claims.entries()) {
      const { tests, verdict, decided, of, id } = stored[i].claims[j];
      assert.equal(id, claim.id);
      const again = valuesOf(claim).map(({ values, votes, there, range }) => ({ votes, there, ...judge(values, range) }));
      assert.equal(tests.length, again.length, id);
      const family = again.filter(({ votes, says }) => votes && says !== 'one seed');
      const corrected = holm(family.map(({ p }) => p));
      const remaining = corrected.filter((p) => p > 0.05).length;
      again.forEach(({ n, mean, ends, error, p, says, votes, there }, k) => {
        const about = `${id}, value ${k + 1}`;
        const one = tests[k];
        assert.equal(one.n, n, about);
        near(one.mean, mean, about, 1e-4);
        assert.equal(one.counted !== false, votes, about);
        assert.equal(one.missing === undefined, there, about);
        ends?.forEach((end, side) => {
          const rounded = 5e-5 * Math.abs(end) + 1e-4 * Math.abs(end - mean); // 5 digits, of the quantiles, too
          assert.ok(Math.abs(one.interval[side] - end) <= rounded + 1e-9, `${about}: ${one.interval[side]}, and again ${end}`);
        });
        if (says === 'one seed') return assert.equal(one.outcome, says, about);
        near(one.p, p, about);
        compared++;
        if (!votes) return assert.equal(one.outcome, says, about);
        const adjusted = corrected[family.indexOf(again[k])];
        near(one.p_holm, adjusted, about);
        const outcome = adjusted <= 0.05 ? says : 'open';
        assert.equal(one.outcome, outcome, about);
        assert.equal(one.alone ?? outcome, says, about);
        if (outcome === 'open')
          near(one.detectable, Number(error) * (quantile(0.05 / remaining, n - 1) + quantile(0.4, n - 1)), about, 1e-3);
        again[k].says = outcome;
      });
      const votes = again.filter((one) => one.votes).map(({ says }) => says);
      const [held, failed] = ['held', 'failed'].map((outcome) => votes.filter((one) => one === outcome).length);
      assert.deepEqual([decided, of], [held + failed, votes.length], id);
      const all = held + failed === votes.length ? '' : ' where decided';
      const tried = votes.some((one) => one !== 'one seed');
      const expected = !tried ? 'not tried' : held && failed ? 'depends' : held ? `held${all}` : failed ? `failed${all}` : 'open';
      assert.equal(verdict, expected, id);
    }
  assert.ok(compared > 200, `${compared} values`);
});

test('the points of the papers’ figures follow from the runs by separate code', () => {
  let compared = 0;
  for (const { id, x, cubic, panels } of read('drawn')) {
    assert.equal(cubic, id === 'geometry-3');
    for (const { in: name, of, bin, y, points } of panels) {
      const courses = x === 'epoch' ? read(`${name}-epochs`) : {};
      const ofCell = (/** @type {any} */ choice) =>
        studies.get(name).runs.filter(({ cell }) => Object.entries(choice).every((pair) => cell.split(' ').includes(pair.join('='))));
      for (const point of points) {
        const about = `${id} ${name} ${JSON.stringify({ ...of, ...point.of })}`;
        const runs = ofCell({ ...of, ...point.of });
        const values = runs.map((/** @type {any} */ run) =>
          x === 'epoch'
            ? bin
              ? courses[run.id].gammas[point.x - 1][bin - 1]
              : courses[run.id].ece[point.x - 1]
            : x === 'bin'
              ? run.figures.gammas[point.x - 1]
              : figure(run, y),
        );
        const { mean, ends = [] } = judge(values, [null, null]);
        near(point.y, mean, about);
        if (values.length > 1) near(point.error + mean, ends[1], about, 5e-4);
        else assert.equal(point.error, undefined, about);
        if (x.includes('.'))
          near(
            point.x,
            judge(
              runs.map((/** @type {any} */ run) => figure(run, x)),
              [null, null],
            ).mean,
            about,
          );
        if (x === 'gamma') assert.ok(runs[0].cell.endsWith(`gamma=${point.x}`), about);
        if (x === 'lambda') assert.ok(runs[0].cell.includes(point.x ? `lambda=${point.x}` : 'loss=focal'), about);
        compared++;
      }
    }
  }
  assert.ok(compared > 200, `${compared} points`);
});

test('figures of the runs follow from their epochs and from one another', () => {
  let compared = 0;
  for (const name of names.filter((one) => one !== 'E6')) {
    const courses = read(`${name}-epochs`);
    for (const { id, figures } of studies.get(name).runs) {
      const { ece, nll, error, train_error: trained, gammas } = courses[id];
      near(figures.mean_ece, sum(ece) / ece.length, `${name} ${id}: mean_ece`, 1e-3);
      near(figures.nll_rise + 1, nll.at(-1) - Math.min(...nll) + 1, `${name} ${id}: nll_rise`, 2e-3);
      near(figures.before.error, error.at(-1), `${name} ${id}: error`, 1e-3);
      near(figures.train.error, trained.at(-1), `${name} ${id}: training error`, 1e-3);
      near(figures.over + 1, figures.confidence + figures.before.error, `${name} ${id}: over`);
      gammas?.at(-1).forEach((/** @type {number} */ gamma, /** @type {number} */ bin) => {
        near(figures.gammas[bin], gamma, `${name} ${id}: gamma of bin ${bin + 1}`, 1e-3);
      });
      if (figures.gammas) {
        const third = figures.gammas.slice(0, Math.ceil(figures.gammas.length / 3));
        near(figures.gamma_fall, sum(third) / third.length - figures.gammas.at(-1), `${name} ${id}: gamma_fall`, 1e-3);
      }
      compared++;
    }
  }
  assert.ok(compared > 200, `${compared} runs`);
});
