// The top of the controls: presets to start from, undo and redo, and training at once. A note appears if the
// controls differ from the run on show.
import { h, icon, icons, show } from '../../../draw/dom.js';
import { trainsAtOnce } from '../../../model/live.js';
import { texts } from '../../../texts/index.js';
import { createStarters } from './starters.js';

/**
 * @param {Pick<import('../place.js').Actions, 'begin' | 'run' | 'takeBack' | 'undo' | 'redo' | 'setLive' |
 *   'specOf'>} on
 */
export function createTop(on) {
  const starters = createStarters(on);
  const undo = h(
    'button',
    { class: 'icon', 'aria-label': texts.undo, title: `${texts.undo} (Ctrl Z)`, onclick: on.undo },
    icon(icons.undo),
  );
  const redo = h(
    'button',
    { class: 'icon', 'aria-label': texts.redo, title: `${texts.redo} (Ctrl Shift Z)`, onclick: on.redo },
    icon(icons.redo),
  );
  const live = h('input', { type: 'checkbox', id: 'live', onchange: () => on.setLive(live.checked) });
  const stale = h(
    'div',
    { class: 'stale', hidden: true },
    h('p', null, texts.changed),
    h('button', { class: 'button', onclick: on.run }, texts.runThese),
    h('button', { class: 'plain', onclick: on.takeBack }, texts.takeBack),
  );
  return {
    elements: [
      h('div', { class: 'rail-top' }, starters.element, undo, redo),
      h('p', { class: 'live' }, h('label', { for: 'live' }, live, ' ', texts.atOnce)),
      stale,
    ],

    /** @param {import('../../../model/types.js').State} state */
    draw(state) {
      const { run, check, draft } = state;
      undo.disabled = !state.past.length;
      redo.disabled = !state.future.length;
      if (check) live.checked = trainsAtOnce(state);
      if (!draft) return;
      starters.draw(check?.spec ?? '');
      show(stale, !!run && !!check && run.spec !== check.spec && run.state !== 'loading');
    },
  };
}
