// Measures the pace of this machine: a fixed loop, run in the same minute and place as what a test times. A
// busy or slow machine slows both, so that no test fails because of it. `make bench` measures times
// themselves.

const STEPS = 5e7; // about 50 ms on an idle core of 2 to 3 GHz

/** Runs the loop; its argument is a constant so that a page can run the same source. @param {number} steps */
function loop(steps) {
  const start = performance.now();
  let sum = 0;
  for (let i = 0; i < steps; i++) sum += i % 7;
  return sum > 0 ? performance.now() - start : 0;
}

let last = { ms: 0, at: -Infinity };

/** Milliseconds of the loop in this process, the median of three; measured once a minute. */
export function pace() {
  if (performance.now() - last.at > 60_000) {
    const [, ms] = [loop(STEPS), loop(STEPS), loop(STEPS)].sort((a, b) => a - b);
    last = { ms, at: performance.now() };
  }
  return last.ms;
}

/**
 * Milliseconds of the loop in a page, the median of three.
 * @param {import('puppeteer-core').Page} page
 * @returns {Promise<number>}
 */
export async function paceOf(page) {
  const all = [];
  for (let i = 0; i < 3; i++) all.push(await page.evaluate(`(${loop})(${STEPS})`));
  return all.sort((a, b) => a - b)[1];
}
