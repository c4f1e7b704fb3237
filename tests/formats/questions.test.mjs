// Tests questions with options as harnesses of language models write them: which files are questions, and
// what their log likelihoods are divided by.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calib } from '../support/calib.mjs';
import { files, noise, refused, reportOf, softmax, topOf } from '../support/outputs.mjs';

const N = 60;
const WORDS = ['süß', 'of', 'gamma', '北京', 'I', 'running', 'naïve', 'delta'];
const bytesOf = (/** @type {string} */ text) => Buffer.byteLength(text);
const charactersOf = (/** @type {string} */ text) => [...text].length;
const tokensOf = (/** @type {string} */ text) => text.split(' ').length;

/** @typedef {{choices: string[], sums: number[], label: number}} Question */
/** Questions whose log likelihoods grow with their lengths, so that each divisor decides otherwise. */
const questions = Array.from({ length: N }, (_, i) => {
  const options = 3 + (i % 2);
  const label = Math.floor(options * noise(i + 0.5));
  const choices = Array.from({ length: options }, (_, j) =>
    [
      'wxyz'[j],
      ...Array.from({ length: 1 + Math.floor(5 * noise(7 * i + j)) }, (_, w) => WORDS[Math.floor(8 * noise(91 * i + 13 * j + w))]),
    ].join(' '),
  );
  const sums = choices.map(
    (text, j) => -Math.round(1000 * charactersOf(text) * (0.7 + 0.5 * noise(31 * i + j) - (j === label ? 0.2 : 0))) / 1000,
  );
  return { choices, sums, label };
});

/** Log likelihoods divided by a length. @type {(q: Question, of?: (text: string) => number) => number[]} */
const divided = ({ sums, choices }, of = () => 1) => sums.map((sum, j) => sum / of(choices[j]));
/** @param {(text: string) => number} [of] */
const isRight = (of) => (/** @type {Question} */ q) => Number(topOf(divided(q, of)) === q.label);
const meanOf = (/** @type {number[]} */ list) => list.reduce((a, b) => a + b, 0) / list.length;
/** Accuracy and negative log likelihood. @param {(text: string) => number} [of] */
const truth = (of) => ({
  accuracy: meanOf(questions.map(isRight(of))),
  nll: -meanOf(questions.map((q) => Math.log(softmax(divided(q, of))[q.label]))),
});

/** One line as lm-evaluation-harness saves it. @param {Question} q @param {Record<string, unknown>} [more] */
const sample = (q, more = {}) => ({
  doc_id: 3,
  doc: { query: 'Which?', choices: q.choices, gold: q.label },
  target: String(q.label),
  arguments: Object.fromEntries(q.choices.map((text, j) => [`gen_args_${j}`, { arg_0: 'Which?', arg_1: ` ${text}` }])),
  resps: q.sums.map((v) => [[String(v), 'False']]),
  filtered_resps: q.sums.map((v) => [String(v), 'False']),
  acc: isRight()(q),
  acc_norm: isRight(charactersOf)(q),
  ...more,
});
const lines = (/** @type {object[]} */ rows) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
/** @param {(q: Question, i: number) => object} make */
const ofEach = (make) => lines(questions.map(make));

/** @param {any} report @param {{accuracy: number, nll: number}} wanted @param {string} what */
function agrees({ task, n, metrics }, wanted, what) {
  assert.deepEqual([task, n], ['questions', N], what);
  for (const [id, value] of Object.entries(wanted)) assert.ok(Math.abs(metrics[id].value - value) < 1e-9, `${what}: ${id}`);
}
const percent = (/** @type {number} */ x) => `${(100 * x).toFixed(1)} %`;
const [bySums, byCharacters, byBytes, byTokens] = [undefined, charactersOf, bytesOf, tokensOf].map(truth);
assert.equal(new Set([bySums, byCharacters, byBytes, byTokens].map(({ nll }) => nll)).size, 4);
assert.ok(bySums.accuracy !== byCharacters.accuracy && byBytes.accuracy !== byCharacters.accuracy);

test('samples of a harness are read as their own acc_norm, acc_bytes or acc, which a note names', (t) => {
  const { at } = files(t);
  const read = (/** @type {string} */ content) => reportOf('--csv', at('samples.jsonl', content));
  const normal = read(ofEach((q) => sample(q)));
  agrees(normal, byCharacters, 'acc_norm');
  assert.equal(
    normal.notes[1],
    `samples.jsonl: log likelihoods are divided by the options' numbers of characters, as for its acc_norm: accuracy is ` +
      `${percent(byCharacters.accuracy)}; by the sums it is ${percent(bySums.accuracy)}`,
  );
  agrees(read(ofEach((q) => sample(q, { acc_norm: undefined, acc_bytes: isRight(bytesOf)(q) }))), byBytes, 'acc_bytes');
  agrees(read(ofEach((q) => sample(q, { acc_norm: isRight(bytesOf)(q) }))), byBytes, 'acc_norm by bytes');
  agrees(read(ofEach((q) => sample(q, { acc_norm: isRight(tokensOf)(q), num_tokens: q.choices.map(tokensOf) }))), byTokens, 'tokens');
  const plain = read(ofEach((q) => sample(q, { acc_norm: undefined })));
  agrees(plain, bySums, 'acc');
  assert.match(plain.notes[1], /not divided by lengths, as for its acc: accuracy is .*numbers of characters it is/);
  // Accuracies may be true and false, and texts may have escapes.
  const escaped = ofEach((q) => sample(q, { acc: !!isRight()(q), acc_norm: !!isRight(charactersOf)(q) })).replace(
    /[\u0080-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  agrees(read(escaped), byCharacters, 'escapes');
});

test('lengths are of the continuations, or of the choices in the forms that tasks have', (t) => {
  const { at } = files(t);
  const read = (/** @type {string} */ content) => reportOf('--csv', at('samples.jsonl', content));
  const bare = { arguments: undefined, doc: undefined };
  for (const [name, more] of /** @type {[string, (q: Question) => object][]} */ ([
    ['lists', (q) => ({ ...bare, arguments: q.choices.map((text) => ['Which?', ` ${text}`]) })],
    ['line feeds', (q) => ({ ...bare, arguments: q.choices.map((text) => ['Which?', `\n${text}`]) })],
    ['choices', (q) => ({ ...bare, choices: q.choices })],
    ['text', (q) => ({ ...bare, doc: { choices: { label: [...'ABCD'].slice(0, q.choices.length), text: q.choices } } })],
    ['endings', (q) => ({ ...bare, doc: { ctx: 'I', endings: q.choices } })],
    // The prompt has the choices, and the model is questions for something else.
    ['other choices', (q) => ({ doc: { choices: q.choices.map((_, j) => 'x'.repeat(1 + 9 * j)) } })],
    // Unconditional log likelihoods follow.
    [
      'mutual information',
      (q) => ({
        ...bare,
        choices: q.choices,
        acc_mutual_info: 1,
        filtered_resps: [...q.sums, ...q.sums.map((_, j) => -j)].map((v) => [v, false]),
      }),
    ],
    // The answer is a text.
    ['answer', (q) => ({ target: ` ${q.choices[q.label]}` })],
  ]))
    agrees(read(ofEach((q) => sample(q, more(q)))), byCharacters, name);
  // Letters, as in MMLU: their lengths are equal, and the choices in the doc do not count.
  const letters = ofEach((q) =>
    sample(q, { acc_norm: isRight()(q), arguments: q.choices.map((_, j) => ['Which?', ` ${'ABCD'[j]}`]), target: 'ABCD'[q.label] }),
  );
  agrees(read(letters), bySums, 'letters');
});

test('--normalise chooses the divisor, and says if the lines disagree', (t) => {
  const { at } = files(t);
  const path = at(
    'samples.jsonl',
    ofEach((q) => sample(q, { num_tokens: q.choices.map(tokensOf) })),
  );
  for (const [name, wanted] of Object.entries({ none: bySums, characters: byCharacters, bytes: byBytes, tokens: byTokens }))
    agrees(reportOf('--csv', path, '--normalise', name), wanted, name);
  refused(['report', '--csv', path, '--normalise', 'words'], 2, '--normalise words is not one of none, characters, bytes and tokens');
  const table = at('p.csv', 'label,p\n1,0.9\n0,0.2\n1,0.6\n');
  refused(['report', '--csv', table, '--normalise', 'none'], 2, '--normalise goes with a table of questions');
  const probs = at(
    'probs.jsonl',
    ofEach((q) => ({ probs: softmax(q.sums), answer: q.label, choices: q.choices })),
  );
  agrees(reportOf('--csv', probs), bySums, 'probabilities');
  refused(['report', '--csv', probs, '--normalise', 'bytes'], 2, '--normalise bytes: its options have probabilities, not log likelihoods');
  const wrong = at(
    'wrong.jsonl',
    ofEach((q) => sample(q, { acc: 1 - isRight()(q) })),
  );
  const { notes } = reportOf('--csv', wrong, '--normalise', 'none');
  assert.ok(notes.includes(`wrong.jsonl: its acc agrees with the most probable option in 0 of ${N} questions`), notes.join('\n'));
});

test('a file that agrees with no reading, or with two, is refused with the options that read it', (t) => {
  const { at } = files(t);
  const bad = (/** @type {string} */ content, /** @type {string[]} */ ...parts) =>
    refused(['report', '--csv', at('samples.jsonl', content)], 2, ...parts);
  const bare = { arguments: undefined, doc: undefined };
  bad(
    ofEach((q) => sample(q, { acc: 1 - isRight()(q) })),
    `its acc agrees with the most probable option in 0 of ${N} questions`,
    '--normalise none reads them',
  );
  bad(
    ofEach((q) => sample(q, bare)),
    'its acc_norm is not of the sums',
    'line 1 has no texts',
    '--normalise none',
  );
  bad(
    ofEach((q) => sample(q, { acc_norm: 1 - isRight(charactersOf)(q) })),
    `its acc_norm agrees with log likelihoods divided by the options' numbers of characters in 0 of ${N} questions`,
    '--normalise characters or --normalise none',
  );
  // Several answers may be right, or one is the model's own.
  bad(
    ofEach((q) => sample(q, { acc: 0.25 })),
    `its acc is neither 0 nor 1 in ${N} of ${N} questions`,
    '--normalise none',
  );
  const chosen = ofEach((q) => ({ answer: topOf(q.sums), target: q.label, logprobs: q.sums }));
  refused(['report', '--csv', at('own.jsonl', chosen)], 1, 'has two different answers, one as answer');
  bad(
    ofEach((q) => ({ answer: topOf(q.sums), correct: !!isRight()(q), probs: softmax(q.sums) })),
    'its correct agrees with the most probable option in',
  );
  bad(
    ofEach((q) => ({ answer: q.label, probs: softmax(q.sums), choices: q.choices, acc: 1 - isRight()(q) })),
    `its acc agrees with the most probable option in 0 of ${N} questions`,
  );
  // Neither accuracy is in the lines.
  const open = ofEach((q) => sample(q, { acc: undefined, acc_norm: undefined }));
  bad(open, percent(bySums.accuracy), percent(byCharacters.accuracy), 'choose --normalise none or --normalise characters');
  const own = ofEach(({ choices, sums, label }) => ({ choices, logprobs: sums, answer: label }));
  bad(own, 'choose --normalise none or --normalise characters');
  // A distribution over the options is not divided, and neither are sums without texts.
  const letters = ofEach(({ choices, sums, label }) => ({ choices, logprobs: softmax(sums).map(Math.log), answer: label }));
  agrees(reportOf('--csv', at('a.jsonl', letters)), bySums, 'a distribution');
  agrees(
    reportOf(
      '--csv',
      at(
        'b.jsonl',
        ofEach((q) => sample(q, { ...bare, acc: undefined, acc_norm: undefined })),
      ),
    ),
    bySums,
    'no texts',
  );
  // acc_norm that equals acc needs no lengths.
  agrees(
    reportOf(
      '--csv',
      at(
        'c.jsonl',
        ofEach((q) => sample(q, { ...bare, acc_norm: isRight()(q) })),
      ),
    ),
    bySums,
    'equal',
  );
  // The answer "2" is option 2, or the text of option 1.
  const numbers = (/** @type {object} */ more) =>
    ofEach((q) => ({ logprobs: q.sums.slice(0, 3), answer: '2', choices: ['1', '2', '3'], ...more }));
  refused(['report', '--csv', at('d.jsonl', numbers({}))], 1, "line 1: the answer is one option's number and another one's text");
});

test('missing lengths, empty texts, one option and broken numbers are refused with their line', (t) => {
  const { at } = files(t);
  const rows = questions.map((q) => /** @type {Record<string, unknown>} */ (sample(q)));
  const change = (/** @type {number} */ at, /** @type {object} */ more) =>
    lines(rows.map((row, i) => (i === at ? { ...row, ...more } : row)));
  const empty = { arguments: undefined, doc: { choices: ['', 'a', 'b'] } };
  for (const [content, status, part, ...how] of /** @type {[string, number, string, ...string[]][]} */ ([
    [change(6, { arguments: undefined, doc: undefined }), 2, 'line 7 has no texts of its options'],
    [change(6, { arguments: undefined, doc: undefined }), 2, 'line 7 has no texts of its options', '--normalise', 'bytes'],
    [change(4, empty), 2, 'line 5 has no texts of its options, each at least 1', '--normalise', 'characters'],
    [change(4, {}), 2, 'line 1 has no numbers of tokens of its options', '--normalise', 'tokens'],
    [change(8, { filtered_resps: [['-1', 'True']], resps: undefined }), 1, "line 9 has no list of its options' numbers"],
    [
      change(8, {
        filtered_resps: [
          ['nan', 'False'],
          ['-1', 'True'],
        ],
      }),
      1,
      "line 9 has no list of its options' numbers",
    ],
    [`${change(8, {})}{"filtered_resps": [[NaN, false], [-1, false]], "target": 0}\n`, 1, `line ${N + 1} has no list`],
    [`${change(8, {})}[]\n`, 1, `line ${N + 1} has no list`],
    [change(3, { target: '4' }), 1, "line 4: the answer '4' is none of its 4 options"],
  ]))
    refused(['report', '--csv', at('samples.jsonl', content), ...how], status, part);
});

test('an array of objects is the same as JSON lines, however it is written', (t) => {
  const { at } = files(t);
  const rows = questions.map((q) => sample(q));
  const strings = questions.map((q) => ({ text: 'a {[\\" b', ...sample(q) }));
  const wanted = reportOf('--csv', at('a.jsonl', lines(rows)));
  for (const content of [
    JSON.stringify(rows),
    JSON.stringify(rows, null, 2),
    `\ufeff \n${JSON.stringify(rows)}\n\n`,
    JSON.stringify(strings),
    lines(strings),
  ])
    assert.deepEqual(reportOf('--csv', at('a.jsonl', content)), wanted);
  const table = questions.map((q) => ({ label: q.label % 2, p: 0.25 + 0.5 * noise(q.sums[0]) }));
  assert.deepEqual(reportOf('--csv', at('b.json', JSON.stringify(table, null, 1))), reportOf('--csv', at('b.json', lines(table))));
  for (const [content, part] of [
    ['[{"answer": 0, "logprobs": [-1, -2]} {"answer": 0, "logprobs": [-1, -2]}]', 'line 2'],
    ['[{"answer": 0, "logprobs": [-1, -2]}, 3]', 'line 2'],
    ['[{"answer": 0, "logprobs": [-1, -2]},]', 'line 2'],
    ['[{"answer": 0, "logprobs": [-1, -2]}', 'line 2'],
    ['[{"answer": 0, "logprobs": [-1, -2]}] []', 'line 2'],
    ['{"answer": 0, "logprobs": [-1, -2]} {"answer": 1, "logprobs": [-1, -2]}\n', 'line 1'],
    ['[{"answer": 0, "logprobs": [-1, -2}]', 'line 1'],
  ])
    refused(['report', '--csv', at('bad.json', content ?? '')], 1, part ?? '');
});

test('questions of equally many options are recognised by their keys', (t) => {
  const { at } = files(t);
  const four = questions.map((_, i) => ({ label: i % 4, z: Array.from({ length: 4 }, (_, j) => Math.log(0.1 + noise(4 * i + j))) }));
  const [p, labels] = [four.map(({ z }) => softmax(z)), four.map(({ label }) => label)];
  const wanted = {
    accuracy: meanOf(p.map((row, i) => Number(topOf(row) === labels[i]))),
    nll: -meanOf(p.map((row, i) => Math.log(row[labels[i]]))),
  };
  const read = (/** @type {(i: number) => object} */ make) => reportOf('--csv', at('q.jsonl', lines(p.map((_, i) => make(i)))));
  const letter = (/** @type {number} */ i) => 'ABCD'[labels[i]];
  const logs = p.map((row) => row.map(Math.log));
  for (const [name, make] of /** @type {[string, (i: number) => object][]} */ ([
    ['logprobs', (i) => ({ answer: letter(i), logprobs: logs[i] })],
    ['probs', (i) => ({ answer: letter(i), probs: p[i] })],
    ['number', (i) => ({ answer: labels[i], probs: p[i] })],
    ['scores', (i) => ({ gold: labels[i], scores: logs[i] })],
    ['names', (i) => ({ answer: letter(i), logprobs: Object.fromEntries(logs[i].map((v, j) => ['ABCD'[j], v])) })],
    ['choices', (i) => ({ label: labels[i], choices: ['a', 'b', 'c', 'd'], probs: p[i] })],
    ['acc', (i) => ({ id: i, label: labels[i], logprobs: logs[i], acc: Number(topOf(p[i]) === labels[i]) })],
  ]))
    agrees(read(make), wanted, name);
  // Outputs of classes stay so, and --task says it.
  for (const make of [
    (/** @type {number} */ i) => ({ label: labels[i], probs: p[i] }),
    (/** @type {number} */ i) => ({ y: labels[i], logits: logs[i] }),
  ]) {
    const { task, metrics } = read(make);
    assert.equal(task, undefined);
    assert.ok(metrics.cwece && Math.abs(metrics.nll.value - wanted.nll) < 1e-6);
  }
});

test("options' probabilities follow the rule for tables of classes: renormalised within rounding, or refused", (t) => {
  const { at } = files(t);
  const p = questions.map(({ sums }) => softmax(sums.map((v) => v / 20)));
  const read = (/** @type {string} */ key, /** @type {(row: number[], i: number) => number[]} */ change, /** @type {string[]} */ ...how) =>
    calib(
      'report',
      '--csv',
      at('q.jsonl', lines(p.map((row, i) => ({ answer: questions[i].label, [key]: change(row, i) })))),
      '--draws',
      '0',
      ...how,
    );
  const scaled = (/** @type {number} */ by) => (/** @type {number[]} */ row) => row.map((v) => v * by);
  const wanted = -meanOf(p.map((row, i) => Math.log(row[questions[i].label])));
  const near = read('probs', scaled(0.995));
  const { metrics, notes } = JSON.parse(near.out);
  assert.ok(Math.abs(metrics.nll.value - wanted) < 1e-9);
  assert.match(notes.join('\n'), /60 of 60 rows do not sum to 1 exactly, as after rounding, and were divided by their sums/);
  for (const [key, change, part, ...how] of /** @type {[string, (row: number[], i: number) => number[], RegExp, ...string[]][]} */ ([
    ['probs', scaled(0.95), /probabilities: row 0 sums to 0\.95; it must be 1, within 0\.01/],
    ['probs', (row, i) => scaled(i === 7 ? 0.95 : 1)(row), /probabilities: row 7 sums to 0\.95/],
    ['probs', (row) => row.map((v, j) => (j ? v : -0.1)), /probabilities: row \d+, column 0 is -0\.\d+, not from 0 to 1/],
    ['scores', scaled(0.95), /from 0 to 1, and those of a question do not sum to 1.*--as-logits/],
    ['logprobs', scaled(0.95), /from 0 to 1, and those of a question do not sum to 1/],
    ['scores', scaled(0.95), /probabilities: row 0 sums to 0\.95/, '--probs'],
  ])) {
    const { status, out, err } = read(key, change, ...how);
    assert.ok(status && !out, `${key}: ${err}`);
    assert.match(err, part);
  }
  // Said to be logits, or logarithms under a wrong name.
  const logits = JSON.parse(read('probs', scaled(0.95), '--as-logits').out).metrics.nll.value;
  const soft = -meanOf(p.map((row, i) => Math.log(softmax(row.map((v) => 0.95 * v))[questions[i].label])));
  assert.ok(Math.abs(logits - soft) < 1e-9);
  const logs = JSON.parse(read('probs', (row) => row.map(Math.log)).out).metrics.nll.value;
  assert.ok(Math.abs(logs - wanted) < 1e-9);
});

test('a table with a column for each letter is questions, with the column of answers that fits', (t) => {
  const { at } = files(t);
  const four = questions.map((_, i) => ({
    label: Math.floor(4 * noise(i + 0.3)),
    p: softmax([0, 1, 2, 3].map((j) => 3 * noise(4 * i + j))),
  }));
  const wanted = {
    accuracy: meanOf(four.map(({ p, label }) => Number(topOf(p) === label))),
    nll: -meanOf(four.map(({ p, label }) => Math.log(p[label]))),
  };
  /** @param {string} head @param {(row: typeof four[number], i: number) => unknown[]} make */
  const put = (head, make) => at('mmlu.csv', `${head}\n${four.map((row, i) => make(row, i).join()).join('\n')}\n`);
  const isTop = (/** @type {typeof four[number]} */ { p, label }) => (topOf(p) === label ? 'True' : 'False');
  const set = (/** @type {string} */ before, /** @type {string} */ after) => [...'ABCD'].map((letter) => before + letter + after).join();
  // Names are numbers and words, as a script that numbers its columns writes them; options are letters, too.
  const script = put(`0,1,2,3,4,5,big_correct,${set('big_choice', '_probs')}`, (row, i) => [
    `"Is ${i}, or ""x""?"`,
    ...'abcd',
    'ABCD'[row.label],
    isTop(row),
    ...row.p,
  ]);
  const report = reportOf('--csv', script);
  agrees(report, wanted, 'script');
  assert.equal(report.notes[0], "mmlu.csv: 5 is the right answer, and big_choiceA_probs to big_choiceD_probs are the options' numbers");
  agrees(reportOf('--csv', script, '--columns', 'label=5'), wanted, 'label=5');
  refused(['report', '--csv', script, '--columns', 'label=4'], 1, "4 is 'd', which is not a letter from A to D");
  refused(['report', '--csv', script, '--normalise', 'bytes'], 2, '--normalise bytes: its options have probabilities');
  const named = put(`answer,subject,${set('', '_logprobs')}`, (row, i) => [row.label, i % 2 ? 'law' : 'art', ...row.p.map(Math.log)]);
  refused(['report', '--csv', named, '--normalise', 'bytes'], 2, 'line 2 has no texts of its options');
  const { slices, ...rest } = reportOf('--csv', named);
  agrees(rest, wanted, 'named');
  assert.deepEqual(slices.groups.map((/** @type {any} */ one) => one.name).sort(), ['art', 'law']);
  // Predictions are not answers, whatever their name is.
  const guessed = put(`said,gt,correct,${set('', '_probs')}`, (row) => ['ABCD'[topOf(row.p)], 'ABCD'[row.label], isTop(row), ...row.p]);
  agrees(reportOf('--csv', guessed), wanted, 'guessed');
  const missing = put(`answer,subject,${set('', '_probs')}`, (row, i) => [i === 5 ? '' : 'ABCD'[row.label], 'art', ...row.p]);
  assert.equal(reportOf('--csv', missing).n, N - 1);
  // Classes that are called A to D stay classes.
  const classes = put(`label,${set('', '_prob')}`, (row) => ['ABCD'[row.label], ...row.p]);
  assert.equal(reportOf('--csv', classes).task, undefined);
  for (const [head, make, part] of /** @type {[string, (row: typeof four[number], i: number) => unknown[], string][]} */ ([
    [
      `a,b,correct,${set('', '_probs')}`,
      (row, i) => ['ABCD'[row.label], 'ABCD'[i % 4], isTop(row), ...row.p],
      'several columns have letters from A to D; say columns label=NAME',
    ],
    [
      `x,correct,${set('', '_probs')}`,
      (row, i) => ['ABCD'[(row.label + (i % 2)) % 4], isTop(row), ...row.p],
      'say columns label=NAME if another column has the answers',
    ],
    [
      `answer,${set('a_', '_probs')},${set('b_', '_probs')}`,
      (row) => [row.label, ...row.p, ...row.p],
      'a_A_probs and b_A_probs begin two sets of options',
    ],
    [`answer,${set('', '_probs')}`, (row) => [row.label, ...row.p.map((v) => 0.95 * v)], 'probabilities: row 0 sums to 0.95'],
  ]))
    refused(['report', '--csv', put(head, make)], part.startsWith('prob') ? 1 : 2, part);
});
