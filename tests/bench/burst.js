// Measures one burst of steps, for contenders in Node and in the browser.

const WARM = 0.25; // fraction of a burst that is not counted
const FIRST = 1; // seconds of warm-up in the first burst, until V8 has optimised the code

/**
 * Runs steps for about `seconds`. The first ones only warm up. At least one does, unless the network is warm
 * and a single step lasts as long as the burst.
 * @param {() => unknown} step may return a promise
 * @param {number} seconds
 * @param {number} [lastStep] seconds per step in the previous burst; 0 or none before the first
 * @returns {Promise<{rate: number, step: number}>} rate: steps per second; step: seconds per step
 */
export async function burst(step, seconds, lastStep) {
  const clock = () => performance.now() / 1000;
  const run = async (/** @type {number} */ until) => {
    const start = clock();
    let steps = 0;
    do {
      await step();
      steps++;
    } while (clock() - start < until);
    return steps / (clock() - start);
  };
  if (!lastStep || lastStep < seconds) await run(lastStep ? seconds * WARM : Math.max(FIRST, seconds));
  const rate = await run(seconds);
  return { rate, step: 1 / rate };
}
