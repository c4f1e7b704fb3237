// Same link, same bits: one report for all compilers, runtimes, register widths and numbers of threads. The
// links together use every kind of layer, data set, augmentation and schedule. The seed chooses some builds
// for each link, and some links for each build; the long form runs all with all.
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { launchChromium } from '../support/chromium.mjs';
import { root } from '../support/paths.mjs';
import { trainArm, trainHere, trainModule, trainPage, trainWasi, widthsHere } from '../support/runtimes.mjs';
import { serve } from '../support/serve.mjs';
import { isBuilt, oneIn, turn } from '../support/soak.mjs';

const LINKS = [
  'data=moons:train=300,val=200,test=400&model=layers:fc16-tanh-fc8-relu-fc&epochs=4&batch=50&schedule=plateau:patience=0,by=ece,warmup=0.1&keep=best&by=ece',
  'data=shapes10:train=200,val=80,test=100,noise=0.02&model=mlp:hidden=48/32&loss=focal:gamma=2.5&schedule=step:at=0.5,factor=0.1&epochs=2',
  'data=shapes10:train=224,val=60,test=100,seed=7&model=cnn-s&augment=crop-flip&schedule=one-cycle&optimizer=sgd:lr=0.05,nesterov=yes&epochs=1&batch=64&seed=3',
  'data=shapes10:train=100,val=20,test=100&model=layers:c8-bn-relu-r(c8-bn-relu-c8-bn)-relu-ap2-r(c12s2-bn-relu-c12-bn)-relu-c10k1-gap-fc&schedule=cosine:warmup=0.3&epochs=2&batch=18&curvature=2&diagnostics=yes',
  'data=shapes10:train=96,val=50,test=60&model=layers:c16k4s4p0-tokens-cls-pos-r(ln-att4)-r(ln-fc24-gelu-fc16)-ln-first-fc&optimizer=adamw&epochs=1&batch=40',
  'data=words:train=150,val=24,test=60,length=30&model=layers:emb24v1000-c20k3-ln-relu-tokens-r(ln-att2)-mean-fc&optimizer=adam&epochs=2&batch=20&curvature=2',
  'data=shapes10:train=120,val=50,test=100&model=layers:c6-bn-gelu-drop20-mp2-c9-relu6-lrelu20-silu-gap-fc11-sigmoid-drop-fc&epochs=2&batch=50&switch=1:adafocal:bins=5',
  'data=shapes10:train=120,val=50,test=100&model=layers:c8b0-bn-relu-mp3s2p1-dw3-bn-relu-c12k3g4-relu-cat(bn-relu-c5d2b0)-cat(c3k1-bn-relu-dw5d2)-bn-relu-ap3s2p1-dw5s2-c6k4p1-gmp-fc&epochs=2&batch=50',
  'data=gaussians:train=200,val=150,test=150&model=layers:fc12-tanh-fc&loss=adafocal:every=3&penalty=trace:tau=0.02,m=2&epochs=3&batch=48&diagnostics=yes',
  // Multi-label, some labels unknown.
  'data=scenes:train=120,val=40,test=60,missing=0.1,noise=0.02&head=sigmoid&model=layers:c8-bn-relu-cat(c4-bn-relu)-mp2-gap-fc&loss=fcl:gamma=2&epochs=2&batch=50',
  // A query for a single sample uses a separate product. Each step has two passes.
  'data=shapes10:train=40,val=1,test=1&model=mlp:hidden=37/21&epochs=2&batch=13&sam=0.1',
];

const ONE_IN = 6;
/**
 * Makes, for each build, a function that trains some links.
 * @type {[string, (links: string[]) => (link: string) => Promise<any>][]}
 */
const RUNTIMES = [
  ['native clang, 1 thread', () => (link) => trainHere('native', link, 1)],
  ['native clang, 17 threads', () => (link) => trainHere('native', link, 17)], // more than some loops have parts
  ...widthsHere().map((width) => [`native clang, registers of ${width} bits`, () => (link) => trainHere('native', link, 2, width)]),
  ['WASI in Node', () => trainWasi],
  ['module with threads in Node, 1 thread', (links) => trainModule(links, 1)],
  ['module with threads in Node, 2 threads', (links) => trainModule(links, 2)],
  ['module with threads in Node, 3 threads', (links) => trainModule(links, 3)],
  ['module without threads in Node', (links) => trainModule(links, 0)],
];
const trainers = RUNTIMES.map(([name, make], k) => {
  const links = LINKS.filter((_, i) => turn(ONE_IN, i + k));
  return { name, links, train: make(links) };
});
// Register widths of this machine. Runs of all files seldom make this build, so it gets more of the links.
for (const [k, width] of (isBuilt('gcc') ? [undefined, '128'] : []).entries())
  trainers.push({
    name: `native gcc, ${width ? `registers of ${width} bits` : 'the widest registers'}`,
    links: LINKS.filter((_, i) => turn(2, i + k)),
    train: (/** @type {string} */ link) => trainHere('gcc', link, 2, width),
  });

/** The command line's report on each link, computed once. @type {Map<string, Promise<any>>} */
const reports = new Map();
const reportOf = (/** @type {string} */ link) => {
  if (!reports.has(link)) reports.set(link, trainHere('native', link, 2));
  return /** @type {Promise<any>} */ (reports.get(link));
};

/** The part of a report that must agree: everything but times. */
const comparable = ({ seconds, threads, ...report }) => report;

for (const link of LINKS) {
  describe(`one digest: ${link}`, () => {
    let expected;
    before(async () => {
      expected = comparable(await reportOf(link));
      assert.match(expected.digest, /^[0-9a-f]{64}$/);
      assert.ok(Number.isFinite(expected.metrics.nll.value));
    });
    for (const { name, train } of trainers.filter(({ links }) => links.includes(link))) {
      test(name, { timeout: 300_000 }, async () => assert.deepEqual(comparable(await train(link)), expected));
    }
  });
}

// Few samples and small batches: emulated, a convolution takes some 150 times as long.
const FEW = { train: 12, val: 8, test: 8, batch: 6 };

describe('one digest on 64-bit ARM, in qemu', () => {
  for (const whole of isBuilt('aarch64') ? oneIn(4, LINKS) : []) {
    const link = whole
      .replaceAll(/\b(train|val|test|batch)=\d+/g, (_, /** @type {keyof typeof FEW} */ key) => `${key}=${FEW[key]}`)
      .replaceAll(/&(curvature|diagnostics)=\w+/g, '');
    test(link, { timeout: 300_000 }, async () => {
      const [there, here] = [await trainArm(link), await trainHere('native', link, 1)];
      assert.match(here.digest, /^[0-9a-f]{64}$/);
      assert.deepEqual(comparable(there), comparable(here));
    });
  }
});

test('an unknown width is refused', async () => {
  for (const width of ['64', '1024', 'avx2'])
    await assert.rejects(trainHere('native', LINKS[0], 1, width), new RegExp(`CALIB_SIMD=${width} is not 128, 256 or 512`));
});

test('another seed gives other bits', async () => {
  const one = await trainHere('native', `${LINKS[0]}&seed=1`, 1);
  const two = await trainHere('native', `${LINKS[0]}&seed=2`, 1);
  assert.notEqual(one.digest, two.digest);
});

describe('one digest in Chromium', () => {
  let browser;
  before(async () => (browser = await launchChromium()));
  after(() => browser?.close());

  for (const isolated of [true, false]) {
    describe(isolated ? 'with threads' : 'without threads: no headers, and no service worker that would add them', () => {
      let site;
      let context; // one for all links: each has a separate page, which finds the code that the browser has compiled
      before(async () => {
        site = await serve(root('build/site'), { isolated, hide: isolated ? [] : ['sw.js'] });
        context = await browser.createBrowserContext();
      });
      after(() => context?.close().then(() => site.close()));
      // Without threads the module is the one that Node runs above.
      for (const link of LINKS.filter((_, i) => (isolated ? turn(ONE_IN, i + 1) : i % 3 === 0 && turn(2, i / 3)))) {
        test(link, { timeout: 300_000 }, async () => {
          const there = await trainPage(context, site.url, link);
          assert.equal(there.state, 'ended');
          assert.equal(there.isolated, isolated);
          const threads = isolated && availableParallelism() > 1;
          assert.equal(site.requests.includes('/engine/calib-threads.wasm'), threads, 'the build that ran');
          const here = await reportOf(link);
          assert.equal(there.digest, here.digest);
          assert.deepEqual(comparable(there.report), comparable(here));
        });
      }
    });
  }
});
