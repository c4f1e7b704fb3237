// Words about networks that somebody brings, and those that are taken along.
import { count, decimal, percent } from './format.js';

/** @param {(string | number)[]} shape */
const sizes = (shape) => shape.map((size) => (typeof size === 'number' ? count(size) : size)).join(' × ') || 'a single number';

export const networkTexts = {
  title: 'Network',
  reading: 'reading it',
  remove: (/** @type {string} */ name) => `Take ${name} away`,
  onnx: (/** @type {number} */ nodes, /** @type {string} */ producer) =>
    `ONNX, ${count(nodes)} operators${producer ? `, written by ${producer}` : ''}; runs in ONNX Runtime Web, here.`,
  shapes: (/** @type {(string | number)[]} */ input, /** @type {(string | number)[]} */ output) =>
    `Takes ${sizes(input)}, gives ${sizes(output)}.`,
  own: (/** @type {string} */ model, /** @type {number} */ parameters) => `${model}, ${count(parameters)} parameters.`,
  trainedBy: 'It was trained by',
  matched: (/** @type {number} */ matched, /** @type {number} */ ignored) =>
    `Its names are not the lab’s: ${count(matched)} tensors were taken by order and shape${ignored ? `, ${count(ignored)} counters are left out` : ''}.`,
  unmatched: (/** @type {number} */ missing, /** @type {number} */ left) =>
    `It does not fit: ${count(missing)} of the network’s tensors are not in it, ${count(left)} of its own have no place.`,
  tensors: 'Which tensor is which',
  network: 'Network',
  inFile: 'In the file',
  shape: 'Shape',
  more: (/** @type {number} */ n) => `and ${count(n)} more`,
  none: '–',
  data: 'Data',
  dataHelp: 'As in a link, with the numbers of pictures: cifar10:test=10000,val=0,mean=0.485/0.456/0.406,std=0.229/0.224/0.225',
  model: 'Model',
  modelHelp: 'As in a link: resnet20:shortcut=pad',
  layout: 'Layout',
  layouts: /** @type {Record<string, string>} */ ({
    nchw: 'channels, rows, columns',
    nhwc: 'rows, columns, channels',
    flat: 'one row of numbers',
  }),
  size: 'Size',
  sizeHelp: 'Channels x rows x columns of a picture; others are scaled to it',
  mean: 'Mean',
  std: 'Deviation',
  meanHelp: 'Subtracted from pixels from 0 to 1; one number, or one for each channel with / between',
  stdHelp: 'What they are divided by then',
  batch: 'At once',
  batchHelp: 'Pictures that the network is given at once',
  fixed: 'The model takes no other number.',
  normalisations: /** @type {Record<string, string>} */ ({
    unit: 'pixels from 0 to 1',
    bytes: 'pixels from 0 to 255',
    signed: 'pixels from −1 to 1',
    cifar: 'CIFAR-10’s mean and deviation',
    imagenet: 'ImageNet’s mean and deviation',
    data: 'the data’s own mean and deviation',
  }),
  guessed: (/** @type {string} */ id, /** @type {number} */ right, /** @type {number} */ of, /** @type {number | null} */ next) =>
    `Guessed: with ${networkTexts.normalisations[id]} it is right on ${count(right)} of ${count(of)} pictures${next === null ? '' : `; the next best has ${count(next)}`}.`,
  guessedBetween: (
    /** @type {{id: string, right: number, of: number}} */ best,
    /** @type {{id: string, right: number, of: number}} */ next,
    /** @type {boolean} */ told,
  ) =>
    `The file does not say how pixels are normalised. Guessed: with ${networkTexts.normalisations[best.id]} it is right on ${count(best.right)} of ${count(best.of)} pictures, with ${networkTexts.normalisations[next.id]} on ${count(next.right)}${next.of === best.of ? '' : ` of ${count(next.of)}`}${told ? '' : ', which is too close to tell the two apart'}.`,
  normalisedBy: 'As the file, or the data above, says it.',
  normalisedByYou: 'As you say it.',
  guessing: 'trying how its pixels are normalised',
  evaluate: 'Evaluate',
  guess: 'Guess again',
  cancel: 'Cancel',
  running: (/** @type {string} */ set, /** @type {number} */ share) =>
    `${set === 'val' ? 'Validation set' : 'Test set'}, ${percent(share, 0)}`,
  trainOn: 'Train on',
  trainOnHelp: 'A run that begins with these weights',
  curvature: 'Curvature',
  curved: (/** @type {number} */ trace, /** @type {number} */ error, /** @type {number} */ most) =>
    `Hessian of the validation loss: trace ${decimal(trace, 1)} ± ${decimal(error, 1)}, largest eigenvalue ${decimal(most, 1)}.`,
  wanted: (/** @type {string[]} */ names) =>
    `This takes data that is not here yet: ${names.join(', ')}. An archive with them will do, too.`,
  chooseData: 'Choose the files',
  readingData: 'reading the data',
  canceled: 'Cancelled.',
  askData: 'Which data is it to be asked about? Drop the files of its test set here, choose them, or name it above.',
  noData: (/** @type {string[]} */ names) => `${names.slice(0, 3).join(', ')}: this is no data that the network could be asked about.`,
  alone: 'Of this data the test set alone is here: no calibrator can be fitted.',
  here: 'Here:',
  fits: (/** @type {number} */ n) => (n === 1 ? 'Its tensors fit' : 'Its tensors fit each of these:'),
  fitsAlone: ' – of the presets that one alone.',
  notNumbers: (/** @type {string} */ label) => `${label} has to be one number, or one for each channel, as 0.5 or 0.485/0.456/0.406.`,
  notSize: 'The size has to be like 3x32x32.',
  notBatch: 'At once go 1 to 10,000 pictures.',

  // Taken along.
  save: 'Save',
  saveRun: 'Save this run',
  notSaved: 'It was not saved.',
  saveWeights: 'Weights (.safetensors)',
  saveOnnx: 'ONNX',
  saveCooled: 'ONNX, cooled by the temperature on show',
  saveLogits: 'Test logits and labels (.npy)',
  saveReport: 'Report, in many forms',
  noState: 'The state of this epoch is not kept any more; train it again.',
};
