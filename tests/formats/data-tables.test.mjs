// Tests tables of numbers and of texts, real ones if they are next to the checkout. Rows, vocabulary and
// initial embedding vectors are computed a second time here, and a network learns from texts.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calibJson, folder, readSafetensors, refuses } from '../support/calib.mjs';
import { dataOf, filesIn, numbers, sameEverywhere } from '../support/data.mjs';
import { needs, shared } from '../support/paths.mjs';

/** Splits text into rows of fields by RFC 4180, character by character. */
function rowsOf(text, separator) {
  const rows = [[]];
  let field = '',
    quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted && c === '"' && text[i + 1] === '"') field += text[i++];
    else if (c === '"' && separator !== '\t') quoted = !quoted;
    else if (!quoted && (c === separator || c === '\n')) {
      rows[rows.length - 1].push(field.trim());
      field = '';
      if (c === '\n') rows.push([]);
    } else field += c;
  }
  if (field) rows[rows.length - 1].push(field.trim());
  return rows.filter((row) => row.length);
}

/**
 * Splits text into words as the reference defines them: runs of letters and digits, an apostrophe with its
 * letters, and every other mark alone.
 */
const wordsOf = (text) =>
  text
    .replace(/\\/g, ' ')
    .match(/'?(?:[a-z0-9]|[^\x00-\x7f])+|[!-[\]-`{-~]/gi)
    ?.map((word) => word.replace(/[A-Z]/g, (c) => c.toLowerCase())) ?? [];

/** Numbers the words of the training texts. */
function numbering(texts, size) {
  const counts = new Map();
  for (const text of texts) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const bytes = (word) => Buffer.from(word);
  const order = [...counts].sort((a, b) => b[1] - a[1] || Buffer.compare(bytes(a[0]), bytes(b[0])));
  return new Map(order.slice(0, size - 2).map(([word], i) => [word, i + 2]));
}

function textsAre(found, rows, label, length, vocabulary) {
  const text = (i) => rows[i].filter((_, c) => c !== label).join(' ');
  const known = numbering([...found.train.source].map(text), vocabulary);
  for (const split of [found.train, found.val, found.test])
    split.source.forEach((i, row) => {
      assert.equal(found.report.classes[split.labels[row]], rows[i][label]);
      const wanted = wordsOf(text(i))
        .slice(0, length)
        .map((word) => known.get(word) ?? 1);
      while (wanted.length < length) wanted.push(0);
      assert.deepEqual([...split.features.subarray(row * length, (row + 1) * length)], wanted, text(i));
    });
}

test('AG News and SST-2 are read as published', { skip: needs('data/text') }, async (t) => {
  const [news, movies] = [shared('data/text/ag_news_test.csv'), shared('data/text/sst2_dev.tsv')];
  const newsRows = rowsOf(readFileSync(news, 'utf8'), ',');
  const movieRows = rowsOf(readFileSync(movies, 'utf8'), '\t').slice(1); // without the header
  assert.equal(newsRows.length, 7600);
  assert.equal(movieRows.length, 6735);
  const all = (n) => `train=${n - 100},val=50,test=50`;
  textsAre(dataOf(t, `texts:${all(7600)},classes=4,label=1,length=20,vocabulary=3000`, `texts.csv=${news}`), newsRows, 0, 20, 3000);
  textsAre(dataOf(t, `texts:${all(6735)},length=30`, `texts.csv=${movies}`), movieRows, 1, 30, 1000);
  refuses(
    ['data', `data=texts:train=6636,val=50,test=50`, '--data', `texts.csv=${movies}`],
    1,
    /the link asks for 6636 samples, but 6635 are left/,
  );
  assert.match(
    calibJson('data', 'data=texts:train=90000', '--data', `texts.csv=${news}`, '--measure').data,
    /^texts:train=7568,val=16,test=16,classes=4,label=1,hash=/,
  );
  await sameEverywhere('texts:train=900,val=90,test=90,classes=4,label=1', { 'texts.csv': news });
});

test('gpcnn learns from texts', { skip: needs('data/text') }, () => {
  const news = shared('data/text/ag_news_test.csv');
  const data = 'texts:train=6000,val=100,test=1000,classes=4,label=1,length=40,vocabulary=4000';
  const link = `data=${data}&model=gpcnn:vocabulary=4000,dim=32,width=0.25&optimizer=adam:lr=0.005&batch=50&epochs=6`;
  const error = calibJson('train', link, '--data', `texts.csv=${news}`).metrics.error.value;
  assert.ok(error < 0.4, `a test error of ${error}, where guessing has 0.75`);
  const fewer = link.replace('gpcnn:vocabulary=4000', 'gpcnn:vocabulary=3999');
  refuses(
    ['train', fewer, '--data', `texts.csv=${news}`],
    2,
    /its words have numbers up to 3999, but the network's embedding has 3999 words/,
  );
});

test('an embedding starts from GloVe vectors', async (t) => {
  const words = ['cat', 'dog', 'sun', 'rain', 'The'];
  const texts = Array.from({ length: 40 }, (_, i) => `${words[i % 5]} ${words[(i >> 2) % 5]} odd,${i % 2 ? 'b' : 'a'}\n`).join('');
  const glove = 'the 0.5 -0.25 1e-2\ncat 1 2 3\nnothing 9 9 9\ndog 0.1 0.2 0.3\ncat 7 7 7\n';
  const path = filesIn(t, { 'texts.csv': texts, 'glove.txt': glove });
  const data = 'texts:train=30,val=5,test=5,length=6,vocabulary=50,vectors=glove';
  const out = folder(t);
  const weights = (link) => {
    calibJson('train', link, '--data', path, '--out', out);
    return readSafetensors(join(out, 'weights.safetensors'))['0.weight'].data;
  };
  const rest = '&model=layers:emb3v50-c4k3-relu-gmp-fc&optimizer=sgd:lr=0&epochs=1&batch=10';
  const [with_, random] = [weights(`data=${data}${rest}`), weights(`data=${data.replace(',vectors=glove', '')}${rest}`)];
  const { train } = dataOf(t, data, path);
  const number = (word) => {
    const i = train.source.findIndex((source) => texts.split('\n')[source].startsWith(word));
    return train.features[i * 6];
  };
  const wanted = { cat: [1, 2, 3], dog: [0.1, 0.2, 0.3], The: [0.5, -0.25, 0.01] };
  const known = Object.keys(wanted).map((word) => number(word));
  for (const [word, vector] of Object.entries(wanted))
    assert.deepEqual([...with_.subarray(3 * number(word), 3 * number(word) + 3)], vector.map(Math.fround));
  for (let row = 0; row < 50; row++)
    if (!known.includes(row)) assert.deepEqual(with_.subarray(3 * row, 3 * row + 3), random.subarray(3 * row, 3 * row + 3));
  refuses(['train', `data=${data}&model=layers:emb4v50-gmp-fc`, '--data', path], 2, /its vectors have 3 numbers.*set dim=3 in the model/);
  writeFileSync(join(path, 'glove.txt'), 'the 1 2 3\ncat 1 2\n');
  refuses(['data', `data=${data}`, '--data', path], 1, /glove\.txt: line 2: number 3 is not a number, or the line does not have 3/);
});

test('a table of numbers', async (t) => {
  const values = numbers(60 * 3, 1000, 4, Float64Array);
  const names = ['setosa', 'ver"s', 'virginica'];
  const line = (i) => `${values[3 * i] / 7};"${names[i % 3].replace('"', '""')}";${-values[3 * i + 1]};${values[3 * i + 2]}e-2`;
  const rows = Array.from({ length: 60 }, (_, i) => line(i));
  const csv = `\ufeffa;kind;b;c\r\n${rows.join('\r\n')}\r\n\r\n`;
  const path = filesIn(t, { 'table.csv': csv, 'table-test.csv': rows.slice(0, 9).join('\n') });
  const link = 'table:train=30,val=10,test=9,classes=3,features=3,label=2';
  const raw = dataOf(t, `${link},scale=no`, path);
  assert.deepEqual(raw.report.classes, names);
  const row = (i) => [values[3 * i] / 7, -values[3 * i + 1], values[3 * i + 2] / 100];
  for (const split of [raw.train, raw.val, raw.test])
    split.source.forEach((i, at) => {
      assert.equal(split.labels[at], i % 3);
      row(i).forEach((v, c) => assert.ok(Math.abs(split.features[3 * at + c] - v) <= 1e-6 * Math.abs(v)));
    });
  // A semicolon in a name does not make it the separator: commas are more frequent.
  const commas = filesIn(t, { 'table.csv': `a; in cm,kind,b,c\n${rows.join('\n').replaceAll(';', ',')}` });
  assert.deepEqual(dataOf(t, `${link},scale=no`, commas).train.features, raw.train.features);
  const scaled = dataOf(t, link, path);
  for (let c = 0; c < 3; c++) {
    const column = (split) => Array.from(split.source, (i) => row(i)[c]);
    const mean = column(scaled.train).reduce((a, b) => a + b) / 30;
    const deviation = Math.sqrt(column(scaled.train).reduce((a, v) => a + (v - mean) ** 2, 0) / 30);
    for (const split of [scaled.train, scaled.test])
      column(split).forEach((v, at) => assert.ok(Math.abs(split.features[3 * at + c] - (v - mean) / deviation) < 1e-5));
  }
  const apart = dataOf(t, `${link},scale=no,test_from=file,header=auto`, path);
  assert.deepEqual([...apart.test.source], [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  const measured = calibJson('data', 'data=table', '--data', path, '--measure');
  assert.match(measured.data, /^table:train=44,val=8,test=8,classes=3,features=3,label=2,hash=/);
  await sameEverywhere(link, { 'table.csv': join(path, 'table.csv') });
  const error = calibJson('train', `data=${link}&model=logistic&epochs=2&batch=10`, '--data', path).metrics.error.value;
  assert.ok(error >= 0 && error <= 1);
  const fails = (text, pattern, data = link) => {
    writeFileSync(join(path, 'table.csv'), text);
    refuses(['data', `data=${data}`, '--data', path], 1, pattern);
  };
  const broken = (at, text) => [...rows.slice(0, at), text, ...rows.slice(at)].join('\n');
  fails(broken(5, '1;setosa;2'), /table\.csv: line 6: 3 fields, but the first row has 4/);
  fails(
    broken(5, '1;setosa;x1;2').replace(/x1/, 'x1'),
    /table\.csv: line 6, column 3: 'x1' is not a number/,
    `${link},take=first,header=no`,
  );
  fails(broken(60, '1;"setosa;2;3'), /table\.csv: line 61: a quote is not closed/);
  fails(broken(5, '1;"set"osa;2;3'), /table\.csv: line 6: text after the quote/);
  fails(csv, /table\.csv: 3 different labels in column 2, but the link says classes=4/, link.replace('classes=3', 'classes=4'));
  fails(csv, /table\.csv: 4 columns, one of them the label, but the link says features=5/, link.replace('features=3', 'features=5'));
  fails(csv, /table\.csv: 4 columns, but the link says label=9/, link.replace('label=2', 'label=9'));
  fails(
    Array.from({ length: 300 }, (_, i) => `1,2,3,c${i}\n${i},2,3,c${i}`).join('\n'),
    /more than 256 different labels in column 4/,
    link.replace('label=2', 'label=4'),
  );
  fails('\n\n', /table\.csv: no rows/);
  writeFileSync(join(path, 'table.csv'), csv);
  writeFileSync(join(path, 'table-test.csv'), '1;rose;2;3\n1;setosa;2;3\n');
  refuses(
    ['data', `data=${link},test_from=file`, '--data', path],
    1,
    /table-test\.csv: line 1: label 'rose' is not in the training table|the link asks for/,
  );
});

test('a path with an equals sign is a path, unless the whole name of a file is before the sign', (t) => {
  const rows = Array.from({ length: 40 }, (_, i) => `${i},${i % 2}\n`).join('');
  const link = 'data=table:train=20,val=10,test=10,classes=2,features=1';
  const path = filesIn(t, { 'table.csv': rows });
  const { hash } = calibJson('data', link, '--data', path);
  mkdirSync(join(path, 'table=1'));
  renameSync(join(path, 'table.csv'), join(path, 'table=1/table.csv'));
  const here = process.cwd();
  process.chdir(path);
  try {
    assert.equal(calibJson('data', link, '--data', 'table=1/table.csv').hash, hash);
    assert.equal(calibJson('data', link, '--data', 'table.csv=table=1/table.csv').hash, hash);
    // The first of two files with one name counts.
    mkdirSync('other');
    writeFileSync('other/table.csv', rows.replaceAll('7', '8'));
    assert.equal(calibJson('data', link, '--data', 'table=1/table.csv', '--data', 'other').hash, hash);
    assert.notEqual(calibJson('data', link, '--data', 'other', '--data', 'table=1/table.csv').hash, hash);
  } finally {
    process.chdir(here);
  }
});
