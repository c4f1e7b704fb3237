// Live training: decides if a change in the rail starts a run. Uses no DOM.

/**
 * Returns true for points in the plane, whose networks train in a moment.
 * @param {Pick<import('../core/types.js').Checked, 'shape'>} check
 */
const isPlane = ({ shape: { c, h, w } }) => c === 2 && h === 1 && w === 1;

/**
 * Returns true if a change starts a run. Without a choice of the visitor, the data decides.
 * @param {Pick<import('./types.js').State, 'live' | 'check'>} state
 */
export const trainsAtOnce = ({ live, check }) => live ?? (!!check && isPlane(check));

const stored = 'calib-live';

/** Returns the visitor's choice; null: none, so the data decides. @returns {boolean | null} */
export function rememberedLive() {
  try {
    const read = localStorage.getItem(stored);
    return read === 'on' ? true : read === 'off' ? false : null;
  } catch {
    return null; // storage is blocked
  }
}

/** @param {boolean} live */
export function rememberLive(live) {
  try {
    localStorage.setItem(stored, live ? 'on' : 'off');
  } catch {
    // storage is blocked: the choice lasts as long as the page
  }
}
