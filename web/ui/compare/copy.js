// Copies the table of compared runs as text, or shows the text if the clipboard is not available.
import { h, say, show } from '../../draw/dom.js';
import { toCsv, toLatex, toMarkdown } from '../../model/compare/export.js';
import { forPrograms } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { shownOf } from './shown.js';
import { heads } from './table.js';

const words = texts.compare;
const formats = /** @type {const} */ (['markdown', 'latex', 'csv']);

/** @param {import('../../model/types.js').Store} store */
export function createCopy(store) {
  const copied = h('p', { class: 'note', role: 'status' });
  const byHand = h('textarea', { class: 'layers', readonly: true, hidden: true, rows: 8, 'aria-label': words.copyHere });
  const buttons = formats.map((format) =>
    h('button', { class: 'plain', 'data-format': format, onclick: () => copyAs(format) }, words.formats[format]),
  );

  /** @param {typeof formats[number]} format */
  async function copyAs(format) {
    const text = forPrograms(() => {
      const { groups, names, columns, rows, way, entries } = shownOf(store.get());
      const ids = entries.map(({ id }) => id);
      const shown = { names, heads: heads(columns), rows, columns };
      return format === 'csv' ? toCsv(groups, ids, way) : format === 'latex' ? toLatex(shown) : toMarkdown(shown);
    });
    try {
      await navigator.clipboard.writeText(text);
      show(byHand, false);
      say(copied, words.copied(words.formats[format]));
    } catch {
      byHand.value = text;
      show(byHand, true);
      byHand.select();
      say(copied, words.copyHere);
    }
  }

  return {
    element: h('div', { class: 'copy' }, h('p', null, `${words.copy} `, ...buttons), copied),
    byHand,
    /** Removes what was copied: the table has changed. */
    clear() {
      say(copied, '');
      show(byHand, false);
    },
  };
}
