// Recognises a file's set, content and model from its name.

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
/** Matches a set's word, alone or joined to a kind: val, vz, val_logits, yTest. @param {string} part */
const saysPart = (part) => new RegExp(`^(?:(?:${part})(?:${anyKind})?|(?:${anyKind})(?:${part}))$`);
const says = { val: saysPart(parts.val), test: saysPart(parts.test), ood: saysPart(parts.ood) };
const oodNames = /^(far|near|svhn|noise|corrupt[a-z]*)$/;
const plain = new RegExp(`^(?:${anyKind}|npy|npz|csv|tsv|txt|json|jsonl|ndjson|parquet|pq|pth?|out|weights?|w|soft)$`);

/**
 * A word as written, in lower case, and lower case split into stem and trailing number.
 * @typedef {{own: string, word: string, stem: string, number: string}} Word
 */

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

// v2 is a version, but val2 and vz2 are of a validation set.
/** @param {Word} word @param {RegExp} pattern */
const matches = ({ word, stem }, pattern) => pattern.test(word) || (pattern.test(stem) && !/^[vt]$/.test(stem));

/** The set that a file name refers to, or ''. @param {string} name @returns {'val' | 'test' | 'ood' | ''} */
export function partOf(name) {
  const words = wordsOf(name);
  const some = (/** @type {RegExp} */ pattern) => words.some((word) => matches(word, pattern));
  if (some(says.val)) return 'val';
  if (some(says.ood) || some(oodNames)) return 'ood';
  return some(says.test) ? 'test' : some(/^out$/) ? 'ood' : '';
}

/** Returns true if a name refers to outputs, not to labels. @param {string} name */
export function namesOutputs(name) {
  const pattern = new RegExp(`^(?:${Object.values(parts).join('|')})?(?:${kinds.outputs})(?:${Object.values(parts).join('|')})?$`);
  return wordsOf(name).some((word) => matches(word, pattern));
}

const weightWords = /^(?:sample|case)?weights?$/;
/** @param {string} name */
export const namesWeights = (name) => wordsOf(name).some(({ word }) => weightWords.test(word) || word === 'w');
const labelNames = new RegExp(`^(?:(?:soft)?(?:${kinds.labels})|soft|onehot|annotators?)$`);
/** Returns true if a name refers to labels. @param {string} name */
export const namesLabels = (name) => wordsOf(name).some((word) => matches(word, labelNames)) && !namesOutputs(name);

/**
 * The rest of a name, without words for set and kind. Files with equal stems belong to the same model.
 * @param {string} name
 */
export const stemOf = (name) =>
  wordsOf(name)
    .map((one) => ([says.val, says.test, says.ood, plain].some((pattern) => matches(one, pattern)) ? one.number : one.own))
    .filter(Boolean)
    .join('-');

/** Returns true if a stem names no model, as for z1 and z2. @param {string} stem */
export const isBare = (stem) => !/\p{L}{2}/u.test(stem);
