// Compares separate losses with their formulas, and sweeps of a link with the link trained alone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { calibJson, folder, refuses } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

const near = (got, wanted, tolerance, what) =>
  assert.ok(Math.abs(got - wanted) <= tolerance * Math.max(1, Math.abs(wanted)), `${what}: ${got}, not ${wanted}`);

// Loss of q for the right class, and its derivative, in plain formulas of two classes.
const focal = (gamma) => ({
  loss: (q) => -((1 - q) ** gamma) * Math.log(q),
  slope: (q) => gamma * (1 - q) ** (gamma - 1) * Math.log(q) - (1 - q) ** gamma / q,
});
const brier = { loss: (q) => 2 * (1 - q) ** 2, slope: (q) => -4 * (1 - q) };
const mixed = (a, b, weight) => ({ loss: (q) => a.loss(q) + weight * b.loss(q), slope: (q) => a.slope(q) + weight * b.slope(q) });

for (const [text, formula] of [
  ['ce', focal(0)],
  ['focal:gamma=0.5', focal(0.5)],
  ['focal', focal(3)],
  ['brier', brier],
  ['fcl:gamma=3,lambda=0.5', mixed(focal(3), brier, 0.5)],
])
  test(`curves and optima of ${text} for two classes`, () => {
    const curve = calibJson('theory', 'loss-curves', '--loss', text, '--points', '50');
    assert.equal(curve.p.length, 49);
    curve.p.forEach((p, i) => {
      near(p, (i + 1) / 50, 1e-15, 'p');
      near(curve.loss[i], formula.loss(p), 1e-12, `loss at ${p}`);
      near(curve.by_p[i], formula.slope(p), 1e-11, `derivative at ${p}`);
      near(curve.slope[i], formula.slope(p) * p * (1 - p), 1e-11, `slope at ${p}`);
      near(curve.factor[i], -formula.slope(p) * p, 1e-11, `factor at ${p}`);
    });
    const best = calibJson('theory', 'optimum', '--loss', text, '--points', '20');
    best.p.forEach((p, i) => {
      const q = best.q[i],
        risk = (x) => p * formula.loss(x) + (1 - p) * formula.loss(1 - x);
      near(best.risk[i], risk(q), 1e-12, `risk at ${p}`);
      near(p * formula.slope(q) - (1 - p) * formula.slope(1 - q), 0, 1e-9, `derivative of the risk at ${p}`);
      for (let x = 0.001; x < 1; x += 0.001) assert.ok(risk(x) >= best.risk[i] - 1e-12, `${text}: ${x} is better at ${p}`);
      assert.equal(best.at_bound[i], false);
    });
  });

// A gamma that depends on the sample makes the risk jump. The least risk may be at either side of a jump, and
// is found to a step of the search, 0.02 in the logit.
test('the optimum of a loss that jumps is the least of all risks', () => {
  for (const [text, gamma] of /** @type {[string, (q: number) => number][]} */ ([
    ['flsd53', (q) => (q < 0.2 ? 5 : 3)],
    ['flsd53:threshold=0.4', (q) => (q < 0.4 ? 5 : 3)],
    ['flsd532', (q) => (q < 0.2 ? 5 : q < 0.5 ? 3 : 2)],
    ['flsd532:threshold=0.1,second=0.3', (q) => (q < 0.1 ? 5 : q < 0.3 ? 3 : 2)],
  ])) {
    const loss = (/** @type {number} */ q) => -((1 - q) ** gamma(q)) * Math.log(q);
    const best = calibJson('theory', 'optimum', '--loss', text, '--points', '100');
    best.p.forEach((p, i) => {
      const risk = (/** @type {number} */ x) => p * loss(x) + (1 - p) * loss(1 - x);
      near(best.risk[i], risk(best.q[i]), 1e-12, `${text}: risk at ${p}`);
      for (let x = 0.0005; x < 1; x += 0.0005) assert.ok(risk(x) >= best.risk[i] - 0.003, `${text}: ${x} is better at ${p}`);
    });
  }
});

test('each error in a paper is refuted by what theory prints', () => {
  const { papers } = JSON.parse(readFileSync(root('models/papers/claims.json'), 'utf8'));
  const checks = papers.flatMap((/** @type {any} */ { wrong }) => wrong.flatMap((/** @type {any} */ error) => error.checks ?? []));
  assert.ok(checks.length >= 9, `${checks.length}`);
  for (const { command, figure, at, value } of checks) {
    const printed = calibJson('theory', ...command.split(' '));
    const i = printed.p.findIndex((/** @type {number} */ p) => Math.abs(p - at) < 1e-12);
    assert.equal(Number(printed[figure]?.[i]?.toPrecision(3)), value, `${command}: ${figure} at ${at}`);
  }
});

test('what is wrong in the papers: a gap under FCL, a bound for every gamma, a factor above 1, the best lambda', () => {
  // FCL, Theorem 4.5: the gap of focal loss's own minimum under FCL.
  const at = (/** @type {string} */ loss) => {
    const { q, risk } = calibJson('theory', 'optimum', '--loss', loss, '--points', '10');
    return { q: q[6], risk: risk[6] };
  };
  const [own, other] = [at('focal:gamma=3'), at('fcl:gamma=3,lambda=0.5')];
  const fcl = mixed(focal(3), brier, 0.5);
  near(0.7 * fcl.loss(own.q) + 0.3 * fcl.loss(1 - own.q) - other.risk, 0.00568, 5e-6, 'gap under FCL');
  near(0.7 * focal(3).loss(own.q) + 0.3 * focal(3).loss(1 - own.q) - own.risk, 0, 1e-12, 'gap under focal loss');
  // The short study, Theorem 2: Bernoulli's step fails at gamma 0.5, the bound with the entropy holds.
  let fails = 0;
  for (const gamma of [0, 0.1, 0.5, 0.9, 1, 3, 10])
    for (const [i, p] of calibJson('theory', 'loss-curves', '--loss', `focal:gamma=${gamma}`, '--points', '50').p.entries()) {
      const loss = focal(gamma).loss(p);
      const entropy = -p * Math.log(p) - (1 - p) * Math.log(1 - p); // the least of all predictions with this p
      assert.ok(loss >= -Math.log(p) - gamma * entropy - 1e-12, `${gamma} ${i}`);
      if ((1 - p) ** gamma < 1 - gamma * p - 1e-12) fails++;
    }
  assert.ok(fails > 50, 'Bernoulli does not hold below 1');
  // Geometry, Eq. 28: the second derivative of focal loss along the logit, where that of the loss vanishes.
  const [gamma, p] = [3, 0.2];
  const factor = (1 - p) ** gamma - gamma * p * (1 - p) ** (gamma - 1) * Math.log(p);
  const steps = [-1e-6, 1e-6].map((step) => focal(gamma).loss(Math.exp(Math.log(p) - step)));
  near((steps[1] - steps[0]) / 2e-6, factor, 1e-6, 'd focal / d cross-entropy');
  assert.ok(factor > 1 && (1 - p) ** gamma < 0.52);
  // Geometry, Corollary 1: lambda makes the bound least.
  const [error, n, complexity] = [0.1, 1000, 10];
  const bound = (/** @type {number} */ l) => error / (1 - l / 2) + complexity / (n * l * (1 - l / 2));
  const best = 2 / (Math.sqrt((2 * n * error) / complexity + 1) + 1);
  for (const l of [best * 0.99, best * 1.01, 2 / Math.sqrt((2 * n * error) / complexity + 2)]) assert.ok(bound(l) > bound(best), `${l}`);
});

test('proper losses are least at the posterior; focal losses at less, inverse ones at more; FCL is not proper', () => {
  const q = (loss, ...more) => calibJson('theory', 'optimum', '--loss', loss, '--points', '10', ...more);
  for (const classes of ['2', '3', '100'])
    for (const loss of calibJson('describe').loss.filter((entry) => ['ce', 'brier'].includes(entry.id))) {
      const got = q(loss.id, '--classes', classes);
      got.p.forEach((p, i) => near(got.q[i], p, 1e-9, `${loss.id} with ${classes} classes`));
    }
  // Label smoothing's own posterior: (1 - e) p + e / k.
  const ls = q('ls:eps=0.1', '--classes', '5');
  ls.p.forEach((p, i) => near(ls.q[i], 0.9 * p + 0.02, 1e-9, 'ls'));
  const flat = q('focal:gamma=3'),
    sharp = q('inv-focal:gamma=1');
  flat.p.forEach((p, i) => {
    if (p === 0.5) return;
    assert.ok(Math.abs(flat.q[i] - 0.5) < Math.abs(p - 0.5) && Math.abs(sharp.q[i] - 0.5) > Math.abs(p - 0.5), `${p}`);
  });
  near(q('fcl:gamma=3,lambda=0.5').q[6], 0.598, 5e-4, 'FCL at 0.7');
});

test('near p = 1 the gradient of focal loss vanishes for every gamma above 0, even below 0.5', () => {
  for (const gamma of [0.1, 0.3, 0.5, 1, 3]) {
    const { factor } = calibJson('theory', 'loss-curves', '--loss', `focal:gamma=${gamma}`, '--points', '10000');
    assert.ok(factor.at(-1) < factor[9900] && factor.at(-1) < factor[9000] && factor.at(-1) < 1, `${gamma}`);
  }
});

test('gamma from p0 gives the gradient of cross-entropy at p0, and less above', () => {
  const { p0, gamma } = calibJson('theory', 'gamma-of-p0', '--points', '40');
  assert.deepEqual([p0[0], p0.length, gamma.length], [1 / 40, 19, 19]);
  const factor = (p, g) => (1 - p) ** g - g * p * (1 - p) ** (g - 1) * Math.log(p);
  p0.forEach((p, i) => {
    near(factor(p, gamma[i]), 1, 1e-9, `at ${p}`);
    for (let above = p + 0.005; above < 1; above += 0.005) assert.ok(factor(above, gamma[i]) < 1, `${above} above ${p}`);
  });
});

test('losses without a curve are refused', () => {
  refuses(['theory', 'optima'], 2, "theory: no 'optima'; there are optimum, loss-curves, gamma-of-p0");
  refuses(['theory', 'optimum', '--loss', 'mmce'], 2, 'loss mmce couples the samples of a batch: it has no value for a single output');
  refuses(['theory', 'gamma-of-p0', '--loss', 'ce'], 2, 'theory gamma-of-p0 is about the focal loss: it takes only --points');
  refuses(['theory', 'optimum', '--points', '3'], 2, '--points 3 is not a whole number from 4 to 10000');
});

const link = 'data=moons:train=60,val=40,test=50,flip=0.1&model=mlp:hidden=8&loss=focal&epochs=4&batch=20&curvature=4';

test('a sweep equals each of its links trained alone', (t) => {
  const swept = calibJson(
    'sweep',
    link,
    '--over',
    'loss.gamma=0/0.5/3',
    '--over',
    'optimizer.lr=0.01/0.3',
    '--fit',
    'curvature.trace:test.ece',
    '--fit',
    'loss.gamma:curvature.eig_max',
    '--fit',
    'no.such:test.ece',
  );
  assert.deepEqual(swept.over, [
    { place: 'loss.gamma', values: ['0', '0.5', '3'] },
    { place: 'optimizer.lr', values: ['0.01', '0.3'] },
  ]);
  assert.equal(swept.points.length, 6);
  swept.points.forEach(({ spec, figures }, i) => {
    assert.deepEqual([figures['loss.gamma'], figures['optimizer.lr']], [[0, 0.5, 3][i >> 1], [0.01, 0.3][i & 1]]);
    const out = folder(t),
      alone = calibJson('train', spec, '--out', out);
    assert.equal(alone.spec, spec);
    assert.match(spec, i >> 1 === 2 ? /&loss=focal&/ : /&loss=focal:gamma=0/);
    for (const [id, { value }] of Object.entries(alone.metrics)) if (value !== null) assert.equal(figures[`test.${id}`], value, id);
    for (const [id, value] of Object.entries(alone.history[3].val))
      if (figures[`val.${id}`] !== undefined) assert.equal(figures[`val.${id}`], value);
    const { T, metrics } = alone.calibrators.temperature.by_ece;
    assert.deepEqual([figures['post.T'], figures['post.ece']], [T, metrics.ece.value]);
    for (const [id, value] of Object.entries(alone.history[3].curvature)) assert.equal(figures[`curvature.${id}`], value);
    assert.ok(figures.seconds > 0 && figures.epochs === 4);
  });
  const [ece, eig, none] = swept.fits;
  checkCubic(
    ece,
    swept.points.map(({ figures }) => [figures['curvature.trace'], figures['test.ece']]),
  );
  assert.deepEqual(eig, { fit: 'loss.gamma:curvature.eig_max', points: 6 }); // three gammas determine no cubic
  assert.deepEqual(none, { fit: 'no.such:test.ece', points: 0 });
});

// The normal equations of least squares: the residual is orthogonal to 1, u, u^2 and u^3.
function checkCubic(fit, points) {
  const left = points.map(([x, y]) => {
    const u = (x - fit.center) / fit.scale;
    assert.ok(Math.abs(u) <= 1 + 1e-12);
    return [u, y - fit.coefficients.reduceRight((sum, c) => sum * u + c, 0)];
  });
  for (let power = 0; power < 4; power++)
    assert.ok(Math.abs(left.reduce((sum, [u, r]) => sum + r * u ** power, 0)) < 1e-12, `power ${power}`);
  const rms = Math.sqrt(left.reduce((sum, [, r]) => sum + r * r, 0) / points.length);
  near(fit.residual, rms, 1e-12, 'residual');
}

test('a sweep over whole losses: a diverged run is a point, a wrong value is refused before the first run', () => {
  const swept = calibJson('sweep', link.replace('&curvature=4', ''), '--over', 'loss=ce/focal:gamma=2/brier', '--over', 'epochs=1/2');
  assert.deepEqual(
    swept.points.map((p) => p.figures.epochs),
    [1, 2, 1, 2, 1, 2],
  );
  assert.match(swept.points[3].spec, /loss=focal:gamma=2&epochs=2/);
  assert.ok(!('loss' in swept.points[0].figures) && !('curvature.trace' in swept.points[0].figures));
  const wild = calibJson(
    'sweep',
    'data=moons:train=60,val=40,test=50&model=mlp:hidden=32/32/32&epochs=20&batch=20&reduction=sum',
    '--over',
    'optimizer.lr=100/0.01',
  );
  assert.match(wild.points[0].failed, /finite/);
  assert.ok(!('failed' in wild.points[1]) && wild.points[1].figures['test.ece'] >= 0);
  refuses(['sweep', link, '--over', 'loss.gamma=1/200'], 2, /^calib: loss focal: gamma=200 is not a number from 0 to 20/);
  refuses(['sweep', link, '--over', 'loss.gama=1'], 2, 'loss.gama: loss focal has no such parameter');
  refuses(['sweep', link, '--over', 'seed.x=1'], 2, 'seed.x: seed has no parameters');
  refuses(['sweep', link, '--over', 'los=ce'], 2, /^calib: link: no key 'los'/);
  refuses(['sweep', link, '--over', 'seed'], 2, '--over seed is not a parameter with values, as in loss.gamma=0/1/3');
  refuses(['sweep', link, '--over', 'loss=c e'], 2, 'loss: character 2 of the value (byte 0x20) is not allowed there');
});
