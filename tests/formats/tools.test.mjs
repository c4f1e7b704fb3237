// Tests tables as other tools write them, with the truth known by construction: each has the figures of the
// same outputs in a plain table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calib } from '../support/calib.mjs';
import { figures, files, four, N, noise, refused, reportOf, table, topOf, two } from '../support/outputs.mjs';

/** @typedef {{y: number, p: number[], z: number[], top: number, i: number}} Row */
/** @type {(of: typeof two) => Row[]} */
const rowsOf = ({ labels, probs, logits }) => labels.map((y, i) => ({ y, p: probs[i], z: logits[i], top: topOf(probs[i]), i }));
const [pairs, fours] = [rowsOf(two), rowsOf(four)];
const animals = ['cat', 'dog', 'cow', 'emu'];
const answers = ['no', 'yes'];
/** @typedef {(row: Row) => (string | number)[]} Cells */
/** @type {(rows: Row[], head: string, cells: Cells, separator?: string) => string} */
const csv = (rows, head, cells, separator = ',') => `${[head, ...rows.map((row) => cells(row).join(separator))].join('\n')}\n`;
const json = (/** @type {Row[]} */ rows, /** @type {(row: Row) => object} */ of) =>
  `${rows.map((row) => JSON.stringify(of(row))).join('\n')}\n`;
const scores = (/** @type {Row} */ { p }, /** @type {string} */ word, /** @type {string} */ number) =>
  p.map((value, j) => ({ [word]: animals[j], [number]: value })).sort((a, b) => Number(b[number]) - Number(a[number]));

/** Compares figures that do not depend on which of two classes is the positive one. */
function same(/** @type {any} */ got, /** @type {any} */ wanted, /** @type {string} */ name) {
  for (const id of ['accuracy', 'nll', 'brier', 'binary_brier']) {
    const [a, b] = [got, wanted].map((figure) => figure[id]);
    if (a === undefined || b === undefined) continue;
    assert.ok(Math.abs(a - b) < 1e-6 * Math.abs(b), `${name}: ${id} ${a} is not ${b}`);
  }
  assert.ok(Math.abs(got.accuracy - wanted.accuracy) < 1e-12, name);
}

/**
 * Returns the figures of rows as a table that leaves nothing to guess.
 * @param {(name: string, content: string) => string} at writes a file
 * @param {Row[]} rows
 * @param {Cells} [cells]
 */
function plainFigures(at, rows, cells = ({ y, p }) => [y, ...p]) {
  const names = cells(rows[0])
    .slice(1)
    .map((_, j) => `p${j}`);
  return figures(reportOf('--csv', at('plain.csv', csv(rows, `label,${names}`, cells))));
}

test('tables as other tools write them have the figures of the same outputs', (t) => {
  const { at } = files(t);
  const [binary, classes] = [plainFigures(at, pairs), plainFigures(at, fours)];
  const top = figures(
    reportOf(
      '--csv',
      at(
        'top.csv',
        csv(fours, 'label,pred,conf', (r) => [r.y, r.top, Math.max(...r.p)]),
      ),
    ),
  );
  const topPair = figures(
    reportOf(
      '--csv',
      at(
        'top2.csv',
        csv(pairs, 'label,pred,conf', (r) => [r.y, r.top, Math.max(...r.p)]),
      ),
    ),
  );
  /** @type {Record<string, [object, string | Uint8Array]>} */
  const written = {
    'h2o.csv': [classes, csv(fours, `predict,${animals},species`, (r) => [animals[r.top], ...r.p, animals[r.y]])],
    'h2o-f1.csv': [binary, csv(pairs, 'predict,p0,p1,label', (r) => [Number(r.p[1] > 0.3), ...r.p, r.y])],
    'kaggle.csv': [classes, csv(fours, `id,${animals.map((word) => `Status_${word}`)},Status`, (r) => [r.i, ...r.p, animals[r.y]])],
    'orange.csv': [
      classes,
      csv(fours, `kind,${animals.map((word) => `Random Forest (${word})`)},Random Forest`, (r) => [animals[r.y], ...r.p, animals[r.top]]),
    ],
    'catboost.tsv': [
      classes,
      csv(
        fours,
        ['SampleId', ...animals.map((word) => `Probability:Class=${word}`), 'Class', 'Label'].join('\t'),
        (r) => [r.i, ...r.p, animals[r.top], animals[r.y]],
        '\t',
      ),
    ],
    'rapidminer.csv': [
      binary,
      csv(pairs, 'row,label,prediction(label),confidence(no),confidence(yes)', (r) => [r.i, answers[r.y], answers[r.top], ...r.p]),
    ],
    'knime.csv': [
      binary,
      csv(pairs, 'row ID,label,P (label=no),P (label=yes),Prediction (label)', (r) => [`Row${r.i}`, answers[r.y], ...r.p, answers[r.top]]),
    ],
    'sas.csv': [binary, csv(pairs, '_FROM_,_INTO_,P_DEFAULT1,P_DEFAULT0,DEFAULT', (r) => [r.y, r.top, r.p[1], r.p[0], r.y])],
    'datarobot.csv': [
      binary,
      csv(pairs, 'row_id,target_PREDICTION,target_0_PREDICTION,target_1_PREDICTION,target', (r) => [r.i, r.top, ...r.p, r.y]),
    ],
    'azure.csv': [
      classes,
      csv(
        fours,
        `label,${animals.map((_, j) => `Scored Probabilities for Class "${j}"`.replace(/.*/, (name) => `"${name.replaceAll('"', '""')}"`))},Scored Labels`,
        (r) => [r.y, ...r.p, r.top],
      ),
    ],
    'yolo.csv': [top, csv(fours, 'path,label,top1,top1conf', (r) => [`im/${r.i}.jpg`, r.y, r.top, Math.max(...r.p)])],
    'percent.csv': [top, csv(fours, 'label,pred,confidence', (r) => [r.y, r.top, 100 * Math.max(...r.p)])],
    'weka.csv': [
      topPair,
      csv(pairs, 'inst#,actual,predicted,error,prediction', (r) => [
        r.i + 1,
        `${r.y + 1}:${answers[r.y]}`,
        `${r.top + 1}:${answers[r.top]}`,
        r.y === r.top ? '' : '+',
        Math.max(...r.p),
      ]),
    ],
    'negative.csv': [binary, csv(pairs, 'label,prob_no', (r) => [answers[r.y], r.p[0]])],
    'negative0.csv': [binary, csv(pairs, 'label,prob_0', (r) => [r.y, r.p[0]])],
    'negative1.csv': [binary, csv(pairs, 'label,p_negative', (r) => [r.y, r.p[0]])],
    'diagnosis.csv': [binary, csv(pairs, 'id,diagnosis,p_M', (r) => [r.i, r.y ? 'M' : 'B', r.p[1]])],
    'benign.csv': [binary, csv(pairs, 'id,diagnosis,p_B', (r) => [r.i, r.y ? 'M' : 'B', r.p[0]])],
    'duckdb.csv': [classes, csv(fours, 'label,probs', (r) => [r.y, `"[${r.p.join(', ')}]"`])],
    'numpy.csv': [classes, csv(fours, 'label,probs', (r) => [r.y, `[${r.p.map((v) => v.toFixed(17)).join('  ')}]`])],
    'torch.csv': [classes, csv(fours, 'label,logits', (r) => [r.y, `"tensor([${r.z.join(', ')}])"`])],
    'excel.txt': [
      classes,
      Buffer.from(`\ufeff${csv(fours, 'label\tp0\tp1\tp2\tp3', (r) => [r.y, ...r.p], '\t').replaceAll('\n', '\r\n')}`, 'utf16le'),
    ],
    'joined.csv': [
      binary,
      csv(pairs.slice(0, 90), 'label,p', (r) => [r.y, r.p[1]]) + csv(pairs.slice(90), 'label,p', (r) => [r.y, r.p[1]]),
    ],
    'pipeline.jsonl': [classes, json(fours, (r) => ({ text: 'a, b', label: animals[r.y], scores: scores(r, 'label', 'score') }))],
    'bigquery.jsonl': [
      classes,
      json(fours, (r) => ({ label: animals[r.y], predicted_label: animals[r.top], predicted_label_probs: scores(r, 'label', 'prob') })),
    ],
    'openai.jsonl': [
      classes,
      json(fours, (r) => ({
        answer: animals[r.y],
        top_logprobs: scores(r, 'token', 'p').map(({ token, p }) => ({ token, logprob: Math.log(Number(p)) })),
      })),
    ],
    'evaluate.jsonl': [classes, json(fours, (r) => ({ references: r.y, predictions: r.top, probabilities: r.p }))],
  };
  for (const [name, [wanted, content]] of Object.entries(written)) {
    const report = reportOf('--csv', at(name, content));
    assert.equal(report.n, N, name);
    same(figures(report), wanted, name);
  }
  // Two digits of three classes may add up to 0.99.
  const rounded = csv(fours, 'label,p0,p1,p2,p3', (r) => [r.y, ...(r.i ? r.p : [0.33, 0.33, 0.33, 0])]);
  assert.equal(reportOf('--csv', at('rounded.csv', rounded)).read.kind, 'probabilities');
});

test('notes say what other tools leave to guess, and mixtures are refused', (t) => {
  const { at } = files(t);
  const notes = (/** @type {string} */ name, /** @type {string} */ content) => reportOf('--csv', at(name, content)).notes.join('\n');
  assert.match(
    notes(
      'n.csv',
      csv(pairs, 'label,prob_no', (r) => [answers[r.y], r.p[0]]),
    ),
    /prob_no the probability that it is no, which its name says \(/,
  );
  const twice = csv(pairs.slice(0, 90), 'label,p', (r) => [r.y, r.p[1]]) + csv(pairs.slice(90), 'label,p', (r) => [r.y, r.p[1]]);
  assert.match(notes('j.csv', twice), /j\.csv: the names of the columns are repeated, and these lines are skipped, 1 of them/);
  assert.match(
    notes(
      'c.csv',
      csv(fours, 'label,pred,confidence', (r) => [r.y, r.top, 100 * Math.max(...r.p)]),
    ),
    /c\.csv: confidence runs from [\d.]+ to [\d.]+, and is read as percent/,
  );
  const mixed = csv(fours, 'label,pred,confidence', (r) => [r.y, r.top, (r.i ? 1 : 100) * Math.max(...r.p)]);
  refused(['report', '--csv', at('m.csv', mixed)], 1, 'm.csv: confidence runs from ', 'confidences are from 0 to 1, or all in percent');
  const judged = csv(fours, 'correct,confidence', (r) => [Number(r.top === r.y), Math.max(...r.p)]);
  const right = fours.filter((r) => r.top === r.y).length / N;
  const note = notes('k.csv', judged).match(/k\.csv: ([\d.]+) % of the answers are correct/);
  assert.ok(Math.abs(Number(note?.[1]) - 100 * right) < 0.01, `${note}`);
  const unsure = csv(fours, 'label,pred,uncertainty', (r) => [r.y, r.top, 1 - Math.max(...r.p)]);
  refused(['report', '--csv', at('u.csv', unsure)], 1, 'u.csv: ', 'a predicted class and its confidence');
  const hard = at(
    'h.csv',
    csv(pairs, 'y_true,y_pred', (r) => [r.y, r.top]),
  );
  refused(['report', '--csv', hard], 1, 'h.csv: y_pred is 0 or 1 in every row', '--columns label=y_true,p=y_pred');
  const grouped = at(
    'g.csv',
    csv(pairs, 'sex,y_true,y_pred', (r) => ['fm'[r.i % 2], r.y, r.top]),
  );
  refused(['report', '--csv', grouped, '--columns', 'group=sex'], 1, 'g.csv: y_pred is 0 or 1 in every row');
  const [first] = reportOf('--csv', hard, '--columns', 'label=y_true,p=y_pred').notes;
  assert.match(first, /every probability is exactly 0 or 1, as of predicted classes/);
  // Equal rows without names of columns are rows.
  const equal = `${table([['yes', 'a'], ...pairs.map((r) => [answers[r.y], r.p[1]])].slice(1))}`;
  assert.equal(reportOf('--csv', at('e.csv', equal + equal), '--columns', 'label=1,p=2').n, 2 * N);
  // Lists of different lengths, and other texts, stay what they are.
  const ragged = csv(fours, 'label,probs', (r) => [r.y, `"[${r.p.slice(r.i ? 0 : 1).join(', ')}]"`]);
  refused(['report', '--csv', at('r.csv', ragged)], 1, 'r.csv: ');
});

test('answers of services and tables with raw values are read', (t) => {
  const { at } = files(t);
  const [binary, classes] = [plainFigures(at, pairs), plainFigures(at, fours)];
  const grades = [3, 5, 7, 9];
  const vector = (/** @type {number[]} */ values) => `"[${values}]"`;
  const batch = (/** @type {Row} */ { y, p, i }) => ({
    custom_id: `row-${i}`,
    label: animals[y],
    response: {
      status_code: 200,
      body: {
        choices: [
          {
            message: { content: 'cat' },
            logprobs: {
              content: [
                {
                  token: 'cat',
                  logprob: -1,
                  top_logprobs: p
                    .map((value, j) => ({ token: j ? animals[j] : ` ${animals[j]}`, logprob: Math.log(value), bytes: [1, 2] }))
                    .sort((a, b) => b.logprob - a.logprob),
                },
              ],
            },
          },
        ],
        usage: { total_tokens: 11 },
      },
    },
    error: null,
  });
  /** @type {Record<string, [object, string]>} */
  const right = {
    'autogluon.csv': [classes, csv(fours, `label,${grades}`, (r) => [grades[r.y], ...r.p])],
    'index.csv': [classes, csv(fours, `,${grades},quality`, (r) => [r.i, ...r.p, `${grades[r.y]}.0`])],
    'predicted.csv': [classes, csv(fours, `label,prediction,${grades}`, (r) => [grades[r.y], grades[r.top], ...r.p])],
    'spark.csv': [classes, csv(fours, 'label,rawPrediction,probability,prediction', (r) => [r.y, vector(r.z), vector(r.p), r.top])],
    'features.csv': [
      classes,
      csv(fours, 'features,label,rawPrediction,probability,prediction', (r) => [
        vector([...r.z, 1, 2]),
        r.y,
        vector(r.z),
        vector(r.p),
        r.top,
      ]),
    ],
    'spark.jsonl': [
      classes,
      json(fours, (r) => ({
        label: r.y,
        rawPrediction: { type: 1, values: r.z },
        probability: { type: 1, values: r.p },
        prediction: r.top,
      })),
    ],
    'catboost.tsv': [binary, csv(pairs, 'SampleId\tRawFormulaVal\tLabel', (r) => [r.i, Math.log(r.p[1] / r.p[0]), r.y], '\t')],
    'raw.tsv': [
      classes,
      csv(fours, `SampleId\t${fours[0].p.map((_, j) => `RawFormulaVal:Class=${j}`).join('\t')}\tLabel`, (r) => [r.i, ...r.z, r.y], '\t'),
    ],
    'both.tsv': [
      classes,
      csv(
        fours,
        `SampleId\t${['RawFormulaVal', 'Probability'].flatMap((stem) => animals.map((word) => `${stem}:Class=${word}`)).join('\t')}\tLabel`,
        (r) => [r.i, ...r.z, ...r.p, animals[r.y]],
        '\t',
      ),
    ],
    'openai.jsonl': [classes, json(fours, batch)],
    'vertex.jsonl': [
      classes,
      json(fours, (r) => ({
        instance: { content: 'gs://a/b.jpg', label: animals[r.y] },
        prediction: { ids: ['7', '8', '9', '6'], displayNames: animals, confidences: r.p },
      })),
    ],
    'tabular.jsonl': [
      classes,
      json(fours, (r) => ({ instance: { age: '31', kind: animals[r.y] }, prediction: { classes: animals, scores: r.p } })),
    ],
    'model.jsonl': [classes, json(fours, (r) => ({ instance: [1, 2], prediction: r.p, label: r.y }))],
  };
  for (const [name, [wanted, content]] of Object.entries(right)) {
    const report = reportOf('--csv', at(name, content));
    assert.equal(report.n, N, name);
    same(figures(report), wanted, name);
  }
  // OpenAI's answers have no labels; a table with the same custom_id has them, in any order.
  const answers = json(fours, (r) => ({ ...batch(r), label: undefined }));
  const labelled = csv([...fours].reverse(), 'custom_id,label', (r) => [`row-${r.i}`, animals[r.y]]);
  same(figures(reportOf('--csv', at('answers.jsonl', answers), '--labels', at('labels.csv', labelled))), classes, 'answers');
  const bare = json(fours, () => ({ response: { body: { choices: [{ logprobs: null }] } }, label: 'cat' }));
  refused(['report', '--csv', at('bare.jsonl', bare)], 1, 'bare.jsonl: line 1: its answer has no top_logprobs', 'logprobs=true');

  // Weka rounds to three digits.
  const digits = (/** @type {Row} */ { p }) => p.map((value) => value.toFixed(3));
  const rounded = plainFigures(at, fours, (r) => [r.y, ...digits(r)]);
  const weka = (/** @type {Row} */ r) => [
    r.i + 1,
    `${r.y + 1}:${animals[r.y]}`,
    `${r.top + 1}:${animals[r.top]}`,
    r.y === r.top ? '' : '+',
    ...digits(r).map((value, j) => (j === r.top ? `*${value}` : value)),
  ];
  const spaced = (/** @type {Row} */ r) => `${weka(r).slice(0, 4).join('   ')}  ${weka(r).slice(4).join()}`;
  const title = '=== Predictions on test data ===\n\n    inst#     actual  predicted error distribution';
  for (const [name, content] of Object.entries({
    'weka.csv': csv(fours, 'inst#,actual,predicted,error,distribution,,,', weka),
    'short.csv': csv(fours, 'inst#,actual,predicted,error,distribution', weka),
    'weka.txt': `${[title, ...fours.map(spaced)].join('\n')}\n`,
  })) {
    const report = reportOf('--csv', at(name, content));
    same(figures(report), rounded, name);
    assert.match(report.notes[0], /read as predictions of Weka: actual is the label, and its distribution has the 4 prob/);
  }
});

test('tables of two models or two labels are refused with the option of each reading', (t) => {
  const { at } = files(t);
  const [binary, classes] = [plainFigures(at, pairs), plainFigures(at, fours)];
  const other = plainFigures(at, fours, ({ y, p }) => [y, ...[...p].reverse()]);
  const top = figures(
    reportOf(
      '--csv',
      at(
        'top.csv',
        csv(fours, 'label,pred,conf', (r) => [r.y, r.top, Math.max(...r.p)]),
      ),
    ),
  );
  // Each option of a question reads one model, or one way round.
  const back = (/** @type {Row} */ r) => [...r.p].reverse();
  const reversed = pairs.map((r) => ({ ...r, q: noise(r.i) }));
  const one = plainFigures(at, pairs, ({ y, i }) => [y, 1 - noise(i), noise(i)]);
  const event = (/** @type {Row} */ r) => Number(noise(r.i + 0.4) < 0.5);
  const late = plainFigures(at, pairs, (r) => [event(r), ...r.p]);
  const words = ['NEG', 'POS'];
  const pair = figures(
    reportOf(
      '--csv',
      at(
        'top2.csv',
        csv(pairs, 'label,pred,conf', (r) => [r.y, r.top, Math.max(...r.p)]),
      ),
    ),
  );
  /** @type {[string, object[], string][]} */
  const questions = [
    ['sets.csv', [classes, other], csv(fours, 'label,a_p0,a_p1,a_p2,a_p3,b_p0,b_p1,b_p2,b_p3', (r) => [r.y, ...r.p, ...back(r)])],
    [
      'words.csv',
      [classes, other],
      csv(fours, `kind,${['a', 'b'].flatMap((model) => animals.map((word) => `${model}_${word}`))}`, (r) => [
        animals[r.y],
        ...r.p,
        ...back(r),
      ]),
    ],
    ['two.csv', [binary, one], csv(pairs, 'label,logreg,xgboost', (r) => [r.y, r.p[1], reversed[r.i].q])],
    ['labels.csv', [binary, late], csv(pairs, 'label,outcome,p', (r) => [r.y, event(r), r.p[1]])],
    ['risks.csv', [binary, one], csv(pairs, 'id,died,risk_old,risk_new', (r) => [r.i, r.y, r.p[1], reversed[r.i].q])],
    [
      'tops.csv',
      [top, top],
      csv(fours, 'label,pred_a,conf_a,pred_b,conf_b', (r) => [r.y, r.top, Math.max(...r.p), r.top, Math.max(...r.p)]),
    ],
    ['gold.csv', [top, top], csv(fours, 'text,gold,label,score', (r) => [`t ${r.i}`, animals[r.y], animals[r.top], Math.max(...r.p)])],
    ['true.jsonl', [top, top], json(fours, (r) => ({ true: animals[r.y], label: animals[r.top], score: Math.max(...r.p) }))],
    ['mood.csv', [pair, pair], csv(pairs, 'text,mood,label,score', (r) => [`t ${r.i}`, words[r.y], words[r.top], Math.max(...r.p)])],
    ['numbers.csv', [pair, pair], csv(pairs, 'text,y,label,score', (r) => [`t ${r.i}`, r.y, `LABEL_${r.top}`, Math.max(...r.p)])],
  ];
  for (const [name, wanted, content] of questions) {
    const path = at(name, content);
    const { status, out, err } = calib('report', '--csv', path);
    assert.deepEqual([status, out], [1, ''], `${name}: ${err}`);
    const options = [...err.matchAll(/--columns (?:"([^"]+)"|([^\s;]+))/g)].map(([, quoted, bareText]) => quoted ?? bareText);
    assert.equal(options.length, 2, err);
    for (const [i, columns] of options.entries())
      same(figures(reportOf('--csv', path, '--columns', columns)), wanted[i], `${name}: ${columns}`);
  }
  const both = at(
    'labels2.tsv',
    csv(pairs, 'Probability\tClass\tLabel', (r) => [r.p[1], r.top, r.y], '\t'),
  );
  refused(['report', '--csv', both], 1, '--columns label=Class,p=Probability; or: --columns label=Label,p=Probability');
  same(figures(reportOf('--csv', both, '--columns', 'label=Label,p=Probability')), binary, 'labels2');
});
