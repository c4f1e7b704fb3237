// Training at once: whether any change of the rail begins a run. No elements.

/** Points in the plane, whose networks train in a moment. @param {Pick<import('../core/types.js').Checked, 'shape'>} check */
const isPlane = ({ shape: { c, h, w } }) => c === 2 && h === 1 && w === 1;

/** Whether a change begins a run by itself, as far as that depends on the data. @param {Pick<import('./types.js').State, 'live' | 'check'>} state */
export const trainsAtOnce = ({ live, check }) => live ?? (!!check && isPlane(check));

const stored = 'calib-live';

/** What the visitor chose; null: nothing, so that the data decides. @returns {boolean | null} */
export function rememberedLive() {
  try {
    const read = localStorage.getItem(stored);
    return read === 'on' ? true : read === 'off' ? false : null;
  } catch {
    return null; // closed to this page
  }
}

/** @param {boolean} live */
export function rememberLive(live) {
  try {
    localStorage.setItem(stored, live ? 'on' : 'off');
  } catch {
    // closed to this page: known as long as it is open
  }
}
