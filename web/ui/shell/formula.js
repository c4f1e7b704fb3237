// Formulas in TeX. What sets them, its sheet and its fonts are half as large as the rest of the page and come with the first formula.

import { h } from '../../draw/dom.js';

/** @typedef {Parameters<typeof import('../../vendor/formula.js').render>[2]} Options */

/** @type {Promise<typeof import('../../vendor/formula.js')> | null} */
let setter = null;

async function load() {
  /** @type {Promise<void>} */
  const styled = new Promise((resolve, reject) => {
    const sheet = h('link', { rel: 'stylesheet', href: 'katex/katex.min.css', onload: () => resolve(), onerror: refuse });
    function refuse() {
      sheet.remove();
      reject(new Error('the sheet of formulas could not be loaded'));
    }
    document.head.append(sheet);
  });
  const [vendor] = await Promise.all([import('../../vendor/formula.js'), styled]);
  return vendor;
}

/**
 * Writes a formula into an element; the last one asked for stays. Where nothing can set it, its TeX is written.
 * @param {HTMLElement} element
 * @param {string} tex
 * @param {Options} [options]
 */
export async function setFormula(element, tex, options = {}) {
  element.dataset.tex = tex;
  setter ??= load();
  try {
    const { render } = await setter;
    if (element.dataset.tex === tex) render(tex, element, { throwOnError: false, output: 'htmlAndMathml', ...options });
  } catch {
    setter = null; // no network: the next formula asks again
    if (element.dataset.tex === tex) element.textContent = tex;
  }
}
