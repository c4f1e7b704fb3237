// Times how the page prepares 10,000 CIFAR-10 pictures for a run from its stored file. A worker and its
// module start, the files are read, samples are drawn and hashed.
import { join } from 'node:path';
import { launchChromium } from '../support/chromium.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';
import { dataFolder } from './cifar.mjs';
import { spread } from './measure.mjs';

const FILES = ['data_batch_1.bin', 'test_batch.bin'];
const LINK = 'data=cifar10:train=10,val=10,test=10000,batches=1&model=logistic&epochs=1';
const TIMES = 7;

/** @returns {Promise<{images: number, seconds: number, low: number, high: number}>} */
export async function measureLoading() {
  const server = await serve(root('build/site'));
  const browser = await launchChromium({ whole: true });
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    const chosen = page.waitForFileChooser();
    const added = page.evaluate(async (link) => {
      const load = (/** @type {string} */ path) => import(new URL(path, document.baseURI).href);
      const [{ openEngine }, { pickFiles }] = await Promise.all([load('core/client/engine.js'), load('core/files.js')]);
      const engine = /** @type {any} */ ((globalThis.engine = await openEngine()));
      return engine.files.add(link, await pickFiles());
    }, LINK);
    await (await chosen).accept(FILES.map((name) => join(dataFolder, name)));
    await added;
    /** @type {number[]} */
    const seconds = [];
    for (let time = 0; time < TIMES; time++)
      seconds.push(
        await page.evaluate(
          (link) =>
            new Promise((resolve, reject) => {
              const begin = performance.now();
              const run = /** @type {any} */ (globalThis).engine.start(link, {
                paused: true,
                states: false,
                onReady: () => {
                  resolve((performance.now() - begin) / 1000);
                  run.stop();
                },
                onError: (/** @type {{error: string}} */ { error }) => reject(new Error(error)),
              });
            }),
          LINK,
        ),
      );
    const { median, low, high } = spread(seconds);
    return { images: 10_000, seconds: median, low, high };
  } finally {
    await browser.close();
    await server.close();
  }
}
