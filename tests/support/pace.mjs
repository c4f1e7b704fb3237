// Measures the pace of this machine: a fixed loop, run in the same minute and place as what a test times. A
// busy or slow machine slows both, so that no test fails because of it. `make bench` measures times
// themselves.

const STEPS = 2.5e7; // 45 ms on an idle core of an EPYC (Zen 4), in Node and in Chromium
const TIMES = 4; // the first is left out, since it is compiled meanwhile

/** Runs the loop. A page runs the same source, so it refers to nothing outside. @param {number} steps */
function loop(steps) {
  const start = performance.now();
  let bits = 1;
  for (let i = 0; i < steps; i++) {
    bits ^= bits << 13;
    bits ^= bits >>> 17;
    bits ^= bits << 5;
  }
  return bits ? performance.now() - start : 0;
}

let last = { ms: 0, at: -Infinity };

/** Milliseconds of the loop in this process, the longest of three; measured once a minute. */
export function pace() {
  if (performance.now() - last.at > 60_000) {
    const all = Array.from({ length: TIMES }, () => loop(STEPS));
    last = { ms: Math.max(...all.slice(1)), at: performance.now() };
  }
  return last.ms;
}

/**
 * Milliseconds of the loop in a page, the longest of three.
 * @param {import('puppeteer-core').Page} page
 * @returns {Promise<number>}
 */
export async function paceOf(page) {
  const all = [];
  for (let i = 0; i < TIMES; i++) all.push(Number(await page.evaluate(`(${loop})(${STEPS})`)));
  return Math.max(...all.slice(1));
}
