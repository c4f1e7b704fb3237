// A sweep that was computed elsewhere, as `calib sweep --gather DIR --format json|jsonl|csv` writes it: its points with their links and
// figures, and which are missing. Nothing of it is believed: what a point lacks is said, and the other points are read.

import { megabytes } from '../../texts/format.js';
import { EngineError, sentence } from '../formats/error.js';
import { isCount, isText, membersOf } from '../formats/json.js';

const BYTES_MAX = 64e6;
const POINTS_MAX = 10_000; // as many as `calib sweep` takes
const FIGURES_MAX = 1000;
const HEAD = 65536;
const COLUMNS = ['point', 'digest', 'link'];

/**
 * @typedef {object} GatheredPoint
 * @property {number} number from 1
 * @property {string} spec its link
 * @property {string} engine that computed it
 * @property {string} digest empty where its loss overflowed
 * @property {string} failed why it has no figures, or empty
 * @property {boolean | null} verified by `calib verify`: it came out the same, or not; null: it was not trained again
 * @property {Map<string, string>} values of the sweep's axes
 * @property {Map<string, number>} figures "test.ece"
 */

/** @typedef {{number: number, spec: string, engine: string, values: Map<string, string>}} MissingPoint engine: that computed what was left out; spec and engine may be empty */

/** @typedef {{points: GatheredPoint[], missing: MissingPoint[], total: number, problems: string[]}} GatheredFile */

const isHex = (/** @type {unknown} */ value) => isText(value, 64) && /^[0-9a-f]{64}$/.test(value);

/** @param {unknown} value what was there, in a sentence */
const quoted = (value) => (JSON.stringify(value) ?? 'nothing').slice(0, 48);

/** @param {unknown} value @returns {Map<string, string>} */
function valuesOf(value) {
  const entries = Object.entries(membersOf(value));
  if (entries.length > 16 || !entries.every(([key, one]) => isText(key, 48) && isText(one, 2000)))
    throw new EngineError(`its values are ${quoted(value)}, not at most 16 texts`);
  return new Map(/** @type {[string, string][]} */ (entries));
}

/** @param {unknown} value @returns {Map<string, number>} those that are there */
function figuresOf(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new EngineError('it has no figures');
  const entries = Object.entries(value);
  if (entries.length > FIGURES_MAX) throw new EngineError(`it has ${entries.length} figures; at most ${FIGURES_MAX} are read`);
  for (const [name, one] of entries)
    if (!isText(name, 48) || (one !== null && !(typeof one === 'number' && Number.isFinite(one))))
      throw new EngineError(`its figure ${name.slice(0, 48)} is ${quoted(one)}, not a finite number`);
  return new Map(entries.filter(([, one]) => one !== null));
}

/** @param {unknown} value of the file @param {number} place in it, from 0 @returns {GatheredPoint} */
function pointOf(value, place) {
  const { spec, engine, digest = '', failed = '', verified = null, point = place + 1, values, figures } = membersOf(value);
  if (!isText(spec) || !spec) throw new EngineError('it has no link');
  if (!isText(engine, 40) || !engine) throw new EngineError('it does not say which engine computed it');
  if (digest !== '' && !isHex(digest)) throw new EngineError(`its digest is ${quoted(digest)}, not 64 hexadecimal digits`);
  if (!isText(failed, 2000)) throw new EngineError(`its failure is ${quoted(failed)}, not a text`);
  if (verified !== null && typeof verified !== 'boolean') throw new EngineError(`its "verified" is ${quoted(verified)}, not true or false`);
  if (!isCount(point, POINTS_MAX) || !point) throw new EngineError(`its number is ${quoted(point)}, not one from 1 to ${POINTS_MAX}`);
  return { number: point, spec, engine, digest: String(digest), failed, verified, values: valuesOf(values), figures: figuresOf(figures) };
}

/** @param {unknown} value @returns {MissingPoint} */
function missingOf(value) {
  const { point, spec = '', engine = '', values } = membersOf(value);
  if (!isCount(point, POINTS_MAX) || !point || !isText(spec) || !isText(engine, 40))
    throw new EngineError('its place or its link is damaged');
  return { number: point, spec, engine, values: valuesOf(values) };
}

/** Fields of one line as `calib` writes them. @param {string} line @returns {string[]} */
const fieldsOf = (line) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');

/** @param {string} field */
function numberOf(field) {
  return field.trim() === '' ? null : /^[-+\d.eE]+$/.test(field) && Number.isFinite(Number(field)) ? Number(field) : field;
}

/** A line of CSV as the object that JSON has. @param {string[]} names @param {string[]} fields */
function objectOf(names, fields) {
  if (fields.length !== names.length) throw new EngineError(`it has ${fields.length} columns, and the head ${names.length}`);
  /** @type {Record<string, string>} */
  const own = {};
  /** @type {[string, string][]} */
  const values = [];
  /** @type {[string, unknown][]} */
  const figures = [];
  const first = names.findIndex((name) => name === 'seconds' || /^(test|val|post|curvature)\./.test(name)); // of the figures
  names.forEach((name, i) => {
    const field = fields[i] ?? '';
    if (['verified_by', 'verified_at', 'left_out'].includes(name)) return; // for readers of the table
    if (['point', 'failed', 'verified', 'engine', 'digest', 'link', 'of'].includes(name)) own[name] = field;
    else if (i < first || first < 0) values.push([name, field]);
    else figures.push([name, numberOf(field)]);
  });
  const { point = '', failed = '', verified = '', engine = '', digest = '', link = '', of = '' } = own;
  return {
    ...{ point: numberOf(point), of: numberOf(of), spec: link, engine, digest, failed },
    verified: verified === '' ? null : verified === 'true' ? true : verified === 'false' ? false : verified,
    values: Object.fromEntries(values),
    figures: Object.fromEntries(figures),
  };
}

/** @param {string} text @param {string} name @returns {unknown} */
function parsed(text, name) {
  try {
    return JSON.parse(text);
  } catch {
    throw new EngineError(`${name} is not JSON`);
  }
}

/** The objects in a file of any of the three formats, each read when it is asked for. @param {string} text @param {string} name */
function objectsIn(text, name) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim());
  const [head = ''] = lines;
  const names = fieldsOf(head);
  if (COLUMNS.every((column) => names.includes(column)))
    return { objects: lines.slice(1).map((line) => () => objectOf(names, fieldsOf(line))), missing: [] };
  if (/^\s*\{\s*"spec"\s*:/.test(head)) return { objects: lines.map((line) => () => parsed(line, 'its line')), missing: [] };
  const { points, missing = [] } = membersOf(parsed(text, name));
  if (!Array.isArray(points) || !Array.isArray(missing))
    throw new EngineError(`${name} is not a gathered sweep: it has no list of points; calib sweep LINK --gather DIR writes one`);
  return { objects: points.map((point) => () => point), missing };
}

/** Does a file begin like a gathered sweep? @param {Blob} file */
export async function isGathered(file) {
  const head = await file.slice(0, HEAD).text();
  const [line = ''] = head.split(/\r?\n/);
  return (
    /^\s*\{\s*"over"\s*:/.test(head) ||
    /^\s*\{\s*"spec"\s*:.*"figures"\s*:/s.test(head) ||
    COLUMNS.every((name) => fieldsOf(line).includes(name))
  );
}

/**
 * @param {File} file
 * @returns {Promise<GatheredFile>} throws where the file as a whole is none
 */
export async function readGathered(file) {
  const { name, size } = file;
  if (size > BYTES_MAX)
    throw new EngineError(`${name} has ${megabytes(size)}; of a gathered sweep at most ${megabytes(BYTES_MAX)} are read`);
  const { objects, missing } = objectsIn(await file.text(), name);
  if (objects.length > POINTS_MAX || missing.length > POINTS_MAX)
    throw new EngineError(`${name} has ${Math.max(objects.length, missing.length)} points; at most ${POINTS_MAX} are read`);
  /** @type {string[]} */
  const problems = [];
  /** @template T @param {string} what @param {() => T} read @returns {T[]} none where it cannot be read, which is said */
  const trying = (what, read) => {
    try {
      return [read()];
    } catch (wrong) {
      problems.push(`${what} is left out: ${sentence(wrong)}`);
      return [];
    }
  };
  const seen = new Set();
  let total = objects.length + missing.length;
  const points = objects.flatMap((object, i) =>
    trying(`Point ${i + 1} of the file`, () => {
      const value = object();
      const point = pointOf(value, i);
      const { of } = membersOf(value);
      if (seen.has(point.number)) throw new EngineError(`there is a point of number ${point.number} before it`);
      seen.add(point.number);
      if (isCount(of, POINTS_MAX)) total = Math.max(total, of);
      return point;
    }),
  );
  const told = missing.flatMap((value, i) => trying(`Missing point ${i + 1} of the file`, () => missingOf(value)));
  const known = new Set([...seen, ...told.map(({ number }) => number)]);
  for (let number = 1; number <= total; number++) if (!known.has(number)) told.push({ number, spec: '', engine: '', values: new Map() });
  if (!points.length && !told.length) throw new EngineError(`${name} has no points`);
  return { points, missing: told.sort((a, b) => a.number - b.number), total, problems };
}
