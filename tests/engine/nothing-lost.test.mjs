// Kills a run repeatedly: it resumes from its last epoch, with the bits of an uninterrupted run.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { calibJson } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';
import { count, seed } from '../support/soak.mjs';

const KILLS = count(8, 50);
// Between kills it gets at most four epochs further.
const LINK = `v=1&data=moons:train=400,val=100,test=100&model=mlp:hidden=32&loss=adafocal:bins=5,every=7&optimizer=adam&schedule=plateau:by=ece,patience=2&epochs=${5 * KILLS}&batch=10&keep=best&by=ece`;

/**
 * Draws the kills from the seed, so that a failure can be repeated: after a number of epochs, and some ms
 * later.
 */
function* points() {
  for (let x = seed; ; x = (x * 1103515245 + 12345) % 2147483648) yield { epochs: 1 + ((x >> 8) % 4), ms: ((x >> 16) % 40) / 10 };
}

test(`killed at ${KILLS} points and resumed each time, a run ends with the bits of an uninterrupted one`, {
  timeout: 300_000,
}, async () => {
  const module = readFileSync(root('build/site/engine/calib-single.wasm'));
  /** @type {ArrayBuffer | null} */
  let state = null;
  let report = null;
  let kills = 0;
  let last = 0;
  const steps = points();
  while (!report) {
    const { epochs, ms } = steps.next().value;
    const worker = new Worker(new URL('../support/kill-worker.mjs', import.meta.url), { workerData: { link: LINK, state, module } });
    let reported = 0;
    await new Promise((resolve, reject) => {
      worker.on('error', reject);
      worker.on('exit', resolve);
      worker.on('message', (message) => {
        if (message.report) {
          report = message.report;
          return;
        }
        assert.equal(message.epoch, last + 1, 'goes on where it was');
        last = message.epoch;
        state = message.state;
        if (++reported < epochs || kills >= KILLS) return;
        reported = -Infinity;
        const until = performance.now() + ms; // in the middle of something
        while (performance.now() < until);
        kills++;
        worker.removeAllListeners('message');
        worker.terminate();
      });
    });
  }
  assert.ok(kills >= KILLS, `${kills} kills`);
  const whole = calibJson('train', LINK);
  assert.equal(report.digest, whole.digest);
  assert.deepEqual(report.history, whole.history);
  assert.equal(report.link, whole.link);
});
