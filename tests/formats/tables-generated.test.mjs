// Tests that no table is read wrongly in silence: seeded random tables of every task, whose figures are known
// by construction. A table may be refused, but not often.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, folder } from '../support/calib.mjs';
import { softmax, topOf } from '../support/outputs.mjs';
import { seed } from '../support/soak.mjs';

const TABLES = 500;

/** A source of random numbers (mulberry32). @param {number} state */
function source(state) {
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    below: (/** @type {number} */ n) => Math.floor(next() * n),
    /** @template T @param {T[]} list */
    one: (list) => list[Math.floor(next() * list.length)],
    chance: (/** @type {number} */ p) => next() < p,
    /** @template T @param {T[]} list */
    shuffled: (list) =>
      list
        .map((value) => ({ value, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ value }) => value),
  };
}
/** @typedef {ReturnType<typeof source>} Random */
/** @typedef {{name: string, cells: string[]}} Column */
/**
 * A table, its figures, and the columns that a row must have.
 * @typedef {{columns: Column[], truth: Record<string, number>, needed: string[]}} Made
 */

const round = (/** @type {number} */ x, digits = 6) => Math.round(x * 10 ** digits) / 10 ** digits;

/** @param {Random} r @returns {Made} */
function binary(r) {
  const n = 30 + r.below(60);
  const p = Array.from({ length: n }, () => round(0.02 + 0.96 * r.next()));
  const y = p.map((value) => Number(r.next() < value));
  const label = r.one(['label', 'y', 'target', 'outcome', 'y_true', 'died', 'truth']);
  const score = r.one(['p', 'prob', 'risk', 'y_prob', 'score', 'probability', 'pred_proba']);
  const [no, yes] = r.one([
    ['0', '1'],
    ['no', 'yes'],
    ['False', 'True'],
    ['-1', '1'],
    ['1', '2'],
    ['healthy', 'sick'],
    ['0.0', '1.0'],
  ]);
  return {
    columns: [
      { name: label, cells: y.map((v) => (v ? yes : no)) },
      { name: score, cells: p.map(String) },
    ],
    truth: { binary_brier: p.reduce((sum, v, i) => sum + (v - y[i]) ** 2, 0) / n },
    needed: [label, score],
  };
}

/** @param {Random} r @returns {Made} */
function classes(r) {
  const n = 40 + r.below(60);
  const k = 2 + r.below(11);
  const y = Array.from({ length: n }, () => r.below(k));
  // No two outputs of a row are equal.
  const logits = y.map((v) => Array.from({ length: k }, (_, j) => round(round(4 * r.next() - 2 + 2 * Number(j === v), 4) + j * 7e-6, 6)));
  const logit = r.chance(0.5);
  const rows = logit ? logits : logits.map((row) => softmax(row).map((v) => round(v, 9)));
  const named = !logit && r.chance(0.3);
  const words = ['cat', 'dog', 'bird', 'fish', 'frog', 'horse', 'ship', 'truck', 'plane', 'deer', 'car', 'mouse', 'cow'].slice(0, k);
  const stem = logit ? r.one(['logit_', 'z', 'logits.']) : r.one(['p', 'prob_', 'p_', 'class_', 'proba_', 'prob.', 'prediction_']);
  const from = r.chance(0.2) ? 1 : 0;
  const label = r.one(['label', 'y', 'target', 'y_true', 'true_label']);
  const names = words.map((word, j) => (named ? r.one([word]) : `${stem}${j + from}`));
  const outputs = names.map((name, j) => ({ name, cells: rows.map((row) => String(row[j])) }));
  return {
    columns: [
      { name: label, cells: y.map((v) => (named ? words[v] : String(v + from))) },
      ...(r.chance(0.5) ? outputs : r.shuffled(outputs)),
    ],
    truth: {
      accuracy: rows.filter((row, i) => topOf(row) === y[i]).length / n,
      nll: rows.reduce((sum, row, i) => sum - Math.log(logit ? softmax(row)[y[i]] : row[y[i]] / row.reduce((a, b) => a + b)), 0) / n,
    },
    needed: named && k === 2 ? [label] : [label, ...names], // one column is enough for two words
  };
}

/** @param {Random} r @returns {Made} */
function predictions(r) {
  const n = 30 + r.below(60);
  const k = 3 + r.below(8);
  const y = Array.from({ length: n }, () => r.below(k));
  const top = y.map((v) => (r.chance(0.7) ? v : r.below(k)));
  const sure = y.map(() => round(0.3 + 0.69 * r.next(), 4));
  const names = [
    r.one(['label', 'true_label', 'y']),
    r.one(['pred', 'pred_label', 'prediction']),
    r.one(['conf', 'confidence', 'max_prob']),
  ];
  return {
    columns: [y, top, sure].map((values, c) => ({ name: names[c], cells: values.map(String) })),
    truth: { accuracy: top.filter((v, i) => v === y[i]).length / n },
    needed: names,
  };
}

/** Adds columns that people keep next to predictions. @param {Random} r @param {Column[]} columns */
function further(r, columns) {
  const n = columns[0].cells.length;
  const kinds = /** @type {Record<string, (i: number) => string>} */ ({
    image_id: (i) => String(100 + i),
    id: (i) => String(i),
    fold: (i) => String(i % 5),
    epoch: () => '10',
    age: () => String(20 + r.below(60)),
    loss: () => String(round(r.next() * 3, 4)),
    file: (i) => `img_${i}.png`,
    year: (i) => String(2000 + (i % 7)),
    doc_id: (i) => String(5 * i),
    margin: () => String(round(r.next(), 5)),
    uncertainty: () => String(round(r.next(), 5)),
    x1: () => String(round(4 * r.next() - 2, 4)),
    temperature: () => String(round(1 + r.next(), 2)),
    site: () => r.one(['north', 'south']),
    correct: () => String(r.below(2)),
    note: () => r.one(['', 'blurred', 'checked twice']),
    weight_kg: () => String(round(40 + 60 * r.next(), 1)),
  });
  for (const name of r.shuffled(Object.keys(kinds)).slice(0, r.below(3)))
    columns.splice(r.below(columns.length + 1), 0, { name, cells: Array.from({ length: n }, (_, i) => kinds[name](i)) });
}

/** Writes a table as a program would. @param {Random} r @param {Column[]} columns */
function written(r, columns) {
  const separator = r.one([',', ',', ';', '\t']);
  const comma = separator === ';' && r.chance(0.6);
  const quote = separator !== '\t' && r.chance(0.2);
  const cell = (/** @type {string} */ text) => {
    const value = comma && /^-?\d+\.\d+$/.test(text) ? text.replace('.', ',') : text;
    return quote ? `"${value}"` : value;
  };
  const end = r.one(['\n', '\n', '\r\n']);
  const lines = [columns.map(({ name }) => (quote ? `"${name}"` : name)).join(separator)];
  for (let i = 0; i < columns[0].cells.length; i++) lines.push(columns.map(({ cells }) => cell(cells[i])).join(separator));
  if (r.chance(0.1)) lines.unshift('Results of the study');
  if (r.chance(0.1)) lines.push(separator.repeat(columns.length - 1));
  return (r.chance(0.1) ? '\ufeff' : '') + lines.join(end) + end;
}

test('no generated table is read wrongly in silence, and few are refused', (t) => {
  const dir = folder(t);
  const wrong = [];
  const refusals = new Map();
  let refused = 0;
  for (let number = 0; number < TABLES; number++) {
    const r = source(seed + number);
    const made = r.one([binary, classes, classes, predictions])(r);
    const { columns, truth } = made;
    if (r.chance(0.5)) further(r, columns);
    // A row more, which lacks a value that it needs, and leaves the figures as they are.
    const holes = r.chance(0.25);
    if (holes) {
      const row = r.below(columns[0].cells.length);
      const missing = r.one(made.needed);
      for (const { name, cells } of columns) cells.splice(row, 0, name === missing ? r.one(['', 'NA', 'nan']) : cells[row]);
    }
    const all = r.chance(0.3) ? r.shuffled(columns) : columns;
    const file = join(dir, 't.csv');
    const text = written(r, all);
    writeFileSync(file, text);
    const metrics = Object.keys(truth).flatMap((id) => ['--metric', id]);
    const { status, out, err } = calib('report', '--csv', file, '--draws', '0', ...metrics);
    if (status) {
      refused++;
      const kind = err.replace(/\d+/g, 'N').slice(0, 120);
      refusals.set(kind, [...(refusals.get(kind) ?? []), seed + number]);
      assert.match(err, /^calib: t\.csv|^calib: metric|^calib: report/, `${seed + number}: ${err}`);
      continue;
    }
    const report = JSON.parse(out);
    for (const [id, value] of Object.entries(truth)) {
      const got = report.metrics[id].value;
      if (!(Math.abs(got - value) <= 1e-4 * Math.max(1, Math.abs(value))))
        wrong.push(`${seed + number}: ${id} ${got}, not ${value}\n${err}${text.slice(0, 300)}`);
    }
    if (holes && !/left out/.test(err)) wrong.push(`${seed + number}: a row is left out without a count`);
  }
  assert.deepEqual(wrong, []);
  const most = [...refusals].map(([kind, where]) => `${where.length}: ${kind} (${where[0]})`).join('\n');
  assert.ok(refused < TABLES / 10, `${refused} of ${TABLES} refused:\n${most}`);
  if (process.env.CAL_SHOW) console.log(`${refused} refused\n${most}`);
});
