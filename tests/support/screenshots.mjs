// make screenshots: every view and place, light and dark, wide and on a phone, into build/shots/. To be looked at.
import { mkdirSync } from 'node:fs';
import { presetOf, presets } from '../../web/model/presets.js';
import { launchChromium } from './chromium.mjs';
import { root } from './paths.mjs';
import { serve } from './serve.mjs';

const SIZES = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'projector', width: 1280, height: 720 },
  { name: 'phone', width: 390, height: 844 },
];
const THEMES = ['light', 'dark'];

/** A run in which a view has something to show: the preset that opens it, or the first one. @param {string} view */
const linkFor = (view) => {
  const preset = presets.find(({ link }) => link.endsWith(`&view=${view}`)) ?? presetOf('mlp');
  return `${preset.link.replace(/&view=.*/, '')}&run=1&view=${view}`;
};

const only = process.argv.slice(2);
const folder = root('build/shots');
mkdirSync(folder, { recursive: true });
const site = await serve(root('build/site'));
const browser = await launchChromium();
const page = await browser.newPage();
await page.setViewport(SIZES[0]);
await page.goto(`${site.url}#data=moons&epochs=1`);
await page.waitForSelector('.places [data-place]');
const places = await page.$$eval('.places [data-place]', (buttons) => [...new Set(buttons.map((button) => button.dataset.place))]);
let link = '';
for (const place of places.filter((id) => !only.length || only.includes(id))) {
  const next = linkFor(place);
  if (next.replace(/&view=.*/, '') !== link) {
    link = next.replace(/&view=.*/, '');
    await page.goto('about:blank');
    await page.setViewport(SIZES[0]);
    await page.goto(`${site.url}#${next}`);
    await page.waitForFunction(() => globalThis.calib?.state === 'ended', { timeout: 600_000, polling: 100 });
  }
  for (const size of SIZES)
    for (const theme of THEMES) {
      await page.setViewport(size);
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      await page.evaluate((id) => document.querySelector(`.places [data-place="${id}"]`).click(), place);
      await page.waitForFunction(() => ![...document.querySelectorAll('main [aria-busy=true]')].some((one) => one.checkVisibility()), {
        timeout: 60_000,
      });
      await new Promise((resolve) => setTimeout(resolve, 400));
      const path = `${folder}/${place}-${size.name}-${theme}.png`;
      await page.screenshot({ path });
      console.log(path);
    }
}
await browser.close();
await site.close();
