// Tests Parquet tables by two other programs: they become the text that one of them writes of the same table.
// Damaged and hostile ones end in one sentence. (The tests of Evaluate have the page.)
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parquetText } from '../../web/core/formats/parquet.js';
import { unsnappy } from '../../web/core/formats/snappy.js';
import { root } from '../support/paths.mjs';
import { seed, count as times } from '../support/soak.mjs';

const folder = root('tests/golden/parquet');
const bytesOf = (/** @type {string} */ name) => readFileSync(`${folder}/${name}`);
const textOf = (/** @type {string} */ name) => readFileSync(`${folder}/${name}`, 'utf8');
/** @param {Uint8Array} bytes */
const read = async (bytes, name = 'some.parquet') => Buffer.concat(await parquetText(new Blob([new Uint8Array(bytes)]), name)).toString();
/** @param {Uint8Array} bytes @returns {Promise<string>} the sentence of a refusal, or '' */
async function sentenceOf(bytes, name = 'some.parquet') {
  try {
    await read(bytes, name);
    return '';
  } catch (thrown) {
    assert.equal(/** @type {Error} */ (thrown).name, 'EngineError', String(/** @type {Error} */ (thrown).stack));
    return /** @type {Error} */ (thrown).message;
  }
}

test('classes and lists, unpacked in every way, are the table as text', async () => {
  for (const name of ['classes.parquet', 'classes-gzip.parquet']) assert.equal(await read(bytesOf(name)), textOf('classes.csv'), name);
  assert.equal(await read(bytesOf('lists.parquet')), textOf('lists.csv'));
  assert.deepEqual(
    (await read(bytesOf('questions.parquet')))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    JSON.parse(`[${textOf('questions.jsonl').trim().replaceAll('\n', ',').replaceAll('-0.0,', '0,').replaceAll('-0.0]', '0]')}]`),
  );
});

test('words, dates, missing values and single precision, in pages of both versions', async () => {
  // Single precision is written in full here, and with the fewest distinguishing digits there.
  const single = (/** @type {string} */ table) =>
    table.replace(/[^,]+$/gm, (last) => (Number.isFinite(Number(last)) ? String(Math.fround(Number(last))) : last));
  const wanted = textOf('risks.csv');
  for (const name of ['risks.parquet', 'risks-v2.parquet']) {
    const found = await read(bytesOf(name));
    assert.equal(single(found), single(wanted), name);
    assert.match(found, /,0\.38248851895332336\n/, name);
  }
  const arrow = await read(bytesOf('risks-arrow.parquet'));
  assert.equal(arrow, wanted.replace(/^((?:"(?:[^"]|"")*"|[^,\n]+)(?:,(?:"(?:[^"]|"")*"|[^,\n]+)){3}),.*$/gm, '$1'));
});

test('an encoding that is not read is named, with how to write the file instead', async () => {
  const good = bytesOf('risks.parquet');
  const refusals = [];
  for (let at = 4; at < good.length; at++) {
    if (good[at] !== 0) continue; // PLAIN, in the header of a page
    const bytes = Buffer.from(good);
    bytes[at] = 2 * 7;
    const sentence = await sentenceOf(bytes);
    if (sentence.includes('DELTA_BYTE_ARRAY')) refusals.push(sentence);
  }
  assert.ok(refusals.length > 0);
  for (const sentence of refusals)
    assert.match(
      sentence,
      /^some\.parquet: values are encoded as DELTA_BYTE_ARRAY, which is not read, in its column .+, at byte offset \d+; write it \w+ column_encoding \(pyarrow: .*\), or save it as CSV$/,
    );
});

test('a truncated or damaged file ends in one sentence', async () => {
  let state = seed;
  const draw = (/** @type {number} */ most) => (state = (state * 48271) % 2147483647) % most;
  let refused = 0;
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.parquet'))) {
    const good = bytesOf(name);
    for (const length of [4, 11, 12, 60, good.length >> 1, good.length - 9, good.length - 1])
      assert.match(await sentenceOf(good.subarray(0, length), name), new RegExp(`^${name}[: ].+`), `${name}, ${length} bytes`);
    for (let i = 0; i < times(40, 2000); i++) {
      const bytes = Buffer.from(good);
      const end = bytes.length - 9;
      for (let j = 0; j <= draw(3); j++) {
        const at = draw(2) ? draw(bytes.length) : end - draw(1500);
        bytes[at] = [0, 1, 127, 128, 255, draw(256), (bytes[at] ?? 0) ^ (1 << draw(8))][draw(7)] ?? 0;
      }
      const sentence = await sentenceOf(bytes, name);
      assert.ok(!sentence.includes('\n'), sentence);
      refused += sentence ? 1 : 0;
    }
  }
  assert.ok(refused > 100);
});

test('the sizes that a file claims are compared with its bytes', async () => {
  const good = bytesOf('classes.parquet');
  const footer = good.readUInt32LE(good.length - 8);
  const claims = Buffer.from(good);
  claims.writeUInt32LE(2 ** 31, claims.length - 8);
  assert.match(await sentenceOf(claims), /^some\.parquet: the Parquet file's description would take 2147483648 bytes, at byte offset \d+$/);
  const encrypted = Buffer.from(good);
  encrypted.write('PARE', encrypted.length - 4);
  assert.match(await sentenceOf(encrypted), /^some\.parquet is an encrypted Parquet file; save it \w+ encryption$/);
  // 240 rows are the varint e0 03, which becomes 2 to the 31st and less.
  const start = good.length - 8 - footer;
  /** Changes one of the places where the footer has 240. @param {number} index */
  const rows = (index) => {
    const bytes = Buffer.from(good);
    let at = start;
    for (let i = 0; i <= index; i++) at = bytes.indexOf(Buffer.from([0x16, 0xe0, 0x03]), at + 1);
    assert.ok(at > start);
    bytes.set([0x16, 0xfe, 0x7f], at);
    return bytes;
  };
  assert.match(await sentenceOf(rows(0)), /claims 8,191 rows, and its groups of rows have others; it is damaged$/);
  assert.match(await sentenceOf(rows(1)), /there are 8191 values for 240 rows in its column label, at byte offset \d+$/);
  // A run of 240 equal levels that claims to be longer than memory.
  const run = Buffer.from(good);
  const at = run.indexOf(Buffer.from([0xe0, 0x03, 0x01]));
  run.set([0xfe, 0x7f, 0x01], at);
  assert.match(await sentenceOf(run), /a page is damaged in its column label, at byte offset \d+$/);
});

test('Snappy: literals and copies, within the bytes that exist', () => {
  const unpack = (/** @type {number[]} */ bytes, /** @type {number} */ size) =>
    Buffer.from(unsnappy(Uint8Array.from(bytes), size, 'f', 0)).toString();
  assert.equal(unpack([5, 4 << 2, 97, 98, 99, 100, 101], 5), 'abcde');
  assert.equal(unpack([8, 1 << 2, 97, 98, (2 << 2) | 1, 2], 8), 'abababab');
  assert.equal(unpack([8, 1 << 2, 97, 98, (5 << 2) | 2, 1, 0], 8), 'abbbbbbb');
  for (const [bytes, size] of /** @type {[number[], number][]} */ ([
    [[5, 4 << 2, 97], 5], // a literal longer than the rest
    [[5, (63 << 2) | 0, 255, 255, 255, 255], 5],
    [[5, (63 << 2) | 0, 240, 255, 255, 255, 1, 2], 5],
    [[4, (0 << 2) | 1, 1], 4], // a copy from before the start
    [[9, 0, 97, (63 << 2) | 2, 1, 0], 9], // a copy that is too long
    [[255, 255, 255, 255, 255, 255], 4],
    [[5, 1 << 2, 97, 98], 5],
  ]))
    assert.throws(() => unpack(bytes, size), /^EngineError: f: a packed page .*, at byte offset \d+$/, bytes.join());
});
