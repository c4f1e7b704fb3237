// Tests the style's layers: the order of sheets in a layer changes nothing, and no rule styles nothing.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { useBrowser, wide } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { openScene, quiet, scenes } from '../support/scenes.mjs';
import { allRules, imports, selectorsOf } from '../support/sheets.mjs';
import { oneIn } from '../support/soak.mjs';

const LAYERS = ['tokens', 'base', 'katex', 'components', 'places'];
const rules = allRules();
const { before: statement, list } = imports();

test('index.css imports every sheet once, each into the layer of its folder', () => {
  assert.equal(statement.trim(), `@layer ${LAYERS.join(', ')};`);
  const sheets = readdirSync(root('web/style'), { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.css') && !['index.css', 'documents.css'].includes(name));
  assert.deepEqual(list.map(({ sheet }) => sheet).sort(), sheets.sort());
  for (const { sheet, layer } of list) assert.equal(sheet.includes('/') ? sheet.split('/')[0] : 'tokens', layer, sheet);
  const html = readFileSync(root('web/index.html'), 'utf8');
  assert.deepEqual(
    [...html.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, path]) => path),
    ['style/index.css'],
    'the formulas’ sheet comes with the first formula, into a layer that is named by then',
  );
});

test('a media query is always inside of the rule that it changes', () => {
  for (const { sheet, head } of rules)
    assert.ok(!head.startsWith('@') || head === '@font-face' || sheet === 'tokens.css', `${sheet}: ${head}`);
});

test("a layer sets a selector's property once for each media query", () => {
  /** @type {Map<string, string>} */
  const places = new Map();
  for (const { sheet, layer, head, declarations } of rules) {
    if (head.startsWith('@')) continue;
    for (const selector of selectorsOf(head))
      for (const { property, media } of declarations) {
        const key = `${layer}: ${selector} { ${media && `@media ${media} `}${property} }`;
        assert.ok(!places.has(key), `${key} in ${places.get(key)} and ${sheet}`);
        places.set(key, sheet);
      }
  }
});

test('the selectors of a rule occur once', () => {
  /** @type {Map<string, string>} */
  const heads = new Map();
  for (const { sheet, head } of rules) {
    if (head.startsWith('@')) continue;
    assert.ok(!heads.has(head), `${head} in ${heads.get(head)} and ${sheet}`);
    heads.set(head, sheet);
  }
});

/** Joins the JavaScript and HTML of a folder. @param {string} folder @param {RegExp} [skip] */
const programs = (folder, skip = /\/bench\/[a-z]+\//) =>
  readdirSync(root(folder), { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /\.(js|mjs|html)$/.test(name) && !/node_modules/.test(name) && !skip.test(name))
    .map((name) => readFileSync(root(name), 'utf8'))
    .join('\n');

test('every class of the style is used, and every used class is styled or searched for', () => {
  const styled = new Set(rules.flatMap(({ head }) => [...head.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name)));
  const web = programs('web');
  const code = programs('web', /\/(texts|exercises)\//).replace(/\/\*.*?\*\/|(?<=^|\s)\/\/[^\n]*/gms, '');
  const words = new Set(code.match(/[a-z][\w-]*/gi));
  const counted = new Set([...web.matchAll(/([a-z]+-)\$\{/g)].map(([, stem]) => stem)); // run-${i}
  const made = new Set([...web.matchAll(/\}(-[a-z]+)/g)].map(([, end]) => end)); // ${side}-line
  const given = (/** @type {string} */ name) =>
    words.has(name) || counted.has(name.replace(/\d+$/, '')) || [...made].some((end) => name.endsWith(end));
  const katex = (/** @type {string} */ name) => name.startsWith('katex');
  assert.deepEqual(
    [...styled].filter((name) => !given(name) && !katex(name)),
    [],
    'styled, and nowhere given',
  );

  const classes = [
    ...programs('web', /\/texts\//).matchAll(/(?:\bclass(?:Name)?['"]?\s*[:=]\s*|classList\.\w+\()(['"`])((?:(?!\1)[^\n])*)\1/g),
  ].flatMap(([, , text]) => text.replace(/[\w-]*\$\{[^}]*\}[\w-]*/g, ' ').split(/\s+/));
  const everything = programs('web') + programs('tests');
  const soughtIn = new Set([...everything.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name));
  assert.deepEqual(
    [...new Set(classes)].filter((name) => name && !styled.has(name) && !soughtIn.has(name)),
    [],
    'given, and neither styled nor looked for',
  );
});

/**
 * Joins the sheets, each layer's in the order of the imports or in reverse.
 * @param {boolean} reversed
 */
function bundle(reversed) {
  const path = root(`web/style/.order-${process.pid}.css`);
  const lines = list.map(({ line }) => line);
  writeFileSync(path, `${statement}\n${(reversed ? lines.reverse() : lines).join('\n')}\n`);
  try {
    const text = execFileSync(root('node_modules/.bin/esbuild'), [path, '--bundle', '--external:*.woff2', '--log-level=warning']);
    return text.toString().replaceAll('../fonts/', 'fonts/');
  } finally {
    rmSync(path);
  }
}

const { browser, url } = useBrowser();

/**
 * Lists differences with the sheets in the other order. One element represents all that every selector
 * matches equally.
 * @param {import('puppeteer-core').Page} page
 * @param {string[]} orders
 * @param {string[]} properties
 */
const differences = (page, orders, properties) =>
  page.evaluate(
    (orders, properties) => {
      const signature = (/** @type {Element} */ one) =>
        [...one.attributes]
          .map(({ name, value }) =>
            /^(class|id|type|open|disabled|aria-|data-(right|on|state|full|hide))/.test(name) ? `${name}=${value}` : '',
          )
          .join(' ');
      /** @type {Map<string, Element>} */
      const kinds = new Map();
      for (const one of document.querySelectorAll('*')) {
        let path = '';
        for (let up = /** @type {Element | null} */ (one), k = 0; up && k < 3; up = up.parentElement, k++)
          path += ` < ${up.tagName} ${signature(up)}`;
        kinds.set(path, one);
      }
      const [link] = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[rel=stylesheet]'));
      link.disabled = true;
      const looks = orders.map((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [sheet];
        return [...kinds.values()].map((element) =>
          [null, '::before', '::after'].flatMap((pseudo) => {
            const style = getComputedStyle(element, pseudo);
            if (pseudo && style.content === 'none') return [];
            return properties.map((name) => `${pseudo ?? ''} ${name}: ${style.getPropertyValue(name)}`);
          }),
        );
      });
      document.adoptedStyleSheets = [];
      link.disabled = false;
      return [...kinds.keys()].flatMap((path, i) => {
        const changed = looks[0][i].filter((part) => !looks[1][i].includes(part));
        return changed.length ? [`${path}: ${changed.join('; ')}`] : [];
      });
    },
    orders,
    properties,
  );

const LOOKED_AT = [
  ...[
    'welcome',
    'all-numbers',
    'own-data',
    'compare',
    'networks-card',
    'evaluate-run',
    'exercise-answered',
    'teacher',
    'teacher-room',
    'kept',
    'share',
    'receipt-differs',
  ],
];

test('no sheet overrides another one of its layer by coming after it', { timeout: 600_000 }, async (t) => {
  const orders = [bundle(false), bundle(true)];
  assert.notEqual(orders[0], orders[1]);
  // Sizes follow from the rest, and the browser computes them slowly.
  const layout = /^(width|height|top|left|right|bottom|inset|transform|.*-(size|origin)|grid-template-.*)$/;
  for (const name of oneIn(10, LOOKED_AT))
    await t.test(name, async () => {
      const scene = scenes.find((one) => one.name === name) ?? assert.fail(`no scene ${name}`);
      const { page, close } = await openScene(browser(), url(), scene);
      const properties = await page.evaluate((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        const names = new Set();
        const collect = (/** @type {CSSRuleList} */ rules) => {
          for (const rule of /** @type {Iterable<any>} */ (rules)) {
            for (const one of rule.style ?? []) if (!one.startsWith('--')) names.add(one);
            if (rule.cssRules) collect(rule.cssRules);
          }
        };
        collect(sheet.cssRules);
        return [...names];
      }, orders[0]);
      assert.ok(properties.length > 100);
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ]) {
        await page.setViewport({ width, height });
        await quiet(page);
        assert.deepEqual(
          await differences(
            page,
            orders,
            properties.filter((one) => !layout.test(one)),
          ),
          [],
          `${width} pixels`,
        );
      }
      assert.deepEqual(await wide(page), [], 'one width before every %');
      await close();
    });
});

const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true };

/** Places with buttons of underlined words, and with other touch targets. */
const WORDED = [
  ...['all-numbers', 'compare', 'evaluate-run', 'networks-card', 'exercise-answered', 'teacher', 'kept', 'receipt-differs'],
  ...['guide', 'papers', 'evaluate-network', 'data-table', 'exercises', 'teacher-maker'],
];
const TOUCHED = 'button, a[href], summary, select, textarea, input:not([type=hidden], [type=file])';

test('on a phone every touch target is 44 px high, though a button of words looks smaller, and the focus is visible', async (t) => {
  for (const name of oneIn(8, WORDED))
    await t.test(name, async () => {
      const scene = scenes.find((one) => one.name === name) ?? assert.fail(`no scene ${name}`);
      const { page, close } = await openScene(browser(), url(), { ...scene, viewport: PHONE });
      await page.waitForFunction(
        () => matchMedia('(pointer: coarse)').matches && [...document.querySelectorAll('button')].some((one) => one.checkVisibility()),
      );
      await quiet(page);
      const { all, missed } = await page.evaluate((touched) => {
        const all = [...document.querySelectorAll(touched)].filter(
          (one) =>
            one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.disabled && !one.closest('.prose, .katex'),
        );
        let met = 0;
        const missed = all.flatMap((one) => {
          one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
          const { left, top, width, height } = one.getBoundingClientRect();
          const label = one.closest('label');
          const isAt = (/** @type {number} */ off) => {
            const there = document.elementFromPoint(left + width / 2, top + height / 2 + off);
            return one.contains(there) || label?.contains(there);
          };
          if (!isAt(0)) return one.matches('.scroller *') ? [] : [`${one.textContent || one.id} is covered`];
          met++;
          return [-21, 21].filter((off) => !isAt(off)).map((off) => `${one.tagName} ${one.textContent || one.id} at ${off} px`);
        });
        return { all: met, missed };
      }, TOUCHED);
      assert.ok(all > 4, `there are some: ${all}`);
      assert.deepEqual(missed, []);
      // Keyboard users see the focused element.
      for (let i = 0; i < 3; i++) {
        await page.keyboard.press('Tab');
        const ring = await page.evaluate(() => {
          const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement);
          const none = document.activeElement.matches('body, [type=range]'); // a slider has its ring round the handle
          return [none ? 'BODY' : '', outlineStyle, outlineWidth, outlineColor];
        });
        assert.ok(ring[0] === 'BODY' || (ring[1] === 'solid' && ring[2] === '3px' && !/, 0\)$/.test(ring[3])), `no ring: ${ring}`);
      }
      await close();
    });
});
