// A field for other data: accepts a link, proposes matching ones, and asks for missing files.

import { pickFiles } from '../../../core/files.js';
import { sentence as messageOf } from '../../../core/formats/error.js';
import { h, say, show } from '../../../draw/dom.js';
import { texts, translated } from '../../../texts/index.js';

/** @typedef {import('../../../core/types.js').Engine['files']} Files */

let made = 0;

/**
 * @param {Files} files
 * @param {{choose: (link: string) => void, brought: () => void}} on
 */
export function createOther(files, on) {
  const list = h('datalist', { id: `other-data-${++made}` });
  const field = h('input', {
    ...{ list: list.id, 'aria-label': texts.views.otherLink, title: texts.views.otherLink },
    ...{ spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off' },
    onchange: () => on.choose(field.value.trim()),
  });
  const bring = h('button', { class: 'plain', hidden: true, onclick: () => void pick() });
  const note = h('span', { class: 'note', role: 'status' });
  const element = h('span', { class: 'field other-data' }, field, list, bring, note);

  let shown = '';
  let asks = false; // only kept files are missing: the button asks about them
  /** @param {string} link */
  async function look(link) {
    // the view's answer names its error
    const { missing } = await files.elsewhere(link).catch(() => ({ missing: [] }));
    if (link !== shown) return;
    asks = missing.every(({ kept }) => kept);
    show(bring, missing.length > 0);
    const names = missing.map(({ name }) => name);
    say(bring, asks ? texts.views.otherKept(names) : texts.views.otherFiles(names));
  }

  async function pick() {
    const link = shown;
    if (asks) {
      await files.elsewhere(link, { asks });
      await look(link);
      if (bring.hidden) on.brought();
      return;
    }
    const given = await pickFiles();
    if (!given.length) return;
    try {
      const { link: wanted } = await files.elsewhere(link);
      const { problems } = await files.add(wanted, given);
      say(note, translated(problems[0]?.why ?? ''));
      await look(link);
      if (bring.hidden) on.brought();
    } catch (wrong) {
      say(note, translated(messageOf(wrong)));
    }
  }

  return {
    element,
    /** @param {string} link @param {{id: string, label: string}[]} options */
    draw(link, options) {
      const ids = options.map(({ id }) => id).join();
      if (list.dataset.ids !== ids) {
        list.dataset.ids = ids;
        list.replaceChildren(...options.map(({ id, label }) => h('option', { value: id }, label)));
      }
      if (link === shown) return;
      shown = link;
      field.value = link;
      say(note, '');
      void look(link);
    },
  };
}
