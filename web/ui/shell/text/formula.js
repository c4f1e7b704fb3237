// Sets formulas in TeX. KaTeX, its sheet and its fonts are half as large as the rest of the page, so they are
// loaded with the first formula.

import { h } from '../../../draw/dom.js';
import { texts } from '../../../texts/index.js';

/** @typedef {typeof import('../../../vendor/formula.js').katex} Katex */
/** @typedef {Parameters<Katex['render']>[2]} Options */
/**
 * A formula as KaTeX builds it, before it becomes elements.
 * @typedef {{attributes?: Record<string, string>, children?: Tree[], toNode: () => Node}} Tree
 */
/**
 * A call that KaTeX's types leave out.
 * @typedef {{__renderToDomTree: (tex: string, options: Options) => Tree}} Trees
 */

/** @type {Promise<typeof import('../../../vendor/formula.js')> | null} */
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
  const [vendor] = await Promise.all([import('../../../vendor/formula.js'), styled]);
  return vendor;
}

// An exercise may come from a stranger's link. Its formulas are set in slices, so that no task blocks the
// page.
const SLICE = 200; // characters of TeX in one task, but at least one formula
const LEAST = 40; // characters that a shorter formula counts as

let spent = 0; // characters set in this task
/** The end of the queue: each formula waits for the previous one. @type {Promise<void>} */
let turn = Promise.resolve();

/** Waits until a formula of this length may be set. @param {number} length */
function mySlice(length) {
  const cost = Math.max(LEAST, length);
  turn = turn.then(async () => {
    if (spent && spent + cost > SLICE) {
      await new Promise((resolve) => setTimeout(resolve));
      spent = 0;
    }
    spent += cost;
  });
  return turn;
}

/**
 * Removes style attributes, which the page's policy forbids: \pmb and \fcolorbox have some.
 * @param {Tree} tree
 */
function dropStyles({ attributes, children = [] }) {
  delete attributes?.style;
  children.forEach(dropStyles);
}

/**
 * Sets a formula in an element; the last request wins. A formula that cannot be set is shown as its TeX.
 * @param {HTMLElement} element
 * @param {string} tex
 * @param {Options} [options]
 */
export async function setFormula(element, tex, options = {}) {
  element.dataset.tex = tex;
  setter ??= load();
  try {
    const { katex, ParseError } = await setter;
    await mySlice(tex.length);
    if (element.dataset.tex !== tex) return;
    try {
      const trees = /** @type {Trees} */ (/** @type {unknown} */ (katex));
      const tree = trees.__renderToDomTree(tex, { output: 'htmlAndMathml', ...options });
      dropStyles(tree);
      element.replaceChildren(tree.toNode());
    } catch (wrong) {
      if (!(wrong instanceof ParseError)) throw wrong;
      element.replaceChildren(h('code', { class: 'formula-wrong', title: texts.badFormula }, tex));
    }
  } catch {
    setter = null; // no network: the next formula tries again
    if (element.dataset.tex === tex) element.textContent = tex;
  }
}
