// make screenshots: saves every view and place in light, dark and high contrast, wide and on a phone, to
// build/shots/. The pictures are for review, and for comparison across a change of the style
// (tests/support/compare-shots.mjs). With --examples it only saves the drawings that a view shows as an
// example before its own run (web/img/examples).
import { mkdirSync, writeFileSync } from 'node:fs';
import { presetOf, presets } from '../../web/model/presets.js';
import { views as all } from '../../web/views/index.js';
import { launchChromium } from './chromium.mjs';
import { savedBy } from './page.mjs';
import { root } from './paths.mjs';
import { inLanguage, openScene, quiet, scenes, setTheme } from './scenes.mjs';
import { serve } from './serve.mjs';

const SIZES = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'projector', width: 1280, height: 720 },
  { name: 'phone', width: 390, height: 844 },
];

/** Runs for views that have nothing to show of a preset. @type {Record<string, string>} */
const own = {
  bins: presetOf('gradients').link,
  learned: presetOf('gradients').link,
  gradcam: 'data=shapes10:train=500,val=200,test=300&model=cnn-s&epochs=4&batch=50',
};

/**
 * Returns a run in which a view has something to show: its own, the preset that opens it, or the first one.
 * @param {string} view
 */
const linkFor = (view) => {
  const link = own[view] ?? (presets.find(({ link }) => link.endsWith(`&view=${view}`)) ?? presetOf('mlp')).link;
  return `${link.replace(/&view=.*/, '')}&run=1&view=${view}`;
};

const given = process.argv.slice(2);
/** @param {string} name */
const option = (name) => given.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
const language = option('in') ?? 'en';
const themes = option('theme')?.split(',') ?? ['light', 'dark', 'contrast'];
const sizes = SIZES.filter(({ name }) => (option('size') ?? name).split(',').includes(name));
const only = given.filter((one) => !one.startsWith('--'));
const wanted = (/** @type {string} */ name) => !only.length || only.includes(name);
const folder = root('build/shots');
mkdirSync(folder, { recursive: true });
const site = await serve(root('build/site'));
const browser = await launchChromium({ whole: true });

/**
 * Saves a picture in every size and theme.
 * @param {import('puppeteer-core').Page} page
 * @param {string} name
 * @param {string} [own] the only theme of this picture
 */
async function shoot(page, name, own) {
  for (const size of sizes)
    for (const theme of own ? [own] : themes) {
      await page.setViewport(size);
      await setTheme(page, theme);
      await quiet(page);
      const path = `${folder}/${language === 'en' ? '' : `${language}-`}${name}-${size.name}-${theme}.png`;
      await page.screenshot({ path });
      console.log(path);
    }
}

/**
 * Saves a view's drawing as an example. It has no words, so it suits every language, and no attributes
 * with their initial values.
 * @param {import('puppeteer-core').Page} page
 * @param {string} name
 */
async function keepExample(page, name) {
  await page.waitForFunction((id) => document.querySelector('.canvas')?.dataset.view === id, {}, name);
  const svg = await savedBy(page, '.viewer', 'SVG');
  const plain = svg
    .replace(/<text[ >].*?<\/text>/gs, '')
    .replace(/ (font|text)[a-z-]*="[^"]*"/g, '')
    .replace(
      / (stroke-linecap="butt"|stroke-dasharray="none"|stroke-linejoin="miter"|paint-order="normal"|stroke-width="1px"|opacity="1")/g,
      '',
    )
    .replace(/ stroke="none"/g, '')
    .replace(/\d+\.\d\d+/g, (number) => String(Math.round(10 * Number(number)) / 10));
  writeFileSync(root(`web/img/examples/${name}.svg`), plain);
}

const withExample = new Set(all.filter(({ instead }) => instead).map(({ id }) => id));
const examples = given.includes('--examples');

/** Saves every view of a run in which it has something to show. */
async function views() {
  const page = await browser.newPage();
  await inLanguage(page, language);
  await page.setViewport(SIZES[0]);
  await page.goto(`${site.url}#data=moons&epochs=1`);
  await page.waitForSelector('.places [data-place]');
  const apart = ['compare', 'evaluate', 'zoo', 'exercises']; // these have separate scenes
  const places = await page.$$eval('.places [data-place]', (buttons) => [...new Set(buttons.map((button) => button.dataset.place))]);
  let link = '';
  for (const place of places.filter((id) => !apart.includes(id) && wanted(id) && (!examples || withExample.has(id)))) {
    const next = linkFor(place);
    if (next.replace(/&view=.*/, '') !== link) {
      link = next.replace(/&view=.*/, '');
      await page.goto('about:blank');
      await page.setViewport(SIZES[0]);
      await page.goto(`${site.url}#${next}`);
      await page.waitForFunction(() => globalThis.calib?.state === 'ended', { timeout: 600_000, polling: 100 });
    }
    await page.evaluate((id) => document.querySelector(`.places [data-place="${id}"]`).click(), place);
    if (!examples) await shoot(page, place);
    else if (withExample.has(place)) await keepExample(page, place);
  }
  await page.close();
}

await views();
for (const scene of scenes.filter(({ name }) => !examples && wanted(name))) {
  const { page, close } = await openScene(browser, site.url, scene, language);
  await shoot(page, scene.name, scene.theme);
  await close();
}
await browser.close();
await site.close();
