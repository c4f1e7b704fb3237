// Counts the samples of each class in the run's data, and samples that are in two sets. Counting starts on
// request, since it compares every sample with every other.

import { sentence as messageOf } from '../../core/formats/error.js';
import { h, show } from '../../draw/dom.js';
import { nth } from '../../model/nth.js';
import { count } from '../../texts/format.js';
import { sentence, texts } from '../../texts/index.js';

const words = texts.data;

/** @param {import('../../core/types.js').Engine} engine @param {() => string} link */
export function createCounts(engine, link) {
  const ask = h('button', { class: 'plain note', onclick: countNow }, words.counts);
  const answer = h('div', { 'aria-live': 'polite' });
  const element = h('div', { class: 'counts', hidden: true }, ask, answer);
  let of = '';

  async function countNow() {
    const requested = link();
    ask.disabled = true;
    answer.replaceChildren(h('p', { class: 'note' }, words.counting));
    try {
      const found = await engine.data(requested);
      if (of === requested) answer.replaceChildren(table(found), ...duplicates(found.duplicates));
    } catch (wrong) {
      if (of === requested) answer.replaceChildren(h('p', { class: 'error' }, sentence(messageOf(wrong))));
    } finally {
      ask.disabled = false;
    }
  }

  /** @param {import('../../engine.d.ts').DataReport} found */
  function table({ splits, classes }) {
    const least = (/** @type {number[]} */ counts, /** @type {number} */ value) => {
      const all = counts.flatMap((one, i) => (one === value ? [nth(classes, i)] : []));
      return h('td', { title: all.join(', ') }, count(value));
    };
    const rows = Object.entries(splits).map(([split, { n, counts, unknown }]) =>
      h(
        'tr',
        null,
        h('th', { scope: 'row' }, words.splits[split] ?? split),
        h('td', null, count(n)),
        least(counts, Math.min(...counts)),
        least(counts, Math.max(...counts)),
        unknown ? h('td', null, count(unknown.reduce((sum, one) => sum + one, 0))) : null,
      ),
    );
    const heads = (splits.test.unknown ? words.labelCounts : words.heads).map((head) => h('th', { scope: 'col' }, head));
    return h('table', null, h('thead', null, h('tr', null, ...heads)), h('tbody', null, ...rows));
  }

  /** @param {Record<string, {exact: number, near: number, other_label: number}> | null | undefined} found */
  function duplicates(found) {
    if (!found) return [];
    const some = Object.entries(found).filter(([, { exact, near }]) => exact + near > 0);
    if (!some.length) return [h('p', { class: 'note' }, words.noDuplicates)];
    return some.map(([where, counts]) => h('p', { class: 'note' }, words.duplicate(counts, words.duplicates[where] ?? where)));
  }

  return {
    element,
    /**
     * @param {import('../../core/types.js').Checked | null} check
     * @param {boolean} here true if this browser has all its files
     */
    draw(check, here) {
      show(element, !!check?.files.length && here);
      const data = check?.spec ?? '';
      if (data === of) return;
      of = data;
      answer.replaceChildren();
    },
  };
}
