// A link that cannot be opened: shows the error, lets the user fix the link, and runs nothing.

import { h, say, show } from '../../draw/dom.js';
import { presets } from '../../model/presets.js';
import { sentence, texts, translated } from '../../texts/index.js';

/** The error of a link or of a part. @param {string} error the engine's error */
const reason = (error) => sentence(translated(error).replace(/^link: /, ''));

/**
 * Marks the unreadable pieces of a link, each where it first occurs. Returns null if none occurs literally.
 * @param {string} link
 * @param {string[]} pieces
 */
function marked(link, pieces) {
  const found = pieces.map((piece) => ({ piece, at: piece ? link.indexOf(piece) : -1 })).filter(({ at }) => at >= 0);
  const nodes = [];
  let end = 0;
  for (const { piece, at } of found.sort((a, b) => a.at - b.at)) {
    if (at < end) continue;
    nodes.push(link.slice(end, at), h('mark', null, piece));
    end = at + piece.length;
  }
  return nodes.length ? h('code', { class: 'recovered-link faulty' }, ...nodes, link.slice(end)) : null;
}

/**
 * @param {HTMLElement} stage
 * @param {{open: (link: string) => void}} on
 */
export function createBroken(stage, on) {
  const why = h('p', { class: 'why', role: 'alert' });
  const faulty = h('p', { hidden: true });
  const found = h('div', { class: 'recovered', hidden: true });
  const text = h('textarea', { class: 'layers', rows: 4, spellcheck: 'false', autocapitalize: 'off', id: 'broken-link' });
  const open = () => on.open(text.value.trim());
  const element = h(
    'div',
    { class: 'broken', hidden: true },
    h('h1', { class: 'lead' }, texts.badLink),
    why,
    faulty,
    found,
    h('p', { class: 'quiet' }, texts.badLinkNote),
    h('label', { for: 'broken-link', class: 'note' }, texts.linkLabel),
    text,
    h('div', { class: 'row' }, h('button', { class: 'button solid', onclick: open }, texts.tryAgain)),
    h(
      'div',
      { class: 'row examples' },
      ...presets.map((preset) => h('button', { class: 'button', onclick: () => on.open(preset.link) }, preset.label)),
    ),
  );
  stage.append(element);

  /**
   * The recoverable parts of the link, and a button to open them.
   * @param {import('../../core/types.js').Recovered | null} recovered
   * @param {string} shownReason the error shown above
   */
  function recovery(recovered, shownReason) {
    if (!recovered) return [];
    const { link, parts, missing, mended } = recovered;
    const words = texts.recover;
    const say = (/** @type {string} */ words) => h('p', null, words);
    if (mended) return [say(words.one), code(mended), button(words.fixed, mended)];
    if (!link) return [say(words.none)];
    const lost = parts.map(({ text, why }) => h('li', null, h('code', null, text), reason(why) === shownReason ? '' : ` ${reason(why)}`));
    return [
      say(words.some),
      code(link),
      ...(lost.length ? [say(words.lost), h('ul', { class: 'note' }, ...lost)] : []),
      ...(missing ? [say(words.missing(missing))] : []),
      say(words.preset),
      button(words.open, link),
    ];
  }

  /** @param {string} link */
  const code = (link) => h('code', { class: 'recovered-link' }, link);

  /** @param {string} label @param {string} link */
  const button = (label, link) => h('button', { class: 'button', 'data-link': link, onclick: () => on.open(link) }, label);

  /** @type {unknown} */
  let shown = null;
  return {
    /** @param {import('../../model/types.js').State} state */
    draw({ mode, broken }) {
      show(element, mode === 'broken');
      if (!broken || broken === shown) return;
      shown = broken;
      const shownReason = reason(broken.error);
      say(why, shownReason);
      text.value = broken.link;
      const marks = marked(broken.link, broken.recovered?.parts.map(({ text }) => text) ?? []);
      show(faulty, !!marks);
      faulty.replaceChildren(...(marks ? [marks] : []));
      const pieces = recovery(broken.recovered, shownReason);
      show(found, pieces.length > 0);
      found.replaceChildren(...pieces);
    },
  };
}
