// Compares web/texts/de/german-messages.js, the German for the engine's errors and notes, with the formats in
// the engine's sources.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { messages } from '../../web/texts/de/german-messages.js';
import { setNumberLanguage } from '../../web/texts/format.js';
import { formatOf, translator } from '../../web/texts/messages.js';
import { calib } from '../support/calib.mjs';
import { pace } from '../support/pace.mjs';
import { root } from '../support/paths.mjs';

/** Files whose messages the page never causes, and therefore never shows. */
const NOT_SHOWN = [
  /^cli\//, // the command line
  /^api\/(?!measure\/network\.c)/, // arguments of a C program, which the page's own module always gives correctly
  /^ad\/(?!plan\/plan\.c|op\/tokens)/, // memory of a graph's own bookkeeping
  /^base\/simd_width/, // an environment variable
  /^run\/reduce\//, // only the command line joins shards
  /^run\/weights\/onnx\/read/, // the page has its own reader of ONNX
];
const NEVER_ALONE = [
  /^(memory for|memory was)/, // one format, below
  /^the link promises|^the same$|^; (different|it was|one of)|^, and this is $/, // the page shows its own table with these
  /^(label|column) %d$/, // the name of a column without one
  /^(loss|penalty|imbalance|mean-|pixels|train)$/, // words of a link
  /^network: (an input|means)|^the normalisation of pixels|^samples: (n=|the network)|^temperature %g is neither/, // arguments of a program
];

/** Functions that leave a sentence, and those of a file that give it their reason. */
const says = /\b(cal_fail|cal_layer_fail|CAL_NOTE|CAL_NOTE_FIRST|bad|bad_row|bad_value|bad_tensor|missing|because|refuse|open_one|take)\(/g;
const literal = /'(?:[^'\\]|\\.)'|"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*/g;
/**
 * Lists every text in C; adjacent literals are joined.
 * @param {string} source
 * @returns {string[]}
 */
const literalsIn = (source) =>
  [...source.matchAll(literal)]
    .filter(([text]) => text.startsWith('"'))
    .map(([text]) => [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => part?.replace(/\\(["\\])/g, '$1')).join(''));

/**
 * Returns the arguments of a call, up to its bracket.
 * @param {string} source
 * @param {number} from
 */
function argumentsAt(source, from) {
  let depth = 1;
  for (let at = from; at < source.length; at++) {
    if (source[at] === '"') {
      for (at++; source[at] !== '"'; at++) if (source[at] === '\\') at++;
    } else if (source[at] === "'") at += source[at + 1] === '\\' ? 3 : 2;
    else if (source[at] === '(') depth++;
    else if (source[at] === ')' && --depth === 0) return source.slice(from, at);
  }
  return '';
}

const sources = readdirSync(root('src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.[ch]$/.test(file))
  .map((file) => ({ file, text: readFileSync(root(`src/${file}`), 'utf8').replace(/^\s*\/\/.*$/gm, '') }));

/** Every sentence and every phrase in one, with its file. @type {Map<string, string>} */
const sentences = new Map();
const shownElsewhere = new Set(); // the entries of NEVER_ALONE that a format needs
for (const { file, text } of sources) {
  if (NOT_SHOWN.some((where) => where.test(file))) continue;
  for (const call of text.matchAll(says))
    for (const format of literalsIn(argumentsAt(text, call.index + call[0].length)))
      if (/[a-z]{3}/.test(format.replace(/%\S*/g, ''))) {
        const exempt = NEVER_ALONE.find((one) => one.test(format));
        if (exempt) shownElsewhere.add(exempt);
        else sentences.set(format, file);
      }
}

test('every sentence of the engine that the page may show has a German one', () => {
  assert.ok(sentences.size > 400, `${sentences.size} sentences`);
  const missing = [...sentences].filter(([format]) => !Object.hasOwn(messages, format)).map(([format, file]) => `${file}: ${format}`);
  assert.deepEqual(missing, []);
});

test('every exemption names a file or a format that exists', () => {
  const stale = NOT_SHOWN.filter((where) => !sources.some(({ file }) => where.test(file))).map(String);
  assert.deepEqual(stale, []);
  assert.deepEqual(
    NEVER_ALONE.filter((one) => !shownElsewhere.has(one)),
    [],
  );
  for (const path of ['ad/plan/plan.c', 'ad/op/tokens.c', 'api/measure/network.c'])
    assert.ok(
      sources.some(({ file }) => file === path),
      path,
    );
});

test('every German sentence belongs to one that the engine still has', () => {
  const literals = new Set(sources.flatMap(({ text }) => literalsIn(text)));
  const made = ['memory for %s was refused', '%s: memory for %s was refused'].concat('memory was refused'); // base/status.c
  const gone = Object.keys(messages).filter((format) => !literals.has(format) && !made.includes(format));
  assert.deepEqual(gone, []);
});

test('sentences have the same places, numbers and names in German', () => {
  for (const [english, german] of Object.entries(messages)) {
    const [from, to] = [formatOf(english).places, formatOf(german).places];
    assert.deepEqual(
      to.map(({ at }) => at).sort(),
      english.includes('number%s for') ? [0, 1, 2, 4] : from.map(({ at }) => at), // "number%s" is a plural
      english,
    );
    for (const { at, kind } of to) {
      const other = from[at]?.kind;
      assert.ok(kind === other || (/[SP]/.test(kind) && other === 's'), `${english}: ${kind} for ${other}`);
    }
    const words = (/** @type {string} */ text) => text.replace(/%(\d\$)?(\.[\d*]+|02)?(zu|ll[du]|[sSPdugfcx%])/g, ' ');
    const held = /\d+(?:[.,]\d+)*|\b\w+=|\w+_\w+|\[[^\]]+\]|\b(?:link|receipt|switch|data|loss|model|probe|columns|report)\b(?=[ :])/g;
    const kept = (words(german).match(held) ?? []).map((one) => one.replace(/(\d),(\d)/g, '$1.$2'));
    for (const one of words(english).match(held) ?? []) {
      if (
        /^(data|link|switch|model|loss|report|columns|receipt|probe)$/.test(one) &&
        !english.startsWith(`${one} `) &&
        !english.startsWith(`${one}:`)
      )
        continue;
      assert.ok(kept.includes(one), `${english}: ${one} is missing in ${german}`);
    }
  }
});

test('a sentence of the engine is found by its format; other texts stay', (t) => {
  const translate = translator(messages);
  t.after(() => setNumberLanguage('en'));
  setNumberLanguage('de');
  for (const [english, german] of [
    ['epochs=0 is not a whole number from 1 to 10000', 'epochs=0 ist keine ganze Zahl von 1 bis 10000'],
    ['loss focal: gamma=200 is not a number from 0 to 100', 'loss focal: gamma=200 ist keine Zahl von 0 bis 100'],
    [
      "layer 2 'c8': its input must be an image, not plain features",
      'layer 2 „c8“: der Eingang muss ein Bild sein, nicht: einfache Merkmale',
    ],
    ['a.csv: line 3: a quote is not closed', 'a.csv: Zeile 3: ein Anführungszeichen ist nicht geschlossen'],
    ['p.npy: row 3 is 0.5; labels are whole numbers', 'p.npy: Zeile 3 ist 0,5; Labels sind ganze Zahlen'],
    ['a.npy: memory for 12 labels was refused', 'a.npy: der Speicher reicht nicht (12 labels)'],
    // A part of a link stays as typed.
    [
      'data moons: among 50 samples a class is too rare for imbalance=0.1',
      'data moons: unter 50 Beispielen ist eine Klasse zu selten für imbalance=0.1',
    ],
    // A column named like a word of the engine keeps its name.
    [
      'a.csv: read as predictions: label is the label, percent the predicted class, none its confidence',
      'a.csv: gelesen als Vorhersagen: label ist das Label, percent die vorhergesagte Klasse, none ihre Konfidenz',
    ],
    // The reason that follows the label may be empty.
    [
      'a.csv: read as a binary task: y is the label, p the probability that it is 1 (probabilities, from 0.1 to 0.9; 2 of 5 rows are 1)',
      'a.csv: gelesen als binäre Aufgabe: y ist das Label, p die Wahrscheinlichkeit, dass es 1 ist (Wahrscheinlichkeiten, von 0,1 bis 0,9; von den Zeilen sind 2 von 5 1)',
    ],
    [
      'a.csv: sex is the group, id the case, whose rows stay together',
      'a.csv: sex ist die Gruppe, id der Fall, dessen Zeilen zusammenbleiben',
    ],
    // The page's name of an option stays.
    [
      'report: --csv and --val-logits exclude each other; give one',
      'report: --csv und --val-logits schließen einander aus; bitte eines angeben',
    ],
    ['nothing of the kind', 'nothing of the kind'],
    ['row many is 0.5; labels are whole numbers', 'row many is 0.5; labels are whole numbers'],
    ['', ''],
  ])
    for (let twice = 0; twice < 2; twice++) assert.equal(translate(english), german);
  const begun = process.cpuUsage().user;
  translate(': row '.repeat(100_000));
  for (const piece of [': row ', 'a: line 1: ', '=', ' is ']) for (let i = 0; i < 5; i++) translate(piece.repeat(600 / piece.length - i));
  assert.ok((process.cpuUsage().user - begun) / 1000 < 20 * pace(), 'no text takes long');
});

test('the engine’s messages on wrong links are found', () => {
  const translate = translator(messages);
  for (const link of [
    'data=nothing',
    'epochs=0',
    'epochs=1.5',
    'loss=focal:gamma=200',
    'loss=focal:delta=1',
    'model=mlp:hidden=0',
    'epochs=1&epochs=2',
    'v=7',
    'batch',
    'loss=adafocal&data=shapes10:val=0',
    'data=scenes',
    'model=layers:c8-fc',
    'nonsense=1',
  ]) {
    const { err, status } = calib('train', link);
    assert.notEqual(status, 0, link);
    const error = err
      .trim()
      .split('\n')[0]
      .replace(/^calib: /, '');
    assert.notEqual(translate(error), error, `${link}: ${error}`);
  }
});
