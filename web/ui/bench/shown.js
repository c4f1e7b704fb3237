// The line below a heading that names the run on show while the controls have other settings. It covers the
// heading's own sentence, so that nothing moves.
import { attribute, h, say, show } from '../../draw/dom.js';
import { isOtherRun, settingsOf } from '../../model/settings.js';
import { texts } from '../../texts/index.js';

/**
 * @param {HTMLElement} sub the sentence below the heading
 * @param {{run: () => void, takeBack: () => void}} on
 */
export function createShown(sub, on) {
  const name = h('p', { role: 'status' });
  const line = h(
    'div',
    { class: 'shown-run', hidden: true },
    name,
    h('button', { class: 'plain', 'data-shown': 'run', onclick: on.run }, texts.runTheseSettings),
    h('button', { class: 'plain', 'data-shown': 'undo', onclick: on.takeBack }, texts.takeBack),
  );
  const element = h('div', { class: 'below-lead' }, sub, line);
  return {
    element,
    /** @param {import('../../model/types.js').State} state @param {boolean} shown a run is on show */
    draw(state, shown) {
      const { run, check, describe } = state;
      const text = shown && run && check && isOtherRun(state) ? texts.shownRun(settingsOf(describe, run, check)) : '';
      show(line, !!text);
      attribute(element, 'data-other', text ? 'yes' : null);
      say(name, text);
      attribute(name, 'title', text || null); // one line, cut at its end
    },
  };
}
