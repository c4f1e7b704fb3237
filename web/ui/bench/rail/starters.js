// The menu of presets, by group, with an icon each. The preset that the controls equal is marked.
import { closesItself, h } from '../../../draw/dom.js';
import { paint, surface } from '../../../draw/svg.js';
import { thumbnail } from '../../../draw/thumbnail.js';
import { nth } from '../../../model/nth.js';
import { presets } from '../../../model/presets.js';
import { texts } from '../../../texts/index.js';
import { viewOf } from '../../../views/index.js';

const over = [2, 6, 9, 13, 16, 22];
const nearly = [4, 10, 17, 23, 28, 33];
const under = [8, 16, 23, 30, 36, 36];

/** Heights of the bars in the icons of presets without a view. */
const heights = /** @type {Record<string, number[]>} */ ({ mlp: over, cnn: over, focal: nearly, smoothing: under });

/** @param {typeof presets[0]} preset */
function iconOf({ id, icon }) {
  const picture = h('span', { class: 'thumbnail' });
  const shapes = viewOf(icon)?.thumbnail ?? [...thumbnail.bars(heights[id] ?? over), thumbnail.diagonal, thumbnail.floor];
  paint(surface(picture, thumbnail.width, thumbnail.height, ''), shapes);
  return picture;
}

/** @param {Pick<import('../place.js').Actions, 'begin' | 'specOf'>} on */
export function createStarters(on) {
  let spec = ''; // the controls' link
  const buttons = presets.map((preset) =>
    h(
      'button',
      { class: 'preset', 'data-preset': preset.id, onclick: () => on.begin(preset.link) },
      iconOf(preset),
      h('span', null, h('span', { class: 'strong' }, preset.label), h('span', { class: 'note' }, preset.about)),
    ),
  );
  const sections = Object.entries(texts.starts).map(([group, title]) =>
    h('section', null, h('h3', null, title), ...buttons.filter((_, i) => nth(presets, i).group === group)),
  );
  const menu = h('details', { class: 'menu starts' }, h('summary', null, texts.startFrom), h('div', { class: 'menu-list' }, ...sections));
  closesItself(menu);

  const press = () => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(!!spec && button.dataset.spec === spec));
  };

  // Presets' links are parsed when the menu is first opened: at startup it would take longer than all other
  // work of the engine.
  async function nameAll() {
    const specs = await Promise.all(presets.map(({ link }) => on.specOf(link)));
    for (const [i, button] of buttons.entries()) button.dataset.spec = nth(specs, i);
    press();
  }
  menu.addEventListener('toggle', nameAll, { once: true });

  return {
    element: menu,
    /** @param {string} now the controls' link */
    draw(now) {
      spec = now;
      press();
    },
  };
}
