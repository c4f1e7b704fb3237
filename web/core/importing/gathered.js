// Reads a sweep from another machine, as `calib sweep --gather DIR --format json|jsonl|csv` writes it: points
// with links and figures, and missing points. The file is untrusted. A damaged point is reported, and the
// others are read.

import { megabytes } from '../../texts/format.js';
import { EngineError, sentence } from '../formats/error.js';
import { isCount, isText, membersOf } from '../formats/json.js';

const BYTES_MAX = 64e6;
const POINTS_MAX = 10_000; // the limit of `calib sweep`
const FIGURES_MAX = 1000;
const HEAD = 65536;
const COLUMNS = ['point', 'digest', 'link'];

/**
 * @typedef {object} GatheredPoint
 * @property {number} number from 1
 * @property {string} spec the point's link
 * @property {string} engine version that computed it
 * @property {string} digest empty if its loss overflowed
 * @property {string} failed why it has no figures, or empty
 * @property {boolean | null} verified result of `calib verify`: true if the point came out the same; null: it
 *   was not trained again
 * @property {Map<string, string>} values of the axes
 * @property {Map<string, number>} figures by name, such as "test.ece"
 */

/**
 * A point without figures. engine: version that computed what was left out; spec and engine may be empty
 * @typedef {{number: number, spec: string, engine: string, values: Map<string, string>}} MissingPoint
 */

/**
 * @typedef {{points: GatheredPoint[], missing: MissingPoint[], total: number, problems: string[]}}
 *   GatheredFile
 */

const isHex = (/** @type {unknown} */ value) => isText(value, 64) && /^[0-9a-f]{64}$/.test(value);

/** Quotes a value for an error. @param {unknown} value */
const quoted = (value) => (JSON.stringify(value) ?? 'nothing').slice(0, 48);

/** @param {unknown} value @returns {Map<string, string>} */
function valuesOf(value) {
  const entries = Object.entries(membersOf(value));
  if (entries.length > 16 || !entries.every(([key, one]) => isText(key, 48) && isText(one, 2000)))
    throw new EngineError(`its values are ${quoted(value)}, not at most 16 texts`);
  return new Map(/** @type {[string, string][]} */ (entries));
}

/** @param {unknown} value @returns {Map<string, number>} the figures that have values */
function figuresOf(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new EngineError('it has no figures');
  const entries = Object.entries(value);
  if (entries.length > FIGURES_MAX) throw new EngineError(`it has ${entries.length} figures; at most ${FIGURES_MAX} are read`);
  for (const [name, one] of entries)
    if (!isText(name, 48) || (one !== null && !(typeof one === 'number' && Number.isFinite(one))))
      throw new EngineError(`its figure ${name.slice(0, 48)} is ${quoted(one)}, not a finite number`);
  return new Map(entries.filter(([, one]) => one !== null));
}

/**
 * @param {unknown} value read from the file
 * @param {number} place index in the file, from 0
 * @returns {GatheredPoint}
 */
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

/** Splits a line of `calib`'s CSV into fields. @param {string} line @returns {string[]} */
const fieldsOf = (line) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');

/** @param {string} field */
function numberOf(field) {
  return field.trim() === '' ? null : /^[-+\d.eE]+$/.test(field) && Number.isFinite(Number(field)) ? Number(field) : field;
}

/** Converts a CSV line to the object of the JSON format. @param {string[]} names @param {string[]} fields */
function objectOf(names, fields) {
  if (fields.length !== names.length) throw new EngineError(`it has ${fields.length} columns, and the head ${names.length}`);
  /** @type {Record<string, string>} */
  const own = {};
  /** @type {[string, string][]} */
  const values = [];
  /** @type {[string, unknown][]} */
  const figures = [];
  const first = names.findIndex((name) => name === 'seconds' || /^(test|val|post|curvature)\./.test(name)); // the first figure
  names.forEach((name, i) => {
    const field = fields[i] ?? '';
    if (['verified_by', 'verified_at', 'left_out'].includes(name)) return; // for human readers
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

/**
 * Returns the objects of a file in any of the three formats. Each is parsed on demand.
 * @param {string} text
 * @param {string} name
 */
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

/** Returns true if a file begins like a gathered sweep. @param {Blob} file */
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
 * Reads a gathered sweep.
 * @param {File} file
 * @returns {Promise<GatheredFile>} rejects if the file as a whole is not one
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
  /**
   * Calls `read`. Records its error as a problem and returns [] then.
   * @template T
   * @param {string} what
   * @param {() => T} read
   * @returns {T[]}
   */
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
  const absent = missing.flatMap((value, i) => trying(`Missing point ${i + 1} of the file`, () => missingOf(value)));
  const known = new Set([...seen, ...absent.map(({ number }) => number)]);
  for (let number = 1; number <= total; number++) if (!known.has(number)) absent.push({ number, spec: '', engine: '', values: new Map() });
  if (!points.length && !absent.length) throw new EngineError(`${name} has no points`);
  return { points, missing: absent.sort((a, b) => a.number - b.number), total, problems };
}
