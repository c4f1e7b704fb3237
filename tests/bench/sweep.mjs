// Measures how much faster 12 points of cnn-s are concurrently than in sequence. Run it alone, on an idle
// machine:
// `node tests/bench/sweep.mjs [TIMES]`
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { root } from '../support/paths.mjs';
import { spread } from './measure.mjs';

const LINK = 'data=shapes10:train=1000,val=100,test=500&model=cnn-s&epochs=4';
const times = Number(process.argv[2] ?? 3);

/** Returns the seconds of a whole sweep. @param {string[]} more */
function seconds(...more) {
  const begin = performance.now();
  const { status, stderr } = spawnSync(root('build/native/calib'), ['sweep', LINK, '--over', 'loss=ce/focal/ls', '--seeds', '4', ...more], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(stderr);
  return (performance.now() - begin) / 1000;
}

/** @type {number[]} */
const ratios = [];
for (let time = 0; time < times; time++) {
  const [serial, parallel] = [seconds('--jobs', '1', '--threads', '1'), seconds()];
  ratios.push(serial / parallel);
  console.log(`one after the other ${serial.toFixed(1)} s, side by side ${parallel.toFixed(1)} s: ${(serial / parallel).toFixed(2)} x`);
}
const { median, low, high } = spread(ratios);
console.log(`12 points on ${availableParallelism()} processors: ${median.toFixed(2)} x (${low.toFixed(2)}-${high.toFixed(2)})`);
