// Trains a sample network, for users without files.
import { texts } from '../../texts/index.js';

// Small enough to be trained in a few seconds, and overconfident.
const LINK = 'data=shapes10:train=600,val=1000,test=4000&optimizer=sgd:lr=0.05,decay=0&epochs=25';

/** @import {Engine, Epoch, Ready} from '../../core/types.js' */

/**
 * @param {Engine} engine
 * @param {{tell: (doing: string, fraction: number) => void, end: (ready: Ready, last: Epoch) => void,
 *   fail: (error: string) => void}} on
 */
export function trainSample(engine, { tell, end, fail }) {
  /** @type {Ready | null} */
  let ready = null;
  /** @type {Epoch | null} */
  let last = null;
  return engine.start(LINK, {
    states: false,
    onReady: (found) => (ready = found),
    onProgress: ({ epoch, epochs, fraction }) => tell(texts.evaluate.training(Math.min(epochs, epoch + 1), epochs), fraction),
    onEpoch: (epoch) => (last = epoch),
    onEnd: () => ready && last && end(ready, last),
    onError: ({ error }) => fail(error),
  });
}
