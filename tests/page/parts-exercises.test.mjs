// Tests exercises without a browser: the language of figures against JavaScript, and answer codes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeQR } from 'qr';
import { pack, unpack } from '../../web/core/formats/packed.js';
import { codeOf, MARK, readCode } from '../../web/model/exercise/code.js';
import { evaluate, readExpression } from '../../web/model/exercise/expression.js';
import { figureOf } from '../../web/model/exercise/figures.js';
import { combined, guessCode, guessesIn, newMark, readGuess } from '../../web/model/exercise/guess.js';
import { isRight, kinds } from '../../web/model/exercise/kinds.js';
import { kept, restored } from '../../web/model/exercise/numbers.js';
import { readExercise } from '../../web/model/exercise/read.js';
import { tallyOf } from '../../web/model/exercise/tally.js';
import { translated } from '../../web/model/exercise/translated.js';
import { textOfDraft } from '../../web/model/exercise/write.js';
import { createState } from '../../web/model/state/index.js';
import { errors, messages } from '../../web/texts/de/german-messages.js';
import { setNumberLanguage } from '../../web/texts/format.js';
import { translator } from '../../web/texts/messages.js';
import { goalMet } from '../../web/ui/class/exercise/arrange.js';
import { createExerciseModel } from '../../web/ui/class/exercise/model.js';
import { faultOf } from '../../web/ui/class/teacher/faults.js';
import { createTeacherModel, verdictOf } from '../../web/ui/class/teacher/model.js';

const signs = ['or', 'and', '<', '>', '<=', '>=', '+', '-', '*', '/'];
const spoken = { or: '||', and: '&&' };
let state = 5;
/** @param {number} n */
const draw = (n) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % n;

/**
 * Draws an expression in the language of figures and in JavaScript, whose `and` does not give 1 or 0.
 * @returns {[string, string]}
 */
function drawn(depth = 0) {
  const words = [[], []];
  let logical = false;
  for (let i = 0, most = 1 + draw(5); i < most; i++) {
    const sign = signs[draw(signs.length)];
    if (i) words[0].push(sign), words[1].push(spoken[sign] ?? sign);
    if (i && sign in spoken) logical = true;
    const sum = depth < 3 && draw(3) === 0;
    let [ours, theirs] = sum ? drawn(depth + 1).map((text) => `(${text})`) : Array(2).fill(String(draw(4) / 2));
    if (draw(5) === 0) [ours, theirs] = [`-${ours}`, `(0 - ${theirs})`];
    words[0].push(ours), words[1].push(theirs);
  }
  const [ours, theirs] = words.map((list) => list.join(' '));
  return [ours, logical ? `+!!(${theirs})` : theirs];
}

test('a figure is computed as by JavaScript, with the same precedence', () => {
  const none = () => assert.fail('no figure is named');
  assert.equal(evaluate(readExpression('1 or 0 and 0'), none), 1);
  for (let i = 0; i < 2000; i++) {
    const [ours, theirs] = drawn();
    if (ours.length > 400) continue;
    assert.deepEqual(evaluate(readExpression(ours), none), Number(new Function(`return ${theirs}`)()), ours);
  }
});

test('a whole packed text is an answer code only with valid digests', async () => {
  const digest = '0123456789abcdef';
  const code = async (/** @type {object} */ changed) => {
    const content = {
      id: 'a',
      hash: digest,
      name: 'Ada',
      answers: { q: 1 },
      runs: { r: digest },
      own: {},
      proof: digest,
      engine: '1.1.0',
      ...changed,
    };
    return MARK + (await pack(JSON.stringify(Object.values(content))));
  };
  assert.deepEqual((await readCode(await code({}))).runs, { r: digest });
  const broken = [digest.slice(1), `${digest}0`, digest.toUpperCase(), `<b>${digest.slice(3)}`, 7, null];
  for (const wrong of broken)
    for (const changed of [{ runs: { r: digest, s: wrong } }, { own: { q: ['epochs=1', wrong] } }, { hash: wrong }, { proof: wrong }])
      await assert.rejects(readCode(await code(changed)), /^Error: This code is refused: it is whole, but not an answer code/, `${wrong}`);
});

test('a text that expands beyond its limit is refused with the limit, even if it is small when packed', async () => {
  const bomb = await pack('a'.repeat(1_000_000));
  assert.ok(bomb.length < 2000);
  await assert.rejects(unpack(bomb, 20_000), { message: 'it expands to more than 80000 bytes' });
  assert.equal((await unpack(bomb, 1_000_000)).length, 1_000_000);
});

test('nested brackets are read to a depth of 40 and refused beyond', () => {
  const nested = (/** @type {number} */ depth) => `${'('.repeat(depth)}2${')'.repeat(depth)}`;
  assert.equal(
    evaluate(readExpression(nested(39)), () => 0),
    2,
  );
  assert.throws(() => readExpression(nested(40)), /too many brackets/);
});

test('a prediction may be off by its tolerance, and an exactly even option is not right', () => {
  const question = { figure: 'ce.ece', unit: '%', within: 3 };
  const accepts = (/** @type {number} */ answer) => kinds.predict.check(question, answer, () => 0.07).right;
  assert.deepEqual([3.9, 4, 7, 10, 10.1].map(accepts), [false, true, true, true, false]);
  assert.deepEqual(
    [-1, 0, 1, undefined].map((value) => isRight({ text: '', right: 'a < b' }, () => value)),
    [false, false, true, null],
  );
});

test('figures of a bin are those of the bin with the confidence, including its upper end; figures of an epoch are of the one kept', () => {
  const bins = [0, 1, 2].map((i) => ({ low: i / 3, high: (i + 1) / 3, count: 10, confidence: i / 3, accuracy: i / 10 }));
  const epoch = (/** @type {number} */ number, /** @type {number} */ nll) => ({
    epoch: number,
    val: { nll, confidence: nll, accuracy: 0 },
    test: {},
  });
  const report = /** @type {any} */ ({
    metrics: { ece: { bins } },
    history: [epoch(1, 0.25), epoch(2, 0.75)],
    kept: { epoch: 1 },
    calibrators: {},
  });
  const figure = (/** @type {string} */ text, of = report) => {
    const tree = readExpression(`ce.${text}`);
    return figureOf({ report: of }, tree.kind === 'figure' ? tree.path.slice(1) : []);
  };
  assert.deepEqual(
    ['0', '0.2', '0.3333333333', '0.4', '1'].map((at) => figure(`right(${at})`)),
    [0, 0, 0, 0.1, 0.2],
  );
  assert.deepEqual([figure('val.nll'), figure('val.gap'), figure('epoch(2).val.nll')], [0.25, 0.25, 0.75]);
  assert.equal(figure('val.nll', { ...report, kept: null }), 0.75, 'where none is said to be kept it is the last');
});

test('the median of an even number of guesses is between two of them', () => {
  const question = /** @type {any} */ ({ kind: 'predict', figure: 'ce.ece', unit: '%', within: 3 });
  const tally = (/** @type {number[]} */ ...guesses) => tallyOf(question, guesses, () => 0.05);
  assert.deepEqual([tally(2, 9, 4, 6).median, tally(2, 9, 4).median, tally(9, 2).median], [5, 4, 5.5]);
  assert.equal(tally(2, 9, 4, 6).near, 3);
});

test('a translated exercise must ask, allow and lock the same', () => {
  const text = (title = 'Guess', within = 'within: 3', unit = 'unit: "%"') =>
    `---\ntitle: ${title}\nruns:\n  ce: data=moons\nquestions:\n  guess:\n    predict: How?\n    figure: ce.ece\n    ${unit}\n    ${within}\n---\n\n[[guess]]\n\n[[ce]]\n`;
  const it = readExercise(text());
  const german = readExercise(text('Rate'));
  assert.deepEqual([translated(it, german).title, translated(it, german).hash], ['Rate', it.hash]);
  assert.equal(translated(it, readExercise(text('Rate', 'within: 8'))).title, 'Guess', 'another tolerance is another exercise');
  assert.equal(translated(it, readExercise(text('Rate', 'within: 3', 'unit: epochs'))).title, 'Guess');
  // The default tolerance is 0, and 5 for percentages and points.
  const within = (/** @type {string} */ unit) => readExercise(text('Guess', 'after: So.', unit)).questions.guess?.within;
  assert.deepEqual(['unit: "%"', 'unit: points', 'unit: epochs'].map(within), [5, 5, 0]);
});

test('a run of your own reaches a goal if the condition holds, not if it is only as good as before', () => {
  const report = (/** @type {number} */ ece) => ({ metrics: { ece: { value: ece } } });
  const met = [0.04, 0.05, 0.06].map((ece) => goalMet('own.ece < ce.ece', report(ece), { 'ce.ece': 0.05 }));
  assert.deepEqual(met, [true, false, false]);
});

test('an epoch that never comes still is none after a reload', () => {
  const numbers = { a: 0.25, b: Infinity, c: -Infinity, d: NaN };
  assert.deepEqual(restored(JSON.parse(JSON.stringify(kept(numbers)))), numbers);
  assert.deepEqual(restored({ a: 'seven', b: null, c: 1 }), { c: 1 });
});

test('a code matches its own runs and answers, and no others', async () => {
  const digest = '0123456789abcdef'.repeat(4);
  const it = { hash: digest.slice(0, 16), runs: { ce: {} }, questions: { why: { kind: 'explain' } } };
  const code = await codeOf('one', it, { name: 'Ada', answers: { why: 'noise' }, runs: { ce: digest }, own: {} }, '1.1.0');
  const decoded = await readCode(code);
  const known = (/** @type {string} */ ce) => ({ it, state: 'done', digests: { ce }, numbers: {} });
  const verdict = (/** @type {object} */ changed, ce = digest) => verdictOf({ ...decoded, ...changed }, known(ce));
  assert.deepEqual([verdict({}).runs.ce, verdict({}).proof], ['made', 'fits']);
  for (const changed of [{ answers: { why: 'luck' } }, { answers: {} }, { name: 'Eve' }, { hash: 'f'.repeat(16) }])
    assert.equal(verdict(changed).proof, 'changed');
  assert.equal(verdict({}, `${digest.slice(0, 63)}0`).proof, 'changed', 'the proof covers digits that the code does not show');
  assert.equal(verdict({ runs: {} }).runs.ce, 'missing');
  for (const at of [0, 15]) {
    const other = `${digest.slice(0, at)}9${digest.slice(at + 1)}`;
    assert.deepEqual([verdict({}, other).runs.ce, verdict({}, other).proof], ['differs', 'differs']);
  }
});

test('errors of an exercise in the making are shown at their fields, in German, too', (t) => {
  const question = { id: 'guess', ask: 'How?', figure: 'ce.ece', unit: '', within: '', answer: '', goal: '', after: '', low: '', high: '' };
  const texts = ['', 'a', 'b']; // an option that is still empty is not part of the exercise
  const options = texts.map((text, i) => ({ text, right: i === 1 ? 'yes' : '', after: '' }));
  /** @returns {import('../../web/model/exercise/write.js').Draft} */
  const whole = () =>
    structuredClone({
      ...{ title: 'T', learn: '', minutes: '15', paper: '', lock: [], hide: [], shows: [] },
      runs: [{ name: 'ce', label: 'Cross-entropy', link: 'data=moons' }],
      questions: [
        { ...question, kind: 'predict', options: [] },
        { ...question, id: 'choice', kind: 'choose', figure: '', options },
        { ...question, id: 'why', kind: 'explain', figure: '', options: [] },
        { ...question, id: 'attempt', kind: 'try', figure: '', goal: 'own.ece < 0.1', options: [] },
      ],
      body: '[[ce]]\n\n[[guess]]\n\n[[choice]]\n\n[[why]]\n\n[[attempt]]',
    });
  readExercise(textOfDraft(whole()));
  const long = 'x'.repeat(1501);
  /** @type {Record<string, (draft: ReturnType<typeof whole>) => unknown>} */
  const faults = {
    title: (draft) => (draft.title = long),
    learn: (draft) => (draft.learn = long),
    minutes: (draft) => (draft.minutes = 'soon'),
    paper: (draft) => (draft.paper = long),
    body: (draft) => (draft.body += '\n\n{{focal.ece}}'),
    'ce-link': ({ runs: [run] }) => (run.link = ''),
    'ce-label': ({ runs: [run] }) => (run.label = long),
    'guess-ask': ({ questions: [one] }) => (one.ask = 'Is it {{other.ece}}?'),
    'guess-figure': ({ questions: [one] }) => (one.figure = 'focal.ece'),
    'guess-unit': ({ questions: [one] }) => (one.unit = long),
    'guess-within': ({ questions: [one] }) => (one.within = 'about'),
    'guess-low': ({ questions: [one] }) => (one.low = `$${'x'.repeat(1400)}$`),
    'guess-high': ({ questions: [one] }) => (one.high = '{{ce.}}'),
    'guess-after': ({ questions: [one] }) => (one.after = long),
    'choice-option2': ({ questions: [, one] }) => (one.options[2].text = long),
    'choice-right1-if': ({ questions: [, one] }) => (one.options[1].right = 'ce.ece >'),
    'choice-after1': ({ questions: [, one] }) => (one.options[1].after = '{{focal.ece}}'),
    'choice-after2': ({ questions: [, one] }) => (one.options[2].after = long),
    'why-answer': ({ questions: [, , one] }) => (one.answer = '{{focal.ece}}'),
    'attempt-goal': ({ questions: [, , , one] }) => (one.goal = 'run.ece < 0.1'),
  };
  const german = translator({ ...errors, ...messages });
  t.after(() => setNumberLanguage('en'));
  for (const [field, spoil] of Object.entries(faults)) {
    const draft = whole();
    spoil(draft);
    setNumberLanguage('en');
    let thrown;
    try {
      readExercise(textOfDraft(draft));
    } catch (wrong) {
      thrown = faultOf(wrong, draft);
    }
    assert.equal(thrown?.field, field, thrown?.why);
    setNumberLanguage('de');
    assert.notEqual(german(thrown.why), thrown.why, 'it has a German sentence');
  }
});

test('figures not in a report are those of the epoch that the run kept, for students and for the teacher', async () => {
  globalThis.requestAnimationFrame ??= () => 0;
  const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);
  const text =
    '---\ntitle: One\nruns:\n  ce: data=moons&keep=best\nquestions:\n  guess:\n    predict: How?\n    figure: ce.metric(ece:bins=30)\n---\n\n[[guess]]\n\n[[ce]]\n';
  const it = readExercise(text);
  const epochs = [1, 2, 3].map((epoch) => ({ epoch, entry: {}, testLogits: Float32Array.of(epoch, 0), valLogits: null, state: null }));
  const ready = any({ n_test: 1, k: 2, testLabels: Int32Array.of(0) });
  const report = any({ kept: { epoch: 2 }, digest: '0123456789abcdef'.repeat(4), metrics: {} });
  /** @type {number[]} */
  const requested = [];
  const evaluation = {
    report: async (/** @type {any} */ { files }) => {
      requested.push(new Float32Array((await files.logits.arrayBuffer()).slice(-8))[0] ?? NaN);
      return JSON.stringify({ metrics: { ece: { value: 0.25 } } });
    },
    cancel: () => {},
  };
  const engine = any({
    check: async (/** @type {string} */ link) => ({
      ok: true,
      spec: link,
      page: {},
      need: { multiply_adds: 1, steps: 1 },
      run: { epochs: 3, bins: 15, batch: 1, keep: 'best' },
    }),
    link: { set: async (/** @type {string} */ link) => link },
    openEvaluation: () => evaluation,
    samples: async () => null,
    start: (/** @type {string} */ _, /** @type {any} */ on) => {
      on.onReady(ready);
      for (const epoch of epochs) on.onEpoch(epoch);
      on.onEnd({ report });
    },
  });
  const store = createState();
  const model = createExerciseModel(engine, store, any({ goTo: () => {}, open: async () => {}, start: () => {} }));
  await model.load(`x.${await pack(text)}`);
  model.answer('guess', 0.25);
  await model.run('ce');
  store.runs.replace([any({ id: 'a', spec: it.runs.ce?.link, ready, report, history: epochs, bins: 15 })]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(store.get().exercise?.numbers, { 'ce.metric(ece:bins=30)': 0.25 });
  const teacher = createTeacherModel(engine, async () => [{ id: '', it }]);
  await teacher.check(await codeOf('', it, { name: 'Ada', answers: { guess: 0.25 }, runs: { ce: report.digest }, own: {} }, '1.1.0'));
  assert.equal(teacher.store.get().known[it.hash]?.state, 'done');
  assert.deepEqual(requested, [2, 2]);
});

const guessing = { hash: 'ab01cdef23456789', questions: { first: {}, guess: {} } };

test('the code of a prediction is read back, fits a QR code of 25 modules, and survives typing', () => {
  for (const value of [0, 4.8, 60, -12.5, 12345, 1e-7, 1e21]) {
    const mark = newMark();
    assert.match(mark, /^[0-9A-HJKMNP-TV-Z]{5}$/);
    const code = guessCode(guessing, 'guess', value, mark);
    assert.match(code, /^[0-9A-Z+.-]+$/, 'the alphanumeric mode of QR codes');
    assert.ok(code.length <= 38, `${code}: at most 38 characters fit a code of 25 modules`);
    assert.equal(encodeQR(code, 'raw', { ecc: 'medium', border: 1 }).length, 27);
    const read = { code, hash: 'ab01cdef', question: 2, value, mark };
    assert.deepEqual(readGuess(code), read);
    const parts = code.split('-');
    const typed = [
      parts[0],
      parts[1]?.replaceAll('0', 'o').replaceAll('1', 'l'),
      ...parts.slice(2, -1),
      parts.at(-1)?.replaceAll('0', 'O'),
    ];
    assert.deepEqual(readGuess(` ${typed.join('-').toLowerCase()} `), read, 'letters that look like digits');
    assert.deepEqual(guessesIn(`Ada: ${code}, Bo: ${code}.`), [code]);
  }
});

test('a code of a prediction with one wrong, missing or swapped character is refused', () => {
  const code = guessCode(guessing, 'guess', 4.85, 'X7K2M');
  const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ.-+';
  let tried = 0;
  for (let i = 5; i < code.length; i++) {
    const others = [...signs].filter((sign) => sign !== code[i]).map((sign) => code.slice(0, i) + sign + code.slice(i + 1));
    const swapped = code[i] === code[i + 1] ? [] : [code.slice(0, i) + (code[i + 1] ?? '') + code[i] + code.slice(i + 2)];
    for (const wrong of [...others, code.slice(0, i) + code.slice(i + 1), ...(i + 1 < code.length ? swapped : [])]) {
      assert.throws(() => readGuess(wrong), /a character of this code is wrong or missing/, wrong);
      tried++;
    }
  }
  assert.ok(tried > 800, `${tried}`);
});

test('a prediction handed in twice counts once: as a code again, and in the answer code of the same student', async () => {
  const of = (/** @type {string} */ id, /** @type {number} */ value, /** @type {string} */ mark) =>
    readGuess(guessCode(guessing, id, value, mark));
  const guesses = [
    of('guess', 3, 'AAAAA'),
    of('first', 9, 'AAAAA'),
    of('guess', 4, 'BBBBB'),
    of('guess', 5, 'BBBBB'),
    of('guess', 7, 'CCCCC'),
    of('first', 2, 'CCCCC'), // not in the student's answer code
  ];
  const submitted = [
    { mark: 'CCCCC', answers: { guess: 7 } },
    { mark: '', answers: { guess: 8 } },
  ];
  assert.deepEqual(combined(['first', 'guess'], submitted, guesses), [
    { guess: 7, first: 2 },
    { guess: 8 },
    { guess: 3, first: 9 },
    { guess: 4 },
  ]);
  const it = readExercise('---\ntitle: T\nruns: {a: data=moons}\nquestions: {q: {predict: How much?, figure: a.ece}}\n---\n[[q]]\n\n[[a]]');
  const progress = { name: 'Ada', answers: { q: 1 }, runs: {}, own: {} };
  assert.equal((await readCode(await codeOf('', it, { ...progress, mark: 'CCCCC' }, '1.1.0'))).mark, 'CCCCC');
  assert.equal((await readCode(await codeOf('', it, progress, '1.1.0'))).mark, '');
});
