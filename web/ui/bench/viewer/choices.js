// The choices of a view, above its drawing: a group of buttons for each, or a field for other data.
import { h } from '../../../draw/dom.js';
import { createOther } from '../../shell/controls/other-data.js';

/** @typedef {import('../../../model/types.js').View} View */

/**
 * @param {import('../../../model/types.js').Store} store
 * @param {import('../../shell/controls/other-data.js').Files} files
 */
export function createChoices(store, files) {
  const element = h('div', { class: 'choices' });
  const choose = (/** @type {Record<string, string>} */ chosen) => store.view.choose(store.get().view, chosen);
  let brought = 0;
  const other = createOther(files, {
    choose: (link) => choose({ other: link }),
    brought: () => choose({ brought: String(++brought) }),
  });
  let madeFor = '';
  /**
   * @param {View} view
   * @param {import('../../../model/types.js').Choice[]} seen
   * @param {Record<string, string>} chosen
   */
  function draw(view, seen, chosen) {
    const ids = seen.map(({ key, options }) => [key, options.map(({ id }) => id)]);
    const made = JSON.stringify([view.id, chosen, ids]);
    if (made === madeFor) return;
    madeFor = made;
    const free = seen.find((choice) => choice.free);
    if (free) other.draw(chosen[free.key] ?? '', free.options);
    const written = other.element.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement);
    element.replaceChildren(
      ...seen.map(({ key, label, options, free }) => {
        if (free) return other.element;
        return h(
          'div',
          { class: 'choice', role: 'group', 'aria-label': label },
          ...options.map((option) =>
            h(
              'button',
              {
                class: 'option',
                'data-choice': `${key} ${option.id}`,
                'aria-pressed': String(chosen[key] === option.id),
                onclick: () => {
                  choose({ [key]: option.id, from: '0' });
                  const chosenButton = element.querySelector(`[data-choice="${key} ${option.id}"]`);
                  if (chosenButton instanceof HTMLElement) chosenButton.focus();
                },
              },
              option.label,
            ),
          ),
        );
      }),
    );
    if (written) written.focus();
  }

  return { element, draw };
}
