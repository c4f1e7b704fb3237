// Asks the engine for figures of the current epoch and temperature. One question runs at a time and only the
// latest one waits, so that dragging the slider never queues work.
import { sentence as messageOf } from '../../core/formats/error.js';
import { nearest } from '../../model/runs/list.js';

const floorDraws = 100; // those of a report, so that its floors are the same

/** @typedef {import('../../model/types.js').State} State */

/** Waits until the page has drawn; a hidden page does not draw. */
const drawn = () => new Promise((resolve) => (globalThis.document?.hidden === false ? requestAnimationFrame(resolve) : resolve(undefined)));

/**
 * @template Wish
 * @param {(wish: Wish) => Promise<void>} answer
 */
export function latest(answer) {
  let busy = false;
  /** @type {Wish | null} */
  let waiting = null;
  return async function ask(/** @type {Wish} */ wish) {
    waiting = wish;
    if (busy) return;
    busy = true;
    while (waiting) {
      const now = waiting;
      waiting = null;
      await answer(now);
    }
    busy = false;
  };
}

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {import('../../model/types.js').Store} store
 */
export function followFigures(engine, store) {
  /** @param {State} state */
  const wished = ({ run, chosen, temperature, allNumbers }) => {
    const item = run && nearest(run.history, chosen);
    const { ready } = run ?? {};
    if (!run || !ready || !item?.testLogits) return null;
    return { run, ready, item, testLogits: item.testLogits, temperature, headline: !allNumbers };
  };
  /** @typedef {NonNullable<ReturnType<typeof wished>>} Wish */

  /** @param {unknown} wrong */
  const report = (wrong) => store.bench.fail(messageOf(wrong));
  const current = (/** @type {Wish} */ { ready }) => store.get().run?.ready === ready;

  /**
   * Updates the previous run's figures to the same temperature and number of bins.
   * @param {import('../../model/frame.js').Ghost} ghost
   * @param {Wish} wish
   */
  async function follow({ id, ready, item }, { temperature, run }) {
    const { testLogits: logits } = item;
    if (!logits) return;
    const { testLabels: labels, testPosterior: posterior, n_test: n, k, labelling } = ready;
    const { metrics } = await engine.evaluate({ logits, labels, posterior, n, k, labelling, temperature, bins: run.bins, draws: 0 });
    const { ghost } = store.get();
    if (ghost?.id === id) store.view.showPrevious({ ...ghost, metrics, temperature });
  }

  const evaluate = latest(async (/** @type {Wish} */ wish) => {
    const { run, ready, item, testLogits, temperature, headline } = wish;
    try {
      const { metrics } = await engine.evaluate({
        logits: testLogits,
        labels: ready.testLabels,
        posterior: ready.testPosterior,
        n: ready.n_test,
        k: ready.k,
        labelling: ready.labelling,
        temperature,
        bins: run.bins,
        draws: floorDraws,
        headline,
      });
      if (current(wish)) {
        const first = !store.get().figure;
        store.view.setFigures({ epoch: item.epoch, temperature, metrics });
        if (first) await drawn(); // so that the first epoch is seen
      }
      const { ghost } = store.get();
      const same = ghost?.temperature === temperature && ghost.metrics.ece?.bins?.length === metrics.ece?.bins?.length;
      if (current(wish) && ghost && !same) await follow(ghost, wish);
    } catch (wrong) {
      if (current(wish)) report(wrong);
    }
  });

  const fit = latest(async (/** @type {Wish} */ wish) => {
    const { ready, item } = wish;
    const { valLogits } = item;
    const { valLabels: labels, n_val: n, k, labelling } = ready;
    if (!valLogits) return;
    try {
      const found = await engine.fit({ logits: valLogits, labels, n, k, labelling });
      if (!current(wish)) return;
      const { by_nll, by_nll_grid } = found.temperature;
      const curve = by_nll.curve?.at?.length ? by_nll.curve : by_nll_grid?.curve;
      const { at = [], score = [] } = curve ?? {};
      store.view.setFit({ epoch: item.epoch, T: by_nll.T, atBound: !!by_nll.at_bound, at, score });
    } catch (wrong) {
      if (current(wish)) report(wrong);
    }
  });

  /** The run whose first figures are computed. @type {Wish['ready'] | null} */
  let first = null;
  store.onChange((state, before) => {
    const wish = wished(state);
    if (!wish) return;
    const { figure } = state;
    const old = wished(before);
    const moved = wish.item !== old?.item || wish.ready !== old?.ready;
    const other = moved || wish.temperature !== old?.temperature || wish.headline !== old?.headline;
    const late = !!figure && !before.figure && (figure.epoch !== wish.item.epoch || figure.temperature !== wish.temperature);
    // Later epochs wait for the first figures of a run, so that a short run is seen from its beginning.
    const asks = (other && (figure || first !== wish.ready)) || late;
    if (asks) evaluate(wish);
    if (figure) first = null;
    else if (asks) first = wish.ready;
    if (moved && wish.ready.n_val) fit(wish);
  });
}
