// A link that cannot be opened: says why, lets the user mend it, and puts nothing in its place.
import { sentence, texts } from '../texts.js';
import { h, say, show } from './dom.js';

/**
 * @param {HTMLElement} stage
 * @param {{open: (link: string) => void, presets: {id: string, label: string, link: string}[]}} on
 */
export function createBroken(stage, on) {
  const why = h('p', { class: 'why', role: 'alert' });
  const text = h('textarea', { class: 'layers', rows: 4, spellcheck: 'false', autocapitalize: 'off', id: 'broken-link' });
  const open = () => on.open(text.value.trim());
  const element = h(
    'div',
    { class: 'broken', hidden: true },
    h('h1', { class: 'lead' }, texts.badLink),
    why,
    h('p', { class: 'quiet' }, texts.badLinkNote),
    h('label', { for: 'broken-link', class: 'note' }, texts.linkLabel),
    text,
    h(
      'div',
      { class: 'row' },
      h('button', { class: 'button solid', onclick: open }, texts.tryAgain),
      ...on.presets.map((preset) => h('button', { class: 'button', onclick: () => on.open(preset.link) }, preset.label)),
    ),
  );
  stage.append(element);
  /** @type {unknown} */
  let shown = null;
  return {
    /** @param {import('../types.js').State} state */
    draw({ mode, broken }) {
      show(element, mode === 'broken');
      if (!broken || broken === shown) return;
      shown = broken;
      say(why, sentence(broken.error));
      text.value = broken.link;
    },
  };
}
