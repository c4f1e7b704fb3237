// Tests the curves and samples that Compare shows for its rows. The figures are those of the command line for
// the same links.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { presetOf } from '../../web/model/presets.js';
import { calibJson, DETECTION, folder, readNpy } from '../support/calib.mjs';
import { SHOTS, savedBy, useBrowser } from '../support/page.mjs';
import { pictures, threeClasses } from '../support/pictures.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(4);
const RUN = 'data=shapes10:train=150,val=120,test=200&model=mlp:hidden=16&optimizer=sgd:lr=0.02,decay=0&epochs=4&batch=30';
const HEADING = '.compare-pictures .heading:nth-of-type(3)';

const { open } = useBrowser();

/** @param {import('puppeteer-core').Page} page @param {number} n */
const ended = (page, n) =>
  page.waitForFunction((n) => globalThis.calib.runs.filter(({ report }) => report).length >= n, { timeout: 120_000, polling: 50 }, n);

/**
 * Opens a page that compares the run with one of another loss.
 * @param {import('node:test').TestContext} t
 * @param {string} link
 */
async function compared(t, link) {
  const page = await open(t, `${link}&run=1`);
  await ended(page, 1);
  await page.evaluate(() => document.querySelector('.places [data-place="compare"]').click());
  await page.waitForSelector('.add-runs .button', { visible: true });
  await page.select('.add-runs select', 'focal');
  await page.click('.add-runs .button');
  await ended(page, 2);
  await page.waitForSelector('.runs-table tbody tr:nth-child(2)');
  return page;
}

/** @param {import('puppeteer-core').Page} page @param {string} id */
async function choose(page, id) {
  await page.click(`[data-choice="curves ${id}"]`);
  await page.waitForSelector(`[data-choice="curves ${id}"][aria-pressed="true"]`);
  const rows = (await savedBy(page, HEADING, 'CSV')).trimEnd().split('\r\n');
  const [head = [], ...cells] = rows.map((row) => row.split(','));
  return { head, rows: cells.map(([letter, , , ...values]) => [letter, ...values.map((cell) => (cell === '' ? null : Number(cell)))]) };
}

/**
 * Asserts that the rows' differences on the same test samples are those of `calib report --against`.
 * @param {import('puppeteer-core').Page} page
 * @param {string} at
 */
async function assertPaired(page, at) {
  const [logits, labels, against] = ['0/test_logits.npy', '0/test_labels.npy', '1/test_logits.npy'].map((name) => join(at, name));
  const metrics = ['ece', 'nll', 'brier', 'error'];
  const wanted = calibJson(
    ...['report', '--logits', logits, '--labels', labels, '--against', against, '--as-logits'],
    ...metrics.flatMap((id) => ['--metric', id]),
  );
  await page.click('.compare-paired .button');
  await page.waitForSelector('.compare-paired tbody tr:nth-child(4)');
  const [head, ...lines] = (await savedBy(page, '.compare-paired .heading', 'CSV')).trimEnd().split('\r\n');
  assert.equal(head, 'metric,value,other,difference,low,high,within_noise,p_value');
  assert.deepEqual(
    lines.map((line) => line.split(',').map((cell) => (/^-?\d/.test(cell) ? Number(cell) : cell))),
    metrics.map((id) => {
      const { value, difference, interval, within_noise: within, p_value: p } = wanted.against.metrics[id];
      return [id, wanted.metrics[id].value, value, difference, ...interval, String(within), p ?? ''];
    }),
  );
  const words = await page.$$eval('.compare-paired tbody td:nth-child(6)', (all) => all.map(({ textContent }) => textContent));
  assert.deepEqual(
    words,
    metrics.map((id) => (wanted.against.metrics[id].within_noise ? 'within noise' : 'beyond noise')),
  );
  // In the reverse order every difference has the opposite sign.
  const other = await page.$eval('.compare-paired select', (select) => [...select.options].find((one) => !one.selected)?.value ?? '');
  await page.select('.compare-paired select', other);
  await page.waitForFunction(
    (before) => (document.querySelector('.compare-paired thead')?.textContent ?? '') !== before,
    {},
    await page.$eval('.compare-paired thead', (one) => one.textContent),
  );
  await page.$eval('.compare-paired', (one) => one.scrollIntoView());
  await page.screenshot({ path: `${SHOTS}/compare-paired.png` });
  const [, first = ''] = (await savedBy(page, '.compare-paired .heading', 'CSV')).split('\r\n');
  assert.equal(Number(first.split(',')[3]), -wanted.against.metrics.ece.difference);
}

walk('each figure over the epochs is that of the command line for the links', { timeout: 300_000 }, async (t) => {
  const page = await compared(t, `${RUN}&diagnostics=yes`);
  const links = await page.evaluate(() => globalThis.calib.runs.map(({ spec }) => spec));
  const at = folder(t);
  const reports = links.map((link, i) => calibJson('train', link, '--out', join(at, `${i}`)));
  assert.match(links[1], /loss=focal/);
  /** Joins rows of both reports. @param {(report: any) => (number | null)[][]} of */
  const both = (of) => reports.flatMap((report, i) => of(report).map((row) => ['AB'[i], ...row]));
  const epochsOf = ({ diagnostics: { epochs } }) => epochs;
  const side = (name) => (report) => epochsOf(report).map((e) => [e.epoch, e.test[name].nll, e.test[name].entropy, e.test[name].p_label]);
  const wanted = {
    metrics: ({ history }) => history.map(({ epoch, test }) => [epoch, test.error, test.nll, test.ece]),
    losses: ({ history }) =>
      history.map(({ epoch, test, train }) => [epoch, test.loss / history[0].test.loss, train.loss / history[0].train.loss]),
    wrong: side('wrong'),
    correct: side('correct'),
    norms: (report) => epochsOf(report).map((e) => [e.epoch, e.test.logit_norm, e.weight_norm, e.gradient_mean]),
    gradients: ({ diagnostics: { epochs, gradient_edges: edges } }) =>
      epochs.flatMap((e) => e.gradients.map((n, b) => [e.epoch, edges[b - 1] ?? 0, edges[b] ?? null, n])),
    learned: ({ diagnostics: { learned } }) => learned.map((one) => [one.epoch, one.count, one.mean, ...one.quantiles]),
  };
  const panels = { metrics: 3, losses: 2, wrong: 3, correct: 3, norms: 3, gradients: 3, learned: 2 };
  for (const [id, of] of Object.entries(wanted)) {
    const { head, rows } = await choose(page, id);
    assert.deepEqual(head.slice(0, 4), ['row', 'name', 'seed', 'epoch'], id);
    assert.deepEqual(rows, both(of), id);
    const drawn = await page.$$eval('.compare-pictures > .overlays > div > svg', (all) =>
      all.map((svg) => [svg.querySelectorAll('.trace').length, svg.getAttribute('aria-label')]),
    );
    assert.equal(drawn.length, panels[id], id);
    for (const [traces, label] of drawn) {
      assert.equal(traces, id === 'learned' ? 0 : 2, `${id}: a line for each row`);
      assert.match(label, /\b[AB]\b/, id);
    }
  }
  await assertPaired(page, at);
  // The outline of a histogram has the heights of its fractions, as a curve has those of its figures.
  await choose(page, 'gradients');
  const [path, ticks] = await page.$eval('.compare-pictures > .overlays > div:last-child svg', (svg) => [
    svg.querySelector('.trace.run-0').getAttribute('d'),
    [...svg.querySelectorAll('.tick[text-anchor="end"]')].map((one) => [
      parseFloat(one.textContent) / 100,
      Number(one.getAttribute('y')) - 4,
    ]),
  ]);
  const [[, base], [unit, above]] = ticks;
  const heights = [...path.matchAll(/V([\d.]+)H/g)].map(([, y]) => ((base - Number(y)) * unit) / (base - above));
  const { gradients } = epochsOf(reports[0]).at(-1);
  const fractions = gradients.map((n) => n / 150);
  const most = Math.max(...fractions);
  assert.ok(Math.abs(Math.max(...heights) - most) < 0.005, `${Math.max(...heights)} is not ${most}`);
  const sum = heights.reduce((a, b) => a + b, 0);
  assert.ok(sum > 0.9 && sum < 1.01, `${sum} of all samples`);
});

walk('rows without diagnostics say so, and one press trains them again with diagnostics', { timeout: 300_000 }, async (t) => {
  const page = await compared(t, RUN);
  await page.click('[data-choice="curves wrong"]');
  const lacking = () => page.$eval('.compare-pictures .note.row', (one) => (one.checkVisibility() ? one.textContent : ''));
  await page.waitForFunction(() => document.querySelector('.compare-pictures .note.row').checkVisibility());
  assert.match(await lacking(), /^These runs have no diagnostics/);
  assert.equal(await page.$('.compare-pictures > .overlays svg'), null);
  await page.click('.compare-pictures .note.row .button');
  await ended(page, 4);
  const links = await page.evaluate(() => globalThis.calib.runs.map(({ spec }) => spec));
  assert.deepEqual(
    links.map((link) => /diagnostics=yes/.test(link)),
    [false, false, true, true],
  );
  await page.waitForFunction(() => document.querySelectorAll('.compare-pictures > .overlays .trace.run-2').length === 3);
  assert.match(await lacking(), /^Two of the runs have no diagnostics/);
});

/**
 * Types a link of other data into its field and adds the files.
 * @param {import('puppeteer-core').Page} page
 * @param {string} where
 * @param {string} at
 */
async function bring(page, where, at) {
  await page.waitForSelector(`${where} .other-data input`);
  await page.$eval(
    `${where} .other-data input`,
    (field, link) => {
      field.value = link;
      field.dispatchEvent(new Event('change'));
    },
    threeClasses,
  );
  await page.waitForFunction(
    (where) => /images-labels.npy/.test(document.querySelector(`${where} .other-data button:not([hidden])`)?.textContent),
    {},
    where,
  );
  const chosen = page.waitForFileChooser();
  await page.$eval(`${where} .other-data button`, (button) => button.click());
  await (await chosen).accept(['images.npy', 'images-labels.npy'].map((name) => join(at, name)));
}

/**
 * Asserts that both rows' figures on pictures of three classes equal `calib ood` for the links, to the last
 * digit; and the curve shown, too.
 */
async function onOtherData(page, t, links) {
  const at = pictures(t);
  const other = ['--other', threeClasses, '--other-data', at];
  await page.select('.tools select:has(option[value=by_ece])', 'by_ece'); // as `calib ood` fits it
  await page.evaluate(() => document.querySelector('.places [data-place="roc"]').click());
  await page.waitForSelector('[data-choice="corruption data"]');
  await page.evaluate(() => document.querySelector('[data-choice="corruption data"]').click());
  await bring(page, '.viewer', at);
  await page.waitForFunction(() => document.querySelector('.viewer .sub').textContent.startsWith('data=images'));
  const saved = await savedBy(page, '.viewer .heading', 'CSV');
  const { rows } = calibJson('view', 'roc', await page.evaluate(() => globalThis.calib.spec), ...other);
  assert.deepEqual(
    saved
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').map(Number)),
    rows,
  );
  await page.evaluate(() => document.querySelector('.places [data-place="compare"]').click());
  await page.$eval(
    '.compare-elsewhere input',
    (field, link) => {
      field.value = link;
      field.dispatchEvent(new Event('change'));
    },
    threeClasses,
  );
  await page.evaluate(() => document.querySelector('.compare-elsewhere > .row .button').click());
  await page.waitForFunction(() => document.querySelectorAll('.elsewhere tbody tr').length === 2);
  const expected = links.flatMap((link, i) => {
    const { [DETECTION]: before, temperature } = calibJson('ood', link, ...other).other;
    const [a, b] = [before, temperature[DETECTION]].map(({ auroc: { value, ...rest } }) => ({ entropy: value, ...rest }));
    return ['entropy', 'confidence', 'energy', 'logit'].map((score) => ['AB'[i], score, a[score], b[score]]);
  });
  const [, ...found] = (await savedBy(page, '.compare-elsewhere .heading', 'CSV')).trimEnd().split('\r\n');
  assert.deepEqual(
    found
      .map((line) => line.split(','))
      .map((row) => [row[0], ...row.slice(-3)])
      .map(([a, s, ...areas]) => [a, s, ...areas.map(Number)]),
    expected,
  );
}

walk(
  'the same samples below both rows: answers and confidences follow from the logits, before and after T',
  {
    timeout: 300_000,
  },
  async (t) => {
    const page = await compared(t, RUN);
    const dir = folder(t);
    const links = await page.evaluate(() => globalThis.calib.runs.map(({ spec }) => spec));
    const rows = links.map((link, i) => {
      const out = join(dir, String(i));
      const { calibrators } = calibJson('train', link, '--out', out);
      const { shape, data } = readNpy(join(out, 'test_logits.npy'));
      const labels = Array.from(readNpy(join(out, 'test_labels.npy')).data, Number);
      const says = (row, T) => {
        const z = Array.from(data.subarray(row * shape[1], (row + 1) * shape[1]));
        const e = z.map((v) => Math.exp(v / T));
        const [answer] = z
          .map((v, j) => [v, j])
          .sort((a, b) => b[0] - a[0])[0]
          .slice(1);
        return [answer, e[answer] / e.reduce((a, b) => a + b)];
      };
      return { labels, says, T: calibrators.temperature.by_nll.T };
    });
    const [{ labels }] = rows;
    const kindOf = (row) => {
      const right = rows.filter(({ says }) => says(row, 1)[0] === labels[row]).length;
      return right === 2 ? 'right' : right ? 'differ' : 'wrong';
    };
    for (const kind of ['right', 'wrong', 'differ']) {
      const those = labels.map((_, row) => row).filter((row) => kindOf(row) === kind);
      await page.evaluate((kind) => document.querySelector(`[data-choice="alike ${kind}"]`).click(), kind);
      await page.waitForSelector(`[data-choice="alike ${kind}"][aria-pressed="true"]`);
      assert.match(await page.$eval(`[data-choice="alike ${kind}"]`, (one) => one.textContent), new RegExp(`: ${those.length}$`));
      const [head, ...cells] = (await savedBy(page, '.compare-alike .heading', 'CSV'))
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','));
      assert.deepEqual(head, ['sample', 'label', 'row', 'name', 'predicted', 'confidence', 'confidence_after_T']);
      const wanted = those.flatMap((row) =>
        rows.map(({ says, T }, i) => [row, labels[row], 'AB'[i], says(row, 1)[0], says(row, 1)[1], says(row, T)[1]]),
      );
      assert.equal(cells.length, wanted.length);
      cells.forEach(([row, label, letter, , answer, before, after], i) => {
        const [r, y, a, c, b, f] = wanted[i];
        assert.deepEqual([Number(row), Number(label), letter, Number(answer)], [r, y, a, c]);
        for (const [got, want] of [
          [before, b],
          [after, f],
        ])
          assert.ok(Math.abs(Number(got) - want) < 1e-5, `${got}, ${want}`);
      });
      // The page shows eight at a time, with their pictures, and the next ones at a press.
      await page.waitForFunction((n) => document.querySelectorAll('.alike thead canvas').length === n, {}, Math.min(8, those.length));
      const first = await page.$eval('.alike tbody td', (one) => one.textContent.replaceAll('\u202f', ' '));
      assert.ok(first.startsWith(kind === 'right' || rows[0].says(those[0], 1)[0] === labels[those[0]] ? '✓' : '✕'), first);
      const [b, f] = [1, rows[0].T].map((T) => `${(100 * rows[0].says(those[0], T)[1]).toFixed(0)} %`);
      assert.ok(first.endsWith(`${b} → ${f}`), `${first}: ${b} → ${f}`);
    }
    await onOtherData(page, t, links);
    await page.evaluate(() => document.querySelector('[data-choice="alike wrong"]').click());
    await page.evaluate(() => [...document.querySelectorAll('.compare-alike .plain')].find((one) => one.textContent === 'Next').click());
    await page.waitForFunction(() => /^9–/.test(document.querySelector('.compare-alike .row .quiet').textContent));
  },
);

walk("one press in its preset's place gives the four losses of the short study", { timeout: 300_000 }, async (t) => {
  const { link } = presetOf('short-study');
  assert.match(link, /view=compare$/);
  const page = await open(t, `${RUN}&view=compare`);
  await page.waitForFunction(() => document.querySelectorAll('.first-runs .button:not([disabled])').length === 2);
  await page.evaluate(() => document.querySelectorAll('.first-runs .button')[1].click());
  await ended(page, 4);
  const specs = await page.evaluate(() => globalThis.calib.runs.map(({ spec }) => spec));
  assert.deepEqual(
    specs.map((spec) => /loss=(\w+)/.exec(spec)?.[1] ?? 'ce'),
    ['ce', 'l1norm', 'entropy', 'focal'],
  );
  await page.waitForFunction(() => document.querySelectorAll('.compare-pictures > .overlays > div:nth-child(3) .trace').length === 4);
});
