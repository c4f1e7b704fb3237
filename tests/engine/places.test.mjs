// Tests places of links in the page's module: set, removed and read, and the description of a checked link.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { before, test } from 'node:test';
import { openInstance } from '../../build/site/core/worker/instance.js';
import { growingMemory } from '../../build/site/core/worker/memory.js';
import { draftOf, placesOf } from '../../web/model/draft.js';
import { realLinks } from '../support/links.mjs';
import { root } from '../support/paths.mjs';

// emcc expects these globals of Node, and an ES module lacks them.
globalThis.require = createRequire(import.meta.url);
globalThis.__dirname = root('build/site/engine');

const HASH = '0123456789abcdef';
const FIGURES = { error: 0.25, nll: 0.5, brier: 0.4, ece: 0.1, mce: 0.3 };
const RECEIPT = `1.0.0:data=${HASH},weights=${HASH},digest=${HASH},${Object.entries(FIGURES).map((pair) => pair.join('='))}`;

/** @type {any} */
let engine;
before(async () => {
  engine = await openInstance({ memory: growingMemory(), wasmBinary: readFileSync(root('build/site/engine/calib-single.wasm')) });
});

const refused = (/** @type {() => unknown} */ call, /** @type {string | RegExp} */ message) =>
  assert.throws(call, (/** @type {any} */ error) => {
    assert.equal(error.name, 'EngineError');
    if (typeof message === 'string') assert.equal(error.message, message);
    else assert.match(error.message, message);
    return true;
  });

test('a place is set, removed and read', () => {
  assert.equal(engine.linkSet('loss=focal', { 'loss.gamma': 2 }), 'v=1&loss=focal:gamma=2');
  assert.equal(engine.linkRemove('loss=focal:gamma=2&view=curves', 'loss'), 'v=1&view=curves');
  assert.deepEqual(engine.linkRead('loss=focal:gamma=2.0', 'loss.gamma'), { value: '2', given: true });
  assert.deepEqual(engine.linkRead('loss=focal', 'loss.gamma'), { value: '3', given: false });
  assert.deepEqual(engine.linkRead('view=curves', 'view'), { value: 'curves', given: true });
  assert.deepEqual(engine.linkRead('', 'from'), { value: '', given: false });
});

test('several are set in sequence, and checked at the end', () => {
  const places = { loss: 'focal-schedule', 'loss.gammas': '4/3/2/1', 'loss.at': '0.2/0.4/0.6', seed: 3, view: 'curves' };
  assert.equal(engine.linkSet('', places), 'v=1&loss=focal-schedule:gammas=4/3/2/1,at=0.2/0.4/0.6&seed=3&view=curves');
  assert.equal(engine.linkSet('seed=2', {}), 'v=1&seed=2');
});

test('errors are reported, and a value stays in its place', () => {
  refused(() => engine.linkSet('loss=ce', { 'loss.gamma': 2 }), 'loss.gamma: loss ce has no such parameter');
  refused(() => engine.linkSet('loss=focal', { 'loss.gamma': 200 }), 'loss focal: gamma=200 is not a number from 0 to 20');
  refused(() => engine.linkSet('', { 'data.train': '64&seed=9' }), 'data.train: character 3 of the value (byte 0x26) is not allowed there');
  refused(() => engine.linkSet('', { seed: '1\0epochs\x002' }), 'seed: character 2 of the value (byte 0x0a) is not allowed there');
  refused(() => engine.linkSet('', { seed: 'ü' }), 'seed: character 1 of the value (byte 0xc3) is not allowed there');
  refused(() => engine.linkSet('sed=1', { seed: 1 }), /^link: no key 'sed'/);
  refused(() => engine.linkRemove('', 'nothing'), /^link: no key 'nothing'/);
  refused(() => engine.linkRead('', 'seed.x'), 'seed.x: seed has no parameters');
  const many = (/** @type {number} */ length) => Object.fromEntries(Array.from({ length }, (_, i) => [`x${i}`, i]));
  refused(() => engine.linkSet('', many(256)), /^link: no key 'x0'/);
  for (const length of [257, 300]) refused(() => engine.linkSet('', many(length)), /more than 256 places/);
});

test('a checked link gives its parts: promise, keys of the page, and the runs that differ only in the seed', () => {
  const link = engine.seal(`loss=focal&seed=4&receipt=${RECEIPT}`);
  const check = engine.check(`${link}&threads=2&view=curves`, 1);
  assert.equal(check.spec, 'v=1&loss=focal&seed=4');
  assert.equal(check.group, 'v=1&loss=focal');
  assert.deepEqual(check.page, { threads: '2', view: 'curves' });
  assert.equal(check.address, link);
  assert.equal(check.link, `${link}&threads=2&view=curves`);
  assert.deepEqual(check.promise, { engine: '1.0.0', fused: false, data: HASH, weights: HASH, digest: HASH, ...FIGURES });
  assert.deepEqual(engine.check(`digest=${HASH}`, 1).promise, { digest: HASH });
  const plain = engine.check('seed=2', 1);
  assert.deepEqual([plain.promise, plain.page, plain.link, plain.group], [{}, {}, 'v=1&seed=2', 'v=1']);
  assert.equal(engine.linkSet(check.address, check.page), check.link);
});

test('a choice alone', () => {
  assert.deepEqual(engine.choice('loss', 'focal:gamma=2.0'), { id: 'focal', params: { gamma: 2 }, given: { gamma: '2' } });
  assert.deepEqual(engine.choice('metric', 'ece:edges=left').given, { edges: 'left' });
  assert.deepEqual(engine.choice('corruption', 'contrast').params, { severity: 5, seed: 1 });
  refused(() => engine.choice('nothing', 'focal'), "choice: there is no registry 'nothing'");
  refused(() => engine.choice('loss', 'focall'), /^loss: no 'focall'; there are/);
});

test('in every link that the lab gives, each place that it sets can be read, set again and removed', () => {
  const describe = engine.describe();
  for (const link of realLinks) {
    const { spec, ...check } = engine.check(link, 1);
    const draft = draftOf(describe, check);
    assert.equal(engine.linkSet('', placesOf(describe, draft)), spec);
    for (const place of Object.keys(placesOf(describe, draft))) {
      const { value, given } = engine.linkRead(spec, place);
      assert.equal(engine.linkSet(spec, { [place]: value }), spec, place);
      const removed = engine.linkRemove(spec, place);
      assert.equal(engine.linkRead(removed, place).given, false, place);
      assert.equal(removed !== spec, given, place);
    }
  }
});
