// Stored runs as one file: a .zip that other programs can read. JSON holds links and figures, .npy the
// arrays. A report is as `calib train` prints it, and a state is one for `calib train --resume`.
//
//   calib-runs.json. The first file: {format: 1, runs: ["1-A", ...]}
//   1-A/run.json. {spec, promised, letter, time, ready: {n_test, n_val, k, classNames, ...}, history}
//   1-A/report.json. Only of a finished run.
//   1-A/test-labels.npy, val-labels.npy, test-posterior.npy.
//   1-A/epoch-3-test.npy, epoch-3-val.npy, ... Logits.
//   1-A/state.safetensors. The state after the last epoch.

import { megabytes } from '../../../texts/format.js';
import { ByteReader } from '../../formats/bytes.js';
import { EngineError, sentence } from '../../formats/error.js';
import { isCount, isText, membersOf } from '../../formats/json.js';
import { countOf, readNpyHeader } from '../../formats/npy.js';
import { npyFile } from '../../formats/npy-write.js';
import { readZip } from '../../formats/zip.js';
import { zipOf } from '../../formats/zip-write.js';
import { checkRun, differences } from './check.js';
import { INDEX, isRunsFile } from './name.js';

const FORMAT = 1;
const RUNS_MAX = 1000;
const JSON_MAX = 64e6;
const TOTAL_MAX = 2e9;
// Limits of a page's memory: the logits of one run, and the labels and figures of all runs in a file.
const LOGITS_MAX = 256e6;
const HELD_MAX = 256e6;
const ARRAYS = /** @type {const} */ ({ '<f4': Float32Array, '<f8': Float64Array, '<i4': Int32Array });

/** @typedef {import('../../../model/types.js').Run} Run */
/** @typedef {import('../../formats/zip.js').ZipEntry} Entry */
/** @import {Describe, HistoryEntry} from '../../../engine.d.ts' */
/** @import {Checked, Engine, Ready, Report} from '../../types.js' */
/**
 * A checked run.json.
 * @typedef {object} Described
 * @property {string} spec
 * @property {string} promised
 * @property {string} letter
 * @property {Ready} ready
 * @property {HistoryEntry[]} history
 */

/**
 * A run in a file. The page converts it to its own type.
 * @typedef {object} FiledRun
 * @property {Checked} check check of its link
 * @property {string} letter
 * @property {string} promised
 * @property {Ready | null} ready
 * @property {import('../../../model/types.js').HistoryItem[]} history
 * @property {Run['report']} report
 * @property {Blob | null} from its last state
 * @property {import('./check.js').Unchecked[]} unchecked parts that only the file states
 * @property {import('./check.js').Recomputed | null} recomputed figures that this engine replaced
 */

/** @param {string} path @param {unknown} value */
const json = (path, value) => ({ path, blob: new Blob([JSON.stringify(value)], { type: 'application/json' }) });

/** @param {Run} run @param {string} folder */
function entriesOf({ spec, promised, letter, ready, history, report }, folder) {
  if (!ready) return [];
  const { testLabels, valLabels, testPosterior, history: _, ...about } = ready;
  const { n_test, n_val, k } = about;
  const each = shapeOfLabels(about);
  /** @param {string} name @param {Float32Array | Float64Array | Int32Array} values @param {number[]} shape */
  const array = (name, values, shape) => ({ path: `${folder}/${name}.npy`, blob: npyFile(`${name}.npy`, values, shape) });
  const entries = [
    json(`${folder}/run.json`, { spec, promised, letter, ready: about, history: history.map(({ entry }) => entry) }),
    ...(report ? [json(`${folder}/report.json`, report)] : []),
    array('test-labels', testLabels, [n_test, ...each]),
    array('val-labels', valLabels, [n_val, ...each]),
    ...(testPosterior ? [array('test-posterior', testPosterior, [n_test, k])] : []),
  ];
  for (const { epoch, testLogits, valLogits } of history) {
    if (!testLogits || !valLogits) continue;
    entries.push(array(`epoch-${epoch}-test`, testLogits, [n_test, k]), array(`epoch-${epoch}-val`, valLogits, [n_val, k]));
  }
  const state = history[history.length - 1]?.state;
  if (state) entries.push({ path: `${folder}/state.safetensors`, blob: state });
  return entries;
}

/** @param {Run[]} runs runs with at least one epoch @returns {Promise<Blob>} */
export async function writeRuns(runs) {
  const folders = runs.map(({ letter }, i) => `${i + 1}${letter && `-${letter}`}`);
  return zipOf([json(INDEX, { format: FORMAT, runs: folders }), ...runs.flatMap((run, i) => entriesOf(run, folders[i] ?? ''))]);
}

/** Files of an archive, by path. Reads are limited, and checked against the checksum. */
class Archive {
  /** @param {Map<string, Entry>} entries @param {string} name */
  constructor(entries, name) {
    this.entries = entries;
    this.name = name;
  }

  /** @param {string} path */
  has(path) {
    return this.entries.has(path);
  }

  /** Returns a file's size in the directory. @param {string} path */
  sizeOf(path) {
    return this.entries.get(path)?.size ?? 0;
  }

  /** Returns the bytes of a run without logits and state. @param {string} folder */
  heldBy(folder) {
    const names = ['run.json', 'report.json', 'test-labels.npy', 'val-labels.npy', 'test-posterior.npy'];
    return names.reduce((sum, name) => sum + this.sizeOf(`${folder}/${name}`), 0);
  }

  /** @param {string} path */
  async reader(path) {
    const entry = this.entries.get(path);
    if (!entry) throw new EngineError(`${this.name}: there is no ${path} in it`);
    return { reader: new ByteReader(await entry.open(), `${this.name}, ${path}`), size: entry.size };
  }

  /** @param {string} path @param {number} [most] */
  async bytes(path, most = TOTAL_MAX) {
    const { reader, size } = await this.reader(path);
    if (size > most) throw new EngineError(`${this.name}: ${path} takes ${megabytes(size)}; at most ${megabytes(most)} are read`);
    const bytes = await reader.take(size);
    await reader.atEnd(); // its checksum is checked at the end
    return bytes;
  }

  /** @param {string} path @returns {Promise<unknown>} */
  async json(path) {
    const text = new TextDecoder().decode(await this.bytes(path, JSON_MAX));
    try {
      return JSON.parse(text);
    } catch {
      throw new EngineError(`${this.name}: ${path} is not JSON`);
    }
  }

  /**
   * @template {keyof typeof ARRAYS} T
   * @param {string} path
   * @param {T} type
   * @param {number[]} shape
   * @returns {Promise<InstanceType<typeof ARRAYS[T]>>}
   */
  async array(path, type, shape) {
    const { reader, size } = await this.reader(path);
    const header = await readNpyHeader(reader);
    if (`<${header.type}` !== type || header.big || header.fortran || header.shape.join() !== shape.join())
      throw new EngineError(`${this.name}: ${path} is [${header.shape}] of ${header.type}; [${shape}] of ${type.slice(1)} is expected`);
    if (header.start + header.bytes > size)
      throw new EngineError(`${this.name}: ${path} has ${size} bytes; its header says ${header.start + header.bytes}`);
    const values = new ARRAYS[type](countOf(shape));
    await reader.fill(new Uint8Array(values.buffer));
    if (!(await reader.atEnd())) throw new EngineError(`${this.name}: ${path} has bytes after its array`);
    return /** @type {InstanceType<typeof ARRAYS[T]>} */ (values);
  }
}

/** Returns true for a figure of a report or history: views need numbers. @param {unknown} value */
const isFigure = (value) => value === null || typeof value === 'number';

/** @param {unknown} report @param {Described} described @param {Describe} describe */
function wrongReport(report, described, describe) {
  const { spec, digest, link, metrics, calibrators, kept, ended, history } = membersOf(report);
  if (spec !== described.spec) return 'its report is of another link';
  if (!isText(digest) || !/^[0-9a-f]{64}$/.test(digest) || !isText(link)) return 'its report has no digest or no link';
  const { epoch } = membersOf(kept);
  if (!isCount(epoch, described.history.length) || !epoch || membersOf(ended).epoch !== described.history.length)
    return 'its report has other epochs than its history';
  const figures = membersOf(metrics);
  for (const { id } of describe.metric)
    if (figures[id] && !isFigure(membersOf(figures[id]).value)) return `${id} of its report is not a number`;
  const { bins } = membersOf(figures.ece);
  if (!Array.isArray(bins) || bins.some((bin) => !isCount(membersOf(bin).count))) return 'its report has no bins';
  if (calibrators !== undefined && (typeof calibrators !== 'object' || calibrators === null)) return 'its report has no calibrators';
  if (!Array.isArray(history) || differences(history, described.history).length) return 'its report has another history';
  return '';
}

/** @param {unknown} described run.json @param {Checked} check check of its link */
function wrongRun(described, check) {
  const { ready, history, letter, promised } = membersOf(described);
  if (!isText(letter, 4) || !isText(promised)) return 'its letter or its promise is not a text';
  const { n_test, n_val, k, labelling = 0, classNames, hash } = membersOf(ready);
  if (!isCount(n_test) || !isCount(n_val) || !n_test) return 'it does not say how many samples it has';
  if (k !== check.shape.k) return `it has ${k} classes, its link ${check.shape.k}`;
  if (labelling !== Number(check.choices.head.id === 'sigmoid')) return 'it has other labels than its link';
  if (!Array.isArray(classNames) || classNames.length !== k || !classNames.every((name) => isText(name, 1000)))
    return 'it does not name its classes';
  if (!isText(hash, 64)) return 'it has no data hash';
  if (!Array.isArray(history) || !history.length || history.length > check.run.epochs)
    return 'it has no history, or more than its link says';
  const sound = history.every((value, i) => {
    const { epoch, test, train } = membersOf(value);
    return epoch === i + 1 && [test, train].every((set) => set && Object.values(set).every(isFigure));
  });
  return sound ? '' : 'its history is not one';
}

/** Returns the dimensions of labels after the samples. @param {{k: number, labelling?: number}} of */
const shapeOfLabels = (of) => (of.labelling === 1 ? [of.k] : []);

/** @param {Int32Array} labels @param {{k: number, labelling?: number}} of */
const areLabels = (labels, { k, labelling }) =>
  labelling === 1 ? labels.every((label) => label >= -1 && label <= 1) : labels.every((label) => label >= 0 && label < k);

/**
 * Selects the epochs whose logits are read: all that are present, or every second one, every fourth one and
 * so on until they fit. The last one and the reported one are always included.
 * @param {Archive} archive
 * @param {string} folder
 * @param {number} epochs
 * @param {number} reported
 * @param {(why: string) => Error} wrong
 */
function epochsWithLogits(archive, folder, epochs, reported, wrong) {
  const paths = (/** @type {number} */ epoch) => ['test', 'val'].map((set) => `${folder}/epoch-${epoch}-${set}.npy`);
  let kept = Array.from({ length: epochs }, (_, i) => i + 1).filter((epoch) => paths(epoch).every((path) => archive.has(path)));
  const total = () => kept.flatMap(paths).reduce((sum, path) => sum + archive.sizeOf(path), 0);
  const last = kept.at(-1);
  for (let before = 0; total() > LOGITS_MAX && before !== kept.length; ) {
    before = kept.length;
    kept = kept.filter((epoch, i) => i % 2 === 0 || epoch === last || epoch === reported);
  }
  if (total() > LOGITS_MAX) throw wrong(`its logits take ${megabytes(total())}; at most ${megabytes(LOGITS_MAX)} are kept`);
  return new Set(kept);
}

/**
 * @param {Archive} archive
 * @param {string} folder
 * @param {Engine} engine
 * @param {ReturnType<Engine['openEvaluation']>} evaluation
 * @returns {Promise<FiledRun>}
 */
async function readRun(archive, folder, engine, evaluation) {
  const wrong = (/** @type {string} */ why) => new EngineError(`${archive.name}: run ${folder} is not read: ${why}`);
  const read = await archive.json(`${folder}/run.json`);
  const { spec } = membersOf(read);
  if (!isText(spec)) throw wrong('it has no link');
  const check = await engine.check(spec);
  if (!check.ok) throw wrong(check.error);
  if (check.spec !== spec) throw wrong('its link is not as the lab writes it');
  const why = wrongRun(read, check);
  if (why) throw wrong(why);
  const described = /** @type {Described} */ (read); // checked by wrongRun
  const { n_test, n_val, k } = described.ready;
  const written = archive.has(`${folder}/report.json`) ? await archive.json(`${folder}/report.json`) : null;
  const whyNot = written === null ? '' : wrongReport(written, described, engine.describe);
  if (whyNot) throw wrong(whyNot);
  const report = /** @type {Report | null} */ (written); // checked by wrongReport
  const each = shapeOfLabels(described.ready);
  const testLabels = await archive.array(`${folder}/test-labels.npy`, '<i4', [n_test, ...each]);
  const valLabels = await archive.array(`${folder}/val-labels.npy`, '<i4', [n_val, ...each]);
  if (!areLabels(testLabels, described.ready) || !areLabels(valLabels, described.ready)) throw wrong('a label is of no class');
  const truth = `${folder}/test-posterior.npy`;
  const testPosterior = archive.has(truth) ? await archive.array(truth, '<f8', [n_test, k]) : null;
  /** @type {import('../../../model/types.js').HistoryItem[]} */
  const history = [];
  const withLogits = epochsWithLogits(archive, folder, described.history.length, report?.kept?.epoch ?? 0, wrong);
  for (const [i, entry] of described.history.entries()) {
    const at = `${folder}/epoch-${i + 1}`;
    const full = withLogits.has(i + 1);
    history.push({
      epoch: i + 1,
      entry,
      testLogits: full ? await archive.array(`${at}-test.npy`, '<f4', [n_test, k]) : null,
      valLogits: full ? await archive.array(`${at}-val.npy`, '<f4', [n_val, k]) : null,
      state: null,
    });
  }
  const state = `${folder}/state.safetensors`;
  // limited, since nobody asked before storing it
  const from = archive.has(state) ? new Blob([await archive.bytes(state, check.need.state)]) : null;
  if (!report && !from) throw wrong('it has neither a report nor a state to resume from');
  const last = history.at(-1);
  if (last) last.state = from;
  const ready = { ...described.ready, testLabels, valLabels, testPosterior, history: [] };
  const found = await checkRun({ check, ready, history, report }, engine, evaluation);
  if (found.why) throw wrong(found.why);
  const { unchecked, recomputed } = found;
  return {
    check,
    letter: described.letter,
    promised: described.promised,
    ready,
    history,
    report: found.report,
    from,
    unchecked,
    recomputed,
  };
}

/**
 * Reads the runs of a file.
 * @param {File} file
 * @param {Engine} engine
 * @returns {AsyncGenerator<{run: FiledRun} | {problem: string}>} a damaged run is a problem, and the others
 *   are read; throws if the file as a whole is invalid
 */
export async function* readRuns(file, engine) {
  if (!(await isRunsFile(file))) throw new EngineError(`${file.name}: it is not a file of kept runs`);
  const all = await readZip(file, file.name);
  const total = all.reduce((sum, { size }) => sum + size, 0);
  if (total > TOTAL_MAX) throw new EngineError(`${file.name}: it expands to ${megabytes(total)}; at most ${megabytes(TOTAL_MAX)} are read`);
  const archive = new Archive(new Map(all.map((entry) => [entry.path, entry])), file.name);
  const { format, runs } = membersOf(await archive.json(INDEX));
  if (typeof format === 'number' && format > FORMAT) throw new EngineError(`${file.name}: it was written by a newer version of this page`);
  if (format !== FORMAT || !Array.isArray(runs) || !runs.every((name) => isText(name, 40)) || new Set(runs).size !== runs.length)
    throw new EngineError(`${file.name}: its list of runs is damaged`);
  if (runs.length > RUNS_MAX) throw new EngineError(`${file.name}: it has ${runs.length} runs; at most ${RUNS_MAX} are read`);
  const evaluation = engine.openEvaluation();
  let held = 0;
  try {
    for (const folder of runs) {
      const own = archive.heldBy(folder);
      try {
        if (held + own > HELD_MAX)
          throw new EngineError(
            `${file.name}: run ${folder} is not read: with it labels and figures take ${megabytes(held + own)}; at most ${megabytes(HELD_MAX)} are kept of a file`,
          );
        yield { run: await readRun(archive, folder, engine, evaluation) };
        held += own;
      } catch (wrong) {
        yield { problem: sentence(wrong) };
      }
    }
  } finally {
    evaluation.cancel();
  }
}
