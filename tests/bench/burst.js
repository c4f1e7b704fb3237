// One burst of steps. Shared by the contenders that run in Node and in the browser.

const WARM = 0.25; // share of a burst that is not counted
const FIRST = 1; // seconds that the first one warms up instead: V8 makes code fast only after it has run for a while

/**
 * Steps for about `seconds`. The first steps only warm up: at least one, or none once the network is warm and
 * a single step lasts as long as the burst.
 * @param {() => unknown} step may return a promise
 * @param {number} seconds
 * @param {number} [lastStep] seconds, of the previous burst; nothing or 0 before the first
 * @returns {Promise<{rate: number, step: number}>} steps a second; seconds a step
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
