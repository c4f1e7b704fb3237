// Kills processes at drawn moments: a training that resumes from the file that it saves to, and sweeps. At
// any moment the state is whole, the previous one or the next. Kept results stay, and in the end the digests
// are those of an undisturbed run.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, program } from '../support/calib.mjs';
import { random } from '../support/links.mjs';
import { count, seed } from '../support/soak.mjs';

const draw = random(seed);

/**
 * Runs the command, and kills it after this time unless it has ended.
 * @param {string[]} args
 * @param {number} ms
 * @param {'process' | 'group' | 'child'} whom
 */
async function killed(args, ms, whom = 'group') {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const closed = once(child, 'close');
  const group = -Number(child.pid);
  const timer = setTimeout(() => {
    try {
      if (whom === 'group') process.kill(group, 'SIGKILL');
      else if (whom === 'process') child.kill('SIGKILL');
      else {
        const [one] = spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }).stdout.split('\n');
        if (one) process.kill(Number(one), 'SIGKILL');
      }
    } catch {} // it has just ended
  }, ms);
  const [code, signal] = await closed;
  clearTimeout(timer);
  return { code, signal, stderr };
}

/**
 * Returns the number of steps in a saved state; asserts that the file is whole.
 * @param {string} path
 */
function stepsOf(path) {
  if (!existsSync(path)) return 0;
  const bytes = readFileSync(path);
  const length = Number(bytes.readBigUInt64LE(0));
  const { __metadata__: about, ...tensors } = JSON.parse(bytes.toString('utf8', 8, 8 + length));
  const end = Math.max(...Object.values(tensors).map(({ data_offsets }) => data_offsets[1]));
  assert.equal(bytes.length, 8 + length + end, 'the state is whole');
  return Number(about.step);
}

const LINK = 'data=shapes10:train=32,val=8,test=8&model=mlp:hidden=300&optimizer=adam&keep=best&epochs=16&batch=8';

test(`a training killed ${count(12, 600)} times while it starts, trains and saves resumes and ends with the same bits`, async (t) => {
  const state = join(folder(t), 'run.state');
  const args = (/** @type {number} */ steps) =>
    ['train', LINK, '--threads', '1', ...(steps ? ['--steps', String(steps)] : []), '--save', state].concat(
      existsSync(state) ? ['--resume', state] : [],
    );
  const begun = performance.now();
  assert.equal(calib(...args(1)).status, 0);
  const long = performance.now() - begun;
  let done = stepsOf(state);
  assert.ok(done > 0);
  for (let kills = 0; kills < count(12, 600); ) {
    const { code, signal, stderr } = await killed(args(Math.min(done + 1, 60)), (draw(1000) / 1000) * 1.3 * long);
    if (signal) kills++;
    else assert.equal(code, 0, stderr);
    const now = stepsOf(state);
    assert.ok(now >= done, `after ${kills} kills: ${now} steps of ${done}`);
    done = now;
  }
  const report = calibJson(...args(0));
  const whole = calibJson('train', LINK);
  assert.equal(report.digest, whole.digest);
  assert.deepEqual(report.history, whole.history);
});

const SWEEP = 'data=moons:train=60,val=40,test=50,flip=0.1&model=mlp:hidden=8&epochs=40&batch=20';
const timeless = (/** @type {string} */ text) => text.replaceAll(/"seconds":(\{[^}]*\}|[-\d.e]+)/g, '"seconds"');

test(`a sweep killed ${count(6, 300)} times (all of it, its process or one point) resumes from its kept results, to the same figures`, async (t) => {
  const args = ['sweep', SWEEP, '--over', 'loss=ce/focal', '--seeds', '3', '--jobs', '2'];
  const begun = performance.now();
  const whole = calib(...args);
  const long = performance.now() - begun;
  assert.equal(whole.status, 0, whole.err);
  for (let kills = 0; kills < count(6, 300); ) {
    const out = folder(t);
    const kept = () =>
      readdirSync(out)
        .filter((name) => /^[0-9a-f]{16}\.json$/.test(name))
        .map((name) => `${name} ${statSync(join(out, name)).mtimeMs}`);
    for (let turn = 0; turn < 3; turn++) {
      const before = kept();
      const whom = /** @type {const} */ (['group', 'process', 'child'])[(turn + seed) % 3];
      const { code, signal, stderr } = await killed([...args, '--out', out], (draw(1000) / 1000) * long, whom);
      if (signal || code) kills++;
      if (!signal && code) assert.match(stderr, /was ended by signal 9 before its time/);
      for (const one of before) assert.ok(kept().includes(one), 'what was kept is not trained again');
      for (const one of kept()) JSON.parse(readFileSync(join(out, one.split(' ')[0]), 'utf8'));
    }
    const again = calib(...args, '--out', out);
    assert.equal(again.status, 0, again.err);
    assert.equal(again.err.includes('left out'), false, again.err);
    assert.equal(timeless(again.out), timeless(whole.out));
  }
});
