// Draws any finite input for the page's own module, from the seed of the run. It makes the calls of the
// page's workers (web/core/worker/instance.js). The calls: figures, fits, views, cubics, reports of files,
// curves, places of links, samples, blends, networks and probes. Refusals are sentences, figures keep their
// bounds, and repeated requests do not grow the module's memory.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { before, test } from 'node:test';
import { openInstance } from '../../build/site/core/worker/instance.js';
import { growingMemory, runBytes, takeMemory } from '../../build/site/core/worker/memory.js';
import { applyBytes, calibratorText, openApply } from '../../web/core/worker/files.js';
import { outputsOf } from '../../web/core/worker/looker.js';
import { calibJson, npyBytes } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';
import { count, seed } from '../support/soak.mjs';

// emcc expects these globals of Node, and an ES module lacks them.
globalThis.require = createRequire(import.meta.url);
globalThis.__dirname = root('build/site/engine');

const DRAWS = count(400, 20_000);
const LINK = 'data=moons:train=16,val=6,test=8&model=mlp:hidden=3&epochs=1&batch=8';
const PICTURES = 'data=shapes10:train=8,val=2,test=4&model=layers:c2-relu-gap-fc&epochs=1&batch=8';
const catalog = calibJson('describe');
const wasmBinary = readFileSync(root('build/site/engine/calib-single.wasm'));

/** @type {any} */
let engine;
/**
 * Weights of trained networks, by link. A state has a checksum that other values fail.
 * @type {Record<string, Uint8Array>}
 */
const weights = {};
/**
 * Counts of answers and refusals by call.
 * @type {Map<string, {answered: number, refused: number}>}
 */
const counts = new Map();

before(async () => {
  engine = await openInstance({ memory: growingMemory(), wasmBinary });
  for (const link of [LINK, PICTURES]) {
    const run = await moduleFor(engine.check(link, 1).need.bytes);
    run.openRun(link, 1);
    while (run.step() !== 'ended');
    weights[link] = engine.saveNetwork(link, run.save().buffer, 0);
  }
});

/**
 * Opens a module with the memory that the page gives it.
 * @param {number} bytes of the plan
 * @returns {Promise<any>}
 */
const moduleFor = (bytes) => openInstance({ memory: takeMemory(runBytes(bytes, 0, 1), false), wasmBinary });

// ---- draws

/** Numbers of a draw, by the seed and its number alone. */
class Source {
  /** @param {number} number */
  constructor(number) {
    this.state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) >>> 0;
  }

  uniform() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** @param {number} bound */
  below(bound) {
    return Math.floor(this.uniform() * bound);
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  one(list) {
    return /** @type {T} */ (list[this.below(list.length)]);
  }

  /**
   * Draws rows of any magnitude: equal, tied, one-hot, wild.
   * @param {number} n
   * @param {number} k
   * @param {new (n: number) => any} Type
   */
  numbers(n, k, Type = Float32Array) {
    const scale = this.one([1e-45, 1e-39, 1e-10, 1, 1, 3, 30, 745, 1e6, 1e15, 1e30, 3e38]);
    const shape = this.below(5);
    const wild = () => (this.uniform() - 0.5) * 10 ** (this.below(80) - 42);
    const any = () => [() => (this.uniform() - 0.5) * scale, () => this.below(3) * scale, wild, () => scale, () => 0][shape]?.() ?? 0;
    return new Type(n * k).map(() => Math.min(3e38, Math.max(-3e38, any())));
  }

  /** Draws rows that sum to 1. @param {number} n @param {number} k */
  shares(n, k) {
    const rows = new Float64Array(n * k).map(() => (this.below(3) ? this.uniform() : 0));
    for (let i = 0; i < n; i++) {
      rows[i * k + this.below(k)] += 0.5;
      const sum = rows.subarray(i * k, (i + 1) * k).reduce((a, b) => a + b);
      for (let j = 0; j < k; j++) rows[i * k + j] /= sum;
    }
    return rows;
  }

  /** Draws outputs with their labels, in the form of the page's queries. */
  scores() {
    const n = this.one([1, 1, 2, 3, 7, 20, 33]);
    const k = this.below(40) ? this.one([2, 2, 3, 5, 10]) : 300;
    const labelling = k <= 10 ? this.one([0, 0, 0, 1, 2]) : 0;
    const labels = new Int32Array(labelling === 1 ? n * k : n).map(() => (labelling === 1 ? this.below(3) - 1 : this.below(k)));
    if (labelling === 1) labels[0] = 1; // at least one is known
    return { n, k, labelling, logits: this.numbers(n, k), labels, posterior: labelling || this.below(2) ? null : this.shares(n, k) };
  }

  temperature() {
    return this.one([1, 1, 0.5, 3, 0.01, 1000, 1e-6, 1e6]);
  }

  /**
   * Draws "ece:bins=1000": an entry of the catalog with some parameters at their ends or between.
   * @param {string} kind
   */
  choice(kind) {
    const { id, params = [] } = this.one(/** @type {any[]} */ (catalog[kind]));
    const given = params
      .filter((/** @type {any} */ { min, max }) => Number.isFinite(min) && Number.isFinite(max) && this.below(3) === 0)
      .map((/** @type {any} */ { name, min, max }) => `${name}=${this.one([min, max, Math.floor((min + max) / 2)])}`);
    return given.length ? `${id}:${given.join()}` : id;
  }
}

// ---- checks of answers

/**
 * Makes a call and asserts that a refusal is a sentence.
 * @template T
 * @param {string} name
 * @param {() => T} call
 * @returns {T | null} null: refused
 */
function ask(name, call) {
  const so = counts.get(name) ?? { answered: 0, refused: 0 };
  counts.set(name, so);
  try {
    const answer = call();
    so.answered++;
    return answer;
  } catch (wrong) {
    assert.equal(wrong.name, 'EngineError', `${name}: ${wrong.stack}`);
    assert.match(wrong.message, /^\S.{11,} .*\S$/, name);
    assert.doesNotMatch(wrong.message, /memory was refused|\bnan\b|\(null\)|undefined/, name);
    so.refused++;
    return null;
  }
}

const shares = ['accuracy', 'error', 'ece', 'mce', 'smece', 'smce', 'ks', 'aurc', 's99', 'true_ce'];

/**
 * @param {Record<string, {value: number | null, interval?: [number | null, number | null]}>} metrics
 * @param {string} where
 */
function checkFigures(metrics, where) {
  for (const [id, { value, interval }] of Object.entries(metrics)) {
    assert.ok(value === null || typeof value === 'number', `${where}: ${id} ${value}`);
    if (shares.includes(id)) assert.ok(value === null || (value >= -1e-9 && value <= 1 + 1e-9), `${where}: ${id} ${value}`);
    if (interval?.[0] !== null && interval?.[1] !== null && interval)
      assert.ok(Number(interval[0]) <= Number(interval[1]), `${where}: ${id}`);
  }
}

/** @param {{rows: number, columns: {id: string, values: Float64Array}[]}} table @param {string} where */
function checkTable({ rows, columns }, where) {
  for (const { id, values } of columns) {
    assert.equal(values.length, rows, `${where}: ${id}`);
    assert.ok(!values.some((value) => Math.abs(value) === Infinity), `${where}: ${id}`);
  }
}

// ---- the calls

/** @type {Record<string, (source: Source, where: string) => unknown>} */
const kinds = {
  evaluate(source, where) {
    const scores = { ...source.scores(), temperature: source.temperature(), bins: source.one([1, 2, 15, 1000]), draws: source.below(4) };
    const answer = ask('evaluate', () => engine.evaluate(scores));
    if (answer) checkFigures(answer.metrics, where);
  },
  fit(source, where) {
    const answer = ask('fit', () => engine.fit(source.scores()));
    for (const [way, { T }] of Object.entries(answer?.temperature ?? {})) assert.ok(T > 0 && Number.isFinite(T), `${where}: ${way} ${T}`);
  },
  view(source, where) {
    const scores = source.scores();
    const [n, m] = [source.below(9), source.below(9)];
    const context = {
      valLogits: n ? source.numbers(n, scores.k) : null,
      valLabels: n ? new Int32Array(n).map(() => source.below(scores.k)) : null,
      oodLogits: m ? source.numbers(m, scores.k) : null,
    };
    const view = source.choice('view');
    const table = ask('view', () => engine.view(view, { ...scores, ...context, temperature: source.temperature() }));
    if (table) checkTable(table, `${where} ${view}`);
  },
  cubic(source, where) {
    const n = source.below(30);
    const found = ask('cubic', () => engine.cubic(source.numbers(n, 1, Float64Array), source.numbers(n, 1, Float64Array)));
    for (const value of found?.coefficients ?? []) assert.ok(Number.isFinite(value), where);
  },
  // Fits a calibrator on files, and applies it to the same outputs in two pieces.
  calibrate(source, where) {
    const { n, k, logits, labels } = { ...source.scores(), labelling: 0 };
    const classes = labels.length === n ? labels : labels.slice(0, n).map((label) => Math.max(0, label));
    for (const [i, bytes] of [npyBytes(logits, [n, k]), npyBytes(classes, [n])].entries())
      engine.addFile(`${i}.npy`, new Uint8Array(bytes).buffer);
    const options = `val-logits=0&val-labels=1&task=classes&as-logits&calibrator=${source.choice('calibrator')}`;
    const file = ask('calibrator', () => calibratorText(engine, options));
    engine.dropFiles();
    if (!file) return;
    const bytes = new Uint8Array(npyBytes(logits, [n, k]));
    const cut = source.below(bytes.length);
    const out = ask('apply', () => {
      openApply(engine, file, { name: 'z.npy', format: 'csv', kind: 'logits' });
      const pieces = [bytes.slice(0, cut), bytes.slice(cut)].map((piece, i) => applyBytes(engine, piece, i === 1).bytes);
      return pieces.map((piece) => new TextDecoder().decode(piece)).join('');
    });
    engine.raw('apply_close', engine.api);
    if (!out) return;
    const [head = '', ...rows] = out.trimEnd().split('\n');
    assert.equal(rows.length, n, where);
    for (const row of rows) {
      const values = row.split(',').map(Number);
      const sum = head.startsWith('predicted') ? 1 : values.reduce((a, b) => a + b);
      assert.ok(Math.abs(sum - 1) < 1e-6 && values.every((p) => p >= 0), `${where}: ${options} ${head} ${row}`);
    }
  },
  // Reports on files, with its table, and what each file holds. Its figures are those of the calls on arrays.
  report(source, where) {
    const { n, k, logits, labels, posterior } = { ...source.scores(), labelling: 0 };
    const classes = labels.length === n ? labels : labels.slice(0, n).map((label) => Math.max(0, label));
    const files = [npyBytes(logits, [n, k]), npyBytes(classes, [n]), ...(posterior ? [npyBytes(posterior, [n, k])] : [])];
    files.forEach((bytes, i) => engine.addFile(`${i}.npy`, new Uint8Array(bytes).buffer));
    for (const [i] of files.entries()) ask('look', () => engine.look(i));
    const read = ask('array', () => engine.array(0));
    assert.deepEqual(read?.values, logits, where);
    const options = `logits=0&labels=1&task=classes&as-logits&draws=${source.below(3)}${posterior ? '&posterior=2' : ''}`;
    const kind = source.one(['metric', 'calibrator']);
    const option = source.below(2) ? '' : `&${kind}=${source.choice(kind)}`;
    const text = ask('report', () => engine.reportText(options + option));
    engine.dropFiles();
    if (!text) return;
    const { metrics } = JSON.parse(text);
    checkFigures(metrics, where);
    for (const format of [1, 2, 3, 4])
      assert.ok(
        ask('report_format', () => engine.formatReport(text, format)),
        where,
      );
    const again = ask('evaluate', () => engine.evaluate({ logits, labels: classes, posterior, n, k, temperature: 1, bins: 15, draws: 0 }));
    for (const [id, { value }] of Object.entries(again?.metrics ?? {}))
      if (metrics[id]?.text === again.metrics[id].text) assert.equal(value, metrics[id].value, `${where}: ${id}`);
  },
  curve(source, where) {
    const found = ask('curve', () => engine.curve(source.choice('loss'), source.one([0, 2, 3, 100, 4096, 5000])));
    for (const value of found?.loss ?? []) assert.ok(value === null || Number.isFinite(value), where);
  },
  place(source, where) {
    const [kind, place] = source.one([
      ['loss', 'loss'],
      ['model', 'model'],
      ['optimizer', 'optimizer'],
      ['metric', 'nowhere'],
    ]);
    const text = source.choice(kind);
    ask('choice', () => engine.choice(kind, text));
    const link = ask('link_set', () => engine.linkSet(LINK, { [place]: text }));
    if (!link) return;
    // A value that was set is read again, and is gone after its removal.
    assert.ok(
      ask('link_read', () => engine.linkRead(link, place)),
      where,
    );
    const removed = ask('link_remove', () => engine.linkRemove(link, place));
    assert.equal(engine.linkRead(removed, place).given, false, where);
    for (const name of ['wanted', 'seal', 'loading']) ask(name, () => engine[name](link));
    ask('compare', () => engine.compare(link, removed));
  },
  samples(source, where) {
    const [link, classes] = source.one(
      /** @type {const} */ ([
        [LINK, 2],
        [PICTURES, 10],
      ]),
    );
    const corruption = source.below(2) ? '' : source.choice('corruption');
    const found = ask('samples', () =>
      engine.samples(link, source.one(['train', 'val', 'test']), source.below(9), source.below(9), corruption),
    );
    if (found)
      assert.ok(
        [...found.labels].every((label) => label >= 0 && label < classes),
        where,
      );
    if (link !== PICTURES) return;
    const looks = ask(
      'blend_network',
      () => (engine.blendNetwork(link, source.below(2) ? spoilt(weights[link], source).buffer : new ArrayBuffer(0)), true),
    );
    const fractions = source.below(4) ? [0, source.uniform(), 1] : [...source.numbers(2, 1, Float64Array)];
    const blending = { link, split: 'test', index: source.below(5), first: source.below(10), second: source.below(11), fractions };
    const blends = ask('blend', () => engine.blend(blending));
    if (blends && !looks) assert.equal(blends.logits, null, where);
    for (const [n, side] of [
      [1, 32],
      [source.below(3), source.one([16, 32])],
    ]) {
      const pictures = { pixels: new Uint8Array(n * 3 * side * side).fill(source.below(256)), n, c: 3, h: side, w: side };
      const outputs = ask('outputs', () => outputsOf(engine, pictures));
      if (outputs) assert.equal(outputs.logits.length, 10 * n, where);
    }
  },
  network(source, where) {
    const link = source.one([LINK, PICTURES]);
    const state = spoilt(weights[link], source);
    ask('network', () => engine.network('any.safetensors', state.buffer, source.one(['', link, 'data=moons'])));
    const calibrators = ['', '{}', '{"format":"calib calibrator","version":1}'];
    const saved = ask('network_save', () =>
      engine.saveNetwork(link, state.buffer, source.one([0, 1, source.temperature()]), source.one(calibrators)),
    );
    if (saved) assert.ok(saved.length > 100, where);
  },
};

/**
 * Copies a network with some or all weights replaced.
 * @param {Uint8Array} trained
 * @param {Source} source
 */
function spoilt(trained, source) {
  const bytes = trained.slice();
  const view = new DataView(bytes.buffer);
  const from = 8 + Number(view.getBigUint64(0, true));
  const every = 1 + source.below(4);
  const values = source.numbers(bytes.length, 1);
  for (let at = from; at + 4 <= bytes.length; at += 4) if (source.below(every) === 0) view.setFloat32(at, values[at] ?? 0, true);
  return bytes;
}

/** @param {number} number of the draw */
function drawOne(number) {
  const names = Object.keys(kinds);
  const name = names[number % names.length] ?? '';
  kinds[name]?.(new Source(number), `draw ${number} of seed ${seed}, ${name}`);
}

test(`${DRAWS} draws through the page's module keep what their definitions promise`, { timeout: 1_800_000 }, () => {
  for (let number = 0; number < DRAWS; number++) drawOne(number);
});

test('repeated requests take no more memory than the first ones', async () => {
  engine = await openInstance({ memory: growingMemory(), wasmBinary });
  const rounds = Array.from({ length: 12 }, () => {
    for (let number = 0; number < 45; number++) drawOne(number);
    return engine.bytes;
  });
  // Freed memory is fragmented and may once be too small for the next request; a leak grows in every round.
  const growing = rounds.slice(2).filter((bytes, i) => bytes > (rounds[i + 1] ?? 0));
  assert.ok(growing.length <= 1, `${rounds}`);
});

test('probes of networks with any weights end in a table or in a sentence', { timeout: 600_000 }, async () => {
  for (let number = 0; number < count(12, 400); number++) {
    const source = new Source(1e6 + number);
    const link = source.one([LINK, PICTURES]);
    const probe = source.one([
      'logits',
      'boundary:grid=5',
      'gradients',
      'landscape:grid=3',
      'curvature:vectors=2,steps=3',
      'gradcam',
      'normalisation',
    ]);
    const others = link === LINK && source.below(3) === 0 ? { features: source.numbers(4, 2), count: 4, c: 2, h: 1, w: 1 } : null;
    const need = ask('probe_need', () => engine.probeNeed(link, probe, 1, others ? 4 : 0));
    if (!need) continue;
    const state = spoilt(weights[link] ?? new Uint8Array(), source);
    const own = await moduleFor(need.bytes + 2 ** 21);
    const table = ask('probe', () => own.probe(link, state.buffer, probe, 1, () => {}, others));
    if (table) for (const { values } of table.columns) assert.equal(values.length, table.rows, probe);
  }
});

test('each call was drawn, and answered', (t) => {
  const list = [...counts].map(([name, { answered, refused }]) => `${name} ${answered} (${refused} refused)`);
  t.diagnostic(list.join(', '));
  const wanted = ['evaluate', 'fit', 'view', 'cubic', 'look', 'array', 'report', 'report_format', 'curve', 'choice', 'link_set'];
  wanted.push(
    ...['link_read', 'link_remove', 'wanted', 'seal', 'loading', 'compare', 'samples', 'blend', 'blend_network', 'outputs', 'network'],
  );
  wanted.push(...['network_save', 'probe_need', 'probe']);
  assert.deepEqual(
    wanted.filter((name) => !counts.get(name)?.answered),
    [],
  );
});

test('names in a request for a report may have & and %, and its numbers have bounds', () => {
  const named = (/** @type {string} */ text) => text.replaceAll('%', '%25').replaceAll('&', '%26');
  const table = 'up & 10%,p%26%,other\n1,0.8,0.1\n0,0.3,0.9\n1,0.6,0.2\n0,0.1,0.7\n';
  engine.addFile('t.csv', new TextEncoder().encode(table).buffer);
  const report = (/** @type {string} */ options) => engine.reportText(`csv=0&draws=0&metric=binary_brier&${options}`);
  const columns = `columns=${named('label=up & 10%,p=p%26%')}`;
  const { metrics } = JSON.parse(report(columns));
  assert.ok(Math.abs(metrics.binary_brier.value - (0.04 + 0.09 + 0.16 + 0.01) / 4) < 1e-12);
  assert.equal(report(`${columns}&threads=1`), report(columns));
  for (const wrong of ['threads=0', 'threads=1.5', 'threads', 'bins', 'probs=1', 'shards=0'])
    assert.throws(
      () => report(`${columns}&${wrong}`),
      new RegExp(`report: '${wrong.split('=')[0]}' is not an option, or not with this value`),
    );
  assert.throws(() => report(`${columns}&bins=-1`), /--bins -1 is not a whole number from 1 to 1000/);
  assert.throws(() => report('logits=1'), /logits: there is no file with this number/);
  engine.dropFiles();
});
