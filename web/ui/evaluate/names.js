// What the name of a file says about it: which set it is of, what it holds, and which model it is of.

const kinds = {
  outputs: 'z|p|logits?|outputs?|probs?|probabilities|softmax|scores?|preds?',
  labels: 'y|labels?|targets?|true|truth|classes',
};
const parts = {
  val: 'val|v|valid|validation|dev|cal|calib|calibration|holdout',
  test: 'test|te|tst|t|eval',
  ood: 'ood|elsewhere',
};
const anyKind = `${kinds.outputs}|${kinds.labels}`;
/** A set by itself, or together with what is of it: val, vz, val_logits, yTest. @param {string} part */
const saysPart = (part) => new RegExp(`^(?:(?:${part})(?:${anyKind})?|(?:${anyKind})(?:${part}))$`);
const says = { val: saysPart(parts.val), test: saysPart(parts.test), ood: saysPart(parts.ood) };
const oodNames = /^(far|near|svhn|noise|corrupt[a-z]*)$/;
const plain = new RegExp(`^(?:${anyKind}|npy|npz|csv|tsv|txt|json|jsonl|ndjson|parquet|pq|pth?|out|weights?|w|soft)$`);

/** @typedef {{own: string, word: string, stem: string, number: string}} Word as it stands, in small letters, these without the number at its end */

/** @param {string} name @returns {Word[]} */
const wordsOf = (name) =>
  name
    .split(/[-_. /()]+/)
    .filter(Boolean)
    .map((own) => {
      const word = own.toLowerCase();
      let end = word.length;
      while (end > 0 && /[0-9]/.test(word.charAt(end - 1))) end--;
      return { own, word, stem: word.slice(0, end), number: word.slice(end) };
    });

// v2 is a version; val2 and vz2 are of a validation set.
/** @param {Word} of @param {RegExp} pattern */
const matches = ({ word, stem }, pattern) => pattern.test(word) || (pattern.test(stem) && !/^[vt]$/.test(stem));

/** Which set a file is of, or nothing. @param {string} name @returns {'val' | 'test' | 'ood' | ''} */
export function partOf(name) {
  const words = wordsOf(name);
  const some = (/** @type {RegExp} */ pattern) => words.some((word) => matches(word, pattern));
  if (some(says.val)) return 'val';
  if (some(says.ood) || some(oodNames)) return 'ood';
  return some(says.test) ? 'test' : some(/^out$/) ? 'ood' : '';
}

/** Whether a name says that it is one of outputs, not of labels. @param {string} name */
export function namesOutputs(name) {
  const pattern = new RegExp(`^(?:${Object.values(parts).join('|')})?(?:${kinds.outputs})(?:${Object.values(parts).join('|')})?$`);
  return wordsOf(name).some((word) => matches(word, pattern));
}

const weightWords = /^(?:sample|case)?weights?$/;
/** @param {string} name */
export const namesWeights = (name) => wordsOf(name).some(({ word }) => weightWords.test(word) || word === 'w');
const labelNames = new RegExp(`^(?:(?:soft)?(?:${kinds.labels})|soft|onehot|annotators?)$`);
/** Whether a name says that it is one of labels. @param {string} name */
export const namesLabels = (name) => wordsOf(name).some((word) => matches(word, labelNames)) && !namesOutputs(name);

/** What a name says beside that: files that agree in it are of one model. @param {string} name */
export const stemOf = (name) =>
  wordsOf(name)
    .map((one) => ([says.val, says.test, says.ood, plain].some((pattern) => matches(one, pattern)) ? one.number : one.own))
    .filter(Boolean)
    .join('-');

/** Whether a stem names no model, as of z1 and z2. @param {string} stem */
export const isBare = (stem) => !/\p{L}{2}/u.test(stem);
