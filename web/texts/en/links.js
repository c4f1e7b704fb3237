// Texts about links: sharing them, their promised results, their errors.
import { points } from '../format.js';
import { plural } from './grammar.js';

/** @param {number} n @param {string} one @param {string} many */
const some = (n, one, many) => (n === 1 ? one : many);

export const receiptTexts = {
  made: 'This link comes with its result.',
  promises: (/** @type {{engine: string, error: string, ece: string, fused: boolean}} */ { engine, error, ece, fused }) =>
    `Error ${error}, ECE ${ece}, by engine ${engine}${fused ? ', computed with fused multiply-add: equal within rounding elsewhere, not bit for bit' : ''}.`,
  claimed: (/** @type {string} */ ece, /** @type {string} */ error) => `Claimed: ECE ${ece}, error ${error}; not trained yet here.`,
  promisesDigest: (/** @type {string} */ digest) => `Its digest is ${digest}.`,
  replay: 'Run it again and compare',
  comparing: 'Compared with this run when it ends.',
  reproduced: 'Reproduced, bit for bit.',
  allSame: (/** @type {string} */ parameters) => `All ${parameters} weights and every figure are the same bits as in the link.`,
  digestSame: 'Every weight and every figure is the same as in the link.',
  close: 'Equal within rounding.',
  closeNote:
    'The data are the same. One of the two was computed with fused multiply-add, so that their bits differ and their figures may, by as much as two networks that were rounded differently. Weights, digest and largest gap are not compared.',
  far: 'One of the two was computed with fused multiply-add, and the figures lie farther apart than those of two networks that were rounded differently usually do.',
  within: 'may differ by',
  compared: 'What was compared',
  otherEngineSame: (/** @type {string} */ theirs, /** @type {string} */ mine) => `The link was made by engine ${theirs}, this is ${mine}.`,
  differs: 'Differs from the link.',
  otherData: 'The data are not the same.',
  sameData: 'The data are the same.',
  sameEngine: (/** @type {string} */ mine) => `The engine is the same, ${mine}: one of the two results is not what this link gives.`,
  otherEngine: (/** @type {string} */ theirs, /** @type {string} */ mine) =>
    `The engines differ: the link was made by ${theirs}, this is ${mine}.`,
  what: 'What differs',
  inLink: 'in the link',
  here: 'here',
  digest: 'Digest, in the link and here',
  names: /** @type {Record<string, string>} */ ({
    data: 'Data',
    weights: 'Weights',
    digest: 'Digest',
    error: 'Error',
    nll: 'NLL',
    brier: 'Brier',
    ece: 'ECE',
    mce: 'Largest gap',
  }),
};

export const shareTexts = {
  withResult: 'It carries the result, so that others can check theirs.',
  withWeights: (/** @type {string} */ from) =>
    ` They also need the weights that it starts from: the file whose SHA-256 begins with ${from}.`,
  fused: ' It was computed with fused multiply-add: others get figures that are equal within rounding, not the same bits.',
  runFirst: 'Run it first, and the link carries the result, too.',
  ofExercise: 'It opens this exercise at its beginning, without any answers.',
  onlyHere: 'This address works on this computer only: the lab runs here. Others need the address of a lab on a web server.',
  qr: 'QR code',
  /** A run's result as a picture. */
  card: {
    save: 'Save as picture',
    over: (/** @type {number} */ gap) => `My network is overconfident by ${points(gap)} points.`,
    under: (/** @type {number} */ gap) => `My network is underconfident by ${points(-gap)} points.`,
    ece: (/** @type {string} */ ece, /** @type {string} */ chance, /** @type {number} */ n) =>
      `ECE ${ece} on ${plural(n, 'test sample')}; chance alone gives ${chance}.`,
    reproduce: 'Reproduce it, bit for bit.',
    fused: 'Reproduce it, within rounding.',
    tryIt: 'Try it yourself.',
  },
  file: 'Save as file',
  long: (/** @type {number} */ n) => `It has ${n} characters, and some programs cut such links: a file is safer.`,
  tooLong: 'This link is too long for a QR code. Save it as a file instead.',
  noFile: (/** @type {string} */ name) => `There is no link in ${name}.`,
};

export const recoverTexts = {
  one: 'One character of it was changed on the way. The checksum shows which.',
  fixed: 'Open it as it was shared',
  some: 'What can still be read:',
  none: 'Nothing of it can be read.',
  open: 'Open what can be read',
  lost: 'Left out:',
  missing: (/** @type {number} */ n) => `${n} ${some(n, 'part is', 'parts are')} missing at its end.`,
  preset: 'Missing parts take their default values.',
};

export const noEngineTexts = {
  title: 'Nothing can be trained in this browser.',
  instead:
    'Firefox 89, Chrome and Edge 91, Safari 16.4 and every later version can train. The texts of the exercises and the figures of the trained networks can be read here, too.',
  link: 'The link that you opened is not lost. Copy it, and open it after the address of this page in another browser:',
  host: {
    title: 'Nothing can be trained here: the site is not served as it should be.',
    instead:
      'Another browser does not help. Whoever runs this site can mend it, and the page then works after a reload. The texts of the exercises and the figures of the trained networks can be read here, too.',
    link: 'The link that you opened is not lost. Copy it, and open it when the site is mended:',
  },
  exercises: 'Exercises',
  networks: 'Trained networks',
  columns: ['Network', 'Data', 'Loss', 'Error', 'ECE', 'ECE after T', 'T'],
};
