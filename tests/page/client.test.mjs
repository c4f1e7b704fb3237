// Tests the engine behind the page, in Chromium: queries, runs, and their faults.
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

walk('opens, describes itself and says how many threads it has', async (t) => {
  const { page, faults, visits } = await openBare(t, browser);
  const { describe, badge, cores } = await page.evaluate(() => ({ ...engine, cores: navigator.hardwareConcurrency }));
  assert.deepEqual(describe, calibJson('describe'));
  const threads = Math.min(cores, 8);
  assert.deepEqual(badge, { threads, isolated: true, simd: true, why: `${threads} threads`, notFast: '' });
  assert.equal(visits(), 1);
  assert.deepEqual(faults, []);
});

walk('in a browser without SIMD it says so', async (t) => {
  const noSimd = (text) => `WebAssembly.validate = () => false;\n${text}`;
  const { page } = await openBare(t, browser, { edit: { 'core/client/engine.js': noSimd } });
  assert.match(await page.evaluate(() => globalThis.refused), /no WebAssembly SIMD/);
});

walk('check answers with everything a link means, or with one sentence', async (t) => {
  const { page } = await openBare(t, browser);
  const good = await ask(page, 'check', `${SMALL}&run=1&threads=1&loss=focal:gamma=2`);
  assert.equal(good.ok, true);
  assert.equal(good.spec, calibJson('train', `${SMALL}&loss=focal:gamma=2`).spec);
  assert.deepEqual(good.choices.loss, { id: 'focal', params: { gamma: 2 } });
  assert.deepEqual(good.choices.model, { id: 'mlp', params: { hidden: '16' } });
  assert.deepEqual(good.page, { run: '1', threads: '1' });
  assert.deepEqual(good.shape, { k: 2, c: 2, h: 1, w: 1 });
  assert.equal(good.need.steps, 36);
  assert.equal(good.need.parameters, 2 * 16 + 16 + 16 * 2 + 2);
  assert.deepEqual(good.files, []);

  for (const [link, wrong] of [
    ['loss=focal:gamma=nan', /gamma/],
    ['epochs=0', /epochs=0/],
    ['nonsense=1', /nonsense/],
    ['model=layers:c32-zz', /zz/],
    ['loss=\u{1F600}', /./],
    ['threads=0', /threads=0 is not a whole number from 1 to 16/],
    ['threads=many', /threads=many/],
    [`model=layers:${'fc1-'.repeat(30_000)}fc`, /16384/],
  ]) {
    const bad = await ask(page, 'check', link);
    assert.equal(bad.ok, false, link.slice(0, 80));
    assert.match(bad.error, wrong);
    sentence(bad.error);
  }
  assert.equal((await ask(page, 'check', SMALL)).ok, true);
  const { error, states } = await train(page, `${SMALL}&threads=17`);
  assert.match(error, /threads=17/);
  assert.deepEqual(states, ['failed']);
});

walk('the curve of a loss is the loss, and the slope of its curve in the logit', async (t) => {
  const { page } = await openBare(t, browser);
  const { p, loss, gradient, factor, optimal } = await ask(page, 'curve', 'focal:gamma=2');
  assert.equal(p.length, 199);
  p.forEach((x, i) => {
    const expected = -((1 - x) ** 2) * Math.log(x);
    const slope = x * (1 - x) * ((1 - x) ** 2 / x - 2 * (1 - x) * Math.log(x));
    assert.ok(Math.abs(loss[i] - expected) <= 1e-12 * expected, `loss at ${x}`);
    assert.ok(Math.abs(gradient[i] - slope) <= 1e-11 * slope, `slope at ${x}`);
  });
  const middle = p.indexOf(0.5);
  assert.ok(Math.abs(factor[middle] - (0.25 - 0.5 * Math.log(0.5))) < 1e-12, 'dL/dz over q - 1, by hand');
  assert.ok(Math.abs(optimal[middle] - 0.5) < 1e-9 && optimal[180] < p[180] - 0.02 && optimal[20] > p[20] + 0.02, 'focal loss holds back');
  assert.equal(await page.evaluate(async () => (await engine.curve('mmce')).optimal), undefined, 'its samples meet');
  const wrong = await page.evaluate(() => engine.curve('fokal').catch((error) => error.message));
  assert.match(wrong, /fokal/);
});

walk('samples of a split do not depend on how many are requested', async (t) => {
  const { page } = await openBare(t, browser);
  const [some, more] = await page.evaluate(async () => {
    const link = 'data=shapes10:train=50000,val=10,test=100';
    const plain = ({ pixels, labels, posterior, ...rest }) => ({
      ...rest,
      pixels: [...pixels],
      labels: [...labels],
      posterior: [...posterior],
    });
    return [plain(await engine.samples(link, 'test', 3, 2)), plain(await engine.samples(link, 'test', 0, 1000))];
  });
  assert.deepEqual([some.n, some.count, some.c, some.h, some.w, some.k], [100, 2, 3, 32, 32, 10]);
  assert.equal(more.count, 100);
  assert.equal(some.classNames.length, 10);
  assert.deepEqual(some.pixels, more.pixels.slice(3 * 3072, 5 * 3072));
  assert.deepEqual(some.labels, more.labels.slice(3, 5));
  assert.deepEqual(some.posterior, more.posterior.slice(30, 50));
  assert.ok(Math.abs(some.posterior.slice(0, 10).reduce((a, b) => a + b) - 1) < 1e-12);
});

walk('a run trains to its end; threads, one thread and the command line give the same bits', async (t) => {
  const expected = calibJson('train', SMALL);
  const { page, faults } = await openBare(t, browser);
  for (const threads of [1, 2, 3]) {
    const run = await train(page, `${SMALL}&threads=${threads}`);
    assert.equal(run.error, null);
    assert.equal(run.ready.threads, threads);
    assert.deepEqual(run.states, ['running', 'ended']);
    assert.deepEqual(
      run.epochs.map(({ epoch, test, val }) => [epoch, test, val]),
      [1, 2, 3].map((epoch) => [epoch, 600, 600]),
    );
    assert.deepEqual(
      run.epochs.map(({ entry }) => entry),
      expected.history,
    );
    assert.equal(run.report.digest, expected.digest);
    assert.equal(run.ready.bytes % 65536, 0);
  }
  assert.deepEqual(faults, []);

  const scores = await page.evaluate(async () => {
    const { ready, epochs } = globalThis.last;
    const { testLogits, valLogits } = epochs.at(-1);
    const { testLabels, valLabels, testPosterior, n_test, n_val, k } = ready;
    return {
      raw: await engine.evaluate({ logits: testLogits, labels: testLabels, posterior: testPosterior, n: n_test, k }),
      all: await engine.evaluate({ logits: testLogits, labels: testLabels, posterior: testPosterior, n: n_test, k, draws: 100 }),
      few: await engine.evaluate({
        logits: testLogits,
        labels: testLabels,
        posterior: testPosterior,
        n: n_test,
        k,
        draws: 100,
        headline: true,
      }),
      fit: await engine.fit({ logits: valLogits, labels: valLabels, n: n_val, k }),
      short: await engine.evaluate({ logits: testLogits, labels: testLabels, n: n_test + 1, k }).catch((error) => error.message),
      nan: await engine.evaluate({ logits: [NaN, 0], labels: [0], n: 1, k: 2 }).catch((error) => error.message),
      label: await engine.evaluate({ logits: [1, 0], labels: [2], n: 1, k: 2 }).catch((error) => error.message),
      cold: await engine.evaluate({ logits: [1, 0], labels: [0], n: 1, k: 2, temperature: 0 }).catch((error) => error.message),
    };
  });
  expected.floors = Object.fromEntries(Object.entries(expected.metrics).map(([id, { floor }]) => [id, floor]));
  const headline = calibJson('describe')
    .metric.filter(({ headline, needs }) => headline && needs !== 'elsewhere' && needs !== 'binary')
    .map((entry) => entry.id);
  for (const figure of Object.values(expected.metrics))
    for (const slow of ['floor', 'interval', 'true_interval', 'draws']) delete figure[slow]; // too slow for a slider
  assert.deepEqual(scores.raw.metrics, Object.fromEntries(headline.map((id) => [id, expected.metrics[id]])));
  assert.deepEqual(Object.keys(scores.all.metrics), Object.keys(expected.metrics));
  for (const [id, { value, floor }] of Object.entries(scores.all.metrics)) {
    assert.equal(value, expected.metrics[id].value, id);
    assert.equal(floor, expected.floors[id], `${id}: as many draws, the same floor`);
  }
  for (const [way, fit] of Object.entries(scores.fit.temperature)) assert.equal(fit.T, expected.calibrators.temperature[way].T, way);
  assert.ok(Object.values(scores.fit.temperature).some(({ curve }) => curve?.at.length === curve?.score.length && curve?.at.length > 20));
  const few = Object.fromEntries(headline.map((id) => [id, scores.all.metrics[id]]));
  assert.deepEqual(scores.few.metrics, few, 'the headline figures are those of all');
  assert.match(scores.short, /600 logits are not 301 rows of 2/);
  assert.match(scores.nan, /nan|finite|number/i);
  assert.match(scores.label, /label/);
  assert.match(scores.cold, /temperature/);
});

walk('a run resumes from the state after any of its epochs with the same bits', async (t) => {
  const { page, faults } = await openBare(t, browser);
  for (const threads of [1, 2]) {
    const whole = await train(page, `${SMALL}&threads=${threads}&optimizer=adam&keep=best`);
    const sizes = await page.evaluate(() => globalThis.last.epochs.map(({ state }) => state.size));
    const { need } = await ask(page, 'check', `${SMALL}&optimizer=adam&keep=best`);
    assert.ok(sizes.length === 3 && sizes.every((size) => size > need.parameters * 16 && size <= need.state), `${sizes}`);
    for (const epoch of [2, 1]) {
      const rest = await train(page, `${SMALL}&threads=${3 - threads}&optimizer=adam&keep=best`, epoch);
      assert.deepEqual([rest.error, rest.ready.step], [null, 12 * epoch]);
      assert.deepEqual(rest.ready.history, whole.report.history.slice(0, epoch));
      assert.deepEqual(
        rest.epochs.map((seen) => seen.epoch),
        [1, 2, 3].slice(epoch),
      );
      assert.deepEqual(rest.report, whole.report);
      if (epoch === 2) await train(page, `${SMALL}&optimizer=adam&keep=best`); // so that the last run has epoch 1 again
    }
  }
  const over = await train(page, SMALL);
  const again = await train(page, SMALL, 3);
  assert.deepEqual([again.epochs, again.report], [[], over.report], 'nothing is left to train');
  assert.deepEqual(faults, []);
});

walk('a run forked from a state is the link with the switch, and its controls are described', async (t) => {
  const { page } = await openBare(t, browser);
  const fork = `${SMALL}&switch=2:adafocal:bins=5`;
  const expected = calibJson('train', fork);
  await train(page, SMALL);
  const { report, error, ready } = await train(page, fork, 2);
  assert.deepEqual([error, ready.step], [null, 24]);
  assert.deepEqual([report.digest, report.history], [expected.digest, expected.history]);
  const { run } = await ask(page, 'check', fork);
  assert.equal(run.switch, '2:adafocal:bins=5');
  assert.equal((await ask(page, 'check', SMALL)).run.switch, 'none');
  const described = await page.evaluate(() => engine.describe.run.find((param) => param.name === 'switch'));
  assert.deepEqual([described.type, described.kind, described.default, described.min], ['switch', 'loss', 'none', 1]);
});

walk('a separate worker looks into a state, and can be ended', async (t) => {
  const { page, faults } = await openBare(t, browser);
  await train(page, SMALL);
  const found = await page.evaluate(async (link) => {
    const shares = [];
    const { answer } = engine.probe(
      link,
      globalThis.last.epochs[1].state,
      { kind: 'landscape', grid: 31, samples: 300 },
      { onProgress: (share) => shares.push(share) },
    );
    const { columns, ...rest } = await answer;
    return { ...rest, shares, columns: columns.map(({ id, values }) => [id, ...values]) };
  }, SMALL);
  const expected = calibJson('probe', 'landscape:grid=31,samples=300', SMALL, '--epoch', '2');
  assert.ok(found.shares.length && found.shares.every((share) => share > 0 && share <= 1), `${found.shares}`);
  assert.deepEqual([found.probe, found.epoch, found.facts, found.matrix], [expected.probe, 2, expected.facts, null]);
  assert.deepEqual(
    found.columns,
    expected.columns.map(({ id }, i) => [id, ...expected.rows.map((row) => row[i])]),
  );
  const same = await page.evaluate(async (link) => {
    const { state, testLogits } = globalThis.last.epochs[2];
    const { matrix } = await engine.probe(link, state, { kind: 'logits' }).answer;
    return matrix.length === testLogits.length && matrix.every((z, i) => z === testLogits[i]);
  }, SMALL);
  assert.ok(same, 'the logits that the run had');

  const errors = await page.evaluate(async (link) => {
    const { state } = globalThis.last.epochs[0];
    const why = (probe) =>
      probe.answer.then(
        () => '',
        (error) => error.message,
      );
    const long = engine.probe(link, state, { kind: 'landscape', grid: 101, samples: 300 });
    const canceled = why(long);
    setTimeout(long.cancel, 400);
    const early = engine.probe(link, state, { kind: 'boundary' });
    const soon = why(early);
    early.cancel();
    return [
      await canceled,
      await soon,
      await why(engine.probe(link, state, { kind: 'landscape', grid: 1e9 })),
      await why(engine.probe(`${link}&seed=2`, state, { kind: 'boundary' })),
      await why(engine.probe(link, new Blob(['none']), { kind: 'boundary' })),
      await why(engine.probe(link, state, { kind: 'a&b=c' })),
    ];
  }, SMALL);
  assert.deepEqual(errors.slice(0, 3), [
    'the probe was canceled',
    'the probe was canceled',
    'probe landscape: grid=1000000000 is not a whole number from 2 to 101',
  ]);
  assert.match(errors[3], /^the saved state: its link is .*, and this run's is .*seed=2$/);
  assert.equal(errors[4], 'the saved state: not a safetensors file, or cut short (4 bytes)');
  for (const error of errors) sentence(error);
  assert.equal((await ask(page, 'check', SMALL)).ok, true);
  assert.deepEqual(faults, []);
});

walk('a state of another run is refused in one sentence, and states can be left out', async (t) => {
  const { page } = await openBare(t, browser);
  await train(page, SMALL);
  const other = await train(page, `${SMALL}&seed=2`, 1);
  assert.match(other.error, /^the saved state: its link is v=1.*, and this run's is v=1.*seed=2$/);
  sentence(other.error);
  const [broken, none] = await page.evaluate(async (link) => {
    const ends = (options) => new Promise((resolve) => engine.start(link, { ...options, onEnd: resolve, onError: resolve }));
    const states = [];
    const broken = await ends({ from: new Blob(['no state']) });
    await ends({ states: false, onEpoch: ({ state }) => states.push(state) });
    return [broken.error, states];
  }, SMALL);
  assert.equal(broken, 'the saved state: not a safetensors file, or cut short (8 bytes)');
  assert.deepEqual(none, [null, null, null]);
});

walk('without isolation a run has one thread and the same digest', async (t) => {
  const { page } = await openBare(t, browser, { isolated: false, edit: { 'sw.js': () => '' } });
  const run = await train(page, `${SMALL}&threads=4`);
  assert.equal(run.error, null);
  assert.equal(run.ready.threads, 1);
  assert.equal(run.report.digest, calibJson('train', SMALL).digest);
});

walk('pause, resume, one mini-batch, one epoch, stop', async (t) => {
  const { page } = await openBare(t, browser);
  const seen = await page.evaluate(async (link) => {
    const states = [];
    let epochs = 0;
    let steps = 0;
    let tell = () => {};
    const until = (state) =>
      new Promise((resolve) => {
        tell = () => run.state === state && resolve(epochs);
        tell();
      });
    const run = engine.start(link, {
      paused: true,
      onEpoch: () => epochs++,
      onState: (state) => {
        states.push(state);
        tell();
      },
      onProgress: ({ step }) => (steps = step),
      onError: ({ error }) => states.push(error),
      onEnd: () => states.push('onEnd'),
    });
    const out = { first: run.state };
    await until('paused');
    out.waited = epochs;
    out.steps = [];
    for (let i = 0; i < 3; i++) {
      run.step();
      await until('running');
      await until('paused');
      out.steps.push(steps);
    }
    run.stepEpoch();
    await until('running');
    out.one = await until('paused');
    run.resume();
    await until('running');
    while (epochs < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    const before = epochs;
    run.pause();
    await until('paused');
    const still = epochs;
    out.late = still - before;
    await new Promise((resolve) => setTimeout(resolve, 200));
    out.moved = epochs - still;
    run.stepEpoch();
    await until('running');
    out.another = (await until('paused')) - still;
    run.stop();
    run.resume();
    run.pause();
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { ...out, states, last: run.state };
  }, `${LONG}&threads=1`);
  assert.equal(seen.first, 'loading');
  assert.equal(seen.waited, 0);
  assert.deepEqual(seen.steps, [1, 2, 3]);
  assert.equal(seen.one, 1);
  assert.equal(seen.moved, 0);
  assert.equal(seen.another, 1);
  assert.ok(seen.late <= 1, `paused ${seen.late} epochs after it was asked`);
  assert.equal(seen.last, 'stopped');
  const once = ['running', 'paused'];
  assert.deepEqual(seen.states, ['paused', ...once, ...once, ...once, ...once, ...once, ...once, 'stopped']);
});

walk('a run can be stopped while it loads', async (t) => {
  const { page } = await openBare(t, browser);
  const states = await page.evaluate(async (link) => {
    const states = [];
    const run = engine.start(link, { onState: (state) => states.push(state), onReady: () => states.push('ready') });
    run.stop();
    await new Promise((resolve) => setTimeout(resolve, 500));
    return states;
  }, SMALL);
  assert.deepEqual(states, ['stopped']);
});
