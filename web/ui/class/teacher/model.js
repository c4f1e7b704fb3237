// Keeps the teacher's page: pasted codes, their exercises, and the results of those exercises' runs. Trains
// each run once in this page, and checks every answer against that result.
import { sentence as messageOf } from '../../../core/formats/error.js';
import { asksOf, checkAnswer, numbersOf, valuesFrom } from '../../../model/exercise/check.js';
import { codesIn, proofOf, readCode } from '../../../model/exercise/code.js';
import { guessesIn, readGuess } from '../../../model/exercise/guess.js';
import { named } from '../../../model/named.js';
import { keptEpoch } from '../../../model/runs/list.js';
import { createStore } from '../../../model/store.js';
import { texts } from '../../../texts/index.js';
import { askRun, checksOf } from '../exercise/queries.js';

/** @import {Checked, Engine, Epoch, Ready} from '../../../core/types.js' */
/** @typedef {import('../../../model/exercise/code.js').Answer} Answer */
/** @typedef {import('../../../model/exercise/guess.js').Guess} Guess */
/** @typedef {import('../../../model/exercise/read.js').Exercise} Exercise */

const words = texts.teacher;
const RUN_MAX = 180_000; // ms per run: a link among the codes may train for days

/** A run that was stopped by hand or by the time limit. */
class Stopped extends Error {}

/**
 * Reads the codes of predictions in a text. A code that is repeated in another spelling counts once.
 * @param {string} text
 * @returns {{guesses: Guess[], refused: Row[]}}
 */
function guessesOf(text) {
  /** @type {Map<string, Guess>} */
  const guesses = new Map();
  /** @type {Row[]} */
  const refused = [];
  for (const code of guessesIn(text)) {
    try {
      const guess = readGuess(code);
      guesses.set(guess.code, guess);
    } catch (wrong) {
      refused.push({ code, submitted: null, error: messageOf(wrong) });
    }
  }
  return { guesses: [...guesses.values()], refused };
}

/** Multiply-adds of an exercise's runs. @param {Checked[]} checks */
const costOf = (checks) => checks.reduce((sum, { need, run }) => sum + need.multiply_adds * need.steps * run.batch, 0);

/**
 * An exercise of the pasted codes.
 * @typedef {object} Known
 * @property {string} id
 * @property {Exercise} it
 * @property {'waiting' | 'running' | 'done' | 'failed' | 'stopped'} state stopped: by hand, or at the time
 *   limit
 * @property {string} error
 * @property {boolean} [unlimited] the teacher removed the time limit
 * @property {Record<string, string>} digests full digests, by the run's name
 * @property {Record<string, number>} numbers
 */

/**
 * A pasted code.
 * @typedef {object} Row
 * @property {string} code
 * @property {Answer | null} submitted
 * @property {string} error reason why it is refused
 */

/**
 * State of the teacher's page; known: by hash; guesses: predictions handed in alone.
 * @typedef {{rows: Row[], guesses: Guess[], known: Record<string, Known>, doing: string}} State
 */

/**
 * The verdict on one student's answers.
 * @typedef {object} Verdict
 * @property {Record<string, 'made' | 'differs' | 'missing' | 'unknown' | 'unchecked'>} runs
 * @property {Record<string, {answer: string | number | undefined, right: boolean | null, value: number |
 *   null}>} answers
 * @property {'fits' | 'changed' | 'open' | 'differs' | 'unchecked' | 'no-runs'} proof unchecked: a run was
 *   not trained here; no-runs: the proof fits, but proves nothing without a run
 */

/** @param {Answer} submitted @param {Known} known @returns {Verdict} */
export function verdictOf(submitted, { it, state, digests, numbers }) {
  /** @type {Verdict['runs']} */
  const runs = {};
  const over = state !== 'waiting' && state !== 'running';
  for (const name of Object.keys(it.runs)) {
    const digest = submitted.runs[name];
    if (!digest) runs[name] = 'missing';
    else if (!Object.hasOwn(digests, name)) runs[name] = over ? 'unchecked' : 'unknown';
    else runs[name] = named(digests, name).startsWith(digest) ? 'made' : 'differs';
  }
  const values = valuesFrom(numbers);
  const answers = Object.fromEntries(
    Object.keys(it.questions).map((id) => {
      const answer = submitted.answers[id];
      return [id, { answer, ...(answer === undefined ? { right: null, value: null } : checkAnswer(it, id, answer, values)) }];
    }),
  );
  const made = Object.keys(submitted.runs);
  /** @type {Verdict['proof']} */
  let proof = 'open';
  if (made.some((name) => runs[name] === 'unchecked')) proof = 'unchecked';
  else if (over) {
    if (made.some((name) => runs[name] !== 'made')) proof = 'differs';
    else if (proofOf(submitted, Object.fromEntries(made.map((name) => [name, named(digests, name)]))) !== submitted.proof)
      proof = 'changed';
    else proof = made.length ? 'fits' : 'no-runs';
  }
  return { runs, answers, proof };
}

/**
 * @param {Engine} engine
 * @param {() => Promise<{id: string, it: Exercise}[]>} folder
 * @param {number} [limit] ms per run
 */
export function createTeacherModel(engine, folder, limit = RUN_MAX) {
  const store = createStore(/** @type {State} */ ({ rows: [], guesses: [], known: {}, doing: '' }));
  let turn = 0;
  let running = false;
  /** Stops the current run. @type {(why: string) => void} */
  let stopRun = () => {};
  /** Checked links of each exercise, by hash. @type {Map<string, Promise<Record<string, Checked>>>} */
  const checked = new Map();
  /** @type {{id: string, it: Exercise}[]} */
  const added = [];

  /** @param {string} hash @param {Partial<Known>} change */
  function change(hash, change) {
    const { known } = store.get();
    store.set({ known: { ...known, [hash]: { ...named(known, hash), ...change } } });
  }

  /**
   * @param {Known} known
   * @param {string} name
   * @param {Checked} check
   * @returns {Promise<{digest: string, numbers: Record<string, number>}>}
   */
  function made(known, name, check) {
    const asks = asksOf(known.it, name);
    return new Promise((resolve, reject) => {
      /** @type {Ready | null} */
      let ready = null;
      /** All epochs only if the run may keep another one than its last. @type {Epoch[]} */
      let epochs = [];
      const timer = known.unlimited ? undefined : setTimeout(() => stopRun(words.overLimit(limit / 1000)), limit);
      stopRun = (why) => {
        clearTimeout(timer);
        run.stop();
        reject(new Stopped(why));
      };
      const run = engine.start(check.spec, {
        states: asks.some((part) => part.name === 'ood'),
        onReady: (found) => (ready = found),
        onEpoch: (epoch) => (epochs = check.run.keep === 'best' && asks.length ? [...epochs, epoch] : [epoch]),
        onEnd: async ({ report }) => {
          clearTimeout(timer);
          try {
            const answers = await askRun(
              engine,
              { spec: check.spec, ready, bins: check.run.bins, report },
              keptEpoch(epochs, report),
              asks,
            );
            resolve({ digest: report.digest, numbers: numbersOf(known.it, name, { report, answers }) });
          } catch (wrong) {
            reject(wrong);
          }
        },
        onError: ({ error }) => {
          clearTimeout(timer);
          reject(new Error(error));
        },
      });
    });
  }

  /** @param {Exercise} it @returns {Promise<Record<string, Checked>>} */
  function checksFor(it) {
    const checks = checked.get(it.hash) ?? checksOf(engine, it);
    checked.set(it.hash, checks);
    return checks;
  }

  /** The cheapest waiting exercise; refused links cost nothing. @returns {Promise<Known | null>} */
  async function cheapest() {
    const waiting = Object.values(store.get().known).filter(({ state }) => state === 'waiting');
    const costs = await Promise.all(
      waiting.map(({ it }) =>
        checksFor(it).then(
          (checks) => costOf(Object.values(checks)),
          () => 0,
        ),
      ),
    );
    const least = Math.min(...costs);
    return waiting[costs.indexOf(least)] ?? null;
  }

  /** Trains the runs of all waiting exercises in sequence. */
  async function work() {
    if (running) return;
    running = true;
    for (let known; (known = await cheapest()); ) {
      const { hash } = known.it;
      change(hash, { state: 'running' });
      try {
        const checks = await checksFor(known.it);
        const names = Object.keys(known.it.runs);
        for (const [i, name] of names.entries()) {
          // done before it was stopped
          if (Object.hasOwn(named(store.get().known, hash).digests, name)) continue;
          store.set({ doing: words.running(known.it.title, named(known.it.runs, name).label, i + 1, names.length) });
          const { digest, numbers } = await made(known, name, named(checks, name));
          const now = named(store.get().known, hash);
          change(hash, { digests: { ...now.digests, [name]: digest }, numbers: { ...now.numbers, ...numbers } });
        }
        change(hash, { state: 'done' });
      } catch (wrong) {
        change(hash, { state: wrong instanceof Stopped ? 'stopped' : 'failed', error: messageOf(wrong) });
      }
    }
    running = false;
    store.set({ doing: '' });
  }

  async function match() {
    const { rows, guesses } = store.get();
    const wanted = new Set(rows.flatMap(({ submitted }) => (submitted ? [submitted.hash] : [])));
    const guessed = new Set(guesses.map(({ hash }) => hash));
    const all = [...added, ...(await folder())];
    const { known } = store.get();
    const fresh = all.filter(({ it }) => (wanted.has(it.hash) || guessed.has(it.hash.slice(0, 8))) && !known[it.hash]);
    /** @type {Record<string, Known>} */
    const more = {};
    for (const { id, it } of fresh) more[it.hash] = { id, it, state: 'waiting', error: '', digests: {}, numbers: {} };
    store.set({ known: { ...known, ...more } });
    await work();
  }

  return {
    store,

    /** @param {string} text with codes in it */
    async check(text) {
      const mine = ++turn;
      const rows = await Promise.all(
        codesIn(text).map(async (code) => {
          try {
            return { code, submitted: await readCode(code), error: '' };
          } catch (wrong) {
            return { code, submitted: null, error: messageOf(wrong) };
          }
        }),
      );
      if (mine !== turn) return;
      const { guesses, refused } = guessesOf(text);
      store.set({ rows: [...rows, ...refused], guesses });
      await match();
    },

    /** Stops the current run; other exercises continue. */
    stop: () => stopRun(words.stopped),

    /** Trains the remaining runs of a stopped exercise without a limit. @param {string} hash */
    resume(hash) {
      change(hash, { state: 'waiting', error: '', unlimited: true });
      return work();
    },

    /** Adds an exercise that is not in the folder. @param {Exercise} it @param {string} id */
    add(it, id = '') {
      added.push({ id, it });
      return match();
    },
  };
}
