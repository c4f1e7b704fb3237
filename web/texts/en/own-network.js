// Texts about the user's own networks, and about exported networks.
import { count, decimal, percent } from '../format.js';

/** @param {(string | number)[]} shape */
const sizes = (shape) => shape.map((size) => (typeof size === 'number' ? count(size) : size)).join(' × ') || 'a single number';

export const networkTexts = {
  title: 'Network',
  reading: 'reading it',
  remove: (/** @type {string} */ name) => `Remove ${name}`,
  onnx: (/** @type {number} */ nodes, /** @type {string} */ producer) =>
    `ONNX, ${count(nodes)} operators${producer ? `, written by ${producer}` : ''}; runs in ONNX Runtime Web, here.`,
  shapes: (/** @type {(string | number)[]} */ input, /** @type {(string | number)[]} */ output) =>
    `Takes ${sizes(input)}, gives ${sizes(output)}.`,
  own: (/** @type {string} */ model, /** @type {number} */ parameters) => `${model}, ${count(parameters)} parameters.`,
  matched: (/** @type {number} */ matched, /** @type {number} */ ignored) =>
    `Its names are not the lab’s: ${count(matched)} tensors were matched by order and shape${ignored ? `, ${count(ignored)} counters are left out` : ''}.`,
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
  std: 'Standard deviation',
  meanHelp: 'Subtracted from pixels from 0 to 1; one number, or one for each channel with / between',
  stdHelp: 'What they are then divided by',
  batch: 'At once',
  batchHelp: 'Pictures that the network gets at once',
  fixed: 'The model allows no other number.',
  normalisations: /** @type {Record<string, string>} */ ({
    unit: 'pixels from 0 to 1',
    bytes: 'pixels from 0 to 255',
    signed: 'pixels from −1 to 1',
    cifar: 'CIFAR-10’s mean and standard deviation',
    imagenet: 'ImageNet’s mean and standard deviation',
    data: 'the data’s own mean and standard deviation',
  }),
  guessed: (/** @type {string} */ id, /** @type {number} */ right, /** @type {number} */ of, /** @type {number | null} */ next) =>
    `Guessed: with ${networkTexts.normalisations[id]} it is right on ${count(right)} of ${count(of)} pictures${next === null ? '' : `; the next best has ${count(next)}`}.`,
  guessedBetween: (
    /** @type {{id: string, right: number, of: number}} */ best,
    /** @type {{id: string, right: number, of: number}} */ next,
    /** @type {boolean} */ clear,
  ) =>
    `The file does not say how pixels are normalised. Guessed: with ${networkTexts.normalisations[best.id]} it is right on ${count(best.right)} of ${count(best.of)} pictures, with ${networkTexts.normalisations[next.id]} on ${count(next.right)}${next.of === best.of ? '' : ` of ${count(next.of)}`}${clear ? '' : ', which is too close to distinguish the two'}.`,
  normalisedBy: 'As the file, or the data above, says.',
  normalisedByYou: 'As you say.',
  guessing: 'trying normalisations of its pixels',
  evaluate: 'Evaluate',
  guess: 'Guess again',
  cancel: 'Cancel',
  running: (/** @type {string} */ set, /** @type {number} */ fraction) =>
    `${set === 'val' ? 'Validation set' : 'Test set'}, ${percent(fraction, 0)}`,
  trainOn: 'Train on',
  trainOnHelp: 'A run that starts from these weights',
  curvature: 'Curvature',
  curved: (/** @type {number} */ trace, /** @type {number} */ error, /** @type {number} */ most) =>
    `Hessian of the validation loss: trace ${decimal(trace, 1)} ± ${decimal(error, 1)}, largest eigenvalue ${decimal(most, 1)}.`,
  wanted: (/** @type {string[]} */ names) =>
    `This needs data that is not here yet: ${names.join(', ')}. An archive with them will do, too.`,
  chooseData: 'Choose the files',
  readingData: 'reading the data',
  canceled: 'Cancelled.',
  askData: 'Which data should it be evaluated on? Drop the files of its test set here, choose them, or name the data above.',
  noData: (/** @type {string[]} */ names) => `${names.slice(0, 3).join(', ')}: this is not data that the network can be evaluated on.`,
  alone: 'Only the test set of this data is here: no calibrator can be fitted.',
  here: 'Here:',
  fits: (/** @type {number} */ n) => /** @type {string} */ (n === 1 ? 'Its tensors fit' : 'Its tensors fit each of these:'),
  fitsAlone: ' – and no other preset.',
  notNumbers: (/** @type {string} */ label) => `${label} must be one number, or one for each channel, such as 0.5 or 0.485/0.456/0.406.`,
  notSize: 'The size must be like 3x32x32.',
  notBatch: 'At once must be a whole number from 1 to 10,000.',

  // Exporting.
  save: 'Save',
  saveRun: 'Save this run',
  notSaved: 'It was not saved.',
  saveWeights: 'Weights (.safetensors)',
  saveOnnx: 'ONNX',
  saveScaled: 'ONNX, with the temperature on show',
  saveVector: 'ONNX, with vector scaling (validation)',
  saveLogits: 'Test logits and labels (.npy)',
  saveReport: 'Report, in several formats',
  noState: 'The state of this epoch is no longer kept; train it again.',
};
