// Visits the page in laps: runs, stops, views, comparisons, imports, and removal of kept runs. Each lap does
// everything once, with drawn links. Afterwards the page is at rest, with the same number of kept runs as
// before.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { views } from '../../web/views/index.js';
import { answering } from './growth.mjs';
import { root } from './paths.mjs';
import { give, press, reported, seen, unfold } from './scenes.mjs';
import { LINK, PLANE, show } from './views.mjs';

/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {(below: number) => number} Draw */

const LINKS = [
  LINK,
  'data=shapes10:train=60,val=40,test=60&model=cnn-s&epochs=1&batch=20',
  'data=shapes10:train=60,val=40,test=60&model=vit:dim=16,depth=1,heads=2&epochs=1&batch=20',
  'data=words:train=60,val=40,test=40,length=60&model=gpcnn:vocabulary=100&epochs=1&batch=20',
  'data=scenes:train=60,val=40,test=50&model=mlp:hidden=8&head=sigmoid&epochs=2',
  'data=gaussians:train=200,val=100,test=200&model=mlp&optimizer=adam&epochs=2&batch=20',
];
const ENDLESS = 'data=moons:train=400,val=100,test=100&model=mlp:hidden=16&epochs=4000&batch=10';

/** Writes files as people bring them. @param {string} folder */
export function filesOf(folder) {
  mkdirSync(folder, { recursive: true });
  const put = (/** @type {string} */ from, /** @type {string} */ name) => {
    copyFileSync(root(from), join(folder, name));
    return join(folder, name);
  };
  const zoo = 'models/zoo/shapes10';
  const models = ['test_labels', 'val_labels'].map((name) => put(`${zoo}/${name}.npy`, `${name}.npy`));
  for (const loss of ['ce', 'focal', 'brier'])
    for (const split of ['test', 'val']) models.push(put(`${zoo}/cnn-${loss}/${split}_logits.npy`, `${loss}_${split}_logits.npy`));
  const points = join(folder, 'points.csv');
  const row = (/** @type {unknown} */ _, /** @type {number} */ i) => `${i % 7},${(i * i) % 11},${i % 3 ? 'odd' : 'even'}`;
  writeFileSync(points, `a,b,label\n${Array.from({ length: 90 }, row).join('\n')}\n`);
  return { models, network: put(`${zoo}/cnn-ce/weights.safetensors`, 'weights.safetensors'), points };
}

/** @param {Page} page @param {string} link */
async function run(page, link) {
  const before = await page.evaluate(() => globalThis.calib.runs.length);
  await page.evaluate((link) => void (location.hash = `${link}&run=1`), link);
  await page.waitForFunction(
    (before) => globalThis.calib.runs.length > before && globalThis.calib.state === 'ended' && !!globalThis.calib.report,
    { timeout: 120_000, polling: 50 },
    before,
  );
}

/** @param {Page} page @param {string} place */
const go = (page, place) => press(page, `.places [data-place="${place}"]`);

/** Leaves a run before its end. @param {Page} page @param {number} seed */
async function stopped(page, seed) {
  await page.evaluate((link) => void (location.hash = link), `${ENDLESS}&seed=${seed}&run=1`);
  const at = (/** @type {string} */ state, epoch = 0) =>
    page.waitForFunction(
      (state, epoch) => globalThis.calib.state === state && globalThis.calib.epoch >= epoch && /epochs=4000/.test(globalThis.calib.spec),
      { timeout: 60_000, polling: 20 },
      state,
      epoch,
    );
  await at('running', 2);
  await press(page, '[aria-label="Stop"]');
  await at('stopped');
}

/**
 * Evaluates the logits of three models, or a network.
 * @param {Page} page
 * @param {ReturnType<typeof filesOf>} files
 * @param {boolean} network
 */
async function evaluate(page, { models, network: weights }, network) {
  await go(page, 'evaluate');
  await give(page, '#evaluate .drop-zone button', ...(network ? [weights] : models));
  if (!network) return reported(page);
  await page.waitForFunction(
    () => /** @type {HTMLElement | null} */ (document.querySelector('.network-part:not([hidden])'))?.dataset.state === 'ready',
    { timeout: 60_000 },
  );
}

/** Makes a table the data of a run, and removes it. @param {Page} page @param {string} points */
async function ownData(page, points) {
  await go(page, 'workbench');
  await unfold(page, '.own, .kept');
  await give(page, '.own .button', points);
  await press(page, '.found .button.solid');
  await page.waitForFunction(() => /data=table/.test(location.hash), { timeout: 60_000 });
  await page.waitForFunction(() => document.querySelector('.kept .away'), { timeout: 60_000 });
  await page.waitForFunction(
    () => {
      const one = /** @type {HTMLElement | null} */ (document.querySelector('.kept .away'));
      one?.click();
      return !one;
    },
    { timeout: 60_000, polling: 200 },
  );
}

/** Removes every run of this page by the list's buttons. @param {Page} page */
async function removeAll(page) {
  await go(page, 'compare');
  await press(page, '.to-kept');
  await seen(page, '.library');
  await page.waitForFunction(
    () => {
      const buttons = [...document.querySelectorAll('.library tr[data-where="here"] button, .library tr[data-where="unkept"] button')];
      const remove = buttons.findLast((one) => /^Remove/.test(one.textContent ?? ''));
      /** @type {HTMLElement | undefined} */ (remove)?.click();
      return !remove && globalThis.calib.runs.length === 0;
    },
    { timeout: 60_000, polling: 100 },
  );
}

/**
 * @param {Page} page
 * @param {Draw} draw
 * @param {number} lap from 1
 * @param {ReturnType<typeof filesOf>} files
 */
export async function visit(page, draw, lap, files) {
  const seed = (/** @type {number} */ i) => `&seed=${lap * 10 + i}`;
  const drawn = views.filter(({ id }) => id !== 'boundary');
  await run(page, LINK + seed(1));
  for (let i = 0; i < 5; i++) await show(page, drawn[(lap * 5 + i) % drawn.length]);
  await run(page, `${LINKS[draw(LINKS.length)]}${seed(2)}`);
  await stopped(page, lap);
  await run(page, PLANE + seed(3));
  await show(
    page,
    views.find(({ id }) => id === 'boundary'),
  );
  await go(page, 'compare');
  await seen(page, '.miniatures');
  await evaluate(page, files, lap % 2 === 0);
  if (lap % 3 === 0) await ownData(page, files.points);
  await removeAll(page);
}

/** Waits until no request to the engine is pending. @param {Page} page */
export async function rest(page) {
  await go(page, 'workbench');
  for (let tries = 0; ; tries++) {
    const names = await Promise.all(answering(page).map((worker) => worker.evaluate(() => self.name).catch(() => '')));
    if (names.every((name) => !/^(run|probe)-/.test(name))) return;
    if (tries === 100) throw new Error(`these workers do not end: ${names}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
