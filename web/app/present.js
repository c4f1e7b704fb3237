// Presentation mode: one key shows only the drawing, large enough for the last row. Arrow keys or a
// presenter's remote change the view.
import { appliesTo, views } from '../views/index.js';

const steps = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };

/**
 * @param {import('../model/types.js').Store} store
 * @param {(view: string) => void} goTo
 */
export function createPresent(store, goTo) {
  /** Returns the views that apply to the current run. */
  const deckNow = () => {
    const { run, view } = store.get();
    return ['workbench', ...views.filter((one) => one.id === view || appliesTo(one, run)).map(({ id }) => id)];
  };

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const { presenting, view } = store.get();
    const own = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
    if (!presenting || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || own) return;
    if (event.key === 'Escape') return store.bench.present(false);
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    const deck = deckNow();
    const next = step && deck[Math.max(0, deck.indexOf(view)) + step];
    if (!step) return;
    event.preventDefault();
    if (next) goTo(next);
  }
  window.addEventListener('keydown', onKey);

  return {
    /** Starts or ends presenting, if there is a drawing. */
    present() {
      const { presenting, mode, view } = store.get();
      if (!presenting && (mode !== 'bench' || !deckNow().includes(view))) return;
      if (!presenting) /** @type {HTMLElement | null} */ (document.activeElement)?.blur(); // arrow keys change the view
      store.bench.present(!presenting);
    },
  };
}
