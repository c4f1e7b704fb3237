// Opens every place of the page in a state with something to see, for pictures (screenshots.mjs) and for
// tests of the style.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exercises } from './links.mjs';
import { root } from './paths.mjs';

const RUN = 'data=shapes10:train=200,val=200,test=300&epochs=3&batch=50';
const MOONS = 'data=moons:train=100,val=100,test=200&model=mlp:hidden=8&epochs=3';
const EXERCISE = 'small-test-sets';
const WINDOW = { width: 1440, height: 900 };
const NETWORK = 'models/zoo/shapes10/cnn-ce/weights.safetensors';

/** @typedef {import('puppeteer-core').Page} Page */
/**
 * @typedef {object} Scene
 * @property {string} name
 * @property {string} [link]
 * @property {string} [theme] instead of light, dark and contrast
 * @property {string} [wait] for this to be seen
 * @property {string} [before] a script to run before the page's own
 * @property {(page: Page) => Promise<unknown>} [act] on the page once it is ready
 * @property {import('puppeteer-core').Viewport} [viewport] instead of a laptop's
 */

/** @param {Page} page @param {string} selector */
export const press = (page, selector) =>
  page.waitForFunction(
    (selector) => {
      const one = /** @type {HTMLElement | null} */ (document.querySelector(`${selector}:not([disabled])`));
      one?.click();
      return !!one;
    },
    { timeout: 60_000 },
    selector,
  );
/** @param {Page} page @param {string} selector @param {string} value @param {string} [event] */
const fill = async (page, selector, value, event = 'change') => {
  await page.waitForSelector(selector);
  await page.$eval(
    selector,
    (field, value, event) => {
      /** @type {HTMLInputElement} */ (field).value = value;
      field.dispatchEvent(new Event(event, { bubbles: true }));
    },
    value,
    event,
  );
};
/** @param {Page} page @param {string} selector */
export const seen = (page, selector) => page.waitForSelector(selector, { visible: true, timeout: 120_000 });
/** @param {Page} page */
const ended = (page) => page.waitForFunction(() => globalThis.calib.state === 'ended', { timeout: 120_000, polling: 50 });
/** @param {Page} page @param {number} n */
const reports = (page, n) =>
  page.waitForFunction((n) => globalThis.calib.runs.filter(({ report }) => report).length >= n, { timeout: 120_000, polling: 50 }, n);
/** @param {Page} page @param {string} selector */
export const unfold = (page, selector) =>
  page.$$eval(selector, (all) => {
    for (const one of all) /** @type {HTMLDetailsElement} */ (one).open = true;
  });
/** @param {Page} page @param {string} selector @param {string[]} files */
export const give = async (page, selector, ...files) => {
  await seen(page, selector);
  const [chooser] = await Promise.all([page.waitForFileChooser(), page.$eval(selector, (one) => /** @type {HTMLElement} */ (one).click())]);
  await chooser.accept(files);
};
/** @param {Page} page */
export const reported = (page) =>
  page.waitForFunction(
    () =>
      /** @type {HTMLElement} */ (document.querySelector('#evaluate')).dataset.state === 'done' &&
      /** @type {HTMLElement | null} */ (document.querySelector('.saving'))?.hidden === false,
    { timeout: 120_000 },
  );
/** Returns the link with a run's result, as the page shares it. @param {Page} page */
async function share(page) {
  await ended(page);
  await page.$eval('.bar > .button', (one) => /** @type {HTMLElement} */ (one).click());
  await seen(page, '#band .link');
  return page.$eval('#band .link', (input) => {
    const { value } = /** @type {HTMLInputElement} */ (input);
    return value.slice(value.indexOf('#') + 1);
  });
}
/** @param {Page} page @param {string} link */
const follow = (page, link) => page.evaluate((link) => void (location.hash = link), link);

/** Makes three runs, two of which differ in the seed only. @param {Page} page */
async function threeRuns(page) {
  await ended(page);
  for (const [i, more] of ['&loss=focal:gamma=2', '&seed=2'].entries()) {
    await follow(page, `${RUN}${more}&run=1`);
    await reports(page, i + 2);
  }
  await press(page, '[data-place="compare"]');
  await seen(page, '.miniatures');
}

/**
 * Goes through the story from its first picture, past the slider, to the given number of screens after it.
 * @param {Page} page
 * @param {number} chapters
 */
async function storyTo(page, chapters) {
  await press(page, '.guide .button.big');
  await ended(page);
  await seen(page, '.cooler .slider');
  const slider = await page.$eval('.cooler .slider', (one) => /** @type {HTMLInputElement} */ (one).max);
  await fill(page, '.cooler .slider', slider, 'input');
  await press(page, '.cooler .fitted button');
  for (let i = 0; i < chapters; i++) {
    await press(page, '.guide-talk .onward');
    if (i === 0) await page.waitForFunction(() => globalThis.calib.state !== 'ended', { timeout: 60_000 });
    await ended(page);
    await page.waitForFunction(() => Number(/** @type {HTMLElement} */ (document.querySelector('.guide')).dataset.at) > 1);
  }
}

/** Returns an answer code. @param {Page} page */
async function codes(page) {
  const { codeOf } = await import('../../web/model/exercise/code.js');
  const exercise = exercises[EXERCISE];
  const runs = Object.fromEntries(Object.keys(exercise.runs).map((name, i) => [name, String(i + 1).repeat(16)]));
  const code = await codeOf(EXERCISE, exercise, { name: 'Ada', answers: { few_ece: 4.8 }, runs, own: {} }, '0.9.9');
  await seen(page, '#codes');
  await fill(page, '#codes', `${code}\nCAL1-damaged`, 'input');
  await seen(page, '.answers tbody tr');
}

/** Projects a question with the guesses of a class and the run's value. @param {Page} page */
async function projected(page) {
  const { codeOf } = await import('../../web/model/exercise/code.js');
  const codes = [2, 3, 3.5, 5, 5, 5, 8, 12].map((few_ece, i) =>
    codeOf(EXERCISE, exercises[EXERCISE], { name: `S${i}`, answers: { few_ece }, runs: {}, own: {} }, '0.9.9'),
  );
  await seen(page, '#codes');
  await fill(page, '#codes', (await Promise.all(codes)).join('\n'), 'input');
  await page.waitForSelector('.tally .needle', { timeout: 120_000 }); // a vertical line has no area to be seen
  await press(page, '.tally [data-do="project"]');
  await press(page, '.room [data-do="reveal"]');
  await seen(page, '.room .room-near');
}

/** @type {Scene[]} */
const first = [
  { name: 'welcome' },
  { name: 'rating', act: (page) => press(page, '.guide .button.big:nth-of-type(2)') },
  {
    name: 'rated',
    async act(page) {
      await press(page, '.guide .button.big:nth-of-type(2)');
      for (const value of [20, 95, 60, 5, 70, 45, 80, 20]) {
        await fill(page, '.rating .slider', String(value), 'input');
        await press(page, '.rating .button');
      }
      await ended(page);
      await seen(page, '.beside');
    },
  },
  {
    name: 'guide',
    act: async (page) => {
      await press(page, '.guide .button.big');
      await ended(page);
      await seen(page, '.cooler .slider');
    },
  },
  { name: 'story-temperature', act: (page) => storyTo(page, 0) },
  { name: 'story-focal', act: (page) => storyTo(page, 1) },
  {
    name: 'story-limits',
    act: async (page) => {
      await storyTo(page, 2);
      await seen(page, '.limits svg circle');
      for (let i = 0; i < 3; i++) await press(page, '.limits .button');
    },
  },
  { name: 'story-end', act: (page) => storyTo(page, 3) },
  { name: 'forced', link: `${RUN}&run=1`, theme: 'forced', act: ended },
  { name: 'forced-exercise', link: `exercise=${EXERCISE}`, theme: 'forced', wait: '.exercise h1' },
  { name: 'broken', link: `v=2&${RUN}&wings=4`, wait: '.broken .recovered' },
  { name: 'without-engine', link: RUN, before: 'delete globalThis.WebAssembly', wait: '.without .data' },
  {
    name: 'without-engine-unfolded',
    before: 'delete globalThis.WebAssembly',
    wait: '.without .data',
    act: (page) => unfold(page, '.without details:first-of-type'),
  },
];

/** @type {Scene[]} */
const bench = [
  { name: 'idle', link: RUN },
  {
    name: 'all-numbers',
    link: `${RUN}&loss=focal:gamma=2&model=cnn-s&run=1`,
    act: async (page) => {
      await ended(page);
      await unfold(page, '.rail .folded');
      await unfold(page, '.numbers .others');
      await press(page, '.figure .about');
      await page.keyboard.press('ArrowRight');
    },
  },
  {
    name: 'menus',
    link: `${RUN}&run=1`,
    act: async (page) => {
      await ended(page);
      for (const kind of ['starts', 'take', 'fork']) await unfold(page, `.menu.${kind}`);
    },
  },
  { name: 'places-menu', link: `${RUN}&run=1`, act: async (page) => [await ended(page), await unfold(page, '.places-menu')] },
  {
    name: 'present',
    link: `${RUN}&run=1`,
    act: async (page) => [await ended(page), await page.keyboard.press('p'), await seen(page, '[data-present]')],
  },
  { name: 'keys', link: RUN, act: (page) => press(page, '.bar .keys') },
  { name: 'changed', link: `${RUN}&run=1`, act: async (page) => [await ended(page), await fill(page, '#run-epochs', '0')] },
  {
    name: 'data-table',
    link: `${RUN}&run=1&view=curves`,
    act: async (page) => {
      await ended(page);
      await unfold(page, '.viewer .menu');
    },
  },
  {
    name: 'own-data',
    link: RUN,
    act: async (page) => {
      await seen(page, '.own');
      await unfold(page, '.own, .data-files details');
      await give(page, '.own .button', root('tests/golden/README.md'));
      await page.waitForFunction(() => document.querySelector('.found')?.textContent);
    },
  },
  {
    name: 'missing-files',
    link: 'data=cifar10:train=50,val=20,test=20,batches=1&model=logistic&epochs=1',
    wait: '.files .button:not([hidden])',
  },
];

/** @type {Scene[]} */
const places = [
  { name: 'compare-empty', link: `${RUN}&view=compare`, wait: '.first-runs' },
  {
    name: 'compare',
    link: `${RUN}&run=1`,
    act: async (page) => {
      await threeRuns(page);
      await press(page, '.runs-table .name');
    },
  },
  {
    name: 'compare-pictures',
    link: `${RUN}&run=1`,
    act: async (page) => {
      await threeRuns(page);
      await page.$eval('.miniatures', (one) => one.scrollIntoView());
    },
  },
  {
    name: 'compare-samples',
    link: `${RUN}&diagnostics=yes&run=1`,
    act: async (page) => {
      await threeRuns(page);
      await press(page, '[data-choice="curves gradients"]');
      await seen(page, '.alike thead canvas');
      await page.$eval('[data-choice="curves gradients"]', (one) => one.scrollIntoView());
    },
  },
  {
    name: 'compare-adding',
    link: `${RUN}&view=compare`,
    act: async (page) => {
      await seen(page, '.more-runs');
      await unfold(page, '.more-runs, .compare .folded');
    },
  },
  {
    name: 'sweep',
    link: `${MOONS}&view=compare`,
    act: async (page) => {
      await seen(page, '.compare-sweeps > .row .button');
      await page.$$eval('.compare-sweeps > .row .button', (all) => {
        for (const one of all) /** @type {HTMLElement} */ (one).click();
      });
      await page.waitForFunction(() => document.querySelector('.heat td button') && /✓/.test(document.title), { timeout: 180_000 });
      await page.$eval('.compare-sweeps', (one) => one.scrollIntoView());
    },
  },
  { name: 'networks', link: 'view=zoo', wait: '.zoo [data-card]' },
  {
    name: 'networks-card',
    link: 'view=zoo',
    act: async (page) => {
      await seen(page, '.zoo [data-card]');
      await press(page, '[data-card="shapes10/cnn-ce"] .name');
      await page.$eval('[data-card="shapes10/cnn-ce"]', (one) => one.scrollIntoView());
    },
  },
  { name: 'papers', link: 'view=papers', wait: '.papers .claim' },
  { name: 'camera', link: 'view=camera', wait: '.camera .class-card' },
  { name: 'evaluate', link: 'view=evaluate', wait: '#evaluate .drop-zone button' },
  {
    name: 'evaluate-run',
    link: `${RUN}&run=1`,
    act: async (page) => {
      await ended(page);
      await press(page, '[data-take=report]');
      await reported(page);
    },
  },
  {
    name: 'evaluate-network',
    link: `${RUN}&view=evaluate`,
    act: async (page) => {
      await give(page, '#evaluate .drop-zone button', root(NETWORK));
      await page.waitForFunction(
        () => /** @type {HTMLElement | null} */ (document.querySelector('.network-part:not([hidden])'))?.dataset.state === 'ready',
        { timeout: 60_000 },
      );
      await unfold(page, '.network-part details');
    },
  },
  {
    name: 'evaluate-models',
    link: 'view=evaluate',
    act: async (page) => {
      const from = root('models/zoo/shapes10');
      const folder = mkdtempSync(join(tmpdir(), 'calib-scene-'));
      const named = { test_labels: 'test_labels', val_labels: 'val_labels' };
      for (const loss of ['ce', 'focal', 'brier'])
        for (const split of ['test', 'val']) named[`${loss}_${split}_logits`] = `cnn-${loss}/${split}_logits`;
      const files = Object.entries(named).map(([name, file]) => {
        copyFileSync(join(from, `${file}.npy`), join(folder, `${name}.npy`));
        return join(folder, `${name}.npy`);
      });
      await give(page, '#evaluate .drop-zone button', ...files);
      await reported(page);
      rmSync(folder, { recursive: true });
    },
  },
  { name: 'exercises', link: 'view=exercises', wait: '.exercise-list li' },
  { name: 'exercise', link: `exercise=${EXERCISE}`, wait: '.exercise h1' },
  {
    name: 'exercise-answered',
    link: `exercise=${EXERCISE}`,
    act: async (page) => {
      await fill(page, '#answer-few_ece', '1', 'input');
      await press(page, '[data-question="few_ece"] .button');
      await fill(page, '#answer-many_ece', '0.6', 'input');
      await press(page, '[data-question="many_ece"] .button');
      for (const name of ['few', 'many']) {
        await press(page, `[data-run="${name}"] button`);
        await page.waitForFunction((name) => /✓/.test(document.querySelector(`[data-run="${name}"]`)?.textContent ?? ''), {}, name);
      }
      for (const [question, option] of Object.entries({ truth: 2, debias: 1 })) {
        await press(page, `[data-question="${question}"] input[value="${option}"]`);
        await press(page, `[data-question="${question}"] button`);
      }
      await fill(page, '#answer-explain', 'Because.', 'input');
      await press(page, '[data-question="explain"] .button');
      await page.$eval('.exercise', (one) => one.scrollTo(0, one.scrollHeight));
    },
  },
  { name: 'embedded', link: `embed=1&exercise=${EXERCISE}`, wait: '.exercise h1' },
  { name: 'teacher', link: 'view=teacher', wait: '#codes', act: codes },
  { name: 'teacher-room', link: 'view=teacher', wait: '#codes', act: projected },
  {
    name: 'teacher-maker',
    link: `${MOONS}&view=teacher`,
    wait: '#maker-title',
    act: (page) => page.$eval('#maker-title', (one) => one.scrollIntoView()),
  },
  {
    name: 'kept',
    link: `${RUN}&run=1`,
    act: async (page) => {
      await threeRuns(page);
      await press(page, '.to-kept');
      await seen(page, '.library tbody tr');
    },
  },
];

/** @type {Scene[]} */
const shared = [
  { name: 'share', link: `${RUN}&run=1`, act: share },
  {
    name: 'wall',
    link: `${RUN}&run=1`,
    act: async (page) => {
      await share(page);
      await press(page, '[data-share=code]');
      await seen(page, '.wall svg');
    },
  },
  {
    name: 'receipt',
    link: `${RUN}&run=1`,
    act: async (page) => {
      const link = await share(page);
      await page.goto('about:blank');
      await page.goto(`${siteOf.get(page)}#${link}&run=1`);
      await page.waitForFunction(() => globalThis.calib?.state === 'ended', { timeout: 120_000 });
      await seen(page, '#receipt');
    },
  },
  {
    name: 'receipt-differs',
    link: `${RUN}&digest=${'0'.repeat(16)}&run=1`,
    wait: '#receipt .promised',
  },
];

/** The site's address, for each page opened from it. @type {WeakMap<Page, string>} */
const siteOf = new WeakMap();

export const scenes = [...first, ...bench, ...places, ...shared];

/**
 * Opens a scene in a new browser profile.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} url of the site
 * @param {Scene} scene
 * @param {string} [language] of the page
 * @param {string} [first] a script to run before all others
 */
export async function openScene(browser, url, { link = '', before, wait, act, viewport = WINDOW }, language = 'en', first = '') {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  siteOf.set(page, url);
  await page.setViewport(viewport);
  await inLanguage(page, language);
  if (first) await page.evaluateOnNewDocument(first);
  if (before) await page.evaluateOnNewDocument(before);
  await page.goto(`${url}${link && `#${link}`}`);
  if (!before) {
    await page.waitForFunction(() => globalThis.calib, { timeout: 30_000 });
    await page.evaluate(() => globalThis.calib.ready);
  }
  if (wait) await seen(page, wait);
  await act?.(page);
  return { page, close: () => context.close() };
}

/**
 * Sets the language as if a visitor had chosen it earlier.
 * @param {Page} page
 * @param {string} language
 */
export const inLanguage = (page, language) =>
  page.evaluateOnNewDocument((language) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('calib-language', language);
  }, language);

/**
 * The sessions that emulate system settings; a setting lasts as long as its session.
 * @type {WeakMap<Page, import('puppeteer-core').CDPSession>}
 */
const sessions = new WeakMap();

/**
 * Emulates the system's colour settings.
 * @param {Page} page
 * @param {string} theme light, dark, contrast or forced (system colours)
 */
export async function setTheme(page, theme) {
  const session = sessions.get(page) ?? (await page.createCDPSession());
  sessions.set(page, session);
  await session.send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: theme === 'dark' || theme === 'forced' ? 'dark' : 'light' },
      { name: 'prefers-contrast', value: theme === 'contrast' || theme === 'forced' ? 'more' : 'no-preference' },
      { name: 'forced-colors', value: theme === 'forced' ? 'active' : 'none' },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  });
}

/** Waits until no visible element is busy. @param {Page} page */
export async function quiet(page) {
  await page.waitForFunction(() => ![...document.querySelectorAll('main [aria-busy=true]')].some((one) => one.checkVisibility()), {
    timeout: 60_000,
  });
  await new Promise((resolve) => setTimeout(resolve, 400));
}
