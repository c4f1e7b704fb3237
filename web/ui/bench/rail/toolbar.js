// The top of the controls: presets to start from, undo and redo, and training at once. A note appears if the
// controls differ from the run on show.
import { closesItself, h, icon, icons, show } from '../../../draw/dom.js';
import { trainsAtOnce } from '../../../model/live.js';
import { nth } from '../../../model/nth.js';
import { presets } from '../../../model/presets.js';
import { texts } from '../../../texts/index.js';

/**
 * @param {Pick<import('../place.js').Actions, 'begin' | 'run' | 'takeBack' | 'undo' | 'redo' | 'setLive' |
 *   'specOf'>} on
 */
export function createTop(on) {
  const starters = presets.map((preset) =>
    h(
      'button',
      { class: 'preset', 'data-preset': preset.id, onclick: () => on.begin(preset.link) },
      h('span', { class: 'strong' }, preset.label),
      h('span', { class: 'note' }, preset.about),
    ),
  );
  const starts = h('details', { class: 'menu starts' }, h('summary', null, texts.startFrom), h('div', { class: 'menu-list' }, ...starters));
  closesItself(starts);
  // The presets' links are parsed only when the menu is first opened: this takes longer than all other engine
  // work at startup.
  starts.addEventListener('toggle', nameStarters, { once: true });
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
  let spec = ''; // the controls' link

  function pressStarters() {
    for (const button of starters) button.setAttribute('aria-pressed', String(!!spec && button.dataset.spec === spec));
  }

  async function nameStarters() {
    const specs = await Promise.all(presets.map(({ link }) => on.specOf(link)));
    for (const [i, button] of starters.entries()) button.dataset.spec = nth(specs, i);
    pressStarters();
  }

  return {
    elements: [
      h('div', { class: 'rail-top' }, starts, undo, redo),
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
      spec = check?.spec ?? '';
      pressStarters();
      show(stale, !!run && !!check && run.spec !== check.spec && run.state !== 'loading');
    },
  };
}
