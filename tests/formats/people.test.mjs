// Tests files of predictions as people have them: each is read correctly, with a note, or refused with a
// sentence that says what to do.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder } from '../support/calib.mjs';
import { zip } from '../support/containers.mjs';

const N = 60;
const noise = (/** @type {number} */ i) => (((Math.sin(i * 12.9898) * 43758.5453) % 1) + 1) % 1;
const rows = Array.from({ length: N }, (_, i) => {
  const p = Math.round(1000 * (0.02 + 0.96 * noise(i))) / 1000;
  return { y: noise(i + 0.37) < p ? 1 : 0, p, q: Math.round(1000 * (1 - p)) / 1000, i };
});
/** @typedef {typeof rows[number]} Row */
const lines = (/** @type {(row: Row) => unknown} */ make, end = '\n') => rows.map(make).join(end) + end;
const comma = (/** @type {number} */ x) => String(x).replace('.', ',');
const logit = (/** @type {number} */ p) => Math.log(p / (1 - p));

/** @type {import('node:test').TestContext} */
const put = (/** @type {any} */ t) => {
  const dir = folder(t);
  return (/** @type {string} */ name, /** @type {string | Uint8Array} */ content) => {
    const path = join(dir, name);
    writeFileSync(path, content);
    return path;
  };
};
const quick = ['--draws', '0'];

/** Files of the same content: writer, pattern of the note, and options. */
const same = /** @type {Record<string, [string | Uint8Array, RegExp, string[]?]>} */ ({
  'plain.csv': [`label,p\n${lines(({ y, p }) => `${y},${p}`)}`, /label is the label, p the probability that it is 1/],
  'sklearn.csv': [`y_true,y_prob\n${lines(({ y, p }) => `${y},${p}`)}`, /y_true is the label, y_prob the probability/],
  'score.csv': [`score,target\n${lines(({ y, p }) => `${p},${y}`)}`, /target is the label, score/],
  'no_header.csv': [lines(({ y, p }) => `${y},${p}`), /column 1 is the label, column 2/],
  'no_header_turned.csv': [lines(({ y, p }) => `${p},${y}`), /column 2 is the label, column 1/],
  'pandas_index.csv': [`,label,p\n${lines(({ y, p, i }) => `${i},${y},${p}`)}`, /label is the label, p/],
  'write.csv': [`"","y","phat"\n${lines(({ y, p, i }) => `"${i + 1}",${y},${p}`)}`, /y is the label, phat/],
  'floats.csv': [`label,p\n${lines(({ y, p }) => `${y}.0,${p}`)}`, /the probability that it is 1\.0/],
  'exponents.csv': [`label,p\n${lines(({ y, p }) => `${y},${p.toExponential()}`)}`, /label/],
  'tabs.tsv': [`label\tp\n${lines(({ y, p }) => `${y}\t${p}`)}`, /label/],
  'excel.csv': [`\ufeffLabel;P\r\n${lines(({ y, p }) => `${y};${comma(p)}`, '\r\n')}`, /Label is the label, P/],
  'excel_sep.csv': [`sep=;\r\nLabel;P\r\n${lines(({ y, p }) => `${y};${comma(p)}`, '\r\n')}`, /Label is the label, P/],
  'percent.csv': [
    `died;risk\n${lines(({ y, p }) => `${y};${comma(Math.round(p * 1000) / 10)} %`)}`,
    /died is the label, risk .*percent, from/,
  ],
  'clinic.csv': [
    `Patientennr;Alter;Geschlecht;Klinik;Verstorben;Risiko\r\n${lines(({ y, p, i }) => `${i};${40 + i};${'mw'[i % 2]};${'AB'[i % 3 ? 1 : 0]};${y ? 'ja' : 'nein'};${comma(p)}`, '\r\n')}`,
    /Verstorben is the label, Risiko the probability that it is ja/,
  ],
  'from_one.csv': [`label,p\n${lines(({ y, p }) => `${y + 1},${p}`)}`, /it is 2, the larger of its two labels/],
  'signs.csv': [`y,score\n${lines(({ y, p }) => `${y ? 1 : -1},${p}`)}`, /it is 1, the larger of its two labels/],
  'words.csv': [`outcome,risk\n${lines(({ y, p }) => `${y ? 'Yes' : 'No'},${p}`)}`, /it is Yes \(/],
  'other_words.csv': [
    `y,p\n${lines(({ y, p }) => `${y ? 'urban' : 'rural'},${p}`)}`,
    /it is urban, since it has the larger mean; positive= says otherwise/,
  ],
  'said_words.csv': [
    `y,p\n${lines(({ y, p }) => `${y ? 'rural' : 'urban'},${p}`)}`,
    /it is rural \(/,
    ['--columns', 'label=y,p=p,positive=rural'],
  ],
  'booleans.csv': [`label,p\n${lines(({ y, p }) => `${y ? 'True' : 'False'},${p}`)}`, /it is True/],
  'unusual.csv': [`sick_at_90_days,model_output\n${lines(({ y, p }) => `${y},${p}`)}`, /sick_at_90_days is the label, model_output/],
  'chosen.csv': [
    `a,b,c,d\n${lines(({ y, p, q, i }) => `${q},${i},${y},${p}`)}`,
    /c is the label, d the probability/,
    ['--columns', 'label=c,p=d'],
  ],
  'by_number.csv': [
    `a,b,c,d\n${lines(({ y, p, q, i }) => `${q},${i},${y},${p}`)}`,
    /c is the label, d the probability/,
    ['--columns', 'label=3,p=4'],
  ],
  'more.csv': [`name,age,label,p\n${lines(({ y, p, i }) => `"Doe, J${i}",${40 + i / 2},${y},${p}`)}`, /label is the label, p/],
  'lines.jsonl': [lines(({ y, p }) => JSON.stringify({ label: y, p })), /label is the label, p/],
  'harness.jsonl': [
    lines(({ y, p, i }) => JSON.stringify({ id: `q${i}`, question: 'A, or "B"?', target: !!y, meta: { seed: 1 }, score: p })),
    /target is the label, score the probability that it is true/,
  ],
  'ward.csv': [
    Buffer.from(
      `Fall-Nr.;Geschlecht;Alter;Risiko (30 Tage);verstorben\r\n${lines(
        ({ y, p, i }) => `${i};${i % 2 ? 'männlich' : 'weiblich'};${40 + i};${comma(Math.round(p * 1000) / 10)}%;${y ? 'ja' : 'nein'}`,
        '\r\n',
      )}`,
      'latin1',
    ),
    /verstorben is the label, Risiko \(30 Tage\) the probability that it is ja, where it is larger \(percent/,
  ],
  'blank.csv': [
    `Image Index,Patient ID,label,p\n${lines(({ y, p, i }) => `${i}.png,${i >> 1},${y},${p}`)}`,
    /label is the label, p the probability/,
  ],
  'credit.csv': [
    `application,vintage,amount,PD,default_flag\n${lines(({ y, p, i }) => `A${i},2023Q${(i % 4) + 1},${i}.50,${p},${y}`)}`,
    /default_flag is the label, PD the probability/,
  ],
  'two_flags.csv': [
    `smoker,xgb_prob,age_scaled,target_90d\n${lines(({ y, p, i }) => `${i % 2},${p},${i / N},${y}`)}`,
    /target_90d is the label, xgb_prob/,
  ],
  'named_label.csv': [
    `ward,age,label,model_2\n${lines(({ y, p, i }) => `w${i % 3},${40 + i},${y},${p}`)}`,
    /label is the label, model_2 the probability/,
  ],
  'caret.csv': [
    `"","pred","obs","No","Yes","rowIndex","Resample"\n${lines(
      ({ y, p, q, i }) => `"${i}","${p > 0.5 ? 'Yes' : 'No'}","${y ? 'Yes' : 'No'}",${q},${p},${i},"Fold${i % 5}"`,
    )}`,
    /obs is the label, Yes the probability that it is Yes/,
  ],
  'tidymodels.csv': [
    `".pred_class",".pred_bad",".pred_good","truth"\n${lines(
      ({ y, p, q }) => `"${p > 0.5 ? 'bad' : 'good'}",${p},${q},"${y ? 'bad' : 'good'}"`,
    )}`,
    /truth is the label, \.pred_bad the probability that it is bad/,
  ],
  'write_table.txt': [
    `"truth" "glm.fit"\n${lines(({ y, p, i }) => `"${i + 1}" ${y ? 'TRUE' : 'FALSE'}  ${p}`)}`,
    /truth is the label, glm\.fit the probability that it is TRUE/,
  ],
  'write_table.tsv': [
    `"id"\t"obs"\t"p"\n${lines(({ y, p, i }) => `"${i + 1}"\t"a ${i}"\t"${y ? 'sick' : 'well'}"\t${p}`)}`,
    /obs is the label, p the probability that it is sick/,
  ],
  'stated.jsonl': [
    lines(({ y, p, i }) => JSON.stringify({ prompt: `q${i}`, confidence: `${Math.round(p * 1000) / 10}%`, correct: y === 1 })),
    /correct is the label, confidence the probability that it is true \(percent/,
  ],
  'named_probs.jsonl': [
    lines(({ y, p, q, i }) => JSON.stringify({ id: i, label: y ? 'POS' : 'NEG', probs: { NEG: q, POS: p } })),
    /label is the label, probs\.POS the probability that it is POS/,
  ],
  'records.json': [`${JSON.stringify(rows.map(({ y, p }) => ({ label: y, p })))}\n`, /label is the label, p/],
});

test('tables of a label and a probability are read as what they are', (t) => {
  const at = put(t);
  const wanted = calibJson('report', '--csv', at('wanted.csv', same['plain.csv'][0]), ...quick).metrics;
  for (const [name, [content, note, options = []]] of Object.entries(same)) {
    const report = calibJson('report', '--csv', at(name, content), ...quick, ...options);
    assert.equal(report.task, 'binary', name);
    if (name === 'blank.csv') {
      // Its patients are cases of two rows, so two tests of calibration differ.
      const values = (/** @type {any} */ metrics) =>
        Object.values(metrics).flatMap(({ text, value }) => (text === 'spiegelhalter' ? [] : [[text, value]]));
      assert.deepEqual(values(report.metrics), values(wanted));
    } else assert.deepEqual([name, report.metrics], [name, wanted]);
    assert.match(report.notes[0], note, name);
  }
  const percent = at('percent_name.csv', `died,risk (%)\n${lines(({ y, p }) => `${y},${100 * p}`)}`);
  const { metrics, notes } = calibJson('report', '--csv', percent, ...quick);
  assert.ok(Math.abs(metrics.nll.value - wanted.nll.value) < 1e-12 && /risk \(%\) .*percent/.test(notes[0]));
});

test('quotation marks in names are shown once, however the name is requested', (t) => {
  const at = join(folder(t), 'marks.csv');
  const rows = Array.from(
    { length: 12 },
    (_, i) => `${i % 2 ? 'say ""yes""' : 'no'}",0.${(i % 9) + 1},"${i % 3 ? 'plain' : 'kind ""1""'}"`,
  );
  writeFileSync(at, `answer,"p ""raw""","site ""A"" or not"\n"${rows.join('\n"')}\n`);
  for (const site of ['site "A" or not', 'site ""A"" or not']) {
    const columns = `label=answer,p=p "raw",positive=say "yes",group=${site}`;
    const { positive, slices } = calibJson('report', '--csv', at, '--columns', columns, '--draws', '20');
    assert.equal(positive, 'say "yes"');
    assert.deepEqual(
      [slices.by, slices.groups.map((/** @type {{name: string}} */ { name }) => name)],
      ['site "A" or not', ['kind "1"', 'plain']],
    );
  }
  const table = calib(
    'report',
    '--csv',
    at,
    '--columns',
    'label=answer,p=2,positive=say "yes",group=3',
    '--draws',
    '20',
    '--format',
    'table',
  ).out;
  assert.match(table, /^site "A" or not .*\nkind "1" /m);
  // JSON escapes them; multi-label columns name the labels.
  const lines = Array.from({ length: 12 }, (_, i) => JSON.stringify({ label: i % 2, p: (i + 1) / 20, sex: i % 3 ? 'a "b"' : 'c\\d' }));
  writeFileSync(`${at}.jsonl`, lines.join('\n'));
  const both = Array.from({ length: 12 }, (_, i) => `${i % 2},0.${i % 9},${i % 3 ? 1 : 0},0.3,"${i % 4 ? 'x ""y""' : 'Süd'}"`);
  writeFileSync(at, `"a ""b""","a ""b""_prob",c,c_prob,sex\n${both.join('\n')}\n`);
  const names = (/** @type {any} */ { groups }) => groups.map((/** @type {{name: string}} */ { name }) => name);
  const quick = ['--draws', '0'];
  assert.deepEqual(names(calibJson('report', '--csv', `${at}.jsonl`, ...quick).slices), ['c\\d', 'a "b"']);
  const several = calibJson('report', '--csv', at, ...quick);
  assert.deepEqual(
    [names(several.slices), names(several.sample_groups)],
    [
      ['a "b"', 'c'],
      ['Süd', 'x "y"'],
    ],
  );
  const printed = calib('report', '--csv', at, ...quick, '--format', 'table').out.split('\n');
  const lengths = printed.filter((line) => /^(sex|Süd|x "y")/.test(line)).map((line) => line.length);
  assert.ok(lengths.length === 3 && new Set(lengths).size === 1, `columns are straight: ${lengths}`);
  assert.doesNotMatch(table, /""|\\/);
});

test('labels and predictions in two tables are joined by a common column, or row by row with a note, or refused', (t) => {
  const at = put(t);
  const wanted = calibJson('report', '--csv', at('wanted.csv', same['plain.csv'][0]), ...quick).metrics;
  const p = at(
    'p.csv',
    `id,p\n${rows
      .toReversed()
      .map(({ p, i }) => `u${i},${p}`)
      .join('\n')}\n`,
  );
  const y = at('y.csv', `id,label\n${lines(({ y, i }) => `u${i},${y}`)}`);
  const inOrder = at('rows.csv', `id,p\n${lines(({ p, i }) => `u${i},${p}`)}`);
  const pairs = /** @type {[string, string, RegExp][]} */ ([
    [p, y, /^p\.csv: its labels are those of y\.csv with the same id \(60 rows in both\)$/],
    [
      inOrder,
      at('died.csv', `died\n${lines(({ y }) => y)}`),
      /^rows\.csv: its labels are those of died\.csv, row by row \(60 rows in both\)$/,
    ],
    [inOrder, at('zero.csv', `0\n${lines(({ y }) => y)}`), /zero\.csv, row by row/],
    [
      at(
        'bare.csv',
        lines(({ p }) => p),
      ),
      at(
        'bare_y.csv',
        lines(({ y }) => y),
      ),
      /bare_y\.csv, row by row/,
    ],
    [
      at('de.csv', `id;p\n${lines(({ p, i }) => `"u;${i}";${comma(p)}`)}`),
      at(
        'y.jsonl',
        lines(({ y, i }) => JSON.stringify({ id: `u;${i}`, target: y })),
      ),
      /with the same id/,
    ],
    [
      at('index.csv', `,target\n${lines(({ p, i }) => `${i},${p}`)}`),
      at('index_y.csv', `,target\n${lines(({ y, i }) => `${i},${y}`)}`),
      /same column 1/,
    ],
  ]);
  for (const [predictions, labels, note] of pairs) {
    const report = calibJson('report', '--csv', predictions, '--labels', labels, ...quick);
    assert.deepEqual([labels, report.metrics], [labels, wanted]);
    assert.match(report.notes[0], note);
  }
  // Classes that pandas numbers, and a second model with the same labels.
  const share = ({ p }) => [p / 2, p / 2, 1 - p];
  const named = calibJson('report', '--csv', at('named.csv', `label,a,b,c\n${lines((row) => `${row.y},${share(row)}`)}`), ...quick);
  const probs = at('probs.csv', `,0,1,2\n${lines((row) => `${row.i},${share(row)}`)}`);
  const classes = at('classes.csv', `,class\n${lines(({ y, i }) => `${i},${y}`)}`);
  const against = [
    '--against',
    at(
      'other.csv',
      `,0,1,2\n${rows
        .toReversed()
        .map((row) => `${row.i},${share(row)}`)
        .join('\n')}\n`,
    ),
  ];
  const both = calibJson('report', '--csv', probs, '--labels', classes, ...against, '--draws', '20');
  assert.deepEqual(both.metrics.ece.value, named.metrics.ece.value);
  assert.equal(both.against.metrics.nll.difference, 0);
  // Names with quoting around them, and an error's line number behind empty lines.
  const quoted = (/** @type {number} */ y) => (y ? 'say ""yes""; or' : 'no');
  const names = { csv: `label,"say ""yes""; or",no\n`, labels: `"${quoted(1)}"` };
  const worded = calibJson(
    ...['report', '--csv', at('quoted.csv', names.csv.slice(6) + lines(({ p, q }) => `${p},${q}`))],
    ...['--labels', at('quoted_y.csv', `label\n${lines(({ y }) => `"${quoted(y)}"`)}`), ...quick],
  );
  const one = at('one.csv', names.csv + lines(({ y, p, q }) => `"${quoted(y)}",${p},${q}`));
  const whole = calibJson('report', '--csv', one, ...quick);
  assert.deepEqual([worded.metrics, worded.notes[1].replace('quoted.csv', 'one.csv')], [whole.metrics, whole.notes[0]]);
  const gap = at('gap.csv', `id,p\n\n\n${lines(({ p, i }) => `u${i},${i === 2 ? 'x' : p}`)}`);
  const labels = at('gap_y.csv', `label\n${lines(({ y }) => y)}`);
  const wrong = calib('report', '--csv', gap, '--labels', labels, '--columns', 'label=label,p=p');
  assert.match(wrong.err, /gap\.csv: line 6: p is 'x'/);
  // Tables that do not match.
  const refused = (/** @type {string} */ labels, /** @type {RegExp} */ why) => {
    const { status, err } = calib('report', '--csv', p, '--labels', labels);
    assert.equal(status, 1);
    assert.match(err, why);
  };
  refused(
    at(
      'less.csv',
      `id,label\n${rows
        .slice(1)
        .map(({ y, i }) => `u${i},${y}`)
        .join('\n')}\n`,
    ),
    /id=u0 is in p\.csv alone; .*leave out/,
  );
  refused(
    at(
      'short.csv',
      `label\n${rows
        .slice(1)
        .map(({ y }) => y)
        .join('\n')}\n`,
    ),
    /60 rows, but short\.csv has 59, and no column .*such as id/,
  );
  refused(p, /p\.csv holds nothing that p\.csv does not: give the table of labels/);
});

test('log odds are distinguished from probabilities, with a note', (t) => {
  const at = put(t);
  const wanted = calibJson('report', '--csv', at('wanted.csv', same['plain.csv'][0]), ...quick).metrics;
  const given = at('z.csv', `label,logit\n${lines(({ y, p }) => `${y},${logit(p)}`)}`);
  const report = calibJson('report', '--csv', given, ...quick);
  assert.match(report.notes[0], /log odds, from -/);
  for (const id of ['nll', 'binary_brier', 'ece', 'cox_slope', 'roc_auc', 'ici'])
    assert.ok(Math.abs(report.metrics[id].value - wanted[id].value) < 1e-12, id);
  // Large log odds stay exact: p would round to 1.
  const far = calibJson('report', '--csv', at('far.csv', 'label,logit\n0,60\n1,-50\n1,3\n0,-2\n'), ...quick, '--metric', 'nll');
  const exact = (60 + 50 + Math.log1p(Math.exp(-3)) + Math.log1p(Math.exp(-2))) / 4;
  assert.ok(Math.abs(far.metrics.nll.value - exact) < 1e-12, String(far.metrics.nll.value));
});

test('classes as decimal commas, JSON lines and words are those of the plain table', (t) => {
  const at = put(t);
  const three = rows.map(({ p, i }) => {
    const a = Math.round(p * 600) / 1000;
    return { y: i % 3, v: [a, Math.round((0.9 - a) * 1000) / 1000, 0.1] };
  });
  const of = (/** @type {string} */ name, /** @type {string} */ content) =>
    calibJson('report', '--csv', at(name, content), ...quick, '--probs').metrics;
  const table = (/** @type {(row: typeof three[number]) => string} */ make) => `${three.map(make).join('\n')}\n`;
  const wanted = of('plain.csv', `label,cat,dog,cow\n${table(({ y, v }) => `${y},${v.join()}`)}`);
  assert.deepEqual(of('comma.csv', `label;cat;dog;cow\n${table(({ y, v }) => `${y};${v.map(comma).join(';')}`)}`), wanted);
  assert.deepEqual(of('words.csv', `label,cat,dog,cow\n${table(({ y, v }) => `${['cat', 'dog', 'cow'][y]},${v.join()}`)}`), wanted);
  assert.deepEqual(
    of(
      'a.jsonl',
      table(({ y, v }) => JSON.stringify({ question: 'which?', probs: v, label: y })),
    ),
    wanted,
  );
  assert.deepEqual(
    of(
      'b.jsonl',
      table(({ y, v: [a, b, c] }) => JSON.stringify({ label: y, p0: a, p1: b, p2: c })),
    ),
    wanted,
  );
});

test('a probability is not inferred from other columns if two are possible, or none is a probability', (t) => {
  const at = put(t);
  for (const [name, content] of Object.entries({
    'two.csv': `patient,risk_old,risk_new,died\n${lines(({ y, p, q, i }) => `${i},${p},${q},${y}`)}`,
    'flags.csv': `age,smoker,p,diabetic\n${lines(({ y, p, i }) => `${40 + i},${i % 2},${p},${y}`)}`,
  })) {
    const { status, out, err } = calib('report', '--csv', at(name, content), ...quick);
    assert.ok(status && !out, `${name}: ${err}`);
  }
  const whole = calib(
    'report',
    '--csv',
    at(
      'stated.jsonl',
      lines(({ y, i }) => JSON.stringify({ confidence: 50 + (i % 50), correct: y })),
    ),
    ...quick,
  );
  assert.match(whole.out, /percent, from 50 to 99/);
});

test('classes in words: columns by their names, predictions, and options by theirs', (t) => {
  const at = put(t);
  const words = ['cat', 'dog', 'cow'];
  const three = rows.map(({ p, i }) => {
    const a = Math.round(p * 600) / 1000;
    return { y: i % 3, v: [a, Math.round((0.9 - a) * 1000) / 1000, 0.1] };
  });
  const table = (/** @type {(row: typeof three[number], i: number) => string} */ make) => `${three.map(make).join('\n')}\n`;
  const metrics = (/** @type {string} */ name, /** @type {string} */ content, /** @type {string[]} */ ...how) =>
    calibJson('report', '--csv', at(name, content), ...quick, ...how).metrics;
  const wanted = metrics('plain.csv', `label,a,b,c\n${table(({ y, v }) => `${y},${v.join()}`)}`, '--probs');
  const rare = `.pred_class,.pred_cat,.pred_dog,.pred_cow,fold,Species\n${table(({ y, v }, i) => `cat,${v.join()},f${i},${words[y]}`)}`;
  assert.deepEqual(metrics('species.csv', rare, '--probs'), wanted);
  const inside = table(({ y, v }) => JSON.stringify({ label: words[y], probs: Object.fromEntries(v.map((p, j) => [words[j], p])) }));
  assert.deepEqual(metrics('inside.jsonl', inside, '--probs'), wanted);

  const top = (/** @type {number[]} */ v) => v.indexOf(Math.max(...v));
  const numbers = metrics('n.csv', `label,pred,conf\n${table(({ y, v }) => `${y},${top(v)},${Math.max(...v)}`)}`);
  const named = `file,true_label,pred_label,confidence\n${table(({ y, v }, i) => `${i}.jpg,${words[y]},${words[top(v)]},${Math.max(...v)}`)}`;
  assert.deepEqual(metrics('w.csv', named), numbers);

  const letter = (/** @type {number} */ j, /** @type {number} */ i) => (i % 2 ? `${j + 1}` : 'ABC'[j]);
  const lists = metrics(
    'a.jsonl',
    table(({ y, v }, i) => JSON.stringify({ answer: y, probs: i ? v : [...v, 0] })),
  );
  const others = metrics(
    'b.jsonl',
    table(({ y, v }, i) => JSON.stringify({ answer_key: 'ABC'[y], choice_probs: i ? v : [...v, 0] })),
  );
  const byName = table(({ y, v }, i) =>
    JSON.stringify({ answer: letter(y, i), scores: Object.fromEntries((i ? v : [...v, 0]).map((p, j) => [letter(j, i), p])) }),
  );
  assert.deepEqual(others, lists);
  assert.deepEqual(metrics('c.jsonl', byName.replace('undefined', 'D')), lists);
});

/** Files that are refused: content, pattern of the sentence, and options. */
const refused = /** @type {Record<string, [string | Uint8Array, RegExp, string[]?]>} */ ({
  'data.parquet': ['PAR1aaaaPAR1', /is a Parquet file: save it as CSV, in Python with pandas\.read_parquet/],
  'book.xlsx': ['PK\x03\x04rest', /an Excel workbook: save the sheet as CSV/],
  'checkpoint.pth.tar': [
    zip({ 'archive/data.pkl': '\x80\x02}.', 'archive/version': '3\n' }, { store: true }),
    /a file of torch\.save, not a table: give outputs in it with --logits .* weights go to calib evaluate/,
  ],
  'outputs.zip': [zip({ 'logits.npy': 'array' }), /an archive of NumPy, not a table: give it with --logits/],
  'sheet.zip': [zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' }), /an archive or an Excel workbook/],
  'frame.pkl': [Uint8Array.of(0x80, 4, 0x95, 0, 0), /is a pickle of Python.*save the table as CSV/],
  'model.rds': ['X\n\0\0\0\x03', /a file of R: save the table with write\.csv/],
  'study.sav': ['$FL2@(#)', /a file of SPSS: save the table as CSV/],
  'photo.csv': [Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10), /this is a picture: give the table/],
  'model.bin': ['weights\0\x01\x02', /this is not a text file: give a table .* or arrays/],
  'page.html': ['<!DOCTYPE html><html></html>', /a page of the web: download the table itself/],
  'utf16.csv': [Buffer.concat([Buffer.from('\ufefflabel,p\n1,0.5\n', 'utf16le'), Buffer.of(0)]), /in UTF-16: save it as CSV in UTF-8/],
  'packed.csv': [Uint8Array.of(0x1f, 0x8b, 8, 0), /compressed with gzip: unpack it/],
  'percent.csv': ['label,p\n1,97\n0,3\n1,50\n', /p runs from 3 to 97: no probabilities.*divide percent by 100, or say logit=p/],
  'holes.csv': ['label,p\n,0.9\n1,NA\n', /every row has a missing label or output, from line 2 on/],
  'word.csv': ['label,p\n1,0.9\n0,high\n0,0.1\n', /line 3: p is 'high'; it must be a number/, ['--columns', 'label=label,p=p']],
  'three.csv': ['label,p\n0,0.9\n1,0.1\n2,0.3\n', /line 4: label is '2'; a binary task has two/, ['--columns', 'label=label,p=p']],
  'soft.csv': [
    'label,p\n0.2,0.9\n0.7,0.1\n0.4,0.3\n',
    /a binary task has two different labels.*soft labels/,
    ['--columns', 'label=label,p=p'],
  ],
  'no_such.csv': ['label,p\n1,0.9\n0,0.1\n', /no column is named risk; it has 2, from label to p/, ['--columns', 'label=label,p=risk']],
  'no_key.csv': [
    'label,p\n1,0.9\n0,0.1\n',
    /'rank' is not label=, p=, logit=, class=, classes=, pred=, conf=, group=/,
    ['--columns', 'rank=p'],
  ],
  'no_word.csv': [
    'label,p\nno,0.9\nyes,0.1\n',
    /positive=maybe is not one of its labels, which are no and yes/,
    ['--columns', 'positive=maybe'],
  ],
  'outside.csv': ['label,p\n1,0.9\n0,-0.1\n0,1.2\n', /line 3: p is '-0\.1'; a probability is from 0 to 1/, ['--probs']],
  'ones.csv': ['label,p\n7,0.9\n7,0.1\n', /every label is 7; say with positive=7/],
  'array_and_more.json': ['[{"label": 1, "p": 0.5}]{"label": 0, "p": 0.5}\n', /line 2 is not a JSON object/],
  'broken.jsonl': ['{"label": 1, "p": 0.5}\n{"label": 1, "p": NaN}\n', /line 2 is not a JSON object on one line/],
  'ragged.jsonl': ['{"label": 1, "probs": [0.5, 0.5]}\n{"label": 1, "probs": [1]}\n', /line 2: probs has 1 values, but the first line 2/],
  'columns.json': ['{"label": {"0": 1}, "p": {"0": 0.5}}', /orient='records' and lines=True/],
  'empty.csv': ['', /empty|no rows|too few/],
});

// All rows are of one class: p is still the probability of 1, of yes, or of what positive= names.
test('a table of one class only says which class p is of', (t) => {
  const at = put(t);
  const mean = (/** @type {(p: number) => number} */ of) => rows.reduce((sum, { p }) => sum + of(p), 0) / rows.length;
  const [happened, did_not] = [mean((p) => -Math.log(p)), mean((p) => -Math.log(1 - p))];
  for (const [label, wanted, ...options] of /** @type {[string, number, ...string[]][]} */ ([
    ['0', did_not],
    ['1', happened],
    ['0.0', did_not],
    ['no', did_not],
    ['yes', happened],
    ['7', happened, '--columns', 'positive=7'],
  ])) {
    const csv = at(`all_${label}.csv`, `label,p\n${lines(({ p }) => `${label},${p}`)}`);
    const { nll } = calibJson('report', '--csv', csv, ...quick, '--metric', 'nll', ...options).metrics;
    assert.ok(Math.abs(nll.value - wanted) < 1e-12, `all ${label}: ${nll.value}, not ${wanted}`);
  }
});

test('unreadable files are refused with a sentence that says what to do', (t) => {
  const at = put(t);
  for (const [name, [content, sentence, options = []]] of Object.entries(refused)) {
    const { status, out, err } = calib('report', '--csv', at(name, content), ...quick, ...options);
    assert.ok(status === 1 || status === 2, `${name}: ${status} ${err}`);
    assert.equal(out, '', name);
    assert.match(err, /^calib: [^\n]+\n$/, name);
    assert.match(err, sentence, name);
  }
});
