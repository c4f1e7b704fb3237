// Judges each claim from the runs, by the claim's rule.
import { readFileSync } from 'node:fs';
import { bySeed, names, studyOf } from './gather.mjs';
import { paired, summary } from './statistics.mjs';

/** @typedef {Record<string, string>} Choice some of a cell's choices: {loss: "ce"} */
/** @typedef {[number | null, number | null]} Range null: unbounded */
/**
 * @typedef {object} Rule
 * @property {string[]} in experiments
 * @property {string} figure
 * @property {Choice} [of]
 * @property {Choice[]} [less] a cell, minus each of these
 * @property {Choice[]} [order] or each of these, minus the one before
 * @property {Choice[]} [when] added to all cells: one rule for each
 * @property {Range} range the claimed range of the value
 */
/** @typedef {{id: string, claim: string, shows: string, tests: Rule[], why?: string}} Claim */
/** @typedef {{in: string, figure: string, of: Choice, less?: Choice, range: Range}} Test of one value */
/** @typedef {'held' | 'failed' | 'open' | 'one seed'} Outcome */
/**
 * @typedef {object} Tried
 * @property {number} n
 * @property {number} mean
 * @property {number | null} sd
 * @property {[number, number] | null} interval
 * @property {number} [floor] the noise floor of a calibration error
 * @property {Outcome} outcome
 * @typedef {Test & Tried} Tested
 */
/** @typedef {'held' | 'failed' | 'depends' | 'open' | 'not tried'} Verdict */

export const claims = JSON.parse(readFileSync(new URL('claims.json', import.meta.url), 'utf8'));

/**
 * Returns a rule's tests of single values.
 * @param {Rule} rule
 * @returns {Test[]}
 */
export function testsOf({ in: studies, figure, of, less, order, when = [{}], range }) {
  const pairs = order
    ? order.slice(1).map((choice, i) => ({ of: choice, less: /** @type {Choice} */ (order[i]) }))
    : less
      ? less.map((choice) => ({ of: /** @type {Choice} */ (of), less: choice }))
      : [{ of: /** @type {Choice} */ (of), less: undefined }];
  return studies.flatMap((study) =>
    when.flatMap((added) =>
      pairs.map((pair) => ({
        in: study,
        figure,
        of: { ...pair.of, ...added },
        ...(pair.less ? { less: { ...pair.less, ...added } } : {}),
        range,
      })),
    ),
  );
}

/**
 * Compares an interval with the claimed range: inside, outside, or both. A range includes its ends, except
 * an end of 0, which is a direction: no difference is not lower. A single seed has no interval and decides
 * nothing.
 * @param {[number, number] | null} interval
 * @param {Range} range
 * @returns {Outcome}
 */
export function outcomeOf(interval, [from, to]) {
  if (!interval) return 'one seed';
  const [low, high] = interval;
  const [least, most] = [from ?? -Infinity, to ?? Infinity];
  if (low > most || high < least) return 'failed';
  const above = least === 0 ? low > 0 : low >= least;
  const below = most === 0 ? high < 0 : high <= most;
  return above && below ? 'held' : 'open';
}

/**
 * @param {(experiment: string) => import('./gather.mjs').Study | null} studies
 * @param {string} experiment
 * @param {Choice} wanted
 */
function rowsOf(studies, experiment, wanted) {
  const study = studies(experiment);
  const cells = new Set(
    (study?.cells ?? [])
      .filter(({ choice }) => Object.entries(wanted).every(([name, value]) => choice[name] === value))
      .map(({ cell }) => cell),
  );
  return (study?.runs ?? []).filter(({ cell }) => cells.has(cell));
}

/**
 * Noise floors of the figures stored with them, other than ECE's of one seed or more.
 * @type {Record<string, string>}
 */
const FLOORS = {
  'before.ece': 'floor',
  'after.ece': 'after.floor',
  'before.adaece': 'floors.adaece',
  'after.adaece': 'after.floors.adaece',
  'before.smce': 'floors.smce',
};

/**
 * Returns a test's value over the seeds, or null if runs are missing.
 * @param {Test} test
 * @param {typeof studyOf} studies
 * @returns {Tested | null}
 */
export function tried(test, studies = studyOf) {
  const values = (/** @type {Choice} */ choice) => bySeed(rowsOf(studies, test.in, choice)).get(test.figure) ?? new Map();
  const mine = values(test.of);
  const value = test.less ? paired(mine, values(test.less)) : mine.size ? summary([...mine.values()]) : null;
  if (!value) return null;
  const floors = FLOORS[test.figure] ? [...(bySeed(rowsOf(studies, test.in, test.of)).get(FLOORS[test.figure]) ?? new Map()).values()] : [];
  const floor = floors.length ? { floor: summary(floors).mean } : {};
  return { ...test, ...value, ...floor, outcome: outcomeOf(value.interval, test.range) };
}

/** @param {Tested[]} tests @returns {Verdict} */
export function verdictOf(tests) {
  const have = (/** @type {Outcome} */ outcome) => tests.some((test) => test.outcome === outcome);
  if (tests.every(({ outcome }) => outcome === 'one seed')) return 'not tried';
  if (have('held') && have('failed')) return 'depends';
  if (have('failed')) return 'failed';
  if (!have('held')) return 'open';
  return have('open') ? 'depends' : 'held';
}

/** @param {Claim} claim @param {typeof studyOf} [studies] */
export function judged({ id, claim, shows, tests: rules, why }, studies = studyOf) {
  const tests = rules.flatMap(testsOf).flatMap((test) => tried(test, studies) ?? []);
  const verdict = verdictOf(tests);
  return {
    id,
    claim,
    shows,
    verdict,
    ...(verdict === 'not tried' ? { why: why ?? 'its runs were not made, or with one seed alone' } : {}),
    tests,
  };
}

/**
 * Reads each study only once.
 * @param {typeof studyOf} [studies]
 * @returns {typeof studyOf}
 */
export function once(studies = studyOf) {
  /** @type {Map<string, ReturnType<typeof studyOf>>} */
  const known = new Map();
  return (name) => {
    if (!known.has(name)) known.set(name, studies(name));
    return known.get(name) ?? null;
  };
}

/** Describes what each experiment trains. @param {typeof studyOf} [studies] */
export const experimentsOf = (studies = studyOf) =>
  names()
    .flatMap((name) => studies(name) ?? [])
    .map(({ experiment, networks }) => ({ experiment, networks }));

/** Returns every claim with its verdict, by paper. @param {typeof studyOf} [studies] */
export function verdicts(studies = once()) {
  return claims.papers.map((/** @type {any} */ { id, title, by, claims: those, wrong }) => ({
    id,
    title,
    by,
    claims: those.map((/** @type {Claim} */ claim) => judged(claim, studies)),
    wrong,
  }));
}
