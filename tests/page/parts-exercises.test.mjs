// The parts of an exercise that need no browser: its small language of figures beside JavaScript's own, and what is no answer code.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../web/core/formats/packed.js';
import { codeOf, MARK, readCode } from '../../web/model/exercise/code.js';
import { evaluate, readExpression } from '../../web/model/exercise/expression.js';
import { isRight, kinds } from '../../web/model/exercise/kinds.js';
import { kept, restored } from '../../web/model/exercise/numbers.js';
import { goalMet } from '../../web/ui/class/exercise/model.js';
import { verdictOf } from '../../web/ui/class/teacher/model.js';

const signs = ['or', 'and', '<', '>', '<=', '>=', '+', '-', '*', '/'];
const spoken = { or: '||', and: '&&' };
let state = 5;
/** @param {number} n */
const draw = (n) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % n;

/** The same expression in the language of figures and in JavaScript, where `and` gives no 1 or 0 by itself. @returns {[string, string]} */
function drawn(depth = 0) {
  const words = [[], []];
  let logical = false;
  for (let i = 0, most = 1 + draw(5); i < most; i++) {
    const sign = signs[draw(signs.length)];
    if (i) words[0].push(sign), words[1].push(spoken[sign] ?? sign);
    if (i && sign in spoken) logical = true;
    const sum = depth < 3 && draw(3) === 0;
    let [ours, theirs] = sum ? drawn(depth + 1).map((text) => `(${text})`) : Array(2).fill(String(draw(4) / 2));
    if (draw(5) === 0) [ours, theirs] = [`-${ours}`, `(0 - ${theirs})`];
    words[0].push(ours), words[1].push(theirs);
  }
  const [ours, theirs] = words.map((list) => list.join(' '));
  return [ours, logical ? `+!!(${theirs})` : theirs];
}

test('a figure is computed as JavaScript computes it, whatever binds tighter', () => {
  const none = () => assert.fail('no figure is named');
  assert.equal(evaluate(readExpression('1 or 0 and 0'), none), 1);
  for (let i = 0; i < 2000; i++) {
    const [ours, theirs] = drawn();
    if (ours.length > 400) continue;
    assert.deepEqual(evaluate(readExpression(ours), none), Number(new Function(`return ${theirs}`)()), ours);
  }
});

test('what is packed and whole is an answer code only with digests that are some', async () => {
  const digest = '0123456789abcdef';
  const code = async (/** @type {object} */ changed) => {
    const said = {
      id: 'a',
      hash: digest,
      name: 'Ada',
      answers: { q: 1 },
      runs: { r: digest },
      own: {},
      proof: digest,
      engine: '1.1.0',
      ...changed,
    };
    return MARK + (await pack(JSON.stringify(Object.values(said))));
  };
  assert.deepEqual((await readCode(await code({}))).runs, { r: digest });
  const broken = [digest.slice(1), `${digest}0`, digest.toUpperCase(), `<b>${digest.slice(3)}`, 7, null];
  for (const wrong of broken)
    for (const changed of [{ runs: { r: digest, s: wrong } }, { own: { q: ['epochs=1', wrong] } }, { hash: wrong }, { proof: wrong }])
      await assert.rejects(readCode(await code(changed)), /^Error: This code is refused: it is whole, but not an answer code/, `${wrong}`);
});

test('brackets inside of brackets are read to a depth of 40 and refused beyond', () => {
  const nested = (/** @type {number} */ depth) => `${'('.repeat(depth)}2${')'.repeat(depth)}`;
  assert.equal(
    evaluate(readExpression(nested(39)), () => 0),
    2,
  );
  assert.throws(() => readExpression(nested(40)), /too many brackets/);
});

test('a prediction may be off by as much as it may be, and an option that is exactly even is not right', () => {
  const question = { figure: 'ce.ece', unit: '%', within: 3 };
  const said = (/** @type {number} */ answer) => kinds.predict.check(question, answer, () => 0.07).right;
  assert.deepEqual([3.9, 4, 7, 10, 10.1].map(said), [false, true, true, true, false]);
  assert.deepEqual(
    [-1, 0, 1, undefined].map((value) => isRight({ text: '', right: 'a < b' }, () => value)),
    [false, false, true, null],
  );
});

test('a run of one’s own reaches a goal where it is so, not where it is only as good as before', () => {
  const report = (/** @type {number} */ ece) => ({ metrics: { ece: { value: ece } } });
  const met = [0.04, 0.05, 0.06].map((ece) => goalMet('own.ece < ce.ece', report(ece), { 'ce.ece': 0.05 }));
  assert.deepEqual(met, [true, false, false]);
});

test('an epoch that never comes is still none after a reload', () => {
  const numbers = { a: 0.25, b: Infinity, c: -Infinity, d: NaN };
  assert.deepEqual(restored(JSON.parse(JSON.stringify(kept(numbers)))), numbers);
  assert.deepEqual(restored({ a: 'seven', b: null, c: 1 }), { c: 1 });
});

test('a code fits the runs and answers that it was made of, and no others', async () => {
  const digest = '0123456789abcdef'.repeat(4);
  const it = { hash: digest.slice(0, 16), runs: { ce: {} }, questions: { why: { kind: 'explain' } } };
  const code = await codeOf('one', it, { name: 'Ada', answers: { why: 'noise' }, runs: { ce: digest }, own: {} }, '1.1.0');
  const said = await readCode(code);
  const known = (/** @type {string} */ ce) => ({ it, state: 'done', digests: { ce }, numbers: {} });
  const verdict = (/** @type {object} */ changed, ce = digest) => verdictOf({ ...said, ...changed }, known(ce));
  assert.deepEqual([verdict({}).runs.ce, verdict({}).proof], ['made', 'fits']);
  for (const changed of [{ answers: { why: 'luck' } }, { answers: {} }, { name: 'Eve' }, { hash: 'f'.repeat(16) }])
    assert.equal(verdict(changed).proof, 'changed');
  assert.equal(verdict({}, `${digest.slice(0, 63)}0`).proof, 'changed', 'the proof covers digits that the code does not show');
  assert.equal(verdict({ runs: {} }).runs.ce, 'missing');
  for (const at of [0, 15]) {
    const other = `${digest.slice(0, at)}9${digest.slice(at + 1)}`;
    assert.deepEqual([verdict({}, other).runs.ce, verdict({}, other).proof], ['differs', 'differs']);
  }
});
