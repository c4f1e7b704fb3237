// The bar on top: run, pause, step, stop, position, threads, colours, share. Its lower edge is the progress
// bar.

import { attribute, h, icon, icons, say, show } from '../../draw/dom.js';
import { canStep, mainAction } from '../../model/runs/actions.js';
import { markOf, noteOf } from '../../model/runs/filed.js';
import { isActive } from '../../model/runs/list.js';
import { progressOf } from '../../model/runs/queue.js';
import { count } from '../../texts/format.js';
import { texts, translated } from '../../texts/index.js';
import { languageButton } from './language.js';

/** @typedef {import('../../model/types.js').State} State */

/**
 * @param {HTMLElement} bar
 * @param {{main: () => void, step: () => void, stepEpoch: () => void, stop: () => void, share: () => void,
 *   fast: () => void, theme: () => void, switchLanguage: (language: import('./language.js').Language) =>
 *   void, ways: {bench: () => void, teacher: () => void}, toStart: () => void, keys: () => void}} on
 */
export function createRunBar(bar, on) {
  const go = h('button', { class: 'go', onclick: on.main });
  const step = h(
    'button',
    { class: 'icon whole', 'aria-label': texts.step, title: `${texts.step} (.)`, onclick: on.stepEpoch },
    icon(icons.step),
  );
  const stepOne = h(
    'button',
    { class: 'icon one', 'aria-label': texts.stepOne, title: `${texts.stepOne} (,)`, onclick: on.step },
    icon(icons.stepOne),
  );
  const stop = h('button', { class: 'icon', 'aria-label': texts.stop, title: texts.stop, onclick: on.stop }, icon(icons.stop));
  const where = h('span', { class: 'strong' });
  const of = h('span', { class: 'total' });
  const left = h('span', { class: 'quiet' });
  const place = h('span', { class: 'where' }, where, ' ', of, ' ', left);
  const controls = h('div', { class: 'controls', role: 'group', 'aria-label': texts.run }, go, stepOne, step, stop, place);
  const bench = h('button', { class: 'plain to-bench', onclick: on.ways.bench });
  const teach = h('button', { class: 'plain to-bench', onclick: on.ways.teacher }, texts.teacher.place);
  const threads = h('span');
  const badge = h('button', { class: 'badge', onclick: on.fast }, icon(icons.threads), threads);
  const theme = h('button', { class: 'icon', onclick: on.theme });
  const languageSwitch = languageButton(on.switchLanguage, 'icon');
  const keys = h('button', { class: 'icon keys', 'aria-label': texts.help, title: `${texts.help} (?)`, onclick: on.keys }, '?');
  const share = h('button', { class: 'button', hidden: true, onclick: on.share }, texts.share);
  const progress = h('progress', { class: 'progress', max: 1, value: 0, 'aria-label': texts.run });
  const nav = h('nav', { class: 'places', 'aria-label': texts.places, hidden: true });
  bar.append(
    h('button', { class: 'brand', title: texts.toStart, onclick: on.toStart }, texts.brand),
    nav,
    controls,
    bench,
    teach,
    badge,
    keys,
    languageSwitch,
    theme,
    share,
    progress,
  );
  /** @type {string} */
  let shown = '';

  /** The run's position, its total, and a note. @param {State} state @returns {[string, string, string]} */
  function position(state) {
    const { run, mode } = state;
    const queue = isActive(run) ? null : progressOf(state); // runs in the background
    if (queue)
      return [texts.compare.runOf(queue.at), texts.of(queue.total), queue.secondsLeft === null ? '' : texts.left(queue.secondsLeft)];
    if (!run) return [mode === 'loading' ? texts.opening : texts.ready, '', ''];
    const { progress: p, epochs } = run;
    if (run.state === 'loading') return [texts.loading, '', ''];
    const done = run.history.at(-1)?.epoch ?? 0;
    const now = run.state === 'running' ? Math.min(epochs, Math.max(done, p?.epoch ?? 0) + 1) : done;
    if (run.state === 'ended') return [texts.epoch(done), texts.of(epochs), markOf(run) || texts.ended];
    const words = { paused: texts.paused, stopped: texts.stopped, failed: texts.failed };
    const time = done >= epochs ? texts.measuring : p?.secondsLeft == null ? '' : texts.left(p.secondsLeft);
    return [texts.epoch(now), texts.of(epochs), run.state === 'running' ? time : words[/** @type {'paused'} */ (run.state)]];
  }

  return {
    nav,
    switchLanguage: on.switchLanguage,

    /** @param {State} state */
    draw(state) {
      const { run, mode } = state;
      const action = mainAction(state);
      if (action !== shown) {
        shown = action;
        const label = texts[action];
        go.replaceChildren(icon(action === 'pause' ? icons.pause : action === 'again' ? icons.again : icons.run));
        attribute(go, 'aria-label', label);
        attribute(go, 'title', label);
      }
      const usable = mode === 'bench' || mode === 'guide';
      go.disabled = !usable || (!state.check && !isActive(run)) || run?.state === 'loading';
      stepOne.disabled = step.disabled = !usable || !canStep(state);
      stop.disabled = !isActive(run);
      const [a, b, c] = position(state);
      say(where, a);
      say(of, b);
      say(left, c);
      attribute(place, 'title', (run && noteOf(run)) || null);
      attribute(place, 'data-idle', b ? null : 'yes');
      attribute(place, 'data-ended', run?.state === 'ended' ? 'yes' : null);
      const queue = isActive(run) ? null : progressOf(state);
      progress.value = queue ? queue.fraction : run?.state === 'ended' ? 1 : (run?.progress?.fraction ?? 0);
      if (state.badge) {
        const { threads: n, why, notFast } = state.badge;
        const fast = !notFast && state.page.fast === 'yes';
        const about = `${translated(why)}. ${notFast ? texts.fast.unavailable(translated(notFast)) : fast ? texts.fast.isOn : texts.fast.offer}`;
        say(threads, fast ? texts.fast.threads(n) : texts.threads(n));
        attribute(badge, 'title', about);
        attribute(badge, 'aria-label', about);
        attribute(badge, 'aria-pressed', notFast ? null : fast ? 'true' : 'false');
        attribute(badge, 'data-threads', count(n));
      }
      show(teach, mode === 'welcome');
      show(bench, mode === 'welcome' || mode === 'guide');
      say(bench, mode === 'welcome' ? texts.guide.skip : texts.guide.toBench);
      show(share, mode === 'bench' || mode === 'guide');
    },

    /** @param {'light' | 'dark' | 'contrast'} name */
    showTheme(name) {
      theme.replaceChildren(icon(icons[name]));
      attribute(theme, 'aria-label', texts.themeLabel(texts.theme[name]));
      attribute(theme, 'title', texts.themeLabel(texts.theme[name]));
    },
  };
}
