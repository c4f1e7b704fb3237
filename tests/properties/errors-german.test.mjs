// Compares web/texts/de/page, the German for refusals of the page's own code, with the sentences in core/ and
// model/. Every text there of more than a word must be a translated sentence or an exemption here.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { errors, messages } from '../../web/texts/de/german-messages.js';
import { setNumberLanguage } from '../../web/texts/format.js';
import { formatOf, translator } from '../../web/texts/messages.js';
import { literalsIn } from '../support/literals.mjs';
import { root } from '../support/paths.mjs';

/** Texts that a visitor never reads, by file. @type {[file: RegExp, text: RegExp][]} */
const NOT_SHOWN = [
  [/./, /^calib \w+$/], // names of locks and programs
  [/^model\/(named|nth|registry|table)\.js$|^core\/(site|worker\/main)\.js$/, /./], // a programmer's errors
  [/^core\/worker\/module\.js$/, /^the module has no call %s$/],
  [/^core\/worker\/(instance|trainer|onnx)\.js$/, /^the (run|model) is not open$|are not points$/],
  [/^core\/worker\/importer\.js$/, /^there is no file %s of set %s$/],
  [/^core\/worker\/reporter\.js$/, /^memory $/], // part of a sentence that is searched for
  [/^core\/formats\/(mat|onnx)\.js$/, /MAT-file$|^Calibration Lab$/], // bytes of a file
  [/^core\/formats\/pickle\.js$/, /^(numpy|torch|_codecs|collections)\b/], // names in a pickle
  [/^core\/storage\/offline\.js$/, /^keep %s$/], // a message to the service worker
  [/^core\/formats\/npy-write\.js$|^model\/compare\/export\.js$/, /^\{'descr|scriptsize|usepackage/], // written into files
  [/^model\/runs\/estimate\.js$/, /^%s fast$/], // a key
  [/^model\/exercise\/read\.js$/, /^%s, |^(option|after) %s$/], // fields of an exercise, as they are typed
];

/** Every text in the JavaScript of core/ and model/, with its file. */
const all = ['core', 'model'].flatMap((floor) =>
  readdirSync(root(`web/${floor}`), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) =>
      literalsIn(readFileSync(root(`web/${floor}/${file}`), 'utf8')).map(({ text }) => ({ file: `${floor}/${file}`, text })),
    ),
);

/** Every sentence and every phrase in one, with its file. */
const sentences = new Map(
  all
    .filter(({ text }) => /[a-z]{3}/.test(text.replaceAll('%s', '')) && text.includes(' '))
    .filter(({ file, text }) => !NOT_SHOWN.some(([where, what]) => where.test(file) && what.test(text)))
    .map(({ file, text }) => [text, file]),
);

test('every sentence of core/ and model/ has a German one', () => {
  assert.ok(sentences.size > 300, `${sentences.size} sentences`);
  const missing = [...sentences]
    .filter(([text]) => !Object.hasOwn(errors, text) && !Object.hasOwn(messages, text))
    .map(([text, file]) => `${file}: ${text}`);
  assert.deepEqual(missing, []);
});

test('every German sentence belongs to one that still exists', () => {
  const texts = new Set(all.map(({ text }) => text));
  assert.deepEqual(
    Object.keys(errors).filter((text) => !texts.has(text)),
    [],
  );
  assert.deepEqual(
    Object.keys(errors).filter((text) => Object.hasOwn(messages, text)),
    [],
    'a sentence that the engine says, too, is among its own',
  );
});

test('every exemption names a text that exists', () => {
  for (const [where, what] of NOT_SHOWN)
    assert.ok(
      all.some(({ file, text }) => where.test(file) && what.test(text)),
      `${where} ${what}`,
    );
});

test('a sentence has the same places in German, and the same numbers and names', () => {
  for (const [english, german] of Object.entries(errors)) {
    const [from, to] = [formatOf(english).places, formatOf(german).places];
    assert.deepEqual(
      to.map(({ at }) => at).sort(),
      from.map(({ at }) => at),
      english,
    );
    for (const { kind } of to) assert.match(kind, /[sSP]/, german);
    const plain = (/** @type {string} */ text) => text.replace(/%(\d\$)?[sSP]/g, ' ');
    const held = /\d+(?:[.,]\d+)*|\w+=|\b\w*_\w+|\.\w{3,}\b|"[\w-]+"|\[\[|\b(?:NumPy|PyTorch|pandas|CSV|JSON|ONNX|Chrome|Edge)\b/g;
    const digits = (/** @type {string} */ text) => text.replace(/(\d)[.,](\d{3})\b/g, '$1$2');
    for (const one of digits(plain(english)).match(held) ?? []) assert.ok(digits(plain(german)).includes(one), `${english}: ${one}`);
  }
});

test('a refusal is found by its format, also inside another sentence', (t) => {
  const translate = translator({ ...errors, ...messages });
  t.after(() => setNumberLanguage('en'));
  setNumberLanguage('de');
  for (const [english, german] of [
    ['a.npy: it is not a .npy file', 'a.npy: keine .npy-Datei'],
    ['a.zip, b.npy: it is encrypted, at byte offset 12', 'a.zip, b.npy: die Datei ist verschlüsselt, bei Byte 12'],
    ['a.json: it is not JSON: Unexpected end', 'a.json: das ist kein JSON: Unexpected end'],
    ['the engine crashed (its script could not be loaded)', 'die Engine ist abgestürzt (ihr Skript konnte nicht geladen werden)'],
    ['question q1, option 2: a text is missing (line 7)', 'Frage q1, option 2: ein Text fehlt (Zeile 7)'],
    ['Point 3 of the file is left out: it has no link', 'Punkt 3 der Datei ist weggelassen: ihm fehlt der Link'],
    ['1 thread: the browser has no SharedArrayBuffer', '1 Thread: der Browser hat keinen SharedArrayBuffer'],
    [
      'this run needs 9 GB of memory, and a page can have 4 GB; a smaller batch, model or data set needs less (conv1)',
      'dieser Lauf braucht 9 GB Speicher, und eine Seite kann 4 GB haben; ein kleinerer Batch, Datensatz oder ein kleineres Modell braucht weniger (conv1)',
    ],
    ['x.npy, y.npy could both be train.npy; give one of them', 'x.npy, y.npy: beide könnten train.npy sein; bitte eine davon geben'],
    ['somebody: anything', 'somebody: anything'],
    ['NetworkError when attempting to fetch', 'NetworkError when attempting to fetch'],
  ])
    assert.equal(translate(english), german);
});

test('the texts of a file are read from its code, and from nothing else', () => {
  const source = [
    "const a = 'one two'; // 'not this'",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a program in a text
    '/* "nor this" */ const b = /\'["`]/.test(a) ? `x ${a ? `inner ${1}` : \'deep one\'} y` : "it\'s";',
    'const c = 4 / 2; const d = "after / it"; const e = "\\u0041\\n";',
  ].join('\n');
  assert.deepEqual(
    literalsIn(source).map(({ text }) => text),
    ['one two', 'inner %s', 'deep one', 'x %s y', "it's", 'after / it', 'A\n'],
  );
});
