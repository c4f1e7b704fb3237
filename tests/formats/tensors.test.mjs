// Tests predictions written by torch.save and numpy.savez. The page's module and the command line read the
// same arrays, to the last bit.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openInstance } from '../../build/site/core/worker/instance.js';
import { reportMemory } from '../../build/site/core/worker/memory.js';
import { readPickle } from '../../web/core/formats/pickle.js';
import { unpackTensors } from '../../web/core/worker/unpack.js';
import { calib, DETECTION, npyBytes } from '../support/calib.mjs';
import { pickle, zip } from '../support/containers.mjs';
import { root } from '../support/paths.mjs';
import { seed, count as times } from '../support/soak.mjs';

// emcc 3.1.6 expects these globals of Node, and an ES module lacks them.
globalThis.require = createRequire(import.meta.url);
globalThis.__dirname = root('build/site/engine');
const wasmBinary = readFileSync(root('build/site/engine/calib-single.wasm'));
const engine = await openInstance({ memory: reportMemory(), wasmBinary });

const made = (/** @type {string} */ name) => root(`tests/golden/tensors/${name}`);
const bytesOf = (/** @type {string} */ name) => readFileSync(made(name));
const quick = ['--draws', '0', '--metric', 'ece', '--metric', 'nll', '--calibrator', 'temperature'];

/** @param {string} name @param {Uint8Array} [bytes] @returns {Promise<Record<string, Buffer>>} */
async function arraysOf(name, bytes = bytesOf(name)) {
  const files = await unpackTensors(engine, new File([new Uint8Array(bytes)], name));
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file.name, Buffer.from(await file.arrayBuffer())])));
}

/**
 * Splits an array's file into its description and its bytes, whatever the length of its header.
 * @param {Buffer} npy
 */
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

/** Returns the report with another name for the file. @param {string[]} args */
function report(...args) {
  const { status, out, err } = calib('report', ...args);
  assert.equal(status, 0, err);
  return out.replace(/[\w-]+\.(npz|pth?)/g, 'FILE');
}

test('the command line takes them as it takes the arrays alone', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'calib-tensors-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const wanted = report('--logits', made('net.npz'), '--draws', '20');
  assert.ok(JSON.parse(wanted).calibrators.temperature.by_nll.T > 0); // fitted on its validation set
  assert.equal(report('--logits', made('net-compressed.npz'), '--draws', '20'), wanted);
  assert.equal(report('--logits', made('net.pt'), '--draws', '20'), wanted);
  // By their names, in separate files, and together with .npy.
  const single = report('--logits', made('test_logits.pth'), '--labels', made('test_labels.pth'), ...quick);
  for (const args of [
    ['--logits', made('test-logits.npy'), '--labels', made('test-labels.npy')],
    ['--logits', made('every.pt'), '--labels', made('test-labels.npy')],
    ['--logits', made('every.pt')],
    ['--logits', made('test-logits.npy'), '--labels', made('net.pt')],
  ])
    assert.deepEqual(JSON.parse(report(...args, ...quick)).metrics, JSON.parse(single).metrics, args.join(' '));
  // A view's tables are of the same arrays, those of the validation set if requested.
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
    assert.deepEqual(study.other[DETECTION].auroc, scored.metrics.auroc);
    assert.equal(study.temperature.T, fitted.T);
    assert.equal(study.temperature.metrics.nll.value, fitted.metrics.nll.value);
    assert.equal(study.other.temperature[DETECTION].auroc.value, fitted.metrics.auroc.value);
  }
  for (const [args, sentence] of /** @type {[string[], RegExp][]} */ ([
    [['ood', made('net.npz')], /^calib: net\.npz: none of its arrays is named as the out-of-distribution logits: [^\n]+\n$/],
    [['ood', made('net.npz'), '--data', 'x'], /^calib: ood: --data needs a link or a network\n$/],
    [['ood', 'data=moons', '--as-logits'], /^calib: ood: --as-logits needs a file of outputs, \.npz or \.pt\n$/],
    [['reduce', made('test-logits.npy'), '--out', shard], /^calib: --labels is missing\n$/],
  ]))
    assert.match(calib(...args).err, sentence);
  // A fit on the test set itself uses no validation set.
  assert.equal(JSON.parse(report('--logits', made('net.pt'), '--fit-on-test', ...quick)).fitted_on, 'test');
  const two = join(folder, 'two.npz');
  const z = npyBytes(Float32Array.from([1, 2, 3, 0]), [2, 2]);
  const y = npyBytes(Int32Array.from([0, 1]), [2]);
  // A name without a set is the test set, and never the one that calibrators are fitted on.
  const plain = join(folder, 'plain.npz');
  writeFileSync(plain, zip({ 'logits.npy': z, 'labels.npy': y }));
  assert.equal(JSON.parse(report('--logits', plain, '--draws', '0')).fitted_on, null);
  // A view of a tensor begins at its offset in the shared storage.
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
    [made('module.pt'), /module\.pt: byte 2: the pickle \w+ torch\.nn\.modules\.linear Linear, which is not opened/],
  ])) {
    const { status, out, err } = calib('report', '--logits', file);
    assert.equal(status, 1, err);
    assert.equal(out, '');
    assert.match(err, sentence);
    assert.match(err, /^calib: [^\n]+\n$/);
  }
});

/**
 * Writes a .pt with a pickle made by hand.
 * @param {Buffer} pickled
 * @param {Record<string, Uint8Array>} [storages]
 * @param {Record<string, string>} [more] further files, such as its byte order
 */
const pt = (pickled, storages = { 0: Buffer.alloc(16) }, more = {}) =>
  zip(
    {
      'x/data.pkl': pickled,
      ...Object.fromEntries(Object.entries(more).map(([name, text]) => [`x/${name}`, text])),
      ...Object.fromEntries(Object.entries(storages).map(([key, bytes]) => [`x/data/${key}`, Buffer.from(bytes)])),
    },
    { store: true },
  );
/**
 * Describes one tensor.
 * @param {{type?: string, key?: string, offset?: number, shape?: number[], stride?: number[]}} of
 */
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

/** Describes a tensor to whose sizes two more are appended after it was made. @param {number} size */
function resized(size) {
  const [before, after] = [Buffer.from(']q\x01]q\x02', 'latin1'), Buffer.from('q\x03h\x02K\x01aK\x01a0h\x01', 'latin1')];
  const whole = tensor({ offset: 10, shape: [], stride: [] });
  const lists = whole.indexOf('(t(t', 0, 'latin1');
  const made = Buffer.concat([whole.subarray(0, lists), before, whole.subarray(lists + 4, -1)]);
  const more = Buffer.alloc(5, 'J');
  more.writeInt32LE(size, 1);
  return Buffer.concat([made, after, more, Buffer.from('a'), more, Buffer.from('a0.')]);
}

test('a tensor that claims more than there is is refused', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'calib-tensors-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const labels = join(folder, 'y.npy');
  writeFileSync(labels, npyBytes(Int32Array.from([0, 1]), [2]));
  const good = parts((await arraysOf('a.pt', pt(tensor({}))))['a.pt'] ?? Buffer.alloc(0));
  assert.deepEqual(good, { words: "{'descr':'<f4','fortran_order':False,'shape':(2,2),}", numbers: '00'.repeat(16) });
  const refused = /** @type {[Buffer, RegExp][]} */ ([
    [pt(tensor({ shape: [3, 2] })), /needs more numbers than there are/],
    [pt(tensor({ offset: 1 })), /needs more numbers than there are/],
    // 8.4 GB, 64 MB and one row more, and more than 64 bits can count, all from 16 bytes.
    [pt(tensor({ shape: [2 ** 21, 1000], stride: [0, 0] })), /repeats numbers .* more than 64 MB/],
    [pt(tensor({ shape: [4_000_001, 4], stride: [0, 1] })), /'' repeats numbers .*; save it with \.contiguous\(\)/],
    [pt(tensor({ shape: [2 ** 30, 2 ** 30], stride: [0, 0] })), /repeats numbers/],
    [pt(tensor({ shape: [2 ** 16, 2 ** 15 + 1], stride: [0, 0] })), /repeats numbers/],
    [pt(tensor({ type: 'BFloat16Storage', shape: [8_000_001, 2], stride: [0, 1] })), /repeats numbers/],
    [pt(tensor({}), undefined, { byteorder: 'big' }), /its numbers are big-endian; little-endian is read/],
    [pt(tensor({ shape: [-2, 2] })), /the pickle calls what is not opened/],
    [pt(tensor({ key: '1' })), /has no numbers in the file/],
    [pt(tensor({ key: '../y' })), /has no numbers in the file/],
    [pt(tensor({ type: 'QUInt8Storage' })), / torch QUInt8Storage, which is not opened/],
    [pt(Buffer.from('\x80\x02cposix\nsystem\nX\x02\0\0\0ls\x85R.', 'latin1')), / posix system, which is not opened/],
    [pt(Buffer.from('\x80\x02]q\0(h\0h\0h\0h\0e.', 'latin1')), /there is no array in the archive/],
    [pt(Buffer.from('\x80\x02].', 'latin1')), /there is no array in the archive/],
    [pt(Buffer.concat([Buffer.from([0x80, 2]), Buffer.alloc(2 ** 21, 'N0'), Buffer.from('N.')])), /the pickle has too many instructions/],
    [pt(resized(-2), { 0: Buffer.alloc(64) }), /there is no array in the archive/],
    [zip({ 'x/y.txt': 'text' }), /there is no array in the archive/],
  ]);
  assert.equal(Object.keys(await arraysOf('a.pt', pt(resized(2), { 0: Buffer.alloc(64) }))).length, 1);
  for (const [bytes, sentence] of refused) {
    const file = join(folder, 'a.pt');
    writeFileSync(file, bytes);
    await assert.rejects(arraysOf('a.pt', bytes), sentence);
    const { status, err } = calib('report', '--logits', file, '--labels', labels);
    assert.equal(status, 1, err);
    assert.match(err, sentence);
  }
});

test('tensors that take too much together are refused', async () => {
  const one = tensor({ shape: [1e5, 4], stride: [0, 1] }).subarray(2, -1);
  const many = pt(Buffer.concat([Buffer.from('\x80\x02](', 'latin1'), ...Array(20).fill(one), Buffer.from('e.')]));
  assert.equal(Object.keys(await arraysOf('a.pt', many)).length, 20); // 32 MB
  const file = new File([new Uint8Array(many)], 'a.pt');
  await assert.rejects(unpackTensors(engine, file, 3e7), /^EngineError: a\.pt: its tensors take more than 30 MB$/);
  const large = new File([new Uint8Array(3e6)], 'b.pt'); // refused before it is copied
  await assert.rejects(unpackTensors(engine, large, 2e6), /^EngineError: b\.pt: its tensors take more than 2 MB$/);
  const more = Buffer.concat([Buffer.from('\x80\x02](', 'latin1'), ...Array(257).fill(tensor({}).subarray(2, -1)), Buffer.from('e.')]);
  await assert.rejects(arraysOf('a.pt', pt(more)), /a\.pt: it holds more than 256 arrays; save a network as \.safetensors or \.onnx/);
});

test('arrays of NumPy in a .pt are the arrays that they are alone', async () => {
  const values = Float32Array.from([1, 2, 3, 0, -1.5, 2 ** -149]); // every kind of byte, as text of protocol 2
  const bytes = Buffer.from(values.buffer);
  const turned = Buffer.from(Float64Array.of(1, 4, 2, 5, 3, 6).buffer);
  const all = {
    test: { logits: { type: 'f4', shape: [2, 3], bytes }, labels: [1, 0] },
    fortran: { type: 'f8', shape: [2, 3], bytes: turned, fortran: true },
    each: { type: 'u1', shape: [256], bytes: Uint8Array.from({ length: 256 }, (_, i) => i) },
    scalar: { type: 'f4', shape: [], bytes: bytes.subarray(0, 4) },
    words: { type: 'U1', shape: [1], bytes: bytes.subarray(0, 4) },
    note: 'some',
  };
  for (const protocol of [2, 3]) {
    const found = await arraysOf('a.pt', pt(pickle(all, { python3: true, protocol })));
    assert.deepEqual(Object.keys(found), ['a.pt/test/logits.npy', 'a.pt/fortran.npy', 'a.pt/each.npy']);
    const [logits, fortran, each] = Object.values(found).map(parts);
    assert.deepEqual(logits, parts(Buffer.from(npyBytes(values, [2, 3]))));
    assert.deepEqual(fortran, parts(Buffer.from(npyBytes(Float64Array.of(1, 2, 3, 4, 5, 6), [2, 3]))));
    assert.equal(each?.numbers, Buffer.from(all.each.bytes).toString('hex'));
  }
  const wrong = (/** @type {object} */ array, /** @type {(bytes: Buffer) => void} */ edit = () => {}) => {
    const pickled = pickle({ logits: array }, { python3: true });
    edit(pickled);
    return arraysOf('a.pt', pt(pickled));
  };
  const small = { type: 'f4', shape: [2, 2], bytes: bytes.subarray(0, 16) };
  for (const shape of [
    [2, 3],
    [2 ** 31 - 1, 2 ** 31 - 1],
    [2 ** 31 - 1, 2 ** 31 - 1, 2 ** 31 - 1, 2 ** 31 - 1],
  ])
    await assert.rejects(wrong({ ...small, shape }), /a\.pt: the tensor 'logits' needs more numbers than there are/);
  await assert.rejects(wrong({ ...small, shape: [-1, 2] }), /an array of the pickle is not built as NumPy does/);
  const big = (/** @type {Buffer} */ pickled) => void (pickled[pickled.indexOf('X\x01\0\0\0<', 0, 'latin1') + 5] = 0x3e);
  await assert.rejects(wrong(small, big), /an array of the pickle is big-endian; little-endian is read/);
  const wide = (/** @type {Buffer} */ pickled) => void pickled.write('\u0111', pickled.indexOf('\xc2\x80', 0, 'latin1'));
  await assert.rejects(wrong(small, wide), /the tensor 'logits' has characters in place of bytes/);
  await assert.rejects(wrong({ type: 'O8', shape: [1], bytes: bytes.subarray(0, 4) }), /there is no array in the archive/);
});

test('with addresses of 32 bits, in which its bytes would wrap around, a large tensor is refused', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'calib-tensors-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [file, labels] = [join(folder, 'a.pt'), join(folder, 'y.npy')];
  writeFileSync(file, pt(tensor({ shape: [2 ** 16, 2 ** 15 + 1], stride: [0, 0] })));
  writeFileSync(labels, npyBytes(Int32Array.from([0, 1]), [2]));
  const wasi = ['--no-warnings', root('tests/support/wasi.mjs')];
  const { status, stderr } = spawnSync('node', [...wasi, 'report', '--logits', file, '--labels', labels], { encoding: 'utf8' });
  assert.deepEqual([status, /repeats numbers/.test(stderr)], [1, true], stderr);
});

/**
 * Reports on the logits in a .pt by the command line.
 * @param {string} folder
 * @param {Buffer} bytes
 * @param {number[]} classes
 */
function measured(folder, bytes, classes) {
  const [logits, labels] = [join(folder, 'logits.pt'), join(folder, 'y.npy')];
  writeFileSync(logits, bytes);
  writeFileSync(labels, npyBytes(Int32Array.from(classes), [classes.length]));
  return JSON.parse(report('--logits', logits, '--labels', labels, '--draws', '0')).metrics;
}

test('an expanded tensor of modest size is the array that it stands for', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'calib-tensors-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const row = { 0: Buffer.from(Float32Array.from([1, 2, 3, 0]).buffer) };
  const expanded = pt(tensor({ shape: [3, 4], stride: [0, 1] }), row, { byteorder: 'little' });
  const wanted = npyBytes(Float32Array.from([1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0]), [3, 4]);
  assert.equal(parts((await arraysOf('a.pt', expanded))['a.pt'] ?? Buffer.alloc(0)).numbers, parts(Buffer.from(wanted)).numbers);
  const plain = measured(
    folder,
    pt(tensor({ shape: [3, 4], stride: [4, 1] }), { 0: Buffer.from(parts(Buffer.from(wanted)).numbers, 'hex') }),
    [2, 2, 0],
  );
  assert.deepEqual(measured(folder, expanded, [2, 2, 0]), plain);
});

test('bfloat16 is the upper half of a float32, to the bit', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'calib-tensors-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  // Sign, exponent and seven bits: 1, -2, 3.140625, -0.01165771484375, 2^-126, 65280, -0 and 0.5.
  const halves = Uint16Array.of(0x3f80, 0xc000, 0x4049, 0xbc3f, 0x0080, 0x477f, 0x8000, 0x3f00);
  const values = [1, -2, 3.140625, -0.01165771484375, 2 ** -126, 65280, -0, 0.5];
  const brain = { 0: Buffer.from(halves.buffer) };
  // The whole, and a column-wise view from the second number on.
  for (const [shape, stride, offset, order] of /** @type {[number[], number[], number, number[]][]} */ ([
    [[4, 2], [2, 1], 0, [0, 1, 2, 3, 4, 5, 6, 7]],
    [[2, 3], [1, 2], 1, [1, 3, 5, 2, 4, 6]],
  ])) {
    const bytes = pt(tensor({ type: 'BFloat16Storage', shape, stride, offset }), brain);
    const [got] = Object.values(await arraysOf('a.pt', bytes));
    const wide = Float32Array.from(order, (i) => values[i] ?? NaN);
    assert.deepEqual(parts(got ?? Buffer.alloc(0)), parts(Buffer.from(npyBytes(wide, shape))));
    const classes = order.slice(0, shape[0]).map((_, i) => i % 2);
    const single = pt(tensor({ shape, stride: [shape[1] ?? 1, 1] }), { 0: Buffer.from(wide.buffer) });
    assert.deepEqual(measured(folder, bytes, classes), measured(folder, single, classes));
  }
});

test('floats of a pickle are big-endian, and big-endian arrays in it are refused', () => {
  // pickle.dumps([1.5, -2.25, 1e-300], 2) of Python 3.11
  const floats = Buffer.from('80025d710028473ff800000000000047c0020000000000004701a56e1fc2f8f359652e', 'hex');
  assert.deepEqual(readPickle(floats, 'floats').value, [1.5, -2.25, 1e-300]);
  const little = pickle({ data: { type: 'f4', shape: [2], bytes: Buffer.from(Float32Array.of(1.5, -2).buffer) } });
  assert.deepEqual(new Float32Array(new Uint8Array(readPickle(little, 'little').value.get('data').bytes).buffer), Float32Array.of(1.5, -2));
  const big = Buffer.from(little);
  const order = big.indexOf('U\x01<', 0, 'latin1');
  big[order + 2] = '>'.charCodeAt(0);
  assert.throws(
    () => readPickle(big, 'big'),
    /^EngineError: big: an array of the pickle is big-endian; little-endian is read, at byte offset/,
  );
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
