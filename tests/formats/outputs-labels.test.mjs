// Tests labels as people save them: strings, whole numbers of any type, one-hot, from 0 or 1. Each gives the
// report of the plain arrays, with a note on how it was read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibJson, npyBytes } from '../support/calib.mjs';
import { files, flat, four, K, N, noNotes, refused, reportOf, table } from '../support/outputs.mjs';

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
  assert.deepEqual(noNotes(report), wanted);
  const csv = table(
    four.logits.map((row, i) => [ones[i], ...row]),
    'label,a,b,c,d',
  );
  assert.deepEqual(noNotes(reportOf('--csv', at('one.csv', csv))), wanted);
  assert.deepEqual(noNotes(reportOf('--csv', at('bare.csv', csv.slice(csv.indexOf('\n') + 1)))), wanted);
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
