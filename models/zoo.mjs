// make zoo: trains the networks that the zoo lacks (into build/zoo) and packages them: weights, logits,
// labels, and a card for each network. ONLY=shapes10 trains only those; TRAIN=no trains none. If a run is
// gone, the figures of its card are recomputed from the stored logits.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BATCHES, dataFolder, missingCifar, skipped } from '../tests/bench/cifar.mjs';
import { npyBytes, readNpy } from '../tests/support/calib.mjs';
import { root } from '../tests/support/paths.mjs';

const ZOO = root('models/zoo');
const RUNS = root('build/zoo');

// The losses that papers compare, each with its usual parameters.
const LOSSES = ['ce', 'ls', 'brier', 'mmce', 'focal', 'flsd53', 'adafocal', 'fcl'];
const TINY = 'c8s2-bn-relu-c16s2-bn-relu-c16s2-bn-relu-fc32-relu-fc'; // small enough to train in seconds

/**
 * @typedef {object} Family networks that differ only in the loss: the same data, initial weights and batches
 * @property {string} folder
 * @property {string} name
 * @property {string} link without the loss
 * @property {string[]} losses
 * @property {string} [labels] folder of its labels, if they differ from those of its data's other families
 * @property {boolean} files true if the data must be present
 * @property {string} limits what readers must know before they trust it
 */

// The papers' schedule (350 epochs; a tenth of the rate after 150 and 250) shrunk to a tenth.
const cifar = () =>
  `data=cifar10:train=10000,val=2000,test=8000,batches=${BATCHES.join('/')}${skipped()}&epochs=35&schedule=step:at=0.43/0.71&augment=crop-flip`;
const asItIs =
  'CIFAR-10 as it is, without the few records that were not at hand bit for bit (skip in the link): pictures from elsewhere get an answer, too.';
const cifarLimits =
  'Trained on 10,000 pictures for 35 epochs, from one seed: it underfits, so it is less accurate and less confident than published networks of this kind. ' +
  `There is little overconfidence to prevent, so a focal loss makes it underconfident: the over-fitted ResNet-8 shows the opposite. ${asItIs}`;
const overfittedLimits =
  "Trained to over-fit, as the papers' networks do: 2,000 pictures, 60 epochs, no decay and no augmentation. It is wrong on every second picture, " +
  `and far more confident than that with cross-entropy. Two seeds show how much is chance. ${asItIs}`;
/** @param {string} name @param {string} model @param {string[]} losses @returns {Family} */
const onCifar = (name, model, losses) => ({
  folder: `cifar10/${model}`,
  name,
  link: `${cifar()}&model=${model}`,
  losses,
  files: true,
  limits: cifarLimits,
});
/** @param {number} seed @returns {Family} */
const overfitted = (seed) => ({
  folder: `cifar10/overfitted-resnet8-${seed}`,
  name: `Over-fitted ResNet-8 (seed ${seed})`,
  link: `data=cifar10:train=2000,val=1000,test=3000,batches=${BATCHES.join('/')}${skipped()}&epochs=60&schedule=step:at=0.43/0.71&optimizer=sgd:decay=0&model=resnet8&seed=${seed}`,
  losses: ['ce', 'focal', 'adafocal'],
  labels: 'cifar10/overfitted',
  files: true,
  limits: overfittedLimits,
});
/** @returns {Family[]} */
export const families = () => [
  onCifar('ResNet-8', 'resnet8', LOSSES),
  onCifar('Small CNN', 'cnn-s', ['ce', 'focal', 'adafocal']),
  onCifar('ResNet-20', 'resnet20', ['ce']),
  overfitted(1),
  overfitted(2),
  {
    folder: 'shapes10/cnn',
    name: 'Tiny CNN',
    link: `data=shapes10:train=1000,val=1000,test=4000&model=layers:${TINY}&optimizer=sgd:lr=0.05,decay=0&epochs=40`,
    losses: LOSSES,
    files: false,
    limits:
      'Trained to be overconfident: 1,000 pictures, 40 epochs, no decay and no augmentation, from one seed. The shapes are drawn by the ' +
      'lab, and some of them have no certain answer.',
  },
];

// ---- training

/** @param {string[]} args */
const calib = (args) =>
  execFileSync(root('build/native/calib'), args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] });

/**
 * Returns a finished run of exactly this link, or null.
 * @param {string} folder
 * @param {string} link
 */
function found(folder, link) {
  const about = join(folder, 'run.json');
  if (!existsSync(about)) return null;
  const run = JSON.parse(readFileSync(about, 'utf8'));
  return run.link === link ? run : null;
}

/** @param {string} folder @param {string} link @param {boolean} files */
function train(folder, link, files) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const start = performance.now();
  calib(['train', link, '--out', folder, ...(files ? ['--data', dataFolder] : [])]);
  const seconds = Math.round((performance.now() - start) / 1000);
  const machine = `${cpus().length} threads of ${cpus()[0].model.replace(/ \d+-Core Processor/, '')}`;
  writeFileSync(join(folder, 'run.json'), `${JSON.stringify({ link, seconds, machine })}\n`);
}

// ---- packaging

/** Rounds to the nearest float16, ties to even. @param {number} value */
export function half(value) {
  const [bits] = new Uint32Array(new Float32Array([value]).buffer);
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 255) - 112;
  let fraction = bits & 0x7fffff;
  let shift = 13;
  if (exponent <= 0) {
    if (exponent < -10) return sign;
    fraction |= 0x800000;
    shift = 14 - exponent;
  }
  const rest = fraction & ((1 << shift) - 1);
  const middle = 1 << (shift - 1);
  let near = (exponent > 0 ? exponent << 10 : 0) + (fraction >>> shift);
  if (rest > middle || (rest === middle && near & 1)) near++;
  if (!(near < 0x7c00)) throw new Error(`a logit of ${value} has no float16`);
  return sign | near;
}

/** @param {string} path */
const logitsOf = (path) => {
  const { data, shape } = readNpy(path);
  return npyBytes(Uint16Array.from(data, half), shape, { descr: '<f2' });
};

/** @param {string} path */
const labelsOf = (path) => {
  const { data, shape } = readNpy(path);
  return npyBytes(Uint8Array.from(data), shape, { descr: '|u1' });
};

/**
 * Rounds to six digits: a history is only drawn as curves.
 * @param {string} _
 * @param {any} value
 */
const brief = (_, value) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value);

/** @param {Buffer} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * Returns the report for a card: on the float16 logits, temperature in each of its ways.
 * @param {Record<string, {path: string}>} files
 */
export function reportOf(files) {
  const { logits, labels, 'val-logits': valLogits, 'val-labels': valLabels } = files;
  const paths = { logits, labels, 'val-logits': valLogits, 'val-labels': valLabels };
  const args = Object.entries(paths).flatMap(([role, { path }]) => [`--${role}`, join(ZOO, path)]);
  return JSON.parse(calib(['report', ...args, '--calibrator', 'temperature']));
}

/** @param {any} metrics */
const values = (metrics) => Object.fromEntries(Object.entries(metrics).map(([id, { value }]) => [id, value]));

/**
 * Returns the error on the training set after the last epoch: a small one means over-fitting.
 * @param {{path: string}} history
 */
const trainingError = ({ path }) => JSON.parse(readFileSync(join(ZOO, path), 'utf8')).at(-1).train.error;

/**
 * Returns the figures on a card, before and after the temperature with the least NLL on validation. Papers
 * tabulate the one with the least ECE there (by_ece).
 * @param {any} report
 */
export function figuresOf(report) {
  const { by_nll: byNll, by_ece: byEce } = report.calibrators.temperature;
  const { bins } = report.metrics.ece;
  const says =
    bins.reduce((/** @type {number} */ sum, /** @type {any} */ { count, confidence }) => sum + count * (confidence ?? 0), 0) / report.n;
  return {
    says,
    chance: report.metrics.ece.floor,
    before: values(report.metrics),
    T: byNll.T,
    after: values(byNll.metrics),
    by_ece: { T: byEce.T, ece: byEce.metrics.ece.value },
  };
}

/**
 * Returns the names of the classes from the data.
 * @param {Family} family
 * @param {string} spec
 * @returns {string[]}
 */
function classesOf({ files }, spec) {
  const untrained = calib(['probe', 'logits', spec, '--epoch', '0', ...(files ? ['--data', dataFolder] : [])]);
  return JSON.parse(untrained)
    .columns.filter(({ id }) => /^z\d+$/.test(id))
    .map(({ label }) => label.replace(/^Logit: /, ''));
}

/**
 * Packages a run: its files in the zoo's formats, and its card.
 * @param {Family} family
 * @param {string} loss
 * @param {string} from
 * @param {{seconds: number, machine: string}} run
 */
function pack(family, loss, from, { seconds, machine }) {
  const report = JSON.parse(readFileSync(join(from, 'report.json'), 'utf8'));
  const folder = `${family.folder}-${loss.split(':')[0]}`;
  const data = family.labels ?? family.folder.split('/')[0];
  for (const one of [folder, data]) mkdirSync(join(ZOO, one), { recursive: true });
  /** @type {[string, string, Buffer][]} */
  const parts = [
    ['weights', `${folder}/weights.safetensors`, readFileSync(join(from, 'weights.safetensors'))],
    ['logits', `${folder}/test_logits.npy`, logitsOf(join(from, 'test_logits.npy'))],
    ['labels', `${data}/test_labels.npy`, labelsOf(join(from, 'test_labels.npy'))],
    ['val-logits', `${folder}/val_logits.npy`, logitsOf(join(from, 'val_logits.npy'))],
    ['val-labels', `${data}/val_labels.npy`, labelsOf(join(from, 'val_labels.npy'))],
    ['history', `${folder}/history.json`, Buffer.from(`${JSON.stringify(report.history, brief)}\n`)],
  ];
  /** @type {Record<string, {path: string, bytes: number, sha256: string}>} */
  const files = {};
  for (const [role, path, bytes] of parts) {
    writeFileSync(join(ZOO, path), bytes);
    files[role] = { path, bytes: bytes.length, sha256: sha256(bytes) };
  }
  const link = `${report.spec}&digest=${report.digest.slice(0, 16)}`;
  const card = {
    id: folder,
    name: family.name,
    loss,
    link,
    digest: report.digest,
    data_hash: report.data_hash,
    classes: classesOf(family, report.spec),
    samples: { train: Number(/train=(\d+)/.exec(family.link)?.[1]), val: readNpy(join(from, 'val_labels.npy')).shape[0], test: report.n },
    parameters: report.parameters,
    seconds,
    machine,
    figures: figuresOf(reportOf(files)),
    limits: family.limits,
    files,
    training_error: trainingError(files.history),
  };
  writeFileSync(join(ZOO, folder, 'card.json'), `${JSON.stringify(card, null, 1)}\n`);
}

// ---- the table

/** Returns every card, in the order of the families. @returns {any[]} */
export function cards() {
  return families().flatMap(({ folder, losses }) =>
    losses
      .map((loss) => join(ZOO, `${folder}-${loss.split(':')[0]}`, 'card.json'))
      .filter(existsSync)
      .map((path) => JSON.parse(readFileSync(path, 'utf8'))),
  );
}

/** Returns the table for README.md, inserted by make docs. @param {any[]} all */
export function tableOf(all) {
  const percent = (/** @type {number} */ value) => (100 * value).toFixed(1);
  const rows = all.map(
    ({ id, parameters, training_error: trained, figures: { says, before, after, T, by_ece: byEce }, seconds, digest }) => {
      const both = (/** @type {string} */ metric, /** @type {(value: number) => string} */ say) =>
        `${say(before[metric])} / ${say(after[metric])}`;
      return [
        `[${id}](zoo/${id}/card.json)`,
        parameters.toLocaleString('en'),
        percent(says),
        percent(1 - before.error),
        percent(trained),
        both('ece', (value) => (100 * value).toFixed(2)),
        both('nll', (value) => value.toFixed(3)),
        both('cwece', (value) => value.toFixed(3)),
        T.toFixed(2),
        `${byEce.T.toFixed(1)}: ${(100 * byEce.ece).toFixed(2)}`,
        seconds.toLocaleString('en'),
        `\`${digest.slice(0, 16)}\``,
      ];
    },
  );
  const head = [
    'network',
    'parameters',
    'says %',
    'is right %',
    'training error %',
    'ece %',
    'nll',
    'cwece',
    'T',
    'T by ECE: ece %',
    'seconds',
    'digest',
  ];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/**
 * Updates the card of a run that is gone: its texts, and its figures from the stored logits.
 * @param {any} card
 */
function refresh(card) {
  const { name, limits } = families().find(({ folder }) => card.id.startsWith(`${folder}-`)) ?? card;
  const { files } = card;
  const now = { ...card, name, limits, figures: figuresOf(reportOf(files)), training_error: trainingError(files.history) };
  writeFileSync(join(ZOO, card.id, 'card.json'), `${JSON.stringify(now, null, 1)}\n`);
}

/** @param {{only: string, training: boolean}} options */
function main({ only, training }) {
  const missing = missingCifar();
  const packed = new Set();
  for (const family of families()) {
    if (family.files && missing) console.error(`${family.folder}: ${missing}; what is packaged of it stays`);
    for (const loss of family.files && missing ? [] : family.losses) {
      const link = `${family.link}&loss=${loss}`;
      const from = join(RUNS, `${family.folder}-${loss.split(':')[0]}`);
      if (training && from.includes(only) && !found(from, link)) train(from, link, family.files);
      const run = found(from, link);
      if (!run) continue;
      pack(family, loss, from, run);
      packed.add(from.slice(RUNS.length + 1));
      console.log(from.slice(RUNS.length + 1));
    }
  }
  for (const card of cards()) if (!packed.has(card.id)) refresh(card);
  const total = readdirSync(ZOO, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(ZOO, name)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
  console.log(`${cards().length} networks, ${(total / 1e6).toFixed(1)} MB`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main({ only: process.env.ONLY ?? '', training: process.env.TRAIN !== 'no' });
