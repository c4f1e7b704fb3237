// Compares the German texts with the English ones: each has a translation of the same structure, with the
// same numbers and names.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { readExercise } from '../../web/model/exercise/read.js';
import { translated } from '../../web/model/exercise/translated.js';
import { translate } from '../../web/model/translation.js';
import { describe } from '../../web/texts/de/describe/index.js';
import { texts as german } from '../../web/texts/de/german.js';
import { cameraTexts as germanCamera } from '../../web/texts/de/page/camera.js';
import { glossary as germanGlossary } from '../../web/texts/de/page/glossary.js';
import { cameraTexts } from '../../web/texts/en/camera.js';
import { texts as english } from '../../web/texts/en/english.js';
import { glossary } from '../../web/texts/en/glossary.js';
import { bytes, count, decimal, forPrograms, inWords, percent, setNumberLanguage, signedPoints, typed } from '../../web/texts/format.js';
import { inLanguage, languageOf } from '../../web/texts/language.js';
import { calibJson } from '../support/calib.mjs';
import { exercises } from '../support/links.mjs';
import { root } from '../support/paths.mjs';

afterEach(() => setNumberLanguage('en'));

/**
 * Lists every text, by its path.
 * @param {unknown} value
 * @param {string} path
 * @returns {[string, unknown][]}
 */
function leaves(value, path = '') {
  if (value === null || typeof value !== 'object') return [[path, value]];
  return Object.entries(value).flatMap(([key, one]) => leaves(one, path ? `${path}.${key}` : key));
}

const inEnglish = new Map(leaves({ ...english, camera: { place: english.camera, ...cameraTexts } }));
const inGerman = new Map(leaves({ ...german, camera: { place: german.camera, ...germanCamera } }));

/** Texts that are the same in both languages, by reason. */
const ALIKE = {
  'a name': [
    'Calibration Lab',
    'Grad-CAM',
    'NLL',
    'ECE',
    'ECE %',
    'AUROC',
    'ICI',
    'Brier',
    'smCE',
    'λ max',
    'γ',
    'T',
    'p',
    'MMCE',
    'FLSD-53',
    'FCL',
    'AdaFocal',
    'MLP',
    'ResNet-8',
  ],
  'a format or a type': ['Markdown', 'LaTeX', 'CSV', 'JSON', 'ONNX', 'float16', 'float32', 'float64', 'bool', 'Text, in Markdown'],
  'a German word, too': [...['Bins', 'Pause', 'Link', 'Logits', 'Labels', 'Label', 'Name', 'Code', 'Training', 'ideal', 'live']],
  'a sign, or none': ['', '±', '–', '…', '\u00a0'],
};
/** Keys of texts that are not words. */
const IDS = {
  'names of files': /^evaluate\.(bring\.\d+\.0|dropTypes)$/,
  'ids of formats, places, tabs, columns': /^(evaluate\.formats\.\d\.0|guide\.ways\.\d\.0|tabs\.\d\.0|views\.quantileColumns\.\d)$/,
  'keys of the keyboard': /^keyList\.\d\.0$/,
};

test('every exemption is needed', () => {
  const texts = new Set(inEnglish.values());
  assert.deepEqual(
    Object.values(ALIKE)
      .flat()
      .filter((text) => !texts.has(text)),
    [],
  );
  assert.deepEqual(
    Object.values(IDS).filter((path) => ![...inEnglish.keys()].some((key) => path.test(key))),
    [],
  );
});

test('every text is in both languages, and each function has the same number of arguments', () => {
  assert.ok(inEnglish.size > 1000, `${inEnglish.size} texts`);
  assert.deepEqual([...inGerman.keys()].sort(), [...inEnglish.keys()].sort());
  for (const [path, text] of inEnglish) {
    const other = inGerman.get(path);
    assert.equal(typeof other, typeof text, path);
    if (typeof text === 'function') assert.equal(/** @type {Function} */ (other).length, text.length, `${path}: arguments`);
    else if (text) assert.ok(other, `${path} is empty in German`);
  }
});

test('no text is left in English', () => {
  const alike = new Set(Object.values(ALIKE).flat());
  const same = [...inEnglish].filter(([path, text]) => typeof text === 'string' && inGerman.get(path) === text);
  const left = same.filter(([path, text]) => !alike.has(text) && !Object.values(IDS).some((where) => where.test(path)));
  assert.deepEqual(left, []);
  const needed = new Set(same.map(([, text]) => text));
  assert.deepEqual(
    [...alike].filter((text) => !needed.has(text)),
    [],
    'exceptions that nobody needs any more',
  );
});

/** Example arguments by type, as the English texts declare them. */
const byType = {
  number: (i, numbers) => numbers[i % numbers.length],
  'number | null': (i, numbers) => numbers[i % numbers.length],
  string: (i) => `WORD${i}`,
  'string[]': (i) => [`FIRST${i}`, `SECOND${i}`],
  '(string | number)[]': (i, numbers) => [`FIRST${i}`, numbers[0]],
  'number[]': (_, numbers) => [numbers[0], numbers[1]],
  boolean: () => true,
  'boolean | null': () => null,
  'number | string': (i) => `WORD${i}`,
  '[number, number]': (_, numbers) => [numbers[0], numbers[1]],
  'Record<string, unknown>': (_, numbers) => ({ gamma: numbers[0] }),
  'Record<string, string>': () => ({ gamma: 'VALUE' }),
  "import('../../model/compare/rows.js').Gap": () => ({ says: 0.9, right: 0.7, side: 'over' }),
  '{id: string, right: number, of: number}': (i, numbers) => ({ id: i ? 'unit' : 'bytes', right: numbers[i % 3], of: numbers[i + 1] }),
  '{from: string[], name: string, form: string, shape?: number[]}': (_, numbers) => ({
    ...{ from: ['FIRST/SECOND'], name: 'NAME', form: 'npy', shape: [numbers[0], numbers[1]] },
  }),
  '{exact: number, near: number, other_label: number}': (_, [exact, near, other_label]) => ({ exact, near, other_label }),
  '{engine: string, error: string, ece: string, fused: boolean}': () => ({ engine: 'ENGINE', error: 'ERROR', ece: 'RATE', fused: true }),
  '{train: number, val: number, test: number}': (_, [train, val, test]) => ({ train, val, test }),
  '{taken: number, here: number, other: number}': (_, [taken, here, other]) => ({ taken, here, other }),
};

const bin = { says: 0.9, right: 0.7, interval: [0.65, 0.75], count: 123 };
const learned = { epoch: 12, count: 345, quantiles: [1.1, 2.2, 3.3, 4.4, 5.5] };
const figures = { temperature: 1.87, ece: 0.0512, chance: 0.0311, before: 0.2212 };
const tested = { figure: 'before.ece', less: null, mean: 0.1234, interval: [0.11, 0.13], n: 13 };
const measured = { ece: 0.0512, chance: 0.0311, n: 2345 };

/**
 * Example arguments for texts whose types are declared in another place, each list once.
 * @type {Record<string, unknown[][]>}
 */
const GIVEN = {
  'views.plainly': [['probe gradcam: model=mlp'], ['probe gradients: model=x'], ['probe landscape: on=val has no samples'], ['WORD']],
  'views.learnedSays': [[[learned, { ...learned, epoch: null }]]],
  'view.decision.concludes': ['more', 'less', 'none', 'same'].map((verdict) => [verdict, 0.2, [-0.012, 0.034]]),
  'view.decision.difference': [['model b', 0.011, [-0.012, 0.034]]],
  'view.decision.murphyOther': [['model b', 0.211]],
  'view.selective.costDifference': [['model b', 0.011, [-0.012, 0.034]]],
  'view.selective.costConcludes': ['less', 'more', 'none'].flatMap((verdict) =>
    [0.045, NaN].map((least) => [verdict, 0.2, [0.012, 0.034], least]),
  ),
  'view.selective.concludes': [0.123, NaN].map((optimal) => [0.7, 0.345, [0.12, 0.23], optimal]),
  'view.sets.concludes': ['kept', 'less', 'more'].flatMap((verdict) => [true, false].map((exact) => [verdict, 0.345, [0.12, 0.23], exact])),
  'view.pictures.concludes': ['none', 'over', 'under'].map((side) => [side, 0.345, [0.12, 0.23]]),
  'ends.binWhy': [[bin]],
  'ends.offWhy': [[[]], [[bin, bin]]],
  'view.reliability.smoothWhy': [0.056, -0.078].map((gap) => [[{ low: 0.12, high: 0.34, at: 0.23, gap }]]),
  'view.training.concludes': ['more', 'less', 'same'].map((side) => [side, [0.12, 0.23], [0.34, 0.45]]),
  'view.confusion.concludes': [true, false].map((clear) => ['WORD', 'OTHER', [0.12, 0.23], clear, 'NEXT']),
  'view.confusion.pairWhy': [['WORD', 23, 45, [0.12, 0.67]]],
  'view.temperature.concludes': ['lower', 'higher', 'same'].map((side) => [side, 1.87, [-0.123, -0.045]]),
  'view.temperature.map.concludes': ['none', 'over', 'under'].map((side) => [side, 0.345, 0.23, 0.12]),
  'view.temperature.map.sub': [[2], [10]],
  'view.temperature.map.why': [
    [[1.234, 2.345, 0.987], 1.87, 10, 'SOURCE'],
    [[1.234, 2.345], NaN, 2, 'SOURCE'],
  ],
  'view.roc.concludes': ['better', 'chance', 'worse'].map((side) => [side, [0.481, 0.519], 0.653]),
  'view.learned.concludes': [true, false].map((apart) => [apart, [12.3, 14.5], [5.6, 7.8]]),
  'view.learned.why': [[23, 456, 7.89]],
  'view.curvature.concludesTrace': ['grown', 'fallen', 'same'].map((side) => [side, 23, [45.1, 48.3], [51.2, 60.4]]),
  'view.curves.concludes': ['best', 'past', 'same'].map((side) => [1.234, [1.2, 1.3], 23, 1.111, side]),
  'network.guessed': [23, null].map((next) => ['imagenet', 45, 67, next]),
  'papers.unit': [['before.ece'], ['T']],
  'papers.drawn.point': [
    ['before.ece', 'γ', 3, 0.123, 0.01],
    ['curvature.eig_max', 'γ', '0.5', 12.3, undefined],
  ],
  'papers.drawn.seed': [[2]],
  'papers.check': [[{ figure: 'q', at: 0.7, value: 0.558 }]],
  'papers.condition': [true, false].map((memorised) => [
    { in: 'E1', model: 'MLP', data: 'X', outcome: 'held', tests: 2, error: [0.5, 0.51], train_error: [0.001, 0.001], memorised },
  ]),
  'papers.verdict': [
    ['held', 3, 3],
    ['held where decided', 7, 15],
    ['failed where decided', 1, 4],
  ],
  'papers.share': [['A', 'B']],
  'papers.tally': [[['held', 'held', 'held where decided', 'failed', 'depends', 'open', 'not tried']]],
  'papers.result': [
    [tested],
    [{ ...tested, less: {} }],
    [{ ...tested, figure: 'T', interval: null }],
    [{ ...tested, kind: 'spearman' }],
    [{ ...tested, less: {}, kind: 'share' }],
  ],
  'papers.trends.slope': [
    ['ECE', 'γ', 1],
    ['ECE', 'τ', 0.001],
  ],
  'papers.trends.spearman': [['ECE', 'γ']],
  'exercise.figure': [
    [0.1234, '%'],
    [1.2345, '2'],
    [1234, ''],
    [0.5, ''],
    [Infinity, ''],
  ],
  'guide.networkSays': [['WORD', 'SENTENCE']],
  'guide.nearer': [
    [0.12, 0.34],
    [0.34, 0.12],
    [0.2, 0.2],
  ],
  'guide.steps': [['over'], ['under'], ['none'], [null]],
  'guide.move': ['over', 'under'].flatMap((first) =>
    ['over', 'under'].flatMap((side) =>
      [true, false].flatMap((moved) => [true, false].map((nearer) => [{ first, side, moved, nearer, end: null }])),
    ),
  ),
  'guide.reached': ['calibrated', 'level', 'fitted', 'edge'].flatMap((end) =>
    ['over', 'under'].flatMap((side) => [true, false].map((moved) => [{ end, side, moved }, figures])),
  ),
  'guide.focal': ['none', 'under', 'over'].flatMap((side) =>
    [true, false].map((nearer) => [side, nearer, figures, { says: 0.91, right: 0.68, ece: 0.226 }]),
  ),
  'papers.values.gamma_max': [['50'], ['1e17']],
  'papers.values.every': [['10']],
  'papers.values.bins': [['5']],
  'papers.outcomeOf': [
    [{ figure: 'before.ece', outcome: 'open', detectable: 0.012 }],
    [{ figure: 'T', outcome: 'open', detectable: 0.2 }],
    [{ outcome: 'held' }],
    [{ outcome: 'open', alone: 'failed' }],
    [{ outcome: 'open', counted: false }],
    ...[1, 2].map((missing) => [{ outcome: 'one seed', counted: false, missing }]),
  ],
  'papers.chance': [[{}], [{ p: 0.012, p_holm: 0.012 }], [{ p: 0.00001, p_holm: 0.2 }]],
  'papers.outcome': [[['held', 'held', 'failed', 'open', 'one seed'].map((outcome) => ({ outcome }))], [[{ outcome: 'held' }]]],
  'evaluate.readAs': [
    [{ label: 'LABEL', outputs: ['FIRST', 'SECOND'], kind: 'KIND', not_read: ['OTHER'], rows_left_out: 12, first_line_left_out: 34 }],
    [{ label: 'LABEL', outputs: ['A', 'B', 'C', 'D', 'E', 'F'], kind: 'KIND' }],
    [{ label: 'LABEL', predicted: 'PREDICTED', confidence: 'SURE', kind: 'confidence' }],
  ],
  'guide.limits': [[0.2], [0.2, 0.3]].map((eces) => [{ ...measured, n: 123 }, measured, eces]),
  'guide.end': [0.02, NaN].map((fitted) => [measured, fitted]),
};

/**
 * Returns the example lists of arguments of a text.
 * @param {string} path
 * @param {Function} text
 * @param {number[]} numbers
 */
function argumentsOf(path, text, numbers) {
  if (GIVEN[path]) return GIVEN[path];
  const source = text.toString();
  const types = [...source.slice(0, source.indexOf('=>')).matchAll(/@type \{((?:[^{}]|\{[^{}]*\})*)\} \*\//g)].map(([, type]) => type);
  assert.equal(types.length, text.length, `${path}: how it is called has to be said in this test`);
  const one = types.map((type, i) => {
    assert.ok(type in byType, `${path}: what a ${type} is has to be said in this test`);
    return byType[type](i, numbers);
  });
  return types.includes('boolean') ? [one, one.map((value) => (value === true ? false : value))] : [one];
}

/** Joins a text of any structure. @param {unknown} content @returns {string} */
const whole = (content) => (Array.isArray(content) ? content.map(whole).join(' | ') : String(content));

/** Lists the names among the arguments, in capitals. @param {unknown} given @returns {string[]} */
const namesIn = (given) =>
  leaves([given])
    .map(([, value]) => String(value))
    .flatMap((value) => value.match(/[A-Z]{4,}\d?/g) ?? []);

/**
 * Lists the parts of a text that are not words: numbers as programs write them, and names.
 * @param {string} text
 * @param {'en' | 'de'} language
 * @param {string[]} [names]
 */
function heldBy(text, language, names = []) {
  const plain =
    language === 'en' ? text.replace(/(\d),(?=\d{3})/g, '$1') : text.replace(/(\d)\u202f(?=\d)/g, '$1').replace(/(\d),(?=\d)/g, '$1.');
  return [...(plain.match(/\d+(\.\d+)?(e\+\d+)?/g) ?? []), ...names.filter((name) => text.toUpperCase().includes(name))];
}

test('no number and no name is lost or added, and numbers are written as in German', () => {
  let checked = 0;
  for (const [path, text] of inEnglish) {
    const other = inGerman.get(path);
    if (typeof text === 'string') {
      const kept = heldBy(/** @type {string} */ (other), 'de');
      const lost = heldBy(text, 'en').filter((one) => !kept.includes(one) && !kept.includes(one.replace(/\.0$/, '')));
      assert.deepEqual(lost, [], `${path}: ${text} | ${other}`);
    }
    if (typeof text !== 'function') continue;
    for (const numbers of [
      [23, 457, 12345, 68, 911],
      [0.2345, 0.6789, 0.4567, 0.9123, 0.1234],
      [1, 1, 1, 1, 1],
    ])
      for (const given of argumentsOf(path, text, numbers)) {
        const names = namesIn(given);
        setNumberLanguage('en');
        const original = whole(text(...given));
        setNumberLanguage('de');
        const translation = whole(/** @type {Function} */ (other)(...given));
        assert.doesNotMatch(translation, /undefined|NaN|\[object/, path);
        const written = numbers.reduce((left, one) => left.replaceAll(String(one), ''), translation); // whole numbers get fractions here
        if (path !== 'network.notNumbers')
          // This text quotes a link.
          assert.doesNotMatch(written, /\d\.\d/, `${path} has a decimal point`);
        if (numbers[0] === 1) continue; // "one sample" has no 1
        // Whole counts get fractions in the second turn, because some texts round them.
        const isRaw = (one) => numbers[0] < 1 && (numbers.map(String).includes(one) || ['0', '1'].includes(one));
        const [before, after] = [heldBy(original, 'en', names), heldBy(translation, 'de', names)].map((all) =>
          [...new Set(all.filter((one) => !isRaw(one)))].sort(),
        );
        assert.deepEqual(after, before, `${path}: ${original} | ${translation}`);
        checked++;
      }
  }
  assert.ok(checked > 700, `${checked} sentences`);
});

test('numbers are written as the language does, and for programs as always', () => {
  const all = () => [
    ...[percent(0.9061), decimal(-1.25, 2), decimal(123456.7), signedPoints(-0.1), count(1234), count(12345), count(-1234567)],
    ...[bytes(2.5e9), inWords('0.05'), inWords('1,000.5'), inWords('1/2'), inWords('cnn-s'), inWords('\u22121.5'), typed(0.25)],
  ];
  const english = all();
  assert.deepEqual(english.slice(0, 5), ['90.6\u202f%', '\u22121.25', '1.2e+5', '\u221210.0', '1,234']);
  setNumberLanguage('de');
  assert.deepEqual(all(), [
    ...['90,6\u202f%', '\u22121,25', '1,2e+5', '\u221210,0', '1234', '12\u202f345', '-1\u202f234\u202f567'],
    ...['2,5 GB', '0,05', '1000,5', '1/2', 'cnn-s', '\u22121,5', '0.25'],
  ]);
  assert.deepEqual(forPrograms(all), english);
  assert.throws(() => forPrograms(() => assert.fail('on the way')), /on the way/);
  assert.equal(decimal(0.5, 1), '0,5', 'what was interrupted is over');
});

test('0 and 2 take the plural, 1 the singular', () => {
  const phrases = (/** @type {typeof english} */ texts) => [0, 1, 2].map((n) => `${texts.binNoteShort(n)}, ${texts.threads(n)}`);
  assert.deepEqual(phrases(english), ['0 samples, 0 threads', '1 sample, 1 thread', '2 samples, 2 threads']);
  assert.deepEqual(phrases(german), ['0 Beispiele, 0 Threads', '1 Beispiel, 1 Thread', '2 Beispiele, 2 Threads']);
});

test('the language of a link is read, and can be changed', () => {
  for (const [link, language] of [
    ['lang=de', 'de'],
    ['?lang=de', 'de'],
    ['v=1&epochs=3&lang=de', 'de'],
    ['lang=DE-at&view=curves', 'de'],
    ['lang=en', 'en'],
    ['lang=fr', undefined],
    ['slang=de', undefined],
    ['lang=', undefined],
    ['', undefined],
  ])
    assert.equal(languageOf(link), language, link);
  assert.equal(inLanguage('v=1&lang=de&view=curves', 'en', false), 'v=1&lang=en&view=curves');
  assert.equal(inLanguage('v=1&view=curves', 'en', false), 'v=1&view=curves');
  assert.equal(inLanguage('v=1', 'de', true), 'v=1&lang=de');
  assert.equal(inLanguage('', 'de', true), 'lang=de');
});

test('a catalogue is laid over the registries, and texts that it lacks stay', () => {
  const registries = calibJson('describe');
  assert.equal(translate(registries, {}), registries);
  const catalogue = {
    loss: { focal: { label: 'Fokal', params: { gamma: { help: 'HILFE' } } }, nothing: { label: 'x' } },
    view: { confusion: { columns: { label: { label: 'Wahre Klasse' } } } },
    run: { epochs: { help: 'DAUER', name: 'x' } },
    data: { moons: { label: '', classes: 'x', id: 'x' } },
    nothing: { a: { label: 'x' } },
  };
  const found = translate(registries, catalogue);
  const focal = (of) => of.loss.find(({ id }) => id === 'focal');
  assert.equal(focal(found).label, 'Fokal');
  assert.equal(focal(found).params.find(({ name }) => name === 'gamma').help, 'HILFE');
  assert.equal(found.view.find(({ id }) => id === 'confusion').columns.find(({ id }) => id === 'label').label, 'Wahre Klasse');
  assert.equal(found.run.find(({ name }) => name === 'epochs').help, 'DAUER');
  // Undoing it restores everything: nothing else has changed.
  const undone = translate(found, {
    loss: {
      focal: {
        label: focal(registries).label,
        params: { gamma: { help: focal(registries).params.find(({ name }) => name === 'gamma').help } },
      },
    },
    view: { confusion: { columns: { label: { label: 'True class' } } } },
    run: { epochs: { help: registries.run.find(({ name }) => name === 'epochs').help } },
  });
  assert.deepEqual(undone, registries);
});

test('the German catalogue covers the registries, and keeps numbers and names', () => {
  const registries = calibJson('describe');
  const before = leaves(registries);
  const unknown = [];
  for (const [registry, entries] of Object.entries(describe)) {
    const known = Array.isArray(registries[registry]) ? registries[registry] : [];
    for (const id of Object.keys(entries)) if (!known.some((one) => (one.id ?? one.name) === id)) unknown.push(`${registry}.${id}`);
  }
  assert.deepEqual(unknown, []);
  const changed = leaves(translate(registries, describe)).filter(
    ([path, value], i) => value !== before[i]?.[1] && !/\.(label|help|tex|source|unit)$/.test(path),
  );
  assert.deepEqual(changed, [], 'only words are translated');
});

test('every German exercise asks the same as the English one', () => {
  const folder = root('web/exercises/de');
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    const it = exercises[file.replace(/\.md$/, '')];
    assert.ok(it, `${file} is no exercise's name`);
    const other = readExercise(readFileSync(join(folder, file), 'utf8'));
    assert.notEqual(translated(it, other), it, `${file} differs in more than its words`);
    for (const key of Object.keys(it.tokens)) assert.ok(other.tokens[key], `${file}: ${key} is missing`);
    const figuresIn = (exercise) => [...exercise.text.matchAll(/\{\{([^}]*)\}\}/g)].map(([, figure]) => figure).sort();
    assert.deepEqual(figuresIn(other), figuresIn(it), `${file}: figures`);
  }
});

test('a translated exercise has the answer codes of the original, or is not used', () => {
  const [it] = Object.values(exercises);
  const other = readExercise(it.text.replace(/^title: .*$/m, 'title: Anders'));
  assert.notEqual(other.hash, it.hash);
  const found = translated(it, other);
  assert.deepEqual([found.title, found.hash, found.order], ['Anders', it.hash, it.order]);
  assert.deepEqual(found.questions, it.questions);
  const [run] = Object.values(it.runs);
  for (const wrong of [
    it.text.replace('seed=', 'seed=1'),
    it.text.replace(run.link.slice(0, 30), `${run.link.slice(0, 30).replace(/=(\d)/, '=1$1')}`),
    it.text.replace(/^( +unit: ).*$/m, '$1apples'),
  ])
    if (wrong !== it.text) assert.equal(translated(it, readExercise(wrong)), it);
});

test('the glossary has one sentence a term, in both languages', () => {
  assert.equal(germanGlossary.terms.length, glossary.terms.length);
  for (const { terms } of [glossary, germanGlossary]) {
    assert.equal(new Set(terms.map(([term]) => term)).size, terms.length);
    for (const [term, meaning] of terms) assert.match(meaning, /^[^.]+\.$/, term);
  }
});
