// Compares smooth and random tables with slow formulas: kernel regression and densities, and reliability with
// its chance bands.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, npyBytes } from '../support/calib.mjs';
import { accuracies, binOf, confidences, files, N, near, objects, scoresOf, view } from '../support/scores.mjs';

/**
 * Returns the density at t of a Gaussian around c that both ends of [0, 1] reflect. Sums what remains of each
 * cosine (Jacobi's theta function) instead of images.
 */
function reflected(t, c, sigma) {
  let sum = 1;
  for (let m = 1; m * sigma < 3; m++) {
    const left = Math.exp(-((m * Math.PI * sigma) ** 2) / 2);
    sum += 2 * left * Math.cos(m * Math.PI * t) * Math.cos(m * Math.PI * c);
  }
  return sum;
}

/**
 * Imitates relplot: samples are rounded linearly onto its mesh, whose end points are their own mirror images.
 */
function relplotSums(t, scores, value, sigma) {
  const points = Math.floor(Math.max(2000, Math.round(20 / sigma)) / 2) + 1,
    mesh = new Float64Array(points);
  scores.forEach((s) => {
    const place = s.confidence * (points - 1),
      at = Math.min(points - 2, Math.floor(place));
    mesh[at] += (1 - place + at) * value(s);
    mesh[at + 1] += (place - at) * value(s);
  });
  const step = 1 / (points - 1),
    kernel = (d) => (d > 0.5 + 1e-9 ? 0 : Math.exp(-(d * d) / (2 * sigma * sigma)) / (Math.sqrt(2 * Math.PI) * sigma));
  const on = (e) => {
    let sum = 0;
    for (let m = 0; m < points; m++) {
      if (!mesh[m]) continue;
      const images = m === 0 ? [m, 2 * (points - 1)] : m === points - 1 ? [m, -m] : [m, -m, 2 * (points - 1) - m];
      for (const image of new Set(images)) sum += mesh[m] * kernel(Math.abs(e - image) * step);
    }
    return sum;
  };
  const place = t * (points - 1),
    at = Math.min(points - 2, Math.floor(place)),
    share = place - at;
  return share === 0 ? on(at) : on(at) * (1 - share) + on(at + 1) * share;
}

const sumOf = (list) => list.reduce((sum, x) => sum + x, 0);

test('the smooth curve is the kernel regression, with the width of smooth ECE', (t) => {
  const f = files(t),
    scores = scoresOf();
  for (const text of ['smooth:points=12', 'smooth:points=12,sigma=0.03', 'smooth:points=12,sigma=0.5']) {
    const table = view(text, ...f.given),
      { sigma } = table.facts;
    for (const row of objects(table)) {
      const own = scores.map((s) => reflected(row.confidence, s.confidence, sigma));
      near(row.density, sumOf(own) / N, `${text}: density`, 1e-6);
      const weight = sumOf(own) / reflected(row.confidence, row.confidence, sigma),
        counted = sumOf(own) ** 2 / sumOf(own.map((k) => k * k));
      near(row.samples, Math.min(counted, Math.SQRT2 * weight), `${text}: samples`, 1e-5);
      const shown = weight >= 1,
        right = sumOf(own.filter((_, i) => scores[i].right));
      near(row.accuracy, shown ? right / sumOf(own) : NaN, `${text}: accuracy at ${row.confidence}`, 1e-6);
      if (row.accuracy !== null) assert.ok(row.interval_low < row.accuracy && row.accuracy < row.interval_high);
    }
  }
  for (const text of ['smooth:points=12,kernel=relplot', 'smooth:points=12,sigma=0.03,kernel=relplot']) {
    const table = view(text, ...f.given),
      { sigma } = table.facts;
    for (const row of objects(table)) {
      const sum = relplotSums(row.confidence, scores, () => 1, sigma),
        weight = sum * sigma * Math.sqrt(2 * Math.PI);
      near(row.density, sum / N, `${text}: density`, 1e-9);
      near(row.samples, Math.SQRT2 * weight, `${text}: samples`, 1e-9);
      const accuracy = weight < 1 ? NaN : relplotSums(row.confidence, scores, (s) => Number(s.right), sigma) / sum;
      near(row.accuracy, accuracy, `${text}: accuracy at ${row.confidence}`, 1e-9);
    }
  }
  for (const kernel of ['reflected', 'relplot']) {
    const { facts } = view(`smooth:kernel=${kernel}`, ...f.given),
      { smece } = calibJson('report', ...f.given, '--metric', `smece:kernel=${kernel}`, '--draws', '0').metrics;
    assert.deepEqual([facts.smece, facts.sigma], [smece.value, smece.sigma]);
  }
  assert.ok(
    view('smooth:sigma=0.003', ...f.given).rows.some((row) => row[1] === null),
    'no curve where there are no samples',
  );
});

/** Integrates a table's column of densities by the trapezoidal rule. */
const massOf = (rows) =>
  rows.reduce(
    (sum, { confidence, density }, i) => (i ? sum + ((confidence - rows[i - 1].confidence) * (density + rows[i - 1].density)) / 2 : 0),
    0,
  );

test('the smooth density keeps the mass of samples at a confidence of 0 and 1, and counts each of them once', (t) => {
  // Thirty samples at 1, and ten at a thousandth, which is the least that the largest of a thousand classes
  // can be.
  const k = 1000,
    z = new Float32Array(40 * k),
    y = Int32Array.from({ length: 40 }, (_, i) => (i % 5 ? 0 : 1)),
    file = (name) => join(at, name),
    at = folder(t);
  for (let i = 0; i < 30; i++) z[i * k] = 200;
  writeFileSync(file('z.npy'), npyBytes(z, [40, k])), writeFileSync(file('y.npy'), npyBytes(y, [40]));
  for (const sigma of [0.01, 0.2, 1]) {
    const rows = objects(view(`smooth:points=2001,sigma=${sigma}`, '--logits', file('z.npy'), '--labels', file('y.npy')));
    near(massOf(rows), 1, `sigma ${sigma}: mass`, 1e-6);
    if (sigma > 0.02) continue;
    near(rows.at(-1).samples, 30, 'samples at 1', 1e-9);
    near(rows[0].samples, 10, 'samples near 0', 1e-9);
    near(rows.at(-1).accuracy, 0.8, 'accuracy at 1', 1e-9);
  }
});

const logFactorials = [0];
for (let i = 1; i <= N; i++) logFactorials[i] = logFactorials[i - 1] + Math.log(i);
const binomial = (n, i, p) =>
  Math.exp(logFactorials[n] - logFactorials[i] - logFactorials[n - i] + i * Math.log(p) + (n - i) * Math.log1p(-p));

test('reliability has the bins of any metric, and its chance bands', (t) => {
  const f = files(t),
    scores = scoresOf(2).sort((a, b) => a.confidence - b.confidence);
  const parts = { ece: (b) => scores.filter((s) => binOf(s.confidence, 10) === b), adaece: (b) => scores.slice(b * 70, (b + 1) * 70) };
  for (const [id, part] of Object.entries(parts)) {
    const table = view(`reliability:metric=${id},bins=10`, ...f.given, '--temperature', '2');
    const rows = objects(table);
    assert.equal(rows.length, 10);
    rows.forEach((row, b) => {
      const here = part(b),
        n = here.length,
        says = confidences(here),
        is = accuracies(here);
      assert.equal(row.count, n);
      near(row.confidence, says, 'confidence');
      near(row.accuracy, is, 'accuracy');
      near(row.gap, says - is, 'gap');
      if (!n) return;
      near(row.part, (n / N) * Math.abs(says - is), 'part');
      const z = 1.959963984540054;
      for (const bound of [row.interval_low, row.interval_high]) // roots of (bound - is)^2 = z^2 bound (1 - bound) / n
        if (is > 0 && is < 1) near((bound - is) ** 2, (z * z * bound * (1 - bound)) / n, 'Wilson', 1e-9);
      let sum = 0,
        gap = 0,
        low = -1,
        high = -1;
      for (let i = 0; i <= n; i++) {
        const p = binomial(n, i, says);
        sum += p;
        gap += p * Math.abs(i / n - says);
        if (low < 0 && sum >= 0.05) low = i;
        if (high < 0 && sum >= 0.95) high = i;
      }
      near(row.chance_low, low / n, 'chance_low');
      near(row.chance_high, high / n, 'chance_high');
      near(row.chance_gap, gap, 'chance_gap', 1e-9);
    });
    near(
      table.facts.value,
      rows.reduce((sum, row) => sum + row.part, 0),
      id,
    );
  }
  for (const { id } of calibJson('describe').metric) {
    const { out, err } = calib('view', `reliability:metric=${id}`, ...f.given, ...f.truth);
    if (out) assert.equal(typeof JSON.parse(out).facts.value, 'number', id);
    else assert.match(err, new RegExp(`^calib: view reliability: metric ${id} (has no bins|needs a second set)\n$`));
  }
  assert.ok(
    view('reliability:metric=true_ce', ...f.given, ...f.truth).rows.every((row) => row[7] === null),
    'no chance in the truth',
  );
});
