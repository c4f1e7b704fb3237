// Light, dark or high contrast: the system's preference until the user chooses.

import { nth } from '../../model/nth.js';

/** @typedef {'light' | 'dark' | 'contrast'} Theme */

/** @type {Theme[]} */
const order = ['light', 'dark', 'contrast'];
const key = 'calib-theme';

/** @returns {Theme} */
function preferred() {
  if (matchMedia('(prefers-contrast: more)').matches) return 'contrast';
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** @returns {Theme | undefined} */
function chosen() {
  try {
    const stored = localStorage.getItem(key);
    return order.find((name) => name === stored);
  } catch {
    return undefined; // storage is closed to this page: the choice lasts until it is closed
  }
}

/** @param {(theme: Theme) => void} shown */
export function createTheme(shown) {
  let theme = chosen() ?? preferred();
  const apply = () => {
    document.documentElement.dataset.theme = theme;
    shown(theme);
  };
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'])
    matchMedia(query).addEventListener('change', () => {
      theme = chosen() ?? preferred();
      apply();
    });
  apply();
  // Paper is white, and the light text of a dark page would be invisible on it.
  addEventListener('beforeprint', () => (document.documentElement.dataset.theme = theme === 'dark' ? 'light' : theme));
  addEventListener('afterprint', apply);
  return {
    next() {
      theme = nth(order, (order.indexOf(theme) + 1) % order.length);
      try {
        localStorage.setItem(key, theme);
      } catch {
        // storage is closed to this page
      }
      apply();
    },
  };
}
