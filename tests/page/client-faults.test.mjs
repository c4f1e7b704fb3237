// Tests the engine's client under faults: memory and threads that are refused, workers that die, crashes,
// numbers that overflow.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { ask, LONG, openBare, SMALL, sentence, train } from '../support/bare.mjs';
import { calibJson } from '../support/calib.mjs';
import { launchChromium } from '../support/chromium.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(6);

/** @type {import('puppeteer-core').Browser} */
let browser;
before(async () => (browser = await launchChromium()));
after(() => browser.close());

// Refuses memory above `most` bytes, as a small machine does.
const refuse = (condition) => (text) =>
  `const Memory = WebAssembly.Memory;
WebAssembly.Memory = function (wish) {
  if (${condition}) throw new RangeError('WebAssembly.Memory(): could not allocate memory');
  return new Memory(wish);
};
${text}`;

walk('refused memory is reported with its size, and the page goes on', async (t) => {
  const small = refuse('wish.initial > 1600 && wish.initial === wish.maximum'); // 100 MB
  const { page, faults } = await openBare(t, browser, { edit: { 'core/worker/memory.js': small } });
  const big = await train(page, 'data=shapes10:train=4000&model=resnet20&epochs=1');
  sentence(big.error);
  assert.match(big.error, /this run needs \d+ MB of memory, and the browser refused it.*\(layer \S+ 'c\d+' is the largest/);
  assert.deepEqual(big.states, ['failed']);
  assert.equal((await train(page, SMALL)).error, null);
  assert.deepEqual(faults, []);
});

walk('a run that no page can hold is refused before it allocates anything', async (t) => {
  const { page } = await openBare(t, browser);
  const link = 'data=shapes10:train=50000&model=resnet20&batch=4096&epochs=1';
  const checked = await ask(page, 'check', link);
  assert.equal(checked.ok, false);
  assert.match(checked.error, /\d+\.\d GB of memory, more than there can be/);
  assert.equal((await train(page, link)).error, checked.error);
  assert.equal((await train(page, SMALL)).error, null);
});

walk('if shared memory is refused, a run goes on with one thread', async (t) => {
  const { page } = await openBare(t, browser, { edit: { 'core/worker/memory.js': refuse('wish.shared') } });
  const run = await train(page, `${SMALL}&threads=2`);
  assert.equal(run.error, null);
  assert.equal(run.ready.threads, 1);
  assert.equal(run.report.digest, calibJson('train', SMALL).digest);
});

walk('if threads do not start, a run goes on with one, and the badge says so', async (t) => {
  const { page } = await openBare(t, browser, { edit: { 'engine/calib-threads.js': () => 'throw new Error("no threads today");' } });
  const run = await train(page, `${SMALL}&threads=2`);
  assert.equal(run.error, null);
  assert.equal(run.ready.threads, 1);
  assert.equal(run.badge.threads, 1);
  assert.match(run.badge.why, /^1 thread: .*no threads today/);
});

// A module's script that hangs at the first load, or always.
const hang = (always) => (text) =>
  `if (${always} || !(await caches.has('hung'))) {
  await caches.open('hung');
  await new Promise(() => {});
}
${text}`;
// Shortens every timeout.
const impatient = (text) => text.replaceAll(/\b\d+_000\b/g, '1500');
const IMPATIENT = Object.fromEntries(['run', 'probe', 'evaluation', 'port'].map((name) => [`core/client/${name}.js`, impatient]));

walk('threads that hang while they start get a second try', async (t) => {
  const { page } = await openBare(t, browser, { edit: { 'engine/calib-threads.js': hang(false), ...IMPATIENT } });
  const run = await train(page, `${SMALL}&threads=2`);
  assert.equal(run.error, null);
  assert.equal(run.ready.threads, 2);
});

const probe = (page) =>
  page.evaluate(async (link) => {
    const { columns } = await engine.probe(link, globalThis.last.epochs[1].state, { kind: 'landscape', grid: 5, samples: 100 }).answer;
    return columns.map(({ id, values }) => [id, ...values]);
  }, SMALL);
const probed = () => {
  const { columns, rows } = calibJson('probe', 'landscape:grid=5,samples=100', SMALL, '--epoch', '2');
  return columns.map(({ id }, i) => [id, ...rows.map((row) => row[i])]);
};

for (const always of [false, true])
  walk(`a probe whose threads hang ${always ? 'each time' : 'once'} is answered`, async (t) => {
    const { page } = await openBare(t, browser, { edit: { 'engine/calib-threads.js': hang(always), ...IMPATIENT } });
    await train(page, `${SMALL}&threads=1`);
    assert.deepEqual(await probe(page), probed());
  });

// The worker reports it, or, without a report, the page starts another one.
for (const who of ['worker/threads', 'client/evaluation'])
  walk(`a report whose threads hang is made with one thread, as ${who} finds out`, async (t) => {
    const { page } = await openBare(t, browser, { edit: { 'engine/calib-threads.js': hang(true), [`core/${who}.js`]: impatient } });
    const [report, threads, workers] = await page.evaluate(async () => {
      let workers = 0;
      globalThis.Worker = class extends Worker {
        /** @param {string} url @param {WorkerOptions} options */
        constructor(url, options) {
          super(url, options);
          workers++;
        }
      };
      const evaluation = engine.openEvaluation();
      const csv = new File(['label,p\n', ...Array.from({ length: 300 }, (_, i) => `${+(i % 3 === 0)},${(i % 10) / 10}\n`)], 'a.csv');
      const report = await evaluation.report({ files: { csv }, draws: 20 });
      return [report, evaluation.threadsUsed, workers];
    });
    assert.equal(threads, 1);
    assert.equal(workers, who === 'worker/threads' ? 1 : 2);
    assert.match(report, /"n":300,.*"interval":\[0/);
  });

walk('an engine that hangs once while it loads is loaded again and answers', async (t) => {
  const { page, faults } = await openBare(t, browser, { edit: { 'engine/calib-single.js': hang(false), ...IMPATIENT } });
  assert.equal((await ask(page, 'check', SMALL)).ok, true);
  assert.deepEqual(faults, []);
});

walk('an engine that never starts is given up with one sentence', async (t) => {
  const { page } = await openBare(t, browser, { edit: { 'engine/calib-single.js': hang(true), ...IMPATIENT }, open: false });
  await page.waitForFunction(() => globalThis.refused, { timeout: 150_000 });
  assert.equal(await page.evaluate(() => globalThis.refused), 'the engine did not start');
});

const workers = async (page, role) => {
  const nameOf = (worker) => worker.evaluate(() => self.name).catch(() => 'gone');
  const named = await Promise.all(page.workers().map(async (worker) => ({ worker, name: await nameOf(worker) })));
  return named.filter(({ name }) => name.startsWith(role)).map(({ worker }) => worker);
};

walk('a killed worker is noticed, and the next run gets a new one', async (t) => {
  const { page } = await openBare(t, browser);
  const long = train(page, `${LONG}&threads=1`);
  await page.waitForFunction(() => globalThis.last?.epochs.length > 0);
  const [run] = await workers(page, 'run');
  run.evaluate(() => self.close()).catch(() => {});
  const ended = await long;
  assert.match(ended.error, /the browser ended the engine/);
  assert.equal(ended.states.at(-1), 'failed');
  assert.equal((await train(page, SMALL)).error, null);

  const [query] = await workers(page, 'query');
  query.evaluate(() => self.close()).catch(() => {});
  await page.waitForFunction(() => engine.queries.port.dead);
  assert.equal((await ask(page, 'check', SMALL)).ok, true);
});

walk('a crash of the engine becomes one sentence, and the query worker is replaced', async (t) => {
  const { page } = await openBare(t, browser);
  const [query] = await workers(page, 'query');
  await query.evaluate(() => {
    JSON.parse = () => {
      throw new WebAssembly.RuntimeError('unreachable');
    };
  });
  const crashed = await ask(page, 'check', SMALL);
  assert.equal(crashed.ok, false);
  assert.match(crashed.error, /^the engine crashed \(unreachable\)$/);
  assert.equal((await ask(page, 'check', SMALL)).ok, true);
});

walk('a loss that overflows ends the run with one sentence', async (t) => {
  const { page } = await openBare(t, browser);
  const run = await train(page, `${SMALL.replace('epochs=3', 'epochs=50')}&optimizer=sgd:lr=100,momentum=0.99`);
  sentence(run.error);
  assert.match(run.error, /finite/);
  assert.deepEqual(run.states, ['running', 'failed']);
});
