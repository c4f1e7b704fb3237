// Measures small test sets that are drawn out of the first network's, ten a second.
import { sentence as messageOf } from '../../core/formats/error.js';
import { figureFrame } from '../../model/frame.js';
import { nearest } from '../../model/runs/list.js';
import { rowsDrawn, rowsOf, small } from '../../model/visit/hundred.js';

const pause = 100; // ms between two draws

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {import('../../model/types.js').Store} store
 */
export function followHundred(engine, store) {
  let left = 0; // draws to go
  let busy = false;
  /** @type {unknown} */
  let refused = null; // the chapter whose draw failed, which is not tried again

  /** Returns the chapter with its network, if both are there. */
  function network() {
    const { mode, chapter, run } = store.get();
    if (mode !== 'guide' || chapter?.id !== 'limits' || run?.state !== 'ended' || run.spec !== chapter.first.spec) return null;
    const logits = nearest(run.history, null)?.testLogits;
    return logits && run.ready ? { chapter, run, ready: run.ready, logits } : null;
  }

  async function draw() {
    const now = network();
    if (!now) return;
    const { run, ready, logits } = now;
    const { n_test: n, k, labelling, testLabels, testPosterior } = ready;
    const rows = rowsDrawn(n, small, now.chapter.draws?.eces.length ?? 0);
    const { metrics } = await engine.evaluate({
      logits: rowsOf(logits, k, rows),
      labels: rowsOf(testLabels, testLabels.length / n, rows),
      posterior: testPosterior && rowsOf(testPosterior, k, rows),
      n: rows.length,
      k,
      labelling,
      bins: run.bins,
    });
    const { chapter } = network() ?? {};
    if (!chapter) return;
    const figures = figureFrame(metrics, store.get().describe.metric, 'ece');
    store.bench.setChapter({ ...chapter, draws: { figures, eces: [...(chapter.draws?.eces ?? []), figures.ece], playing: left > 0 } });
  }

  /** Draws a number of test sets. While it draws, another call stops it. @param {number} count */
  async function play(count) {
    left = busy ? 0 : count;
    if (busy) return;
    busy = true;
    try {
      while (left > 0 && network()) {
        left--;
        await draw();
        if (left) await new Promise((resolve) => setTimeout(resolve, pause));
      }
    } catch (wrong) {
      refused = store.get().chapter;
      store.bench.fail(messageOf(wrong));
    }
    busy = false;
    const { chapter } = store.get();
    if (chapter?.draws?.playing) store.bench.setChapter({ ...chapter, draws: { ...chapter.draws, playing: false } });
  }

  store.onChange(() => {
    const { chapter } = (!busy && network()) || {};
    if (chapter && !chapter.draws && chapter !== refused) void play(1);
  });
  return play;
}
