// Tests the exercises: reads each and runs a sample of them, from their links to their checked answers. The
// figures must be those of the command line.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pack, unpack } from '../../web/core/formats/packed.js';
import { asksOf, checkAnswer, guessesOfClass, numbersOf, valuesFrom } from '../../web/model/exercise/check.js';
import { codeOf, codesIn, MARK, proofOf, readCode } from '../../web/model/exercise/code.js';
import { evaluate, readExpression, written } from '../../web/model/exercise/expression.js';
import { figureOf } from '../../web/model/exercise/figures.js';
import { isRight, scaleOf } from '../../web/model/exercise/kinds.js';
import { kept, restored } from '../../web/model/exercise/numbers.js';
import { itemsOf, readExercise, TEXT_MAX } from '../../web/model/exercise/read.js';
import { tallyOf } from '../../web/model/exercise/tally.js';
import { texts } from '../../web/texts/index.js';
import { calibJson } from '../support/calib.mjs';
import { requestedOf } from '../support/exercises.mjs';
import { pace } from '../support/pace.mjs';
import { root } from '../support/paths.mjs';
import { oneIn } from '../support/soak.mjs';

const folder = root('web/exercises');
const ids = readdirSync(folder)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => name.slice(0, -3));
const read = (id) => readExercise(readFileSync(`${folder}/${id}.md`, 'utf8'));

const outputs = mkdtempSync(join(tmpdir(), 'calib-exercises-'));
after(() => rmSync(outputs, { recursive: true, force: true }));

/**
 * @type {Map<string, {report: any, path: string}>} several exercises look at the same run: its report and
 *   its folder
 */
const runs = new Map();
function runOf(link) {
  const spec = link
    .split('&')
    .filter((part) => !/^(view|run|threads)=/.test(part))
    .join('&');
  const path = join(outputs, String(runs.size));
  const run = runs.get(spec) ?? { report: calibJson('train', spec, '--out', path), path };
  runs.set(spec, run);
  return run;
}
const reportOf = (/** @type {string} */ link) => runOf(link).report;

const whole = oneIn(16, ids);

for (const id of ids)
  test(`exercise ${id}: a prediction comes first, every question has feedback and every figure is read`, () => {
    const exercise = read(id);
    const shown = JSON.stringify([exercise.steps, exercise.tokens]).match(/"type":"value"/g)?.length ?? 0;
    assert.equal(shown, exercise.text.match(/\{\{/g)?.length ?? 0, 'figures in braces that are not read');
    const questions = Object.values(exercise.questions);
    for (const { id: question, kind, options, answer, goal, low, high } of questions)
      if (kind === 'predict') assert.ok(low && high, `${question}: a wrong prediction gets no feedback`);
      else if (kind === 'choose')
        assert.deepEqual(
          options.filter(({ after }) => !after).map(({ text }) => text),
          [],
          `${question}: answers without feedback`,
        );
      else if (kind === 'explain') assert.ok(answer, `${question} has no answer to compare with`);
      else assert.ok(goal, `${question} has no goal`);
    const kinds = questions.map(({ kind }) => kind);
    assert.ok(kinds.includes('predict') && kinds.includes('explain'), 'predict first, explain in the end');
    const [first] = itemsOf(exercise);
    assert.equal(first.kind, 'question', 'a prediction comes before the first run');
    assert.ok(exercise.learn && exercise.paper && exercise.minutes <= 20);
  });

for (const id of whole)
  test(`exercise ${id}: its statements are true, and every question has its answer`, () => {
    const exercise = read(id);
    /** @type {Record<string, number>} */
    const numbers = {};
    for (const [name, { link }] of Object.entries(exercise.runs)) {
      const { report, path } = runOf(link);
      Object.assign(numbers, numbersOf(exercise, name, { report, answers: requestedOf(path, asksOf(exercise, name)) }));
    }
    const values = valuesFrom(numbers);
    for (const claim of exercise.shows) assert.ok(Number(values(claim)) > 0, `${claim}: ${JSON.stringify(numbers)}`);
    // Every figure in its text has a value.
    JSON.stringify([exercise.steps, exercise.tokens], (_, token) => {
      if (token?.type === 'value') assert.notEqual(values(token.text), undefined, token.text);
      return token;
    });
    for (const { id: question, kind, figure, unit, within, options } of Object.values(exercise.questions))
      if (kind === 'predict') {
        const value = Number(values(figure)) * scaleOf(unit);
        assert.ok(Number.isFinite(value), `${question}: ${figure}`);
        const near = Number(texts.exercise.figure(value, '2').replace('\u2212', '-'));
        assert.equal(checkAnswer(exercise, question, near, values).right, true, `${question}: ${value}`);
        assert.equal(checkAnswer(exercise, question, value + 1.1 * within + 0.01, values).right, false, question);
      } else if (kind === 'choose') {
        const right = options.filter((option) => isRight(option, values));
        assert.equal(right.length, 1, `${question} has ${right.length} right answers: ${JSON.stringify(numbers)}`);
        for (const i of options.keys()) assert.equal(checkAnswer(exercise, question, i, values).right, options[i] === right[0]);
      }
  });

test('exercise how-sure: 10 points of underconfidence are not calibrated, and a wobble is not the beginning', () => {
  const { questions, runs } = read('how-sure');
  const goal = (/** @type {number} */ gap) => valuesFrom({ 'own.gap': gap, 'own.error': 0.4 })(questions.mend.goal);
  assert.deepEqual([0.08, 0.03, -0.03, -0.1].map(goal), [0, 1, 1, 0]);
  const { history } = reportOf(runs.ce.link);
  const over = history.map(({ test: { confidence, accuracy } }) => confidence - accuracy > 0.1);
  const lasts = over.lastIndexOf(false) + 2; // epochs count from 1
  assert.ok(over.indexOf(true) + 1 < lasts, 'it wobbles');
  assert.equal(figureOf({ report: reportOf(runs.ce.link) }, readExpression(questions.begins.figure).path.slice(1)), lasts);
});

// Runs with the exercise whose runs it reads.
if (whole.includes('curvature'))
  test('exercise curvature: its statements about both networks, measured with one loss, are true', () => {
    const { runs, text } = read('curvature');
    const traces = Object.entries(runs).map(([name, { link }]) => {
      const one = calibJson('curvature', `${runOf(link).path}/weights.safetensors`, '--loss', 'ce', '--probes', '64', '--lanczos', '0');
      return [name, one.trace.toFixed(one.trace > 100 ? 0 : 1)];
    });
    const { cs, fs, cg, fg } = Object.fromEntries(traces);
    assert.ok(text.includes(`its trace is ${cs} with cross-entropy and ${fs} with focal loss`), JSON.stringify(traces));
    assert.ok(text.includes(`${cg} for the network trained with cross-entropy and ${fg} for the other`), JSON.stringify(traces));
  });

test('an invalid exercise is refused in one sentence that names the place', () => {
  const whole = (front, body = '[[q]]\n\n[[ce]]') =>
    `---\ntitle: T\nruns:\n  ce: data=moons\nquestions:\n  q: {predict: How?, figure: ce.ece}\n${front}\n---\n${body}`;
  assert.equal(readExercise(whole('')).questions.q.kind, 'predict');
  for (const [text, why] of [
    ['', /begins with front matter/],
    ['x'.repeat(TEXT_MAX + 1), /at most 32768 are allowed/],
    [whole('colour: red'), /there is no "colour"/],
    [whole('minutes: 0'), /minutes: not a number from 1/],
    [whole('lock: [everything]'), /lock: there is no "everything"/],
    [whole('shows: [other.ece > 1]'), /shows: there is no run other/],
    [whole('shows: [ce.ece >]'), /shows: .*missing at the end/],
    [whole('shows: ["ce.from(gap >)"]'), /shows: .*missing at the end/],
    [whole('', '[[q]]'), /"ce" has no place/],
    [whole('', '[[q]] [[q]] [[ce]]'), /twice/],
    [whole('', '[[q]] [[ce]] [[x]]'), /neither a question nor a run/],
    [whole('', '{{ce.}}\n\n[[q]] [[ce]]'), /the text/],
    [whole('title: again'), /front matter: /],
    [whole('a: &a [1,1]\nb: [*a,*a,*a]'), /front matter|there is no|alias/i],
    [whole('').replace('{predict: How?, figure: ce.ece}', '{predict: How?, explain: why}'), /it has predict, explain.*\(line 6\)$/],
    [
      whole('').replace('{predict: How?, figure: ce.ece}', '{after: why}'),
      /kind is missing; allowed are predict, choose, explain, try.*\(line 6\)$/,
    ],
    [
      whole('').replace('{predict: How?, figure: ce.ece}', '{guess: How?}'),
      /there is no "guess"; there are predict, choose, .*\(line 6\)$/,
    ],
    [`\n\n${whole('').replace('{predict: How?, figure: ce.ece}', '{after: why}')}`, /kind is missing.*\(line 8\)$/],
    [whole('', '- a\n- b\n\n[[q]]\n\n[[x]]'), /neither a question nor a run; there are q, ce \(line 14\)$/],
    [whole('').replace('figure: ce.ece', 'figure: ce.ece, within: much'), /within: not a number/],
    [whole('').replace('{predict: How?, figure: ce.ece}', '{choose: How?, options: [a, b]}'), /one that is right/],
    [whole('', '![](#pictures=cf)\n\n[[q]] [[ce]]'), /there is no run cf, whose pictures are shown \(line 9\)/],
    [whole('', '![](#pictures=ce&size=2)\n\n[[q]] [[ce]]'), /is not as in #pictures=ce&corruption=/],
    [whole('', `![](#pictures=ce&corruption=${'blur/'.repeat(9)})\n\n[[q]] [[ce]]`), /at most 8 corruptions/],
    [whole('', `${'> '.repeat(30)}deep\n\n[[q]] [[ce]]`), /twelve deep/],
  ])
    assert.throws(
      () => readExercise(text),
      (/** @type {Error} */ wrong) => why.test(wrong.message) && !/\n/.test(wrong.message),
      text.slice(0, 300),
    );
});

const small = (body, { id = 'q', figure = 'ce.ece' } = {}) =>
  `---\ntitle: T\nruns:\n  ce: data=moons\nquestions:\n  ${id}: {predict: How?, figure: ${figure}}\n---\n[[q]]\n\n[[ce]]\n\n${body}`;

test('names that every object has are not taken for questions, runs or figures', () => {
  for (const name of ['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty']) {
    assert.throws(() => readExercise(small(`[[${name}]]`)), /is neither a question nor a run; there are q, ce \(line/, name);
    assert.throws(() => readExercise(small(`{{${name}.length}}`)), /there is no run/, name);
    assert.throws(() => readExercise(small('', { figure: `${name}.ece` })), /there is no run/, name);
    assert.throws(() => readExercise(small('', { id: name })), /is not allowed as a name; allowed are at most 24 small letters/, name);
    const report = {
      metrics: { ece: { value: 0.1 } },
      history: [{ epoch: 1, test: {}, val: {}, curvature: {} }],
      calibrators: { temperature: {} },
    };
    for (const path of [name, `${name}.length`, `${name}.name`, `ece.${name}`, `val.${name}`, `curvature.${name}`, `epoch(1).${name}`])
      assert.throws(
        () => numbersOf(readExercise(small('', { figure: `ce.${path}` })), 'ce', { report, answers: {} }),
        /^Error: there is no figure/,
        path,
      );
  }
});

test('any text is read or refused in one sentence, in time proportional to its length', () => {
  const long = (/** @type {string} */ part, length = 30_000) => part.repeat(length / part.length);
  for (const body of [
    `{{${long(' ')}`, // cubic: the name, the blanks and the format shared the blanks
    `{{a${long(' ')}}`,
    `{{${long('a ')}`,
    long('{{'),
    `[[${long(' ')}`,
    `[[a${long(' ')}]`,
    long('[['),
    `$a${long(' ')}`,
    long('$ '),
    long('**A.*'), // quadratic in the library
    long('*a_ '),
    long('_a'),
    long('~~a'),
    long('['),
    long('<a '),
    long('`'),
    `${long('a.')}@`,
    long('> '), // deeper than any stack
    `${long('- ')}a`,
    long('> - '),
    `${long('[', 15_000)}a${long('](b)', 15_000)}`,
    `${long('**a ', 15_000)}${long(' a**', 15_000)}`,
    `$${long('{', 15_000)}x${long('}', 15_000)}$`,
    long('a'),
  ]) {
    const began = performance.now();
    try {
      readExercise(small(body));
    } catch (wrong) {
      assert.match(String(wrong), /^Error: [^\n]{10,300}$/, body.slice(0, 20));
    }
    const took = performance.now() - began;
    assert.ok(took < 60 * pace(), `${body.slice(0, 20)} takes ${took} ms`);
  }
  for (const [body, why] of [
    [long('> ', 16_000), /nested more than twelve deep; at most 12/],
    [`${long('- ', 16_000)}a`, /more than twelve deep/],
    [`${long('**a ', 160)}x${long(' a**', 160)}`, /more than twelve deep/],
    [long('word '), /a paragraph has 29999 characters; at most 4000/],
    [long('a*b ', 3000), /750 of the marks .* at most 400/],
    [`$${long('x', 2000)}$`, /a formula has 2000 characters; at most 300/],
    ['$\\def\\a{xx}\\a$', /a formula has the command \\def; definitions are not allowed/],
    ['$\\providecommand{\\a}{x}$', /the command \\providecommand/],
    ['$x$ '.repeat(201), /the exercise has 201 formulas; at most 200/],
    [long('- a\n', 40_000), /the exercise has \d+ characters; at most 32768 are allowed/],
  ])
    assert.throws(
      () => readExercise(small(body)),
      (/** @type {Error} */ wrong) => why.test(wrong.message),
      `${why}`,
    );
  // The teachers' texts stay the same.
  const exercise = readExercise(small('> > - **a *b*** {{ ce.ece % }}, {{ce.nll:2}} and {{ ce.nll }}').replace('How?', '"{{ce.ece %}}"'));
  assert.equal(exercise.tokens['q ask'][0].tokens[0].format, '%');
  assert.deepEqual(
    [
      ...JSON.stringify(readExercise(small('{{ ce.ece % }}, {{ce.nll:2}} and {{ ce.nll }}')).steps).matchAll(
        /"text":"(ce[^"]*)","format":"([^"]*)"/g,
      ),
    ].map(([, ...found]) => found),
    [
      ['ce.ece', '%'],
      ['ce.nll', '2'],
      ['ce.nll', ''],
    ],
  );
});

test('figures: sums come before comparisons, arguments stay as written, and a missing figure is named', () => {
  const numbers = { 'a.x': 2, 'a.first(gap > (0.1 + 0.2))': 7, 'b.y.z': -3 };
  const values = valuesFrom(numbers);
  for (const [text, wanted] of [
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3 - 4 / 2', 7],
    ['-a.x + b.y.z', -5],
    ['a.first(gap > (0.1 + 0.2)) - a.x', 5],
    ['a.x > 1 and b.y.z < 0', 1],
    ['a.x > 5 or b.y.z >= -3', 1],
    ['a.x > 5 or b.y.z > -3 and 1 > 0', 0],
  ])
    assert.equal(values(text), wanted, text);
  assert.equal(values('a.x + c.x'), undefined);
  const gaps = [0.05, 0.2, 0.05, 0.2, 0.3];
  const report = { metrics: {}, history: gaps.map((gap, i) => ({ epoch: i + 1, test: { confidence: gap, accuracy: 0 } })) };
  const of = (/** @type {string} */ text) => figureOf({ report }, [{ name: text.split('(')[0], argument: text.slice(5, -1) }]);
  assert.deepEqual(['from(gap > 0.1)', 'from(gap > 0.01)', 'from(gap > 1.0)'].map(of), [4, 1, Number.POSITIVE_INFINITY]);
  for (const text of ['', '1 +', 'a.', 'a..b', '(1', '1)', 'a.b(', '1 = 1', 'a and', '('.repeat(50), '1 2'])
    assert.throws(() => evaluate(readExpression(text), () => 0), /^Error: ./, text);
  assert.equal(
    written([
      { name: 'a', argument: null },
      { name: 'b', argument: '0.9' },
    ]),
    'a.b(0.9)',
  );
});

test('answers of a class: guesses by size with their median, options by number, against the result of the run', () => {
  const question = (/** @type {string} */ rest) =>
    readExercise(`---\ntitle: T\nruns: {ce: data=moons}\nquestions:\n  q: {${rest}}\n---\n[[q]]\n\n[[ce]]\n`).questions.q;
  const guess = question('predict: How?, figure: ce.ece, unit: "%", within: 2');
  const values = valuesFrom({ 'ce.ece': 0.105 });
  assert.deepEqual(tallyOf(guess, [12.5, 40, 8, 8.4, 11], values), {
    kind: 'predict',
    guesses: [8, 8.4, 11, 12.5, 40],
    median: 11,
    truth: 10.5,
    near: 2,
  });
  const early = tallyOf(guess, [30, 10], valuesFrom({}));
  assert.deepEqual([early.median, early.truth, early.near], [20, null, 0]);
  const choice = question('choose: Which?, options: [{text: A, if: ce.ece > 0.1}, {text: B, right: true}, C]');
  assert.deepEqual(tallyOf(choice, [0, 2, 2, 7], values), {
    kind: 'choose',
    n: 4,
    options: [
      { text: 'A', count: 1, right: true },
      { text: 'B', count: 0, right: true },
      { text: 'C', count: 2, right: false },
    ],
  });
  assert.equal(tallyOf(choice, [0], valuesFrom({})).options[0].right, null);
  const room = guessesOfClass(read('how-sure'), [{ right: 80, begins: 10 }, { right: 60 }, {}]);
  assert.deepEqual(
    Object.values(room)[0].map(({ kind, value, ofClass }) => [kind, value, ofClass]),
    [
      ['bin', 0.8, true],
      ['epoch', 10, true],
      ['bin', 0.6, true],
    ],
  );
});

test('an answer code is read back in full, and any change in it is found', async () => {
  const exercise = read('how-sure');
  const progress = {
    name: 'Zoë 李',
    answers: { right: 85, begins: 12, why: 'Because it can only be surer.\nThat is all.' },
    runs: { ce: 'ab'.repeat(32) },
    own: { mend: { spec: 'v=1&epochs=3', digest: 'cd'.repeat(32) } },
  };
  const code = await codeOf('how-sure', exercise, progress, '1.0.0');
  assert.match(code, /^CAL1-[\w-]+$/);
  assert.ok(code.length < 600, String(code.length));
  const decoded = await readCode(`  ${code.slice(0, 40)}\n${code.slice(40)} `);
  assert.deepEqual([decoded.id, decoded.hash, decoded.name, decoded.answers], ['how-sure', exercise.hash, progress.name, progress.answers]);
  assert.deepEqual([decoded.runs, decoded.own], [{ ce: 'ab'.repeat(8) }, { mend: { spec: 'v=1&epochs=3', digest: 'cd'.repeat(8) } }]);
  assert.equal(decoded.engine, '1.0.0');
  const older = JSON.parse(await unpack(code.slice(MARK.length), 20000)).slice(0, -1);
  assert.equal((await readCode(MARK + (await pack(JSON.stringify(older))))).engine, '', 'a code of before');
  assert.equal(decoded.proof, proofOf(decoded, progress.runs));
  assert.notEqual(decoded.proof, proofOf({ ...decoded, name: 'Ada' }, progress.runs));
  assert.notEqual(decoded.proof, proofOf(decoded, { ce: `${'ab'.repeat(31)}cd` }));
  for (let i = MARK.length; i < code.length; i++) {
    const other = code.slice(0, i) + (code[i] === 'A' ? 'B' : 'A') + code.slice(i + 1);
    await assert.rejects(readCode(other), /^Error: This code is refused: its checksum does not fit/, String(i));
  }
  await assert.rejects(readCode(code.slice(0, -3)), /refused/);
  await assert.rejects(readCode('hello'), /begins with CAL1-/);
  assert.deepEqual(codesIn(`Ada: ${code}, Bob:\n${code}\nCAL1-xyz`), [code, 'CAL1-xyz']);
});

test('an epoch that never comes stays infinite over a reload, and values that are not numbers are left out', () => {
  const numbers = { 'ce.first(gap > 0)': Number.POSITIVE_INFINITY, 'ce.ece': 0.25, 'ce.trace': Number.NaN };
  assert.deepEqual(restored(JSON.parse(JSON.stringify(kept(numbers)))), numbers);
  assert.deepEqual(restored({ a: null, b: '1e3', c: {}, d: 2 }), { d: 2 });
});
