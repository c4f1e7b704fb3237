// Tests decisions in Evaluate with the figures of the command line: answers alone, and sets of possible ones.
// Sliders move by pointer and keys. Too few samples are refused in a sentence.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { calib, calibJson } from '../support/calib.mjs';
import { done, says } from '../support/evaluate.mjs';
import { useFiles } from '../support/evaluate-files.mjs';
import { SHOTS, useSite } from '../support/page.mjs';

const open = useSite();
const { path, choose } = useFiles();
const TEST = ['test_logits.npy', 'test_labels.npy'];
const SETS = [...TEST, 'val_logits.npy', 'val_labels.npy'];
const test_ = () => ['--logits', path('test_logits.npy'), '--labels', path('test_labels.npy')];
const all = () => [...test_(), '--val-logits', path('val_logits.npy'), '--val-labels', path('val_labels.npy')];

const percent = (/** @type {number} */ value, digits = 1) => `${(100 * value).toFixed(digits)}\u202f%`;
/** @param {import('puppeteer-core').Page} page @param {string} part */
const unfold = (page, part) =>
  page.$eval(`[data-part=${part}]`, (/** @type {HTMLDetailsElement} */ element) => {
    element.open = true;
    element.scrollIntoView();
  });
const escaped = (/** @type {string} */ text) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

/** The row up to which a fraction is answered alone. @param {number} most @param {string[]} args */
function aloneAt(most, ...args) {
  const { columns, rows } = calibJson('view', ...args);
  const at = (/** @type {string} */ id) => columns.findIndex((/** @type {{id: string}} */ one) => one.id === id);
  const row = rows.findLast((/** @type {number[]} */ one) => (one[at('coverage')] ?? 1) <= most + 1e-9);
  return { coverage: row[at('coverage')], risk: row[at('risk')] };
}
const lead = ({ coverage, risk }) => escaped(`Answers ${percent(coverage, 0)} alone and is wrong in ${percent(risk)} of them.`);

test('what is answered alone has the figures of the command, at any limit', async (t) => {
  const page = await open(t, 'view=evaluate');
  await choose(page, ...TEST);
  await done(page);
  assert.equal(await page.$eval('[data-part=sets]', (/** @type {HTMLElement} */ element) => element.hidden), true);
  await unfold(page, 'alone');
  await says(page, lead(aloneAt(0.7, 'selective', ...test_())), '[data-part=alone]');
  const metrics = calibJson('report', ...test_(), '--metric', 'aurc', '--metric', 'augrc').metrics;
  for (const { value, interval } of [metrics.aurc, metrics.augrc])
    await says(
      page,
      escaped(`${percent(value)}, 95\u202f% interval ${(100 * interval[0]).toFixed(1)}–${percent(interval[1])}`),
      '[data-part=alone]',
    );
  await page.focus('[data-part=alone] .range');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
  await says(page, lead(aloneAt(0.67, 'selective', ...test_())), '[data-part=alone]');
  const box = await page.$eval('[data-part=alone] [data-pick="alone 40"]', (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  await page.mouse.click(box.x, box.y);
  await says(page, lead(aloneAt(0.4, 'selective', ...test_())), '[data-part=alone]');
  await page.select('#evaluate-certainty', 'margin');
  await says(page, lead(aloneAt(0.4, 'selective:score=margin', ...test_())), '[data-part=alone]');
});

test('a column of the table may say how certain each row is', async (t) => {
  const page = await open(t, 'view=evaluate');
  const rows = Array.from({ length: 60 }, (_, i) => `${i % 3 ? 1 : 0},1,0.${60 + (i % 40)},${(i * 7) % 11}`);
  writeFileSync(path('own.csv'), `label,pred,conf,sure\n${rows.join('\n')}\n`);
  await choose(page, 'own.csv');
  await done(page);
  await unfold(page, 'alone');
  const scores = () => page.$$eval('#evaluate-certainty option', (all) => all.map((one) => /** @type {HTMLOptionElement} */ (one).value));
  assert.ok(!(await scores()).includes('column'));
  await page.select('select[aria-label="What the column sure of own.csv is"]', 'score');
  await page.waitForSelector('#evaluate-certainty option[value=column]');
  await page.select('#evaluate-certainty', 'column');
  const given = ['--csv', path('own.csv'), '--columns', 'score=sure'];
  await says(page, lead(aloneAt(0.7, 'selective:score=column', ...given)), '[data-part=alone]');
  const { value, interval } = calibJson('report', ...given, '--metric', 'aurc:score=column').metrics.aurc;
  await says(
    page,
    escaped(`${percent(value)}, 95\u202f% interval ${(100 * interval[0]).toFixed(1)}–${percent(interval[1])}`),
    '[data-part=alone]',
  );
});

test('whether it is off by more than chance has the figures of the command', async (t) => {
  const page = await open(t, 'view=evaluate');
  await choose(page, ...TEST);
  await done(page);
  await unfold(page, 'beyond');
  const { facts, rows } = calibJson('view', 'cumulative', ...test_());
  const p = (/** @type {number} */ value) => (value < 0.001 ? 'p below 0.001' : `p = ${value.toFixed(3)}`);
  const lead =
    facts.ks_p < 0.05
      ? `Off by more than chance: the largest cumulative gap is ${percent(facts.ks)}, ${p(facts.ks_p)}.`
      : `Chance may explain it: the largest cumulative gap is ${percent(facts.ks)}, and chance alone reaches ${percent(facts.ks_critical)} in 5`;
  await says(page, escaped(lead), '[data-part=beyond]');
  await says(page, escaped(`a true gap of ${percent(facts.ks_detectable)} or more is found`), '[data-part=beyond]');
  await says(page, escaped(`to the highest point, ${percent(facts.kuiper)}: ${p(facts.kuiper_p)}.`), '[data-part=beyond]');
  await says(page, escaped(`Of its Brier score ${facts.score.toFixed(3)}`), '[data-part=beyond]');
  assert.ok(rows.length > 10 && (await page.$('[data-part=beyond] svg .curve')));
  await page.screenshot({ path: `${SHOTS}/evaluate-beyond.png` });
});

test('sets have the figures of the command, are saved as it writes them, and need enough samples', async (t) => {
  const page = await open(t, 'view=evaluate');
  await choose(page, ...SETS);
  await done(page);
  await unfold(page, 'sets');
  /** @param {string[]} options */
  const command = (...options) => calibJson('sets', ...all(), ...options);
  const promised = ({ target, coverage }) =>
    escaped(`Promised: ${percent(target, 0)} of the sets have the right class. ${percent(coverage)} do.`);
  const found = command();
  await says(page, promised(found), '[data-part=sets]');
  const [{ band, rank, validation, quantile }] = found.quantiles;
  await says(page, escaped(`95\u202f% of splits give ${(100 * band[0]).toFixed(1)}–${percent(band[1])}`), '[data-part=sets]');
  await says(page, escaped(`${quantile.toFixed(3)}, the score at rank ${rank} of ${validation}`), '[data-part=sets]');
  await page.screenshot({ path: `${SHOTS}/evaluate-decide.png` });
  await page.select('#evaluate-conformity', 'raps');
  await page.focus('[data-part=sets] .range');
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowLeft');
  await says(page, promised(command('--score', 'raps', '--alpha', '0.2')), '[data-part=sets]');
  await page.select('#evaluate-sets-by', 'class');
  await says(page, promised(command('--score', 'raps', '--alpha', '0.2', '--by', 'class')), '[data-part=sets]');
  const saved = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { createObjectURL } = URL;
        URL.createObjectURL = (blob) =>
          (
            /** @type {Blob} */ (blob).text().then(resolve), createObjectURL.call(URL, blob)
          );
        /** @type {HTMLElement} */ (document.querySelector('[data-does=save-sets]')).click();
      }),
  );
  calib('sets', ...all(), '--score', 'raps', '--alpha', '0.2', '--by', 'class', '--out', path('sets.csv'));
  assert.equal(saved, readFileSync(path('sets.csv'), 'utf8'));
});

test('sets take a dropped calibrator, or one of half the validation samples, and refuse one that saw these samples', async (t) => {
  const kept = (/** @type {string} */ name, /** @type {string} */ set) =>
    calib(
      'fit',
      ...['--calibrator', 'temperature', '--val-logits', path(`${set}_logits.npy`)],
      ...['--val-labels', path(`${set}_labels.npy`), '--out', path(name)],
    );
  kept('seen.json', 'val');
  kept('other.json', 'small_val');
  const page = await open(t, 'view=evaluate');
  await choose(page, ...SETS, 'other.json');
  await done(page);
  await unfold(page, 'sets');
  const promised = (/** @type {string[]} */ ...options) => {
    const { coverage, size, quantiles } = calibJson('sets', ...all(), ...options);
    return [
      escaped(`${percent(coverage)} do.`),
      escaped(`On average ${size.mean.toFixed(1)} classes`),
      escaped(quantiles[0].quantile.toFixed(3)),
    ];
  };
  for (const [value, options] of /** @type {const} */ ([
    ['dropped', ['--calibrator-file', path('other.json')]],
    ['temperature', ['--calibrator', 'temperature']],
    ['', []],
  ])) {
    await page.select('#evaluate-sets-calibrator', value);
    for (const wanted of promised(...options)) await says(page, wanted, '[data-part=sets]');
  }
  await page.select('#evaluate-sets-calibrator', 'dropped');
  await page.screenshot({ path: `${SHOTS}/evaluate-sets-calibrator.png` });
  await choose(page, 'seen.json');
  await says(page, /Seen\.json was fitted on these validation samples, so that the promise would not hold/, '[data-part=sets]');
});

test('too few validation samples are refused in a sentence that names the least number', async (t) => {
  const page = await open(t, 'view=evaluate');
  await choose(page, ...TEST, 'small_val_logits.npy', 'small_val_labels.npy');
  await done(page);
  await unfold(page, 'sets');
  await says(page, /Promised: 90/, '[data-part=sets]');
  await page.focus('[data-part=sets] .range');
  await page.keyboard.press('End');
  await says(page, /60 validation samples are too few for sets at alpha 0\.01: at least 99 are needed/, '[data-part=sets]');
});

test('a binary table has a decision curve, its outcomes, and the difference of two models', async (t) => {
  const noise = (/** @type {number} */ i) => (((Math.sin(i * 12.9898) * 43758.5453) % 1) + 1) % 1;
  const rows = Array.from({ length: 400 }, (_, i) => {
    const p = Math.round(100 * noise(i)) / 100;
    return { died: Number(noise(i + 0.4) < p), p, other: Math.round(100 * (0.7 * p + 0.3 * noise(i + 0.7))) / 100 };
  });
  for (const [name, id] of /** @type {const} */ ([
    ['first.csv', 'p'],
    ['second.csv', 'other'],
  ]))
    writeFileSync(path(name), `died,risk\n${rows.map((row) => `${row.died},${row[id]}`).join('\n')}\n`);
  const page = await open(t, 'view=evaluate');
  await choose(page, 'first.csv', 'second.csv');
  await done(page);
  await unfold(page, 'acting');
  const { columns, rows: found } = calibJson('view', 'decision', '--csv', path('first.csv'), '--against', path('second.csv'));
  const at = (/** @type {number} */ threshold) =>
    Object.fromEntries(columns.map((/** @type {{id: string}} */ { id }, /** @type {number} */ i) => [id, found[threshold - 1][i]]));
  const thousand = (/** @type {number} */ value) => (1000 * value).toFixed(0).replace('-', '−');
  const text = (/** @type {number} */ threshold) =>
    escaped(`Acting from ${percent(threshold / 100, 0)} on gains ${thousand(at(threshold).net_benefit)} per 1,000.`);
  await says(page, text(20), '[data-part=acting]');
  await page.focus('[data-part=acting] .range');
  await page.keyboard.press('ArrowRight');
  await says(page, text(21), '[data-part=acting]');
  const outcomes = await page.$$eval('[data-part=acting] .card-title', (all) => all.map(({ textContent }) => Number(textContent)));
  const expected = ['true_positives', 'false_positives', 'false_negatives', 'true_negatives'].map((id) => 1000 * at(21)[id]);
  outcomes.forEach((n, i) => assert.ok(Math.abs(n - (expected[i] ?? NaN)) < 1, `${n}, not ${expected[i]}`));
  await page.select('#evaluate-against', 'second');
  const { difference, difference_low: low, difference_high: high } = at(21);
  await says(
    page,
    escaped(`Against second: ${thousand(difference)} per 1,000 more, ${thousand(low)} to ${thousand(high)} (95`),
    '[data-part=acting]',
  );
  const curves = (/** @type {string} */ part) => page.$$eval(`[data-part=${part}] svg path.thin`, (all) => all.length);
  await page.select('#evaluate-acting-show', 'murphy');
  await says(page, escaped(`The mean elementary score of second is ${at(21).other_elementary.toFixed(3)}.`), '[data-part=acting]');
  assert.equal(await curves('acting'), 1);
  await page.screenshot({ path: `${SHOTS}/evaluate-murphy.png` });
  await unfold(page, 'asking');
  const costs = calibJson('view', 'cost', '--csv', path('first.csv'), '--against', path('second.csv'));
  const cost = Object.fromEntries(
    costs.columns.map((/** @type {{id: string}} */ { id }, /** @type {number} */ i) => [id, costs.rows[9][i]]),
  );
  const three = (/** @type {number} */ value) => value.toFixed(3).replace('-', '−');
  await says(
    page,
    escaped(
      `Its cost minus that of second: ${three(cost.difference)}, ${three(cost.difference_low)} to ${three(cost.difference_high)} (95`,
    ),
    '[data-part=asking]',
  );
  assert.equal(await curves('asking'), 1);
  await page.screenshot({ path: `${SHOTS}/evaluate-asking-two.png` });
});

test('the cost of asking is that of the command, at any price', async (t) => {
  const page = await open(t, 'view=evaluate');
  await choose(page, ...TEST);
  await done(page);
  await unfold(page, 'asking');
  const { columns, rows } = calibJson('view', 'cost', ...test_());
  const text = (/** @type {number} */ price) => {
    const at = (/** @type {string} */ id) => rows[price - 1][columns.findIndex((/** @type {{id: string}} */ one) => one.id === id)];
    return escaped(
      `If asking costs ${(price / 100).toFixed(2)} of a wrong answer, it costs ${at('cost').toFixed(3)} on average.` +
        `It answers ${percent(at('answered'), 0)} alone. Always answering costs ${at('always_answer').toFixed(3)}`,
    );
  };
  const lines = (/** @type {number} */ price) =>
    page.waitForFunction(
      (source) => new RegExp(source).test([...document.querySelectorAll('[data-part=asking] p')].map((one) => one.textContent).join('')),
      {},
      text(price).source,
    );
  await lines(10);
  await page.focus('[data-part=asking] .range');
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
  await lines(14);
});
