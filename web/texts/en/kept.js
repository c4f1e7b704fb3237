// Texts about the runs that this browser keeps: their list, and the choices when storage is full.
import { bytes, count, percent } from '../format.js';
import { plural } from './grammar.js';

const runs = (/** @type {number} */ n) => plural(n, 'run');
const named = (/** @type {string} */ letter) => (letter ? `run ${letter}` : 'the run');

/** Names of the parts of a run that only its file states. @type {Record<string, string>} */
const unchecked = { figures: 'figures', data: 'data', history: 'training history', digest: 'digest' };

export const keptTexts = {
  place: 'Kept runs',
  lead: (/** @type {number} */ n, /** @type {number} */ size) => `${runs(n)} kept in this browser, ${bytes(size)}.`,
  none: 'No run is kept in this browser yet.',
  sub: 'They are here again after a reload, a crash or an empty battery. In a private window they last until it is closed.',
  quota: (/** @type {number} */ used, /** @type {number} */ quota) =>
    `With data and the page itself, this site uses about ${bytes(used)} of the ${bytes(quota)} that the browser allows it.`,
  persist: 'Ask the browser not to clear them',
  persistNot:
    'The browser did not agree. It clears a site when the device is full; Safari also does after seven days without a visit. A file is safe.',
  persistDone: 'The browser will not clear them by itself.',
  saveAll: 'Save all as one file',
  saveThere: 'Every run here is open in another tab; save it there.',
  open: 'Open a file of runs',
  drop: 'or drop it on the page',
  saving: 'Writing the file',
  saved: (/** @type {number} */ n, /** @type {number} */ size, /** @type {string} */ name) => `${runs(n)} in ${name}, ${bytes(size)}.`,
  left: (/** @type {number} */ n) =>
    ` ${runs(n)} of other open tabs ${n === 1 ? 'is' : 'are'} not in it: save ${n === 1 ? 'it' : 'them'} there.`,
  reading: (/** @type {string} */ name, /** @type {number} */ n) => `Reading ${name}, run ${count(n)}`,
  read: (/** @type {{taken: number, here: number, other: number}} */ { taken, here, other }) =>
    [
      taken ? `${runs(taken)} added.` : 'Nothing new in it.',
      here ? `${runs(here)} ${here === 1 ? 'was' : 'were'} already here.` : '',
      other ? `${runs(other)} left out: the same link is here with another result. Remove that first.` : '',
    ]
      .filter(Boolean)
      .join(' '),

  // The table.
  heads: { run: 'Run', epochs: 'Epochs', time: 'Last written', size: 'Size' },
  epochs: (/** @type {number} */ done, /** @type {number} */ all) => (done === all ? count(all) : `${count(done)} of ${count(all)}`),
  result: (/** @type {number} */ ece, /** @type {number} */ accuracy) => `ECE ${percent(ece)}, accuracy ${percent(accuracy)}`,
  ended: 'ended early',
  interrupted: 'can resume',
  training: 'training',
  notKept: 'not kept',
  elsewhere: 'in another tab',
  openRun: 'Open',
  remove: 'Remove',
  removeSure: 'Remove for good',
  removeOf: (/** @type {string} */ name) => `Remove ${name}`,
  openOf: (/** @type {string} */ name) => `Open ${name}`,
  gone: 'This run is now open in another tab.',

  // Storage is full or not available.
  not: 'This browser keeps nothing for this page: runs last until it is closed. Save them as a file to keep them.',
  full: (/** @type {string} */ letter) => `There is no room left on this device to keep ${named(letter)}.`,
  fullNote: 'Kept runs stay as they are, and the run itself continues.',
  toList: 'Choose what to remove',
  removeOldest: (/** @type {string} */ letter, /** @type {number} */ size) => `Remove the oldest (${letter || 'a run'}, ${bytes(size)})`,
  decline: 'Continue without keeping',
  declined: 'New runs are not kept: they last until the page is closed.',
  again: 'Try again',
  retry: 'Keep runs again',
  damaged: (/** @type {number} */ n) => `${plural(n, 'kept run')} could not be read and ${n === 1 ? 'was' : 'were'} discarded.`,

  // Runs from a file: parts that nothing here checked.
  /** @returns {string} */
  notChecked: (/** @type {string[]} */ what) =>
    what.length ? `from a file, not checked: ${what.map((id) => unchecked[id] ?? id).join(', ')}` : '',
  /** @returns {string} */
  recomputed: (/** @type {string} */ engine, /** @type {string} */ first, /** @type {number} */ others) =>
    `${first}${others ? ` and ${plural(others, 'more figure')}` : ''} differed from the file and ${others ? 'were' : 'was'} recomputed here; ${engine ? `engine ${engine} made the file` : 'another build of this engine may have made the file'}`,
  /** @returns {string} */
  mark: (/** @type {string[]} */ what, /** @type {boolean} */ recomputed) => {
    if (!what.length) return '';
    const parts = what.includes('figures') ? ['figures not checked'] : ['training not checked'];
    return ['from a file', ...(recomputed ? ['figures recomputed here'] : []), ...parts].join(', ');
  },
  /** @returns {string} */
  notShared: (/** @type {string[]} */ what) =>
    what.includes('digest') ? 'The result here is not in the link: it came from a file, and its digest was not checked.' : '',
  /** @returns {string} */
  notCompared: (/** @type {string[]} */ what) =>
    what.includes('digest') ? 'The run here came from a file: its digest is not checked until it is trained here.' : '',
};
