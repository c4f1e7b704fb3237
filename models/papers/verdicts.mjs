// Judges each claim from the runs, by the claim's rule.
import { readFileSync } from 'node:fs';
import { choicesOf, conditionsOf } from './conditions.mjs';
import { bySeed, names, studyOf } from './gather.mjs';
import { testsOf } from './rules.mjs';
import { holm, paired, quantile, slope, spearman, summary, tail, trend } from './statistics.mjs';

/** @import {Choice, Range, Rule, Test} from './rules.mjs' */
/** @typedef {{id: string, claim: string, shows: string, tests: Rule[], why?: string}} Claim */
/** @typedef {'held' | 'failed' | 'open' | 'one seed'} Outcome */
/**
 * @typedef {object} Tried
 * @property {number} n
 * @property {number} mean
 * @property {number | null} sd
 * @property {[number, number] | null} interval
 * @property {number} [p] two-sided, of the mean on this side of the range's end; missing with one seed
 * @property {number} [p_holm] the same, corrected for the number of the claim's tests (Holm 1979)
 * @property {Outcome} outcome with the correction
 * @property {Outcome} [alone] the outcome of the interval alone, if it differs
 * @property {number} [detectable] of an open test: the distance to the range's end that it finds with a power
 *   of 80 %, at the level that the correction leaves
 * @property {number} [missing] planned seeds of its cells that have not been trained; no vote until then
 * @typedef {Test & Tried} Tested
 */
/**
 * @typedef {'held' | 'failed' | 'held where decided' | 'failed where decided' | 'depends' | 'open'
 *   | 'not tried'} Verdict
 */

const LEVEL = 0.05;

export const claims = JSON.parse(readFileSync(new URL('claims.json', import.meta.url), 'utf8'));

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
 * Returns the two-sided p-value of a mean's distance to the claimed range's nearest end.
 * @param {{n: number, mean: number, sd: number | null}} value
 * @param {Range} range
 */
export function pOf({ n, mean, sd }, [from, to]) {
  if (sd === null) return undefined;
  const distance = Math.min(...[from, to].map((end) => (end === null ? Infinity : Math.abs(mean - end))));
  const closed = [from, to].every((end) => end !== 0 || mean !== 0);
  if (sd === 0) return distance > 0 || closed ? 0 : 1;
  return Number(tail(distance / (sd / Math.sqrt(n)), n - 1).toFixed(7));
}

/**
 * Corrects a claim's tests for their number: an outcome stays if its p-value is at most 0.05 after Holm.
 * @param {Tested[]} tests
 * @returns {Tested[]}
 */
export function corrected(tests) {
  const family = tests.filter(({ p, counted }) => p !== undefined && counted !== false);
  const adjusted = holm(family.map(({ p }) => /** @type {number} */ (p)));
  const left = LEVEL / adjusted.filter((p) => p > LEVEL).length; // level of the next test
  return tests.map((test) => {
    if (!family.includes(test)) return test;
    const p_holm = /** @type {number} */ (adjusted[family.indexOf(test)]);
    const turns = ['held', 'failed'].includes(test.outcome) && p_holm > LEVEL;
    const outcome = turns ? /** @type {Outcome} */ ('open') : test.outcome;
    const found = outcome === 'open' ? { detectable: detectable(test, left) } : {};
    return { ...test, p_holm, ...found, outcome, ...(turns ? { alone: test.outcome } : {}) };
  });
}

/**
 * Returns the difference that a test finds with a power of 80 %, by Student's t.
 * @param {{n: number, sd: number | null}} value
 * @param {number} level two-sided
 */
export const detectable = ({ n, sd }, level) => ((quantile(level, n - 1) + quantile(0.4, n - 1)) * Number(sd)) / Math.sqrt(n);

/**
 * @param {import('./gather.mjs').Study | null} study
 * @param {Choice} wanted
 */
const cellsOf = (study, wanted) =>
  (study?.cells ?? []).filter(({ choice }) => Object.entries(wanted).every(([name, value]) => choice[name] === value));

/**
 * @param {(experiment: string) => import('./gather.mjs').Study | null} studies
 * @param {string} experiment
 * @param {Choice} wanted
 */
function rowsOf(studies, experiment, wanted) {
  const study = studies(experiment);
  const cells = new Set(cellsOf(study, wanted).map(({ cell }) => cell));
  return (study?.runs ?? []).filter(({ cell }) => cells.has(cell));
}

/**
 * Returns the largest number of seeds that one of a test's cells lacks. Seeds are planned before the first is
 * trained: a verdict that could stop at a lucky one would not mean what it says.
 * @param {Test} test
 * @param {typeof studyOf} studies
 */
function missingOf(test, studies) {
  const cells = choicesOf(test).flatMap((choice) => cellsOf(studies(test.in), choice));
  return Math.max(0, ...cells.map(({ missing }) => missing ?? 0));
}

/**
 * Returns a trend's slope per unit, or its rank correlation, over the seeds.
 * @param {Test} test
 * @param {(choice: Choice) => Map<number, number>} values
 */
function trendOf({ kind, along }, values) {
  const { per, points } = along ?? { per: 1, points: [] };
  const filled = points.map(({ at, of }) => ({ at: at / per, values: values(of) }));
  return trend(filled, kind === 'slope' ? slope : spearman);
}

/**
 * Returns a test's value over the seeds, or null if runs are missing.
 * @param {Test} test
 * @param {typeof studyOf} studies
 * @returns {Tested | null}
 */
export function tried(test, studies = studyOf) {
  const values = (/** @type {Choice} */ choice) => bySeed(rowsOf(studies, test.in, choice)).get(test.figure) ?? new Map();
  const mine = values(test.of);
  const value = test.along
    ? trendOf(test, values)
    : test.less
      ? paired(mine, values(test.less), test.kind === 'share' ? (a, b) => a / b : undefined)
      : mine.size
        ? summary([...mine.values()])
        : null;
  if (!value) return null;
  const p = pOf(value, test.range);
  const missing = missingOf(test, studies);
  return {
    ...test,
    ...value,
    ...(p === undefined ? {} : { p }),
    ...(missing ? { counted: false, missing } : {}),
    outcome: outcomeOf(value.interval, test.range),
  };
}

/** @param {Tested[]} all @returns {Verdict} */
export function verdictOf(all) {
  const tests = all.filter(({ counted }) => counted !== false);
  const have = (/** @type {Outcome} */ outcome) => tests.some((test) => test.outcome === outcome);
  if (tests.every(({ outcome }) => outcome === 'one seed')) return 'not tried';
  if (have('held') && have('failed')) return 'depends';
  if (!have('held') && !have('failed')) return 'open';
  const decided = have('held') ? 'held' : 'failed';
  return have('open') || have('one seed') ? `${decided} where decided` : decided;
}

/** Counts the tests that are decided, and all that have a vote. @param {Tested[]} tests */
function countsOf(tests) {
  const voting = tests.filter(({ counted }) => counted !== false);
  return { decided: voting.filter(({ outcome }) => ['held', 'failed'].includes(outcome)).length, of: voting.length };
}

/** @param {Claim} claim @param {typeof studyOf} [studies] */
export function judged({ id, claim, shows, tests: rules, why }, studies = studyOf) {
  const tests = corrected(rules.flatMap(testsOf).flatMap((test) => tried(test, studies) ?? []));
  const verdict = verdictOf(tests);
  return {
    id,
    claim,
    shows,
    verdict,
    ...countsOf(tests),
    conditions: conditionsOf(tests, studies),
    ...(verdict === 'not tried' ? { why: why ?? 'its runs were not made, or not with all seeds' } : {}),
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
