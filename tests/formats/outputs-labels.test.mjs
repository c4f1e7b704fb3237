// Tests labels as people save them: strings, whole numbers of any type, one-hot, from 0 or 1. Each gives the
// report of the plain arrays, with a note on how it was read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibJson, npyBytes } from '../support/calib.mjs';
import { figures, files, flat, four, K, N, noReading, refused, reportOf, table, topOf, two } from '../support/outputs.mjs';

test('labels in every form give one report', (t) => {
  const { at, z, y } = files(t);
  const wanted = reportOf('--logits', z, '--labels', y);
  const { labels } = four;
  const hot = labels.flatMap((label) => Array.from({ length: K }, (_, j) => Number(j === label)));
  const turned = (rows, columns, values) => values.map((_, i) => values[(i % rows) * columns + Math.floor(i / rows)]);
  const big = (array) => {
    const bytes = Buffer.from(array.buffer.slice(0));
    return array.BYTES_PER_ELEMENT === 8 ? bytes.swap64() : array.BYTES_PER_ELEMENT === 4 ? bytes.swap32() : bytes.swap16();
  };
  const swapped = (array, shape, descr, more = {}) => npyBytes(Uint8Array.from(big(array)), shape, { descr, ...more });
  const halves = Uint16Array.from(labels, (label) => [0, 0x3c00, 0x4000, 0x4200][label]);
  const forms = {
    'column.npy': npyBytes(Int32Array.from(labels), [N, 1]),
    'f4.npy': npyBytes(Float32Array.from(labels), [N]),
    'f8 column.npy': npyBytes(Float64Array.from(labels), [N, 1]),
    'f2.npy': npyBytes(halves, [N], { descr: '<f2' }),
    'one-hot i4.npy': npyBytes(Int32Array.from(hot), [N, K]),
    'one-hot f4.npy': npyBytes(Float32Array.from(hot), [N, K]),
    'one-hot f8.npy': npyBytes(Float64Array.from(hot), [N, K]),
    'one-hot bool.npy': npyBytes(Uint8Array.from(hot), [N, K], { descr: '|b1' }),
    'one-hot Fortran.npy': npyBytes(Uint8Array.from(turned(N, K, hot)), [N, K], { fortran: true }),
    'big i4.npy': swapped(Int32Array.from(labels), [N], '>i4'),
    'big i8.npy': swapped(BigInt64Array.from(labels, BigInt), [N], '>i8'),
    'big f4.npy': swapped(Float32Array.from(labels), [N], '>f4'),
  };
  for (const [name, bytes] of Object.entries(forms)) assert.deepEqual(reportOf('--logits', z, '--labels', at(name, bytes)), wanted, name);
  const flatLogits = four.logits.flat();
  const outputs = {
    'Fortran.npy': npyBytes(Float32Array.from(turned(N, K, flatLogits)), [N, K], { fortran: true }),
    'Fortran f8.npy': npyBytes(Float64Array.from(turned(N, K, flatLogits)), [N, K], { fortran: true }),
    'big f4.npy': swapped(Float32Array.from(flatLogits), [N, K], '>f4'),
    'big f8.npy': swapped(Float64Array.from(turned(N, K, flatLogits)), [N, K], '>f8', { fortran: true }),
  };
  for (const [name, bytes] of Object.entries(outputs)) {
    const path = at(name, bytes);
    assert.deepEqual(reportOf('--logits', path, '--labels', y), wanted, name);
    assert.deepEqual(calibJson('loss', 'ce', '--logits', path, '--labels', y), calibJson('loss', 'ce', '--logits', z, '--labels', y), name);
  }
  assert.deepEqual(
    calibJson('view', 'confusion', '--logits', z, '--labels', at('h.npy', forms['one-hot bool.npy'])),
    calibJson('view', 'confusion', '--logits', z, '--labels', y),
  );
  const bad = (name, bytes, ...parts) => refused(['report', '--logits', z, '--labels', at(name, bytes)], 1, ...parts);
  const soft = Float32Array.from(hot);
  soft[5 * K + labels[5]] = 0.9;
  bad(
    'soft.npy',
    npyBytes(soft, [N, K]),
    'soft.npy: row 5 is not one-hot; labels are whole numbers, [samples], or rows of zeros with a single 1',
  );
  bad('twice.npy', npyBytes(Int32Array.from(hot).fill(1, 0, 2), [N, K]), 'z.npy: its outputs run from', 'since the labels are not one-hot');
  bad('half.npy', npyBytes(Float32Array.from(labels).fill(1.5, 9, 10), [N]), 'half.npy: row 9 is 1.5; labels are whole numbers');
  const three = labels.flatMap((label) => [0, 1, 2].map((j) => Number(j === label % 3)));
  bad('few.npy', npyBytes(Int32Array.from(three), [N, 3]), 'z.npy has 4 classes, but ', 'few.npy has one-hot labels of 3');
  bad('deep.npy', npyBytes(Int32Array.from(labels), [N, 1, 1]), 'deep.npy: labels have 1 dimension');
});

test('labels that begin at 1 are counted from 0, and a note says so', (t) => {
  const { at, z, y } = files(t);
  const wanted = reportOf('--logits', z, '--labels', y);
  const ones = four.labels.map((label) => label + 1);
  const report = reportOf('--logits', z, '--labels', at('one.npy', npyBytes(Int32Array.from(ones), [N])));
  assert.deepEqual(report.notes, ['one.npy: its labels run from 1 to 4, so they count the 4 classes from 1: 1 was subtracted from each']);
  assert.deepEqual(noReading(report), wanted);
  const csv = table(
    four.logits.map((row, i) => [ones[i], ...row]),
    'label,a,b,c,d',
  );
  assert.deepEqual(noReading(reportOf('--csv', at('one.csv', csv))), wanted);
  assert.deepEqual(noReading(reportOf('--csv', at('bare.csv', csv.slice(csv.indexOf('\n') + 1)))), wanted);
  // Without the last class the start is ambiguous: a note says how it was read.
  const kept = four.labels.map((label, i) => [label, i]).filter(([label]) => label < K - 1);
  const some = at('some.npy', npyBytes(flat(kept.map(([, i]) => four.logits[i])), [kept.length, K]));
  const seen = reportOf(
    '--logits',
    some,
    '--labels',
    at(
      's.npy',
      npyBytes(
        Int32Array.from(kept, ([label]) => label + 1),
        [kept.length],
      ),
    ),
  );
  assert.match(
    seen.notes[0],
    /^s\.npy: no label is 0, and the labels seem to count the classes from 1: with 1 subtracted, \d+ of \d+ predictions would be right/,
  );
  const good = reportOf(
    '--logits',
    some,
    '--labels',
    at(
      's.npy',
      npyBytes(
        Int32Array.from(kept, ([label]) => label),
        [kept.length],
      ),
    ),
  );
  assert.equal(good.notes, undefined);
  // Labels beyond that are wrong.
  refused(
    [
      'report',
      '--logits',
      z,
      '--labels',
      at(
        'two.npy',
        npyBytes(
          Int32Array.from(four.labels, (label) => label + 2),
          [N],
        ),
      ),
    ],
    1,
    'label',
  );
  refused(
    [
      'report',
      '--logits',
      z,
      '--labels',
      at(
        'five.npy',
        npyBytes(
          Int32Array.from(four.labels, (label, i) => (i ? label : K)),
          [N],
        ),
      ),
    ],
    1,
    'row 0',
  );
});

test('answers that seem to count the options from 1 get a note, in lines and in tables', (t) => {
  const { at } = files(t);
  const kept = four.labels.map((label, i) => ({ label, p: four.probs[i] })).filter(({ label }) => label < K - 1);
  const right = kept.filter(({ label, p }) => topOf(p) === label).length;
  const notesOf = (/** @type {string} */ name, /** @type {string} */ text) => reportOf('--csv', at(name, text)).notes;
  const lines = (/** @type {number} */ add) => kept.map(({ label, p }) => JSON.stringify({ answer: label + add, probs: p })).join('\n');
  const letters = (/** @type {number} */ add) =>
    table(
      kept.map(({ label, p }) => [label + add, ...p]),
      'answer,A_prob,B_prob,C_prob,D_prob',
    );
  const wanted = `no answer is 0, and the answers seem to count the options from 1: with 1 subtracted, the chosen option would be right in ${right} of ${kept.length} questions, without it in `;
  for (const [name, make] of /** @type {[string, (add: number) => string][]} */ ([
    ['q.jsonl', lines],
    ['q.csv', letters],
  ])) {
    assert.ok(notesOf(name, make(1))[0].startsWith(`${name}: ${wanted}`), name);
    assert.ok(!notesOf(name, make(0)).some((/** @type {string} */ note) => note.includes('count the options')), name);
  }
  // One answer that is 0 decides, and so does better accuracy as they are.
  const shifted = lines(1).split('\n');
  const mixed = [JSON.stringify({ answer: 0, probs: four.probs[0] }), ...shifted].join('\n');
  const asGiven = kept
    .filter(({ label }) => label)
    .map(({ label, p }) => JSON.stringify({ answer: label, probs: p }))
    .join('\n');
  for (const text of [mixed, asGiven])
    assert.ok(!notesOf('as given.jsonl', text).some((/** @type {string} */ note) => note.includes('count the options')));
});

/**
 * An array of words as numpy saves it.
 * @param {string[]} words
 * @param {'<U' | '>U' | '|S'} type
 */
function wordsNpy(words, type, shape = [words.length]) {
  const wide = type !== '|S';
  const width = Math.max(...words.map((word) => [...word].length));
  const bytes = Buffer.alloc(words.length * width * (wide ? 4 : 1));
  words.forEach((word, i) => {
    [...word].forEach((c, j) => {
      const at = i * width + j;
      const code = c.codePointAt(0) ?? 0;
      if (!wide) bytes[at] = code;
      else if (type === '<U') bytes.writeUInt32LE(code, 4 * at);
      else bytes.writeUInt32BE(code, 4 * at);
    });
  });
  return npyBytes(Uint8Array.from(bytes), shape, { descr: `${type}${width}` });
}

test('labels that are words in an array are classes by the alphabet, or yes and no', (t) => {
  const { at, z, y } = files(t);
  const wanted = figures(reportOf('--logits', z, '--labels', y));
  const names = ['cat', 'dog "the" second', 'emu', 'Ähre🌾'];
  for (const type of /** @type {const} */ (['<U', '>U', '|S'])) {
    const few = type === '|S' ? ['cat', 'dog', 'emu', 'fox'] : names;
    const words = four.labels.map((label) => few[label]);
    const report = reportOf('--logits', z, '--labels', at('words.npy', wordsNpy(words, type)));
    assert.deepEqual(figures(report), wanted, type);
    assert.match(report.notes.join(), /words\.npy: .*cat/);
    assert.deepEqual(figures(reportOf('--logits', z, '--labels', at('column.npy', wordsNpy(words, type, [N, 1])))), wanted, type);
  }
  const p = at(
    'p2.npy',
    npyBytes(
      Float64Array.from(two.probs, (row) => row[1]),
      [N],
    ),
  );
  const binary = figures(reportOf('--logits', p, '--labels', at('y2.npy', npyBytes(Int32Array.from(two.labels), [N]))));
  const yes = at(
    'yes.npy',
    wordsNpy(
      two.labels.map((label) => (label ? 'yes' : 'no')),
      '<U',
    ),
  );
  assert.deepEqual(figures(reportOf('--logits', p, '--labels', yes)), binary);
  // Damaged files, and words where numbers are needed.
  const words = four.labels.map((label) => ['cat', 'dog', 'emu', 'fox'][label]);
  const whole = Buffer.from(wordsNpy(words, '<U'));
  const bad = (/** @type {Uint8Array} */ bytes) => ['report', '--logits', z, '--labels', at('bad.npy', bytes)];
  refused(bad(whole.subarray(0, whole.length - 4)), 1, 'bad.npy: words must be an array [samples], each a label');
  refused(bad(wordsNpy([...words, ...words], '<U', [N, 2])), 1, 'bad.npy: words must be an array [samples]');
  const header = (/** @type {string} */ from, /** @type {string} */ to) => {
    const bytes = Buffer.from(whole);
    bytes.write(to.padEnd(from.length), bytes.indexOf(from), 'latin1');
    return bytes;
  };
  refused(bad(header("'<U3'", "'<U0'")), 1, 'words must be an array [samples]');
  refused(bad(header("'<U3'", "'<Ux'")), 1, "its 'descr' is not one simple type");
  refused(bad(wordsNpy(words.slice(1), '<U')), 1, 'z.npy has 200 rows, but bad.npy has 199 labels');
  refused(['report', '--logits', at('w.npy', whole), '--labels', y], 1, "w.npy: words, of type 'U3', cannot be read as numbers");
});
