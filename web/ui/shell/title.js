// Sets the page's language attribute, and shows the progress of runs in the tab's title, until all are
// finished and seen.

import { progressOf } from '../../model/runs/queue.js';
import { language, texts } from '../../texts/index.js';

const words = texts.compare;

/** @param {import('../../model/types.js').Store} store */
export function followTitle(store) {
  document.documentElement.lang = language;
  if (language !== 'en') {
    document.querySelector('link[rel=manifest]')?.setAttribute('href', `manifest.${language}.webmanifest`);
    document.querySelector('meta[name=description]')?.setAttribute('content', texts.description);
  }
  let trained = false;
  let shown = '';

  /** @param {import('../../model/types.js').State} state */
  function titleOf(state) {
    const queue = progressOf(state);
    const { run } = state;
    const active = queue || run?.state === 'running' || run?.state === 'loading';
    if (active) {
      trained = true;
      if (!queue) return words.titleRun(run?.progress?.fraction ?? 0);
      return queue.total > 1 ? words.titleAt(queue.at, queue.total, queue.fraction) : words.titleRun(queue.fraction);
    }
    return trained && run?.state !== 'paused' ? words.titleDone : '';
  }

  // When the tab becomes visible, the user has seen that the runs are finished.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    trained = false;
    follow(store.get());
  });

  /** @param {import('../../model/types.js').State} state */
  function follow(state) {
    const title = titleOf(state);
    if (title === shown) return;
    shown = title;
    document.title = title ? `${title} · ${texts.brand}` : texts.brand;
  }
  store.onChange(follow);
}
