// How long a run will take: its multiply-adds over the rate that this machine reached with such a network before.

/** @typedef {import('../types.js').Store} Store */

const stored = 'calib-rates';
const guess = 8e9; // multiply-adds a second and thread, where nothing was measured yet

/** @returns {Record<string, number>} multiply-adds a second by model and threads */
function rates() {
  try {
    return JSON.parse(localStorage.getItem(stored) ?? '{}') ?? {};
  } catch {
    return {}; // closed to this page, or damaged: the guess has to do
  }
}

/** Forward and backward over the training set, forward over the others, each epoch. @param {any} check */
function work({ need, choices, run }) {
  const { train = 0, val = 0, test = 0 } = choices.data.params;
  return need.multiply_adds * run.epochs * (3 * train + val + test);
}

/** @param {any} check @param {number} threads */
const key = (check, threads) => `${check.choices.model.id} ${threads}`;

/** @param {any} check @param {number} threads @returns {number} seconds */
export const secondsFor = (check, threads) => work(check) / (rates()[key(check, threads)] || guess * threads);

/** Learns from every run that ends without a pause. @param {Store} store */
export function learnRates(store) {
  let began = 0;
  store.onChange(({ run, check }, before) => {
    const was = before.run;
    if (run?.state === was?.state && run?.id === was?.id) return;
    if (run?.state === 'running' && (was?.state === 'loading' || was?.id !== run.id)) began = performance.now();
    else if (run?.state === 'ended' && was?.state === 'running' && began && check?.spec === run.spec) {
      const rate = work(check) / Math.max(0.05, (performance.now() - began) / 1000);
      try {
        localStorage.setItem(stored, JSON.stringify({ ...rates(), [key(check, run.ready?.threads ?? 1)]: Math.round(rate) }));
      } catch {
        // closed to this page
      }
    } else began = 0;
  });
}
