// The only place for errors and notices. Showing one loses no work.

import { attribute, h, show } from '../../draw/dom.js';
import { sentence, texts } from '../../texts/index.js';

/**
 * @param {HTMLElement} element
 * @param {{dismiss: () => void} & Record<'code' | 'file' | 'card', (link: string) => void>} on all but
 *   dismiss share the link on show
 */
export function createBand(element, on) {
  /** @type {import('../../model/types.js').Notice | null} */
  let shown = null;
  return {
    /** @param {import('../../model/types.js').Notice | null} notice */
    draw(notice) {
      show(element, !!notice);
      if (notice === shown) return;
      shown = notice;
      if (!notice) return element.replaceChildren();
      attribute(element, 'role', notice.kind === 'error' ? 'alert' : 'status');
      attribute(element, 'data-kind', notice.kind);
      const shownText = notice.link ?? notice.code;
      const link = shownText
        ? h('input', {
            class: 'link',
            type: 'text',
            readonly: true,
            value: shownText,
            'aria-label': notice.link ? texts.linkLabel : texts.ends.embed,
            onfocus: () => link?.select(),
          })
        : null;
      element.replaceChildren(
        h('p', null, h('strong', null, sentence(notice.title)), notice.text ? ` ${sentence(notice.text)}` : ''),
        ...(link ? [link] : []),
        ...(link && notice.link
          ? [
              h('button', { class: 'button', 'data-share': 'code', onclick: () => on.code(link.value) }, texts.sharing.qr),
              h('button', { class: 'button', 'data-share': 'file', onclick: () => on.file(link.value) }, texts.sharing.file),
              ...(notice.card
                ? [h('button', { class: 'button', 'data-share': 'card', onclick: () => on.card(link.value) }, texts.sharing.card.save)]
                : []),
            ]
          : []),
        ...(notice.choices ?? []).map(({ label, act }) => {
          const choose = () => {
            on.dismiss();
            act();
          };
          return h('button', { class: 'button', onclick: choose }, label);
        }),
        h('button', { class: 'plain', onclick: on.dismiss }, texts.dismiss),
      );
    },
  };
}
