// Tests real links and thousands of damaged ones (a hundred thousand in `make soak`), by the page's calls and
// natively. Each is read as written or refused in words, and never silently becomes another run.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { openInstance } from '../../build/site/core/worker/instance.js';
import { growingMemory } from '../../build/site/core/worker/memory.js';
import { pack, unpack } from '../../web/core/formats/packed.js';
import { presets } from '../../web/model/presets.js';
import { exercises, hostileLinks, realLinks } from '../support/links.mjs';
import { root } from '../support/paths.mjs';
import { count, seed } from '../support/soak.mjs';

// emcc expects these globals of Node, and an ES module lacks them.
globalThis.require = createRequire(import.meta.url);
globalThis.__dirname = root('build/site/engine');

const COUNT = count(4_000, 100_000);
const RECEIPT = `1.0.0:data=${'0123456789abcdef'},weights=${'f'.repeat(16)},digest=${'2'.repeat(16)},error=0.123456789012345,nll=1.2345678901234567,brier=0.12345678901234568,ece=0.12345678901234568,mce=0.12345678901234568`;

/** @type {any} */
let engine;
/** @type {any} */
let describe;
before(async () => {
  engine = await openInstance({ memory: growingMemory(), wasmBinary: readFileSync(root('build/site/engine/calib-single.wasm')) });
  describe = engine.describe();
});

/**
 * Reads a link by the grammar in the reference, independently of the engine except for its list of names.
 * @param {string} link
 */
function partsOf(link) {
  let text = /^https?:\/\/.*?#/s.test(link) ? link.slice(link.indexOf('#')) : link;
  if (text.startsWith('#') || text.startsWith('?')) text = text.slice(1);
  text = text.replaceAll(/%(..)/gs, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const all = text.split('&').filter((part) => part !== '');
  const sealed = all[0]?.startsWith('sum=') ? all.slice(1) : null;
  const entries = (sealed ?? all).map(
    (part) => /** @type {const} */ ([part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
  );
  return { sealed: sealed?.join('&') ?? null, keys: new Map(entries), count: entries.length };
}

const numbersIn = (text) =>
  String(text)
    .split('/')
    .map((one) => (one !== '' && Number.isFinite(Number(one)) ? Number(one) : one));
const same = (a, b) => JSON.stringify(numbersIn(a)) === JSON.stringify(numbersIn(b));

/** Reads "focal:gamma=2" with all its parameters. */
function choiceOf(kind, text) {
  const [id, rest] = text.includes(':') ? [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)] : [text, ''];
  const entry = describe[kind].find((one) => one.id === id);
  assert.ok(entry, `${kind} ${id}`);
  const params = Object.fromEntries(entry.params.map((param) => [param.name, param.default]));
  const words = entry.params.find((param) => param.type === 'words');
  for (const [i, part] of rest.split(',').entries()) {
    if (!part) continue;
    const equals = part.indexOf('=');
    if (equals < 0) assert.ok(words && i === 0, `${part} in ${text}`);
    const name = equals < 0 ? words.name : part.slice(0, equals);
    assert.ok(name in params, `${name} of ${text}`);
    params[name] = part.slice(equals + 1);
  }
  return { id, params };
}

/**
 * @param {{id: string, params: Record<string, any>}} found
 * @param {{id: string, params: Record<string, any>}} wanted
 * @param {string} link
 */
function sameChoice(found, wanted, link) {
  assert.equal(found.id, wanted.id, link);
  for (const [name, value] of Object.entries(wanted.params))
    assert.ok(same(found.params[name], value), `${name}=${found.params[name]}, not ${value}: ${link}`);
}

const KINDS = ['data', 'model', 'head', 'loss', 'penalty', 'optimizer', 'schedule', 'augment'];
const OTHERS = ['v', 'digest', 'receipt'];

/** Asserts that an accepted link means what it says, with the defaults for the rest. */
function holdsToText(link, { choices, run, digest, receipt, page }) {
  const { keys, count } = partsOf(link);
  assert.equal(keys.size, count, `twice the same: ${link}`);
  for (const kind of KINDS) sameChoice(choices[kind], choiceOf(kind, keys.get(kind) ?? describe.default[kind]), link);
  for (const { name, type, default: usual } of describe.run) {
    const value = keys.get(name) ?? usual;
    if (type !== 'switch' || value === 'none') assert.ok(same(run[name], value), `${name}: ${link}`);
    else {
      const [[epoch, loss], [mine, own]] = [run[name], value].map((text) => [text.split(':', 1)[0], text.slice(text.indexOf(':') + 1)]);
      assert.equal(Number(epoch), Number(mine), link);
      sameChoice(choiceOf('loss', own), choiceOf('loss', loss), link);
    }
  }
  if (keys.has('receipt')) assert.equal(receipt.length > 0, true, link);
  else assert.equal(digest, keys.get('digest') ?? '', link);
  const known = new Set([...KINDS, ...OTHERS, ...describe.page, ...describe.run.map(({ name }) => name)]);
  for (const key of keys.keys()) assert.ok(known.has(key), `${key}: ${link}`);
  for (const key of describe.page) assert.equal(page[key], keys.get(key), link);
}

/** Asserts that a refusal has words, offers only readable parts of the link, and keeps the original. */
function offersOnlyWhatThereIs(link, sealed) {
  const { link: readable, parts, mended } = engine.recover(link);
  if (mended) assert.ok(sealed.has(partsOf(mended).sealed), `${link} is not ${mended}`);
  for (const { why } of parts) assert.match(why, /^[\x20-\x7e]{5,}$/, link);
  if (!readable) return mended ? 1 : 0;
  holdsToText(readable, engine.check(readable, 1));
  return mended ? 1 : 0;
}

test('every link that the lab gives is read back from its address: presets, exercises, trained networks', () => {
  assert.ok(realLinks.length > 35, `${realLinks.length}`);
  for (const link of realLinks) {
    const { spec, address } = engine.check(link, 1);
    assert.equal(engine.check(spec, 1).spec, spec);
    assert.equal(engine.check(address, 1).address, address);
    holdsToText(link, engine.check(link, 1));
    const shared = engine.seal(`${spec}&receipt=${RECEIPT}`);
    const again = engine.check(shared, 1);
    assert.deepEqual([again.spec, again.receipt, again.address], [spec, RECEIPT, shared]);
    const { page } = engine.check(link, 1);
    assert.deepEqual(engine.check(`https://lab.example/#${encodeURIComponent(link)}`, 1).page, page);
  }
  for (const { id, link } of presets) {
    const all = `https://some.university.example/people/somebody/calibration/#${engine.seal(`${engine.check(link, 1).spec}&receipt=${RECEIPT}`)}&view=reliability`;
    assert.ok(all.length > 300 && all.length < 1500, `${id}: ${all.length}`);
  }
});

test('every exercise is read back from its link, by its name and packed into it', async () => {
  assert.equal(Object.keys(exercises).length, 15);
  for (const [id, { text }] of Object.entries(exercises)) {
    const packed = `x.${await pack(text)}`;
    for (const value of [id, packed])
      for (const link of [`exercise=${value}`, `exercise%3D${value}`, `#v=1&embed=1&exercise=${value}`]) {
        assert.equal(engine.check(link, 1).page.exercise, value);
      }
    assert.equal(await unpack(packed.slice(2), 32768), text);
  }
});

test(`${COUNT} links are read as written or refused in words, equally in the page and natively`, {
  timeout: 600_000,
}, async () => {
  const whole = realLinks.map((link) => engine.seal(`${engine.check(link, 1).spec}&receipt=${RECEIPT}`));
  const texts = new Set(await Promise.all(Object.values(exercises).map(async ({ text }) => text)));
  const inLinks = await Promise.all([...texts].map(async (text) => `embed=1&exercise=x.${await pack(text)}`));
  const good = [...whole, ...whole.map((link) => `${link}&view=pictures&run=1`), ...whole, ...realLinks, ...inLinks];
  const sealed = new Set(whole.map((link) => partsOf(link).sealed));
  const links = [...hostileLinks(good, COUNT, seed)];
  const natively = answersOf(links);

  const counts = { read: 0, refused: 0, mended: 0, unsealed: 0, exercises: 0 };
  /** @type {string[]} */
  const answers = [];
  for (const link of links) {
    let check = null;
    try {
      check = engine.check(link, 1);
      answers.push(`ok ${check.address}`);
    } catch (/** @type {any} */ wrong) {
      answers.push(`no ${wrong.message}`);
      assert.equal(wrong.name, 'EngineError', `${link}: ${wrong.stack}`);
      assert.match(wrong.message, /^[\x20-\x7e]{5,}$/, link);
      counts.refused++;
      if (counts.refused % 8 === 0) counts.mended += offersOnlyWhatThereIs(link, sealed); // planning the offered run takes time
      continue;
    }
    counts.read++;
    holdsToText(link, check);
    const { sealed: text, keys } = partsOf(link);
    if (text === null) counts.unsealed++;
    else
      assert.ok(
        [...sealed].some((one) => text === one || text.startsWith(`${one}&`)),
        `nobody shared this: ${link}`,
      );
    const exercise = keys.get('exercise') ?? '';
    if (exercise.startsWith('x.'))
      counts.exercises += await unpack(exercise.slice(2), 32768).then(
        (found) => (assert.ok(texts.has(found)), 1),
        () => 0,
      );
  }
  assert.ok(counts.read > COUNT / 20 && counts.refused > COUNT / 2, JSON.stringify(counts));
  assert.ok(counts.mended > COUNT / 800 && counts.unsealed > COUNT / 50 && counts.exercises > COUNT / 1000, JSON.stringify(counts));

  const lines = await natively;
  assert.equal(lines.length, COUNT);
  for (const [i, line] of lines.entries()) {
    // The page also plans the run, and may refuse a readable link.
    if (line.startsWith('ok') && answers[i].startsWith('no')) assert.doesNotMatch(answers[i], /^no link:/, links[i]);
    else assert.equal(line, answers[i], links[i]);
  }
  for (let i = 0; i < COUNT; i += COUNT / count(50, 250)) {
    if (links[i].includes('\0') || links[i].startsWith('-')) continue;
    const { status, stdout, stderr } = spawnSync(root('build/native/calib'), ['share', links[i]], { encoding: 'utf8' });
    const [kind, spec] = [lines[i].slice(0, 2), lines[i].slice(3)];
    assert.equal(status, kind === 'ok' ? 0 : 2, links[i]);
    if (kind === 'no') assert.equal(stderr, `calib: ${spec}\n`);
    else assert.equal(stdout.trim(), engine.seal(spec));
  }
});

/**
 * Runs the C parser natively under the sanitizers, with the checks of the fuzz target.
 * @param {string[]} links
 * @returns {Promise<string[]>}
 */
async function answersOf(links) {
  const run = promisify(execFile);
  const program = root('build/sanitize/many_links');
  mkdirSync(root('build/sanitize'), { recursive: true });
  const sources = ['fuzz_link.c', 'many.c'].map((name) => root(`tests/fuzz/${name}`));
  const flags = [
    '-std=c11',
    '-D_POSIX_C_SOURCE=200809L',
    '-g',
    '-O1',
    '-pthread',
    '-fsanitize=address,undefined',
    '-fno-sanitize-recover=all',
    `-I${root('src')}`,
    `-I${root('build/gen')}`,
  ];
  await run('clang-19', [...flags, ...sources, root('build/sanitize/engine.a'), '-o', program]);
  const records = links.map((link) => {
    const bytes = Buffer.from(link);
    return Buffer.concat([Buffer.from([bytes.length & 255, (bytes.length >> 8) & 255, bytes.length >> 16, 0]), bytes]);
  });
  const parser = run(program, [], { maxBuffer: 1 << 28 });
  parser.child.stdin?.end(Buffer.concat(records));
  const { stdout } = await parser;
  return stdout.split('\n').slice(0, -1);
}
