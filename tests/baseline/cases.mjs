// Commands whose output a refactoring must not change: reports on inputs of every task, and training links.

const SETS = {
  logits: '--logits z.npy --labels y.npy',
  'logits, labels from 1': '--logits z.npy --labels y1.npy',
  'logits, one-hot': '--logits z.npy --labels onehot.npy',
  'soft labels': '--logits z.npy --labels share.npy',
  probabilities: '--logits p.npy --labels y.npy --probs',
  'probabilities unasked': '--logits p.npy --labels y.npy',
  'probabilities as logits': '--logits p.npy --labels y.npy --as-logits',
  npz: '--logits set.npz',
  'classes table': '--csv classes.csv',
  'classes table with groups': '--csv classes-about.csv',
  'logits table': '--csv logits.tsv',
  predictions: '--csv predictions.csv',
  'predictions with groups': '--csv predictions-about.csv',
  binary: '--csv binary.csv',
  'binary with groups': '--csv binary-about.csv',
  'binary, German': '--csv binary-de.csv',
  'binary, log odds': '--csv binary-odds.csv',
  'binary, JSON lines': '--csv binary.jsonl',
  'binary arrays': '--logits odds.npy --labels sick.npy --task binary',
  'binary pairs of logits': '--logits pair.npy --labels sick.npy --task binary',
  'multi-label table': '--csv pairs.csv',
  'multi-label with groups': '--csv pairs-about.csv',
  'multi-label arrays': '--logits sigmoid.npy --labels flags.npy --task multilabel',
  'multi-label logits': '--logits z.npy --labels flags.npy --task multilabel --label-names names.txt',
  'multi-label, table of labels': '--logits sigmoid.npy --labels flags.csv --task multilabel',
  questions: '--csv questions.jsonl',
  'questions with groups': '--csv questions-about.jsonl',
  'labels in a table': '--logits z.npy --labels labels.csv',
  shards: '--shards first.cal second.cal',
};

/** Commands whose output the reports read. */
export const shardCases = [
  'reduce --logits z.npy --labels y.npy --out first.cal',
  'reduce --logits val-z.npy --labels val-y.npy --out second.cal',
].map((text) => text.split(' '));

const OPTIONS = {
  'tables joined': '--csv outputs.csv --labels labels.csv',
  'tables joined, fitted': '--csv outputs.csv --val-csv val-classes.csv --labels labels.csv',
  weights: '--logits z.npy --labels y.npy --weights w.npy',
  posterior: '--logits z.npy --labels y.npy --posterior share.npy',
  'out-of-distribution': '--logits z.npy --labels y.npy --ood-logits far.npy',
  'out-of-distribution, probabilities': '--logits p.npy --labels y.npy --ood-logits val-p.npy --probs',
  against: '--logits z.npy --labels y.npy --against other.npy',
  'against, fitted': '--logits z.npy --labels y.npy --val-logits val-z.npy --val-labels val-y.npy --against other.npy',
  'against, binary': '--csv binary-about.csv --against binary-about.csv',
  'against, multi-label': '--csv pairs.csv --against pairs.csv',
  'against, questions': '--csv questions.jsonl --against questions.jsonl',
  'two columns of groups': '--csv binary-about.csv --columns group=site,group=sex,case=patient',
  'groups without cases': '--csv classes-about.csv --columns group=sex',
  'positive class': '--csv binary.csv --columns positive=well',
  metrics: '--logits z.npy --labels y.npy --metric ece:edges=left,bins=10 --metric nll --metric adaece',
  'a metric that predictions lack': '--csv predictions.csv --metric nll',
  bins: '--logits z.npy --labels y.npy --bins 7 --draws 50',
  'no draws': '--csv binary-about.csv --draws 0 --fit-on-test',
  'many draws': '--csv binary.csv --draws 500',
  'fitted on the test set, weights': '--csv classes-about.csv --fit-on-test --draws 60',
};

const LIBRARIES = [
  'focal_calibration',
  'netcal',
  'torchmetrics',
  'caltrain',
  'relplot',
  'verified_calibration',
  'fcl',
  'torch_uncertainty',
  'pycalib',
  'all',
];
const CALIBRATORS = [
  'beta',
  'dirichlet:lambda=10',
  'ets',
  'focal-temperature',
  'histogram',
  'isotonic',
  'isotonic:centred=yes',
  'lipschitz',
  'matrix',
  'platt',
  'sms',
  'spline:knots=8',
  'svs',
  'temperature',
  'vector',
  'venn-abers',
];

const REFUSED = {
  'negative probabilities': '--csv negative.csv',
  'a missing probability': '--csv gap.csv',
  'a column of numbers': '--csv numbers.csv',
  'too few labels': '--logits z.npy --labels few.npy',
  'a cut array': '--logits cut.npy --labels y.npy',
  'no array': '--logits text.npy --labels y.npy',
  'an empty table': '--csv empty.csv',
  'no labels': '--logits z.npy',
  'the test set as validation': '--logits z.npy --labels y.npy --val-logits z.npy --val-labels y.npy',
  'labels of another model': '--csv binary.csv --against val-binary.csv',
  'an unknown calibrator': '--logits z.npy --labels y.npy --calibrator platz',
  'an unknown metric': '--logits z.npy --labels y.npy --metric ecce',
  'an unknown library': '--logits z.npy --labels y.npy --match numpy',
  'an unknown column': '--csv binary.csv --columns group=ward',
  'another task': '--csv pairs.csv --task classes',
  'draws below 0': '--logits z.npy --labels y.npy --draws -2',
};

const FORMATS = ['json', 'table', 'csv', 'latex', 'markdown'];
const CALIBRATED = { classes: '--logits z.npy --labels y.npy', binary: '--csv binary.csv', 'multi-label': '--csv pairs.csv' };

// Sets that take no validation set: one file has it, or calibrators need more.
const ALONE = new Set(['npz', 'predictions', 'predictions with groups', 'probabilities unasked', 'shards']);

/** Names the files of the validation set after those of the test set. @param {string} set */
const withValidation = (set) => set.replace(/--(logits|labels|csv) (\S+)/g, '$& --val-$1 val-$2');

/** @returns {Record<string, string[]>} arguments of `calib` by name; files are those of inputs.mjs */
export function reportCases() {
  /** @type {Record<string, string[]>} */
  const cases = {};
  const add = (/** @type {string} */ name, /** @type {string} */ text) => {
    cases[name] = ['report', ...text.split(' ')];
  };
  for (const [name, set] of Object.entries(SETS)) {
    const fitted = ALONE.has(name) ? set : withValidation(set);
    add(name, set);
    if (fitted !== set) add(`${name}, fitted`, `${fitted} --draws 60`);
    for (const format of FORMATS.slice(1)) add(`${name}, ${format}`, `${fitted} --draws 20 --format ${format}`);
  }
  for (const [name, text] of Object.entries({ ...OPTIONS, ...REFUSED })) add(name, text);
  for (const format of FORMATS.slice(1)) add(`against, ${format}`, `${OPTIONS.against} --draws 20 --format ${format}`);
  for (const library of LIBRARIES) {
    add(`as ${library}`, `${SETS.logits} --draws 20 --match ${library}`);
    add(`as ${library}, binary`, `${SETS.binary} --draws 20 --match ${library}`);
  }
  for (const [task, set] of Object.entries(CALIBRATED))
    for (const one of CALIBRATORS) add(`${one}, ${task}`, `${withValidation(set)} --draws 20 --calibrator ${one}`);
  return cases;
}

const each = (/** @type {string} */ words, /** @type {(word: string) => string[]} */ links) => words.split(' ').flatMap(links);
const shapes = (/** @type {number} */ train, /** @type {number} */ test, /** @type {string} */ rest) =>
  `data=shapes10:train=${train},test=${test}&epochs=1&${rest}`;

/** Links of every model, loss, penalty, optimiser, schedule and data set that need no files. */
export const trainLinks = [
  ...each('cnn-s densenet gpcnn lenet mobilenetv2 resnet8 resnet20 vgg8 vit wrn', (model) => [
    shapes(96, 64, `model=${model}&batch=32`),
    shapes(70, 40, `model=${model}&batch=23&seed=3`),
  ]),
  ...each('resnet18 resnet50 vgg16 resnet56', (model) => [shapes(16, 16, `model=${model}&batch=8`)]),
  ...each(
    'adafocal brier calfocal1 calfocal2 ce dualfocal entropy fcl fcl-l1 flsd53 flsd532 focal focal-p0 focal-schedule inv-focal l1norm ls mmce trace',
    (loss) => [shapes(64, 48, `model=lenet&loss=${loss}&batch=16`), `data=moons:train=100,test=100&model=mlp&loss=${loss}&epochs=3`],
  ),
  ...each('entropy l1norm none trace', (penalty) =>
    each('mlp lenet resnet8', (model) => [shapes(32, 32, `model=${model}&penalty=${penalty}&batch=16`)]),
  ),
  ...each('adagrad adam adamw sgd', (optimizer) =>
    each('mlp vit', (model) => [shapes(48, 32, `model=${model}&optimizer=${optimizer}&batch=16`)]),
  ),
  ...each('constant cosine exponential one-cycle plateau polynomial step', (schedule) => [
    `data=gaussians:train=200,test=100&model=mlp&schedule=${schedule}&epochs=4`,
  ]),
  ...each('gaussians moons words shapes10', (data) => [`data=${data}:train=120,test=80&epochs=2`]),
  'data=scenes:train=120,test=80&epochs=2&head=sigmoid',
  ...each('ce focal', (loss) => [shapes(64, 32, `model=cnn-s&augment=crop-flip&loss=${loss}&batch=16`)]),
];
