// Compares web/texts/de/describe/index.js, the German for the engine's description of itself, with `calib
// describe`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describe as german } from '../../web/texts/de/describe/index.js';
import { calibJson } from '../support/calib.mjs';

const FIELDS = ['label', 'help', 'unit', 'tex', 'source'];
const LISTS = ['params', 'columns'];

/**
 * Lists every text of an entry, its parameters and columns, with the German one.
 * @param {string} path
 * @param {any} entry
 * @param {any} translated
 * @returns {{path: string, field: string, english: string, translated: string | undefined}[]}
 */
const textsOf = (path, entry, translated) => [
  ...FIELDS.filter((field) => entry[field]).map((field) => ({ path, field, english: entry[field], translated: translated?.[field] })),
  ...LISTS.flatMap((list) =>
    (entry[list] ?? []).flatMap((one) => {
      const id = one.name ?? one.id;
      return textsOf(`${path} ${list} ${id}`, one, translated?.[list]?.[id]);
    }),
  ),
];

const all = calibJson('describe');
const registries = Object.keys(all).filter((name) => Array.isArray(all[name]) && typeof all[name][0] === 'object');
const texts = registries.flatMap((registry) =>
  all[registry].flatMap((entry) => {
    const id = entry.id ?? entry.name;
    return textsOf(`${registry} ${id}`, entry, german[registry]?.[id]);
  }),
);

// ---- what is the same in both languages

const SYMBOLS = ['%', 'nats']; // units
const NAMES = [
  ...['CIFAR-10', 'CIFAR-100', 'DenseNet', 'LeNet-5', 'MobileNetV2', /^ResNet-\d+$/, /^VGG-\d+$/], // networks and data
  ...['AdaFocal', 'Focal loss', 'Label smoothing', 'AdaGrad', 'Adam', 'AdamW', 'SGD', 'Spline'], // terms that German has adopted
  ...['Dropout', 'Embedding', 'GELU', 'Leaky ReLU', 'ReLU', 'Sigmoid', 'SiLU', 'Softmax', 'Tokens'],
  ...['Bin', 'NLL', 'ECE', 'Grad-CAM', 'Logits'],
];
// Sources that are only the name of a paper or an author; further words, such as "with batch norm", have
// German ones.
const CITED = /^(and|et|al|section|equation|figure|table|definition|algorithm|chapter|bins)$/;
const TITLES = [
  'Learning Multiple Layers of Features from Tiny Images',
  'Reading Digits in Natural Images with Unsupervised Feature Learning, format 2',
  'The Intriguing Effects of Focal Loss on the Calibration of Deep Neural Networks',
  'Towards Trustworthy Deep Neural Network through Euclidean Distance',
  'post-processing gap',
];
/** Returns true for a citation alone. @param {string} source */
const isCitation = (source) =>
  TITLES.reduce((rest, title) => rest.replace(title, ''), source)
    .replace(/github\.com\/\S+|torch\.[\w.]+(\(.*?\))?|x\.flatten.*$/g, '')
    .split(/[^\p{L}-]+/u)
    .filter((word) => /^\p{Ll}{2,}/u.test(word))
    .every((word) => CITED.test(word));

/**
 * Returns true for a text that is the same in German.
 * @param {{path: string, field: string, english: string}} text
 */
function stays({ field, english }) {
  if (field === 'unit') return SYMBOLS.includes(english);
  if (field === 'label') return NAMES.some((name) => (typeof name === 'string' ? name === english : name.test(english)));
  if (field === 'tex') return !/\\text\{[^}]*[a-z]{2}/.test(english.replace(/\\text\{(Bernoulli|1-Lipschitz)\}/g, ''));
  return field === 'source' && isCitation(english);
}

// ---- what both languages hold

/** Words that are code: parts of a link, names of files, and names in libraries. */
const CODE = [
  /[\w.-]+[=:][\w./=,-]*\w/g, // gamma=3, ls:over=others
  /\w+_\w+|\b[a-z]+\d+-[\w-]+|\b\dx\d\b/g, // label_noise_on, c32-bn-relu, 1x1
  /[\w-]*\.(?:npy|csv|tsv|txt|bin)\b/g,
  /\b(?:torch|scipy|numpy|github|rms)\b[\w./:-]*\w/g,
  /\b[A-Z]\w*[a-z][A-Z]\w*/g, // ReLU, OneCycleLR
  /\b(?:gammas?|lambda|alpha|tau|eps|lr|citl|p0|auto|gpcnn|patience)\b(?=[ ,;:]|$)/g,
];
/** @param {string} text */
const codeIn = (text) => CODE.flatMap((code) => text.match(code) ?? []);

// Numbers that belong to a name, and places in papers, which have a point in German, too.
const NAMED = /\b[A-Z][\w-]*-\d[\d.]*|\b(?:Sec\.|Eq\.|Fig\.|Table|RFC|section|equation|definition) [\d.]*\d/g;

/**
 * Lists the numbers, in English notation. German has a comma, and a narrow space between groups from 10 000
 * on, as the page writes them (web/texts/format.js).
 * @param {string} text
 * @param {boolean} inGerman
 */
function numbersIn(text, inGerman) {
  const written = inGerman ? /\d{1,3}(?:\u202f\d{3})+|\d+(?:,\d+)?/g : /\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?/g;
  const prose = [NAMED, ...CODE].reduce((rest, code) => rest.replace(code, ' '), text);
  const plain = (/** @type {string} */ number) =>
    inGerman ? number.replaceAll('\u202f', '').replace(',', '.') : number.replaceAll(',', '');
  return (prose.match(written) ?? []).map((number) => Number(plain(number)));
}

/** @param {string} tex returned without its words */
const bare = (tex) => tex.replace(/\\text\{[^}]*\}/g, '\\text');

test('every exemption is needed', () => {
  const labels = texts.filter(({ field }) => field === 'label').map(({ english }) => english);
  const units = texts.filter(({ field }) => field === 'unit').map(({ english }) => english);
  const sources = texts.filter(({ field }) => field === 'source').map(({ english }) => english);
  assert.deepEqual(
    NAMES.filter((name) => !labels.some((label) => (typeof name === 'string' ? name === label : name.test(label)))),
    [],
  );
  assert.deepEqual(
    SYMBOLS.filter((symbol) => !units.includes(symbol)),
    [],
  );
  assert.deepEqual(
    TITLES.filter((title) => !sources.some((source) => source.includes(title))),
    [],
  );
});

test('every description of the engine has German words, and only once', () => {
  assert.ok(texts.length > 1000, `${texts.length}`);
  assert.deepEqual(
    texts.filter((text) => !text.translated && !stays(text)).map(({ path, field, english }) => `${path} ${field}: ${english}`),
    [],
    'there is no German for these',
  );
  assert.deepEqual(
    texts.filter(({ translated, english }) => translated === english).map(({ path, field, english }) => `${path} ${field}: ${english}`),
    [],
    'these are the same as in English: leave them out, and if they are a name, list it here',
  );
});

test('every German text belongs to a description that still exists', () => {
  const known = new Set(texts.map(({ path, field }) => `${path} ${field}`));
  /** @param {string} path @param {object} translated @returns {string[]} */
  const pathsOf = (path, translated) =>
    Object.entries(translated).flatMap(([key, value]) =>
      typeof value === 'string' ? [`${path} ${key}`] : pathsOf(`${path} ${key}`, value),
    );
  const gone = registries
    .concat(Object.keys(german))
    .flatMap((name) =>
      Object.entries(german[name] ?? {}).flatMap(([id, translated]) =>
        pathsOf(`${name} ${id}`, translated).filter((path) => !known.has(path)),
      ),
    );
  assert.deepEqual(gone, []);
  const used = new Set(texts.filter((text) => text.field === 'label' && stays(text)).map(({ english }) => english));
  const names = NAMES.filter((name) => ![...used].some((one) => (typeof name === 'string' ? name === one : name.test(one))));
  assert.deepEqual(names, [], 'names in the list above that the engine no longer says');
});

test('numbers, parts of links, names of files and functions, and formulas are the same in German', () => {
  let numbers = 0;
  let codes = 0;
  for (const { path, field, english, translated } of texts) {
    if (translated === undefined) continue;
    if (field === 'tex') {
      assert.equal(bare(translated), bare(english), path);
      continue;
    }
    const [there, here] = [numbersIn(english, false), numbersIn(translated, true)];
    for (const number of there) assert.ok(here.includes(number), `${path} ${field}: ${number} is missing in: ${translated}`);
    for (const number of here) assert.ok(there.includes(number), `${path} ${field}: ${number} is not in English: ${english}`);
    for (const code of [...codeIn(english), ...(english.match(NAMED) ?? [])])
      assert.ok(translated.includes(code), `${path} ${field}: ${code} is missing in: ${translated}`);
    numbers += there.length;
    codes += codeIn(english).length;
  }
  assert.ok(numbers > 300 && codes > 50, `${numbers} numbers, ${codes} code words`);
});

test('equal English texts of a parameter have equal German ones, and different ones differ', () => {
  for (const registry of registries) {
    /** @type {Map<string, Map<string, string>>} by field and both texts */
    const pairs = new Map();
    for (const { path, field, english, translated = english } of texts) {
      if (!path.startsWith(`${registry} `)) continue;
      for (const [key, value] of [
        [`${field} of ${english}`, translated],
        [`${field} in German ${translated}`, english],
      ]) {
        const before = pairs.get(key) ?? new Map();
        pairs.set(key, before.set(value, path));
      }
    }
    for (const [key, values] of pairs) assert.equal(values.size, 1, `${registry}: ${key}: ${JSON.stringify([...values])}`);
  }
});
