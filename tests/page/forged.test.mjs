// Forged files of kept runs. A file that contradicts its logits or its data is refused.
// A claim that nothing here can check is marked.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { collectFaults } from '../support/chromium.mjs';
import { press, saveAll, take, toList } from '../support/kept.mjs';
import { SHOTS, useBrowser } from '../support/page.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(4);
const A = 'v=1&data=moons:train=100,val=60,test=300&model=mlp:hidden=16&epochs=3';
const SEVERAL = 'v=1&data=scenes:train=60,val=40,test=50,missing=0.2&model=mlp:hidden=8&head=sigmoid&epochs=2';
const FUSED = 'v=1&data=shapes10:train=100,val=60,test=100&model=layers:c8-bn-relu-mp2-gap-fc&epochs=1&batch=50&fast=yes';

const folder = mkdtempSync(join(tmpdir(), 'calib-forged-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const { fresh, url } = useBrowser();

async function open(t, link, hash = `${link}&run=1`) {
  const page = await (await fresh(t)).newPage();
  const faults = collectFaults(page);
  t.after(() => assert.deepEqual(faults, []));
  await page.setViewport({ width: 1366, height: 768 });
  await page.goto(`${url()}#${hash}`);
  await page.waitForFunction(() => globalThis.calib, { timeout: 60_000 });
  await page.evaluate(() => globalThis.calib.ready);
  return page;
}
const PATIENCE = 120_000;
const says = (page, selector, text) =>
  page
    .waitForFunction(
      (selector, text) => document.querySelector(selector)?.textContent.replace(/\s/g, ' ').includes(text),
      { timeout: PATIENCE, polling: 50 },
      selector,
      text,
    )
    .catch(async () => {
      assert.fail(`${selector} says "${await page.$eval(selector, (one) => one.textContent).catch(() => 'nothing')}" instead of "${text}"`);
    });
const rows = (page, n) =>
  page.waitForFunction((n) => document.querySelectorAll('.library tbody tr').length === n, { timeout: PATIENCE, polling: 50 }, n);
const runs = (page) => page.evaluate(() => globalThis.calib.runs);
const ended = (page, n) =>
  page.waitForFunction((n) => globalThis.calib.runs.filter(({ report }) => report).length >= n, { timeout: 120_000, polling: 50 }, n);
const listed = (page) => page.$$eval('.library tbody tr', (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));

/**
 * Writes a changed file of runs. `edit` is Python; `files` holds the members of the archive.
 * @param {Buffer} good
 * @param {string} edit
 */
function remade(good, edit) {
  const path = join(folder, 'runs.zip');
  writeFileSync(path, good);
  const program = `import json, sys, zipfile, numpy, io
path, edit = sys.argv[1:]
z = zipfile.ZipFile(path); files = {name: z.read(name) for name in z.namelist()}
exec(edit)
with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as out:
    for name, data in files.items(): out.writestr(name, data)`;
  execFileSync('/usr/bin/python3', ['-c', program, path, edit]);
  return path;
}
const json = (name, edit) => `name = '1-A/${name}'; it = json.loads(files[name]); ${edit}; files[name] = json.dumps(it).encode()`;
const inReport = (edit) => json('report.json', edit);
const array = (name, edit) =>
  `name = '1-A/${name}.npy'; a = numpy.load(io.BytesIO(files[name])); ${edit}; out = io.BytesIO(); numpy.save(out, a); files[name] = out.getvalue()`;
const both = (edit) => `${json('run.json', edit)}; ${json('report.json', edit)}`;
const gone = (epoch) => `files = {name: data for name, data in files.items() if not name.startswith('1-A/epoch-${epoch}-test')}`;

walk('forged figures of a run are refused, with the member that differs', async (t) => {
  const page = await open(t, A);
  await ended(page, 1);
  await toList(page);
  await rows(page, 1);
  const good = await saveAll(page);
  await press(page, '.library tbody tr:first-child', 'Remove');
  await press(page, '.library tbody tr:first-child', 'Remove for good');
  await says(page, '.library .lead', 'No run is kept');
  const nll = `it["calibrators"]["temperature"]["by_nll"]`;
  const forgeries = [
    ['its report says metrics.ece.value 0.01, its logits give', inReport('it["metrics"]["ece"]["value"] = 0.01')],
    ['its report says calibrators.temperature.by_nll.metrics.ece.value 0.01', inReport(`${nll}["metrics"]["ece"]["value"] = 0.01`)],
    ['its report says calibrators.temperature.by_nll.T 1.5, its logits', inReport(`${nll}["T"] = 1.5`)],
    ['calibrators.vector.by_nll.metrics.nll.value 0.1', inReport('it["calibrators"]["vector"]["by_nll"]["metrics"]["nll"]["value"] = 0.1')],
    ['metrics.ece.bins', inReport('it["metrics"]["ece"]["bins"][9]["count"] += 1')],
    ['its report has another history', inReport('it["history"][1]["test"]["ece"] = 0.01')],
    ['its history says ece 0.01 of epoch 2, its logits give', both('it["history"][1]["test"]["ece"] = 0.01')],
    ['its history says nll 0.01 of epoch 1, its logits give', both('it["history"][0]["val"]["nll"] = 0.01')],
    ['its receipt differs from its report', inReport('it["digest"] = "0" * 64')],
    ['its receipt is of another link', inReport('it["link"] = it["spec"]')],
    ['its report is of other data', inReport('it["data_hash"] = "0" * 64')],
    ['its data hash is not that of its link', both('it["data_hash"] = "0" * 64; it.get("ready", it)["hash"] = "0" * 64')],
    ['its labels are not those of its data', array('test-labels', 'a[0] = 1 - a[0]')],
    ['its labels are not those of its data', array('val-labels', 'a[:] = 1 - a')],
    ['its true probabilities are not those of its data', array('test-posterior', 'a[:] = 0.5')],
    ['its true probabilities are not those of its data', "del files['1-A/test-posterior.npy']"],
    ['its logits give', array('epoch-2-test', 'a[:] *= 2')],
    ['its logits give', array('epoch-3-val', 'a[:] *= 2')],
    ['its history says ece 0.01 of epoch 2, its logits give', `${gone(3)}; ${both('it["history"][1]["test"]["ece"] = 0.01')}`],
  ];
  for (const [why, edit] of forgeries) {
    await take(page, remade(good, edit));
    await says(page, '.library .error:not([hidden])', why);
    assert.deepEqual(await runs(page), [], why);
  }
});

walk('what only the file says is marked in every place that shows it, and is not passed on', async (t) => {
  const page = await open(t, A);
  await ended(page, 1);
  assert.deepEqual((await runs(page))[0].unchecked, [], 'trained here');
  await toList(page);
  await rows(page, 1);
  const good = await saveAll(page);
  // Without the logits of the epoch that the report is of, nothing shows that its figures are another run's.
  const path = remade(good, `${gone(3)}; ${inReport('it["metrics"]["smce"]["value"] = 0.00001')}`);
  const there = await open(t, A, 'view=kept');
  await toList(there);
  await take(there, path);
  await says(there, '.library .note[role=status]', '1 run added.');
  const [{ unchecked }] = await runs(there);
  assert.deepEqual(unchecked, ['figures', 'history', 'digest']);
  const marks = 'from a file, not checked: figures, training history, digest';
  await rows(there, 1);
  assert.equal((await listed(there))[0][1], `3, ${marks}`);
  await there.reload();
  await there.waitForFunction(() => globalThis.calib?.runs.length === 1, { polling: 50 });
  assert.deepEqual((await runs(there))[0].unchecked, unchecked, 'after a reload, too');
  await toList(there);
  await says(there, '.library tbody tr', marks);
  await press(there, '.library tbody tr', 'Open');
  await says(there, '.where', 'from a file, figures not checked');
  assert.equal(await there.$eval('.where', (one) => one.title), marks);
  // Share leaves an unchecked result out of the link. A link with the receipt gets no verdict "Reproduced".
  await there.evaluate(() => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Share').click());
  await says(there, '#band', 'The result here is not in the link: it came from a file');
  const link = await there.$eval('#band', (band) => band.querySelector('input, textarea, code')?.value ?? band.textContent);
  assert.doesNotMatch(link, /receipt=/);
  const receipt = (await runs(page))[0].report.link;
  await there.evaluate((link) => (location.hash = `#${link}`), receipt);
  await says(there, 'body', 'The run here came from a file: its digest is not checked until it is trained here.');
  assert.ok(!(await there.$eval('body', (body) => body.textContent)).includes('Reproduced'));
  await there.evaluate(() => document.querySelector('[data-place="compare"]').click());
  await says(there, '.runs-table tbody th', '(from a file, figures not checked)');
  for (const [format, mark] of [
    ['markdown', '(from a file, figures not checked)'],
    ['latex', '(from a file, figures not checked)'],
    ['csv', 'figures history digest'],
  ]) {
    const copied = await there.evaluate(async (format) => {
      const text = new Promise((resolve) => (navigator.clipboard.writeText = async (text) => resolve(text)));
      document.querySelector(`[data-format="${format}"]`).click();
      return text;
    }, format);
    assert.ok(copied.includes(mark), `${format}: ${copied}`);
  }
  await there.screenshot({ path: `${SHOTS}/compare-unchecked.png` });
});

walk('figures of another build or version are replaced by this engine, and marked', async (t) => {
  const page = await open(t, A);
  await ended(page, 1);
  const [{ report: own }] = await runs(page);
  const { engine } = await page.evaluate(() => globalThis.calib.runs[0].report.link.match(/receipt=(?<engine>[^:]*)/).groups);
  await toList(page);
  await rows(page, 1);
  const good = await saveAll(page);
  const old = `it["link"] = it["link"].replace("receipt=${engine}:", "receipt=0.9.0:").split("&", 1)[1]`;
  const replaced = [
    ['metrics.ece.interval.0', 1, 'it["metrics"]["ece"]["interval"][0] = 0.0001', ''],
    ['metrics.ece.true_interval.1', 1, 'it["metrics"]["ece"]["true_interval"][1] = 0.0001', ''],
    ['metrics.ece.floor', 2, 'it["metrics"]["ece"]["floor"] = 0.5; it["metrics"]["nll"]["draws"][3] = 0.5', ''],
    ['chance.interval_draws', 1, 'it["chance"]["interval_draws"] = 100000', ''],
    ['metrics.ece.text', 1, 'del it["metrics"]["ece"]["text"]', ''],
    ['calibrators.best', 1, 'it["calibrators"]["best"] = {"isotonic": "by_class"}', ''],
    ['metrics.ece.value', 1, `it["metrics"]["ece"]["value"] = 0.01; ${old}`, '0.9.0'],
  ];
  for (const [first, count, edit, version] of replaced) {
    const there = await open(t, A, 'view=kept');
    await toList(there);
    await take(there, remade(good, inReport(edit)));
    await says(there, '.library .note[role=status]', '1 run added.');
    const [{ report, unchecked, recomputed }] = await runs(there);
    assert.deepEqual(recomputed, { engine: version, first, count });
    assert.deepEqual(unchecked, ['history', 'digest']);
    assert.deepEqual(report.metrics, own.metrics, first);
    assert.deepEqual(report.chance, own.chance, first);
    const others = count > 1 ? ' and 1 more figure differed from the file and were' : ' differed from the file and was';
    const from = version ? 'engine 0.9.0 made the file' : 'another build of this engine may have made the file';
    await says(there, '.library tbody tr', `${first}${others} recomputed here; ${from}`);
    await there.evaluate(() => document.querySelector('[data-place="compare"]').click());
    await says(there, '.runs-table tbody th', '(from a file, figures recomputed here, training not checked)');
    await there.close();
  }
});

walk('kept runs that storage has damaged are not restored, and the page says how many', async (t) => {
  const page = await open(t, A);
  await ended(page, 1);
  for (const seed of [2, 3, 4]) {
    await page.evaluate((link) => (location.hash = `#${link}&run=1`), `${A}&seed=${seed}`);
    await ended(page, seed);
  }
  await toList(page);
  await rows(page, 4);
  await page.waitForFunction(() => !document.querySelector('.library tbody').textContent.includes('not kept'), { timeout: PATIENCE });
  await page.evaluate(async () => {
    const answer = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const store = (await answer(indexedDB.open('calib-runs'))).transaction('runs', 'readwrite').objectStore('runs');
    const damages = [
      (run) => (run.ready.testLabels = run.ready.testLabels.slice(1)),
      (run) => (run.id = 'of another key'),
      (run) => run.history.pop(),
    ];
    const [keys, records] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
    for (const record of records) {
      const at = record.run.settings.seed - 2; // the first stays whole
      const key = keys.find(([, id]) => id === record.run.id);
      damages[at]?.(record.run);
      await answer(store.put(record, key));
    }
  });
  await page.evaluate((link) => (location.hash = `#${link}`), A); // without run=1, a reload trains nothing
  await page.reload();
  await says(page, '#band', '3 kept runs could not be read and were discarded.');
  assert.deepEqual(
    (await runs(page)).map(({ spec }) => spec),
    [A],
  );
  await page.reload();
  await page.waitForFunction(() => globalThis.calib?.runs.length === 1, { timeout: PATIENCE, polling: 50 });
  await page.evaluate(() => globalThis.calib.ready);
  assert.doesNotMatch(await page.$eval('#band', (band) => band.textContent), /discarded/, 'the second reload finds nothing damaged');
});

walk('runs of several labels and of fused arithmetic pass the check', async (t) => {
  const page = await open(t, SEVERAL);
  await ended(page, 1);
  await page.evaluate((link) => (location.hash = `#${link}&run=1`), FUSED);
  await ended(page, 2);
  await toList(page);
  await rows(page, 2);
  const path = remade(await saveAll(page), 'pass');
  const there = await open(t, A, 'view=kept');
  await toList(there);
  await take(there, path);
  await says(there, '.library .note[role=status]', '2 runs added.');
  const found = await runs(there);
  assert.deepEqual(
    found.map(({ unchecked, report }) => [unchecked, report.fused]),
    [
      [['history', 'digest'], false],
      [['history', 'digest'], true],
    ],
  );
});
