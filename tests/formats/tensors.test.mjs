// Predictions as torch.save and numpy.savez write them: in the page's reader and on the command line the same arrays to the last bit.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { unpack } from '../../web/core/formats/unpack.js';
import { calib, npyBytes } from '../support/calib.mjs';
import { zip } from '../support/containers.mjs';
import { root } from '../support/paths.mjs';
import { seed, count as times } from '../support/soak.mjs';

const made = (/** @type {string} */ name) => root(`tests/golden/tensors/${name}`);
const bytesOf = (/** @type {string} */ name) => readFileSync(made(name));
const quick = ['--draws', '0', '--metric', 'ece', '--metric', 'nll', '--calibrator', 'temperature'];

/** @param {string} name @param {Uint8Array} [bytes] @returns {Promise<Record<string, Buffer>>} */
async function arraysOf(name, bytes = bytesOf(name)) {
  const files = await unpack(new File([new Uint8Array(bytes)], name));
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file.name, Buffer.from(await file.arrayBuffer())])));
}

/** What an array is and its bytes, however long its header. @param {Buffer} npy */
function parts(npy) {
  const start = 10 + npy.readUInt16LE(8);
  return { words: npy.subarray(10, start).toString().replace(/\s/g, ''), numbers: npy.subarray(start).toString('hex') };
}

test('tensors at any depth, of every type and stride, are the arrays that NumPy writes', async () => {
  const found = await arraysOf('every.pt');
  const names = ['test/logits', 'test/labels', 'val/0', 'val/1', 'views', 'half', 'brain', 'right'];
  assert.deepEqual(
    Object.keys(found),
    names.map((name) => `every.pt/${name}.npy`),
  );
  for (const name of names) {
    const wanted = bytesOf(`${name.replace('/', '-')}.npy`);
    const got = parts(found[`every.pt/${name}.npy`] ?? Buffer.alloc(0));
    assert.deepEqual(got, parts(wanted), name);
  }
  assert.deepEqual(Object.keys(await arraysOf('test_logits.pth')), ['test_logits.pth']);
});

/** The report, with another name for the file. @param {string[]} args */
function report(...args) {
  const { status, out, err } = calib('report', ...args);
  assert.equal(status, 0, err);
  return out.replace(/[\w-]+\.(npz|pth?)/g, 'FILE');
}

test('the command line takes them as it takes the arrays alone', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'calib-tensors-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const wanted = report('--logits', made('net.npz'), '--draws', '20');
  assert.ok(JSON.parse(wanted).calibrators.temperature.by_nll.T > 0); // of the validation set in it
  assert.equal(report('--logits', made('net-compressed.npz'), '--draws', '20'), wanted);
  assert.equal(report('--logits', made('net.pt'), '--draws', '20'), wanted);
  // By their own names, in files of their own, and beside .npy.
  const single = report('--logits', made('test_logits.pth'), '--labels', made('test_labels.pth'), ...quick);
  for (const args of [
    ['--logits', made('test-logits.npy'), '--labels', made('test-labels.npy')],
    ['--logits', made('every.pt'), '--labels', made('test-labels.npy')],
    ['--logits', made('every.pt')],
    ['--logits', made('test-logits.npy'), '--labels', made('net.pt')],
  ])
    assert.deepEqual(JSON.parse(report(...args, ...quick)).metrics, JSON.parse(single).metrics, args.join(' '));
  // A view's tables are of the same arrays, those of the validation set where it asks for them.
  const seen = (/** @type {string[]} */ ...args) => {
    const { status, out, err } = calib('view', 'temperature', ...args);
    assert.equal(status, 0, err);
    return out;
  };
  const val = ['--val-logits', made('val-0.npy'), '--val-labels', made('val-1.npy')];
  const table = seen('--logits', made('test-logits.npy'), '--labels', made('test-labels.npy'), ...val);
  for (const name of ['net.npz', 'net.pt']) assert.equal(seen('--logits', made(name), '--val-logits', made(name)), table, name);
  const bare = calib('view', 'confusion', '--logits', made('test-logits.npy'));
  assert.deepEqual([bare.status, bare.err], [2, 'calib: view: --logits and --labels belong together; --labels is missing\n']);
  // So are a reduction and the study of other samples' outputs, here those of the validation set.
  const done = (/** @type {string[]} */ ...args) => {
    const { status, out, err } = calib(...args);
    assert.equal(status, 0, err);
    return out;
  };
  const shard = join(folder, 'a.cal');
  done('reduce', made('test-logits.npy'), '--labels', made('test-labels.npy'), '--out', shard);
  const reduced = readFileSync(shard);
  const whole = ['report', '--logits', made('net.npz'), '--ood-logits', made('val-0.npy'), '--metric', 'auroc', '--metric', 'nll'];
  const scored = JSON.parse(done(...whole, '--calibrator', 'temperature', '--draws', '0'));
  for (const name of ['net.npz', 'net.pt']) {
    done('reduce', made(name), '--out', shard);
    assert.deepEqual(readFileSync(shard), reduced, name);
    const study = JSON.parse(done('ood', made(name), '--ood-logits', made('val-0.npy')));
    const fitted = scored.calibrators.temperature.by_ece;
    assert.equal(study.metrics.nll.value, scored.metrics.nll.value);
    assert.deepEqual(study.other.told_apart.auroc, scored.metrics.auroc);
    assert.equal(study.temperature.T, fitted.T);
    assert.equal(study.temperature.metrics.nll.value, fitted.metrics.nll.value);
    assert.equal(study.other.temperature.told_apart.auroc.value, fitted.metrics.auroc.value);
  }
  for (const [args, sentence] of /** @type {[string[], RegExp][]} */ ([
    [['ood', made('net.npz')], /^calib: net\.npz: none of its arrays is named as the out-of-distribution logits: [^\n]+\n$/],
    [['ood', made('net.npz'), '--data', 'x'], /^calib: ood: --data needs a link or a network\n$/],
    [['ood', 'data=moons', '--as-logits'], /^calib: ood: --as-logits needs a file of outputs, \.npz or \.pt\n$/],
    [['reduce', made('test-logits.npy'), '--out', shard], /^calib: --labels is missing\n$/],
  ]))
    assert.match(calib(...args).err, sentence);
  // What is measured on its own test set takes no validation set besides.
  assert.equal(JSON.parse(report('--logits', made('net.pt'), '--fit-on-test', ...quick)).fitted_on, 'test');
  const two = join(folder, 'two.npz');
  const z = npyBytes(Float32Array.from([1, 2, 3, 0]), [2, 2]);
  const y = npyBytes(Int32Array.from([0, 1]), [2]);
  // What names no set is the test set, and never what calibrators are fitted on.
  const plain = join(folder, 'plain.npz');
  writeFileSync(plain, zip({ 'logits.npy': z, 'labels.npy': y }));
  assert.equal(JSON.parse(report('--logits', plain, '--draws', '0')).fitted_on, null);
  // A part of a tensor begins where it begins in the storage that it shares.
  const view = join(folder, 'view.pt');
  writeFileSync(view, pt(tensor({ offset: 3 }), { 0: Buffer.from(Float32Array.from([9, 9, 9, 1, 2, 3, 0]).buffer) }));
  const [row, labels] = [join(folder, 'z.npy'), join(folder, 'y.npy')];
  writeFileSync(row, z);
  writeFileSync(labels, y);
  const measured = (/** @type {string} */ file) => JSON.parse(report('--logits', file, '--labels', labels, ...quick)).metrics;
  assert.deepEqual(measured(view), measured(row));
  writeFileSync(two, zip({ 'a_logits.npy': z, 'b_logits.npy': z, 'labels.npy': npyBytes(Int32Array.from([0, 1]), [2]) }));
  const none = join(folder, 'none.npz');
  writeFileSync(none, zip({ 'first.npy': z, 'second.npy': z }));
  for (const [file, sentence] of /** @type {[string, RegExp][]} */ ([
    [two, /two\.npz: several of its arrays could be the logits: a_logits, b_logits, labels; give that one as \.npy/],
    [none, /none\.npz: none of its arrays is named as the logits: first, second; give that one as \.npy/],
    [made('old.pt'), /old\.pt: a pickle of Python, which may run code.*torch\.save of PyTorch 1\.6 or newer/],
    [made('module.pt'), /module\.pt: byte 2: the pickle wants torch\.nn\.modules\.linear Linear, which is not opened/],
  ])) {
    const { status, out, err } = calib('report', '--logits', file);
    assert.equal(status, 1, err);
    assert.equal(out, '');
    assert.match(err, sentence);
    assert.match(err, /^calib: [^\n]+\n$/);
  }
});

/** A .pt whose pickle is made by hand. @param {Buffer} pickle @param {Record<string, Uint8Array>} [storages] */
const pt = (pickle, storages = { 0: Buffer.alloc(16) }) =>
  zip(
    { 'x/data.pkl': pickle, ...Object.fromEntries(Object.entries(storages).map(([key, bytes]) => [`x/data/${key}`, Buffer.from(bytes)])) },
    { store: true },
  );
/** One tensor. @param {{type?: string, key?: string, offset?: number, shape?: number[], stride?: number[]}} of */
function tensor({ type = 'FloatStorage', key = '0', offset = 0, shape = [2, 2], stride = [2, 1] }) {
  const text = (/** @type {string} */ word) => Buffer.concat([Buffer.from([0x58, word.length, 0, 0, 0]), Buffer.from(word)]);
  const whole = (/** @type {number} */ value) => {
    const bytes = Buffer.alloc(5, 'J');
    bytes.writeInt32LE(value, 1);
    return bytes;
  };
  const tuple = (/** @type {Buffer[]} */ ...items) => Buffer.concat([Buffer.from('('), ...items, Buffer.from('t')]);
  return Buffer.concat([
    Buffer.from([0x80, 2]),
    Buffer.from('ctorch._utils\n_rebuild_tensor_v2\n('),
    tuple(text('storage'), Buffer.from(`ctorch\n${type}\n`), text(key), text('cpu'), whole(4)),
    Buffer.from('Q'),
    whole(offset),
    tuple(...shape.map(whole)),
    tuple(...stride.map(whole)),
    Buffer.from([0x89]),
    Buffer.from('ccollections\nOrderedDict\n)RtR.'),
  ]);
}

test('a tensor that claims more than there is, in both readers', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'calib-tensors-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const labels = join(folder, 'y.npy');
  writeFileSync(labels, npyBytes(Int32Array.from([0, 1]), [2]));
  const good = parts((await arraysOf('a.pt', pt(tensor({}))))['a.pt'] ?? Buffer.alloc(0));
  assert.deepEqual(good, { words: "{'descr':'<f4','fortran_order':False,'shape':(2,2),}", numbers: '00'.repeat(16) });
  for (const [bytes, inPage, outside] of /** @type {[Buffer, RegExp, RegExp][]} */ ([
    [pt(tensor({ shape: [3, 2] })), /it needs 6 numbers, and its storage has 4$/, /needs more numbers than there are/],
    [pt(tensor({ offset: 1 })), /it needs 5 numbers/, /needs more numbers than there are/],
    [pt(tensor({ shape: [2 ** 30, 2 ** 30], stride: [0, 0] })), /its tensors take more than/, /needs more numbers than there are/],
    [pt(tensor({ shape: [-2, 2] })), /not built as PyTorch does/, /the pickle calls what is not opened/],
    [pt(tensor({ key: '1' })), /its numbers are not in the file/, /has no numbers in the file/],
    [pt(tensor({ key: '../y' })), /something else than a storage/, /has no numbers in the file/],
    [
      pt(tensor({ type: 'QUInt8Storage' })),
      /wants torch QUInt8Storage, which is not opened/,
      /wants torch QUInt8Storage, which is not opened/,
    ],
    [
      pt(Buffer.from('\x80\x02cposix\nsystem\nX\x02\0\0\0ls\x85R.', 'latin1')),
      /wants posix system, which is not opened/,
      /wants posix system, which/,
    ],
    [pt(Buffer.from('\x80\x02]q\0(h\0h\0h\0h\0e.', 'latin1')), /there is no tensor in it/, /none of its arrays is named|there is no/],
    [pt(Buffer.from('\x80\x02].', 'latin1')), /there is no tensor in it/, /none of its arrays|no/],
    [zip({ 'x/y.txt': 'text' }), /there is no data\.pkl in it/, /there is no array in the archive/],
  ])) {
    const file = join(folder, 'a.pt');
    writeFileSync(file, bytes);
    await assert.rejects(arraysOf('a.pt', bytes), inPage);
    const { status, err } = calib('report', '--logits', file, '--labels', labels);
    assert.equal(status, 1, err);
    assert.match(err, outside);
  }
});

test('damaged ones end in one sentence', async () => {
  let state = seed;
  const draw = (/** @type {number} */ most) => (state = (state * 48271) % 2147483647) % most;
  for (const name of ['every.pt', 'net.pt']) {
    const good = bytesOf(name);
    for (let i = 0; i < times(60, 3000); i++) {
      const bytes = Buffer.from(draw(8) ? good : good.subarray(0, draw(good.length)));
      for (let j = 0; j < 3 && bytes.length; j++) bytes[draw(Math.min(bytes.length, 1500))] = draw(256);
      await arraysOf(name, bytes).catch((thrown) => {
        assert.equal(thrown.name, 'EngineError', String(thrown.stack));
        assert.match(thrown.message, /^[^\n]+$/);
      });
    }
  }
});
