// Collects answers of the engine's module as the page loads it, by call. Links, files, logits and runs are
// chosen so that every member occurs, and every figure is missing at least once. They are small and take a
// few seconds in all.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openInstance } from '../../../build/site/core/worker/instance.js';
import { growingMemory } from '../../../build/site/core/worker/memory.js';
import { npyBytes, safetensorsBytes } from '../../../tests/support/calib.mjs';
import { root } from '../../../tests/support/paths.mjs';
import { applyBytes, calibratorText, openApply, setsOfFiles, setsTable, viewOfFiles } from '../../core/worker/files.js';
import { outputsOf } from '../../core/worker/looker.js';

// Each module adds a listener for uncaught errors.
process.setMaxListeners(100);
// emcc 3.1.6 expects these of Node in an ES module, which does not have them.
Object.assign(globalThis, { require: createRequire(import.meta.url), __dirname: root('build/site/engine') });
const wasmBinary = readFileSync(root('build/site/engine/calib-single.wasm'));

const TINY = 'model=mlp:hidden=4&batch=16';
const PICTURES = 'data=shapes10:train=40,val=20,test=20&model=layers:c4-bn-relu-gap-fc&batch=20';
// A user's pictures: their probabilities are unknown.
const FILES = 'data=images:train=8,val=4,test=4,classes=2,channels=1,size=8&model=logistic';

// Runs with everything that an epoch may record, with a missing set, with an early end, and with each loss
// that has a state.
const RUNS = [
  `data=gaussians:train=32,val=16,test=16&${TINY}&epochs=2&diagnostics=yes&curvature=2&keep=best&by=adaece`,
  `data=moons:train=32,val=0,test=16&${TINY}&epochs=2&diagnostics=yes&loss=trace&penalty=trace`,
  `data=moons:train=32,val=16,test=16&${TINY}&epochs=3&loss=adafocal&patience=1&optimizer=sgd:lr=0`,
  `data=moons:train=32,val=16,test=16&${TINY}&epochs=2&loss=calfocal1`,
  `data=moons:train=32,val=16,test=16&${TINY}&epochs=2&loss=calfocal2&switch=1:focal-schedule`,
  `${PICTURES}&epochs=1`,
  `data=moons:train=1,val=1,test=1&${TINY}&epochs=1&diagnostics=yes&curvature=2`,
  FILES,
];
// A state that an earlier engine saved, with the name that a future engine may give one of its metrics.
const OLD = 'data=moons:train=64,val=32,test=32&model=mlp:hidden=4&epochs=3&batch=32&seed=2&keep=best&by=adaece';
const old = () =>
  Buffer.from(readFileSync(root('tests/golden/states/run-1.safetensors'), 'latin1').replace(/\/brier\//, '/later/'), 'latin1');

const HASH = '0123456789abcdef';
const RECEIPT = `1.0.0:data=${HASH},weights=${HASH},digest=${HASH},error=0.25,nll=0.5,brier=0.4,ece=0.1,mce=0.3`;
const DAMAGED = ['data=moons&loss=nonesuch&epochs=5', 'epochs=0&model=mlp:hidden=no', ''];
const CURVES = ['ce', 'focal:gamma=3', 'mmce', 'adafocal', 'trace'];

/** Deterministic numbers that look random. @param {number} n */
const some = (n, seed = 1) => Float32Array.from({ length: n }, (_, i) => ((i * 7919 + seed * 104729) % 1009) / 100 - 5);
/** @param {number} n @param {number} k */
const labels = (n, k) => Int32Array.from({ length: n }, (_, i) => (i * 5) % k);

/** @typedef {Record<string, unknown[]>} Answers by call */
/** @typedef {Awaited<ReturnType<typeof openInstance>>} Instance */

/** A module whose answers are recorded. @param {Answers} answers */
async function recorded(answers) {
  const instance = await openInstance({ memory: growingMemory(), wasmBinary });
  const ask = instance.ask.bind(instance);
  instance.ask = (name, ...args) => {
    const answer = ask(name, ...args);
    (answers[name] ??= []).push(answer);
    return answer;
  };
  return instance;
}

/**
 * A link for each entry of each registry that a link chooses from.
 * @param {any} describe
 * @returns {string[]}
 */
function everyChoice(describe) {
  const fits = (/** @type {string} */ layers) => (layers.startsWith('emb') ? 'data=words' : 'data=shapes10');
  return Object.keys(describe.default).flatMap((kind) =>
    describe[kind].map((/** @type {any} */ { id, layers = '', several = false }) => {
      const text = id === 'layers' ? 'layers:fc' : id;
      if (kind === 'data')
        return `data=${id}&model=${id === 'texts' || id === 'words' ? 'gpcnn' : 'logistic'}${several ? '&head=sigmoid' : ''}`;
      return `${kind === 'model' ? fits(layers) : 'data=shapes10'}&${kind}=${text}&batch=4`;
    }),
  );
}

/** @param {Instance} lab */
function links(lab) {
  for (const link of [...RUNS, ...everyChoice(lab.describe())]) {
    lab.check(link, 1);
    lab.wanted(link);
    lab.seal(link);
  }
  lab.check(`loss=focal&receipt=${RECEIPT}&view=curves`, 1);
  lab.linkRemove(lab.linkSet('', { loss: 'focal', 'loss.gamma': 2 }), 'loss');
  lab.linkRead('loss=focal', 'loss.gamma');
  for (const text of ['focal', 'focal:gamma=2', 'adafocal:bins=2,gammas=1/2']) lab.choice('loss', text);
  for (const link of DAMAGED) lab.recover(link);
  for (const loss of CURVES) lab.curve(loss, 9);
}

/**
 * Evaluates logits of ten classes and of two, with and without true probabilities, one sample, and a single
 * class.
 * @param {Instance} lab
 */
function scores(lab) {
  const [n, k] = [24, 3];
  const posterior = Float64Array.from({ length: n * k }, () => 1 / k);
  const many = { logits: some(n * k), labels: labels(n, k), n, k };
  const val = { valLogits: some(n * k, 2), valLabels: labels(n, k), oodLogits: some(n * k, 3) };
  const impossible = { logits: Float32Array.from([200, -200, 0, 200, -200, 0]), labels: Int32Array.of(1, 1), n: 2, k };
  for (const draws of [0, 20]) {
    lab.evaluate({ ...many, temperature: 1, bins: 15, draws });
    lab.evaluate({ ...many, posterior, temperature: 2, bins: 3, draws });
    lab.evaluate({ ...impossible, temperature: 1e-6, bins: 3, draws });
  }
  lab.fit(many);
  lab.fit(impossible);
  lab.cubic([0, 1, 2, 3, 4], [0, 1, 4, 9, 20]);
  lab.cubic([0], [0]);
  for (const { id } of lab.describe().view) lab.view(id, { ...many, posterior, ...val });
}

/** @param {Instance} lab */
function files(lab) {
  const [n, k] = [24, 3];
  const text = new TextEncoder();
  const soft = Float32Array.from({ length: n * k }, (_, i) => (i % k ? 0 : 1));
  const ward = `group,label,p\n${'a,0,0.2\na,1,0.6\nb,1,0.9\nb,0,0.7\n'.repeat(3)}`;
  const given = [
    ['logits.npy', npyBytes(some(n * k), [n, k])],
    ['labels.npy', npyBytes(labels(n, k), [n])],
    ['probabilities.npy', npyBytes(soft, [n, k])],
    [
      'rounded.npy',
      npyBytes(
        Float32Array.from({ length: n * k }, (_, i) => [0.33, 0.33, 0.335][i % k]),
        [n, k],
      ),
    ],
    ['one_hot.npy', npyBytes(Int32Array.from(soft), [n, k])],
    ['predictions.csv', text.encode('pred,conf,label\n0,0.9,0\n1,0.8,0\n1,0.7,1\n0,0.6,0\n')],
    ['table.csv', text.encode('z0,z1,label\n0.5,1,0\n2,1,1\n0,1,1\n3,0,0\n')],
    ['binary.csv', text.encode('sex,visit,label,p\nf,a,no,0.1\nm,a,yes,0.9\nf,b,yes,0.6\nm,b,no,0.4\nm,c,no,0.2\nf,c,yes,0.3\n')],
    ['binary_val.csv', text.encode('patient,group,y,logit\n1,a,1,2.5\n1,a,0,-1\n2,b,1,0.5\n2,b,0,0.7\n3,b,1,-1.5\n')],
    ['none.npy', npyBytes(new Float32Array(0), [0, 3])],
    ['pictures.npy', npyBytes(new Uint8Array(24), [2, 3, 2, 2], { descr: '|u1' })],
    ['val.npy', npyBytes(some(n * k, 2), [n, k])],
    ['few.npy', npyBytes(some(2 * k, 2), [2, k])],
    ['few_labels.npy', npyBytes(labels(2, k), [2])],
    ['negative.npy', npyBytes(Int32Array.of(-1, 2, 0), [3])],
    ['unread.csv', text.encode('a,b,c\n1,x,y\n2,z,u\n')],
    [
      'several.csv',
      text.encode(`edema,edema_prob,mass,mass_prob,sex\n${'1,0.4,0,0.2,f\n0,0.1,1,0.3,m\n,0.2,1,0.9,f\n1,0.8,0,0.1,m\n'.repeat(6)}`),
    ],
    ['weighted.csv', text.encode('label,p,weight\n0,0.1,1\n1,0.9,2\n1,0.6,1\n0,0.4,3\n0,0.2,1\n1,0.3,1\n')],
    [
      'questions.jsonl',
      text.encode(
        '{"logprobs":[-1,-2],"target":0,"choices":["a","bc"]}\n{"logprobs":[-1,-2,-3],"target":"B","choices":["a","b","cd"]}\n' +
          '{"logprobs":[-2,-1],"target":1,"choices":["ab","c"]}\n',
      ),
    ],
    ['several.npy', npyBytes(Int8Array.of(1, 1, 0, -1, 1, 0), [3, 2], { descr: '|i1' })],
    ['either.csv', text.encode('label,yes,no\n0,0.2,0.8\n1,0.7,0.3\n')],
    ['or.csv', text.encode('0,0,0.9\n1,1,0.8\n')],
    ['hole.csv', text.encode('id,label,p\n1,0,0.1\n2,1,\n3,1,0.9\n4,0,0.3\n5,1,0.6\n')],
    ['ward.csv', text.encode(ward)],
    ['ward_val.csv', text.encode(ward.replaceAll('0.6', '0.55'))],
    ['other.csv', text.encode('died,p_survival\n0,0.2\n1,0.7\n1,0.1\n')],
  ];
  for (const [name, bytes] of given) lab.addFile(/** @type {string} */ (name), /** @type {Uint8Array} */ (bytes));
  for (let i = 0; i < given.length; i++) {
    try {
      lab.look(i);
    } catch {} // not a file of outputs or labels
  }
  for (const i of [0, 1]) lab.array(i);
  const packed = readFileSync(root('tests/golden/tensors/net.pt'));
  lab.ask('unpack', 0, 0, lab.take(packed), packed.length);
  lab.ask('unpacked', 0);
  const val = 'val-logits=11&val-labels=1&ood-logits=11';
  const reports = [
    'logits=0&labels=1&draws=20',
    `logits=0&labels=1&${val}&draws=20`,
    `logits=0&labels=1&${val}&draws=0&match=all`,
    'logits=0&labels=1&draws=0&match=netcal&fit-on-test',
    'logits=2&labels=1&probs&draws=0',
    'logits=3&labels=1&probs&draws=0&metric=nll&metric=ece:edges=left',
    'logits=0&labels=1&val-logits=12&val-labels=13&draws=0',
    'csv=5&draws=20',
    'csv=6&draws=0',
    'csv=7&val-csv=8&draws=20',
    'csv=7&fit-on-test&draws=20&columns=label=3,p=4,positive=no',
    'csv=8&draws=0',
    'csv=7&against=7&draws=20',
    'logits=0&labels=1&against=0&draws=0&metric=nll',
    'csv=16&draws=20',
    'csv=17&draws=20',
    'csv=18&draws=20',
    'csv=22&draws=20',
  ];
  const texts = reports.map((options) => lab.reportText(options));
  lab.formatReport(texts[0], 1);
  const kept = ['temperature:by=nll', 'vector', 'isotonic'].map((calibrator) =>
    calibratorText(lab, `val-logits=11&val-labels=1&calibrator=${calibrator}`),
  );
  viewOfFiles(lab, 'decision', 'csv=7');
  const sets = ['', 'by=class', 'score=raps', 'calibrator=temperature:by=nll', 'score=lac&empty=top'];
  for (const how of sets) setsOfFiles(lab, `alpha=0.5&${how}`.replace(/&$/, ''), 'logits=0&labels=1&val-logits=11&val-labels=1');
  setsOfFiles(lab, 'alpha=0.5&by=group', 'csv=23&val-csv=24');
  setsOfFiles(lab, 'alpha=0.5', 'logits=0&labels=1&posterior=2&val-logits=11&val-labels=1');
  setsTable(lab, 'alpha=0.5', 'logits=0&labels=1&val-logits=11&val-labels=1');
  openApply(lab, kept[0] ?? '', { name: 'z.npy' });
  applyBytes(lab, /** @type {Uint8Array} */ (given[0]?.[1]), true);
  openApply(lab, kept[0] ?? '', { name: 't.csv', columns: 'class=1,class=2,class=3' });
  applyBytes(lab, text.encode('a,b,c\n0,1,2\n,1,2\n'), true);
  lab.dropFiles();
  return texts.map((report) => JSON.parse(report));
}

/** @param {Instance} lab */
function addPictures(lab) {
  const pictures = Uint8Array.from({ length: 16 * 64 }, (_, i) => (i * 31) % 256);
  lab.addFile('images.npy', npyBytes(pictures, [16, 8, 8], { descr: '|u1' }));
  lab.addFile('images-labels.npy', npyBytes(labels(16, 2), [16]));
}

/** @param {Instance} lab */
function data(lab) {
  lab.data('data=gaussians:train=20,val=10,test=10&model=logistic');
  lab.data('data=scenes:train=20,val=10,test=10&head=sigmoid&model=logistic');
  lab.samples('data=gaussians:train=20,val=10,test=10&model=logistic', 'test', 0, 4);
  lab.samples(PICTURES, 'val', 0, 4);
  lab.blend({ link: PICTURES, split: 'test', index: 0, first: 0, second: 1, fractions: [0, 0.5] });
  lab.blendNetwork(PICTURES, new ArrayBuffer(0));
  addPictures(lab);
  lab.measure(FILES);
  lab.loading(FILES);
  lab.load(FILES);
  lab.data(FILES);
  lab.dropFiles();
}

/**
 * Trains a run, from a state if there is one, and returns its last state.
 * @param {Answers} answers
 * @param {string} link
 * @param {ArrayBuffer} [from] a state
 * @returns {Promise<ArrayBuffer>}
 */
async function train(answers, link, from) {
  const run = await recorded(answers);
  if (link === FILES) addPictures(run);
  run.openRun(link, 1);
  if (from) run.resume(from);
  run.step();
  run.report();
  for (;;) {
    const progress = run.step();
    if (progress !== 'stepped') run.epoch();
    if (progress === 'ended') break;
  }
  run.report();
  const saved = run.save();
  const other = await recorded(answers);
  if (link === FILES) addPictures(other);
  other.openRun(link, 1);
  const state = new Uint8Array(saved).buffer;
  other.resume(state);
  return state;
}

/**
 * Runs every probe of a state, and reads its network as files.
 * @param {Answers} answers
 * @param {string} link
 * @param {ArrayBuffer} state
 * @param {string[]} probes
 */
async function look(answers, link, state, probes) {
  for (const probe of probes) {
    const lab = await recorded(answers);
    try {
      lab.probeNeed(link, probe, 1, 0);
      lab.probe(link, state, probe, 1);
    } catch {} // not for this data
  }
  const lab = await recorded(answers);
  if (link.startsWith(PICTURES)) {
    lab.blendNetwork(link, state);
    const { pixels, count: n, c, h, w } = lab.samples(link, 'val', 0, 4);
    outputsOf(lab, { pixels: /** @type {Uint8Array} */ (pixels), n, c, h, w });
  }
  lab.saveNetwork(link, state, 1);
  const weights = lab.saveNetwork(link, state, 0);
  for (const text of ['', link, 'model=mlp', `${PICTURES}`]) {
    try {
      lab.network('weights.safetensors', new Uint8Array(weights).buffer, text);
    } catch {} // refused
  }
}

/**
 * Reads other programs' networks: whole, with an extra tensor, with tensor names in another order.
 * @param {Instance} lab
 */
function networks(lab) {
  /** @param {Record<string, number[]>} shapes */
  const file = (shapes) => {
    const tensors = Object.entries(shapes).map(([name, shape]) => [name, { shape, data: new Float32Array(shape.reduce((a, b) => a * b)) }]);
    return new Uint8Array(safetensorsBytes(Object.fromEntries(tensors))).buffer;
  };
  const whole = file({ 'fc.weight': [2, 2], 'fc.bias': [2] });
  lab.network('other.safetensors', whole, '');
  lab.network('other.safetensors', whole, 'data=moons');
  lab.network('more.safetensors', file({ 'fc.weight': [2, 2], 'fc.bias': [2], 'fc.more': [3] }), 'data=moons&model=logistic');
  const hidden = { 'a.bias': [4], 'a.weight': [4, 2], 'b.bias': [2], 'b.weight': [2, 4] };
  lab.network('sorted.safetensors', file(hidden), 'data=moons&model=mlp:hidden=4');
  lab.network('pictures.safetensors', file({ 'fc.weight': [10, 3072], 'fc.bias': [10] }), 'data=cifar10&model=logistic');
}

/** @returns {Promise<Answers>} */
export async function answers() {
  /** @type {Answers} */
  const all = {};
  const lab = await recorded(all);
  links(lab);
  scores(lab);
  data(lab);
  networks(lab);
  all.report = files(lab);
  const kinds = lab.describe().probe.map((/** @type {{id: string}} */ { id }) => id);
  for (const link of RUNS) {
    const state = await train(all, link);
    if (link === RUNS[0] || link.startsWith(PICTURES)) await look(all, link, state, kinds);
  }
  await train(all, OLD, new Uint8Array(old()).buffer);
  const [first, second] = /** @type {{link: string}[]} */ (all.run_report.filter((report) => 'link' in /** @type {object} */ (report)));
  lab.compare(first.link, first.link);
  lab.compare(first.link, second.link);
  lab.compare(first.link, first.link.replace(/^sum=\w+&/, '').replace(/&receipt=[\d.]+/, '$&-fused'));
  lab.recover(first.link.replace(/\d/, '!'));
  lab.recover(first.link.slice(0, -30));
  lab.check(first.link, 2);
  return all;
}
