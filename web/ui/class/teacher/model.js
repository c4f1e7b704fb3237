// What the teacher's page knows: the codes that were pasted, the exercises that they are about, and what the runs of those
// give here. Nothing is believed: every run is made once in this page, and answers are checked against what it gave.
import { sentence as messageOf } from '../../../core/formats/error.js';
import { asksOf, checkAnswer, numbersOf, valuesFrom } from '../../../model/exercise/check.js';
import { codesIn, proofOf, readCode } from '../../../model/exercise/code.js';
import { named } from '../../../model/named.js';
import { keptEpoch } from '../../../model/runs.js';
import { createStore } from '../../../model/store.js';
import { texts } from '../../../texts/index.js';
import { askRun, checksOf } from '../exercise/model.js';

/** @import {Checked, Engine, Epoch, Ready} from '../../../core/types.js' */
/** @typedef {import('../../../model/exercise/code.js').Answer} Answer */
/** @typedef {import('../../../model/exercise/read.js').Exercise} Exercise */

const words = texts.teacher;

/**
 * An exercise that codes are about.
 * @typedef {object} Known
 * @property {string} id
 * @property {Exercise} it
 * @property {'waiting' | 'running' | 'done' | 'failed'} state
 * @property {string} error
 * @property {Record<string, string>} digests whole ones, by the run's name
 * @property {Record<string, number>} numbers
 */

/**
 * @typedef {object} Row
 * @property {string} code
 * @property {Answer | null} said
 * @property {string} error why it is refused
 */

/** @typedef {{rows: Row[], known: Record<string, Known>, doing: string}} State known: by hash */

/**
 * @typedef {object} Verdict
 * @property {Record<string, 'made' | 'differs' | 'missing' | 'unknown'>} runs
 * @property {Record<string, {answer: string | number | undefined, right: boolean | null, value: number | null}>} answers
 * @property {'fits' | 'changed' | 'open' | 'differs'} proof
 */

/** @param {Answer} said @param {Known} known @returns {Verdict} */
export function verdictOf(said, { it, state, digests, numbers }) {
  /** @type {Verdict['runs']} */
  const runs = {};
  for (const name of Object.keys(it.runs)) {
    const digest = said.runs[name];
    if (!digest) runs[name] = 'missing';
    else if (state !== 'done') runs[name] = 'unknown';
    else runs[name] = named(digests, name).startsWith(digest) ? 'made' : 'differs';
  }
  const values = valuesFrom(numbers);
  const answers = Object.fromEntries(
    Object.keys(it.questions).map((id) => {
      const answer = said.answers[id];
      return [id, { answer, ...(answer === undefined ? { right: null, value: null } : checkAnswer(it, id, answer, values)) }];
    }),
  );
  const made = Object.keys(said.runs);
  /** @type {Verdict['proof']} */
  let proof = 'open';
  if (state === 'done') {
    if (made.some((name) => runs[name] !== 'made')) proof = 'differs';
    else proof = proofOf(said, Object.fromEntries(made.map((name) => [name, named(digests, name)]))) === said.proof ? 'fits' : 'changed';
  }
  return { runs, answers, proof };
}

/**
 * @param {Engine} engine
 * @param {() => Promise<{id: string, it: Exercise}[]>} folder
 */
export function createTeacherModel(engine, folder) {
  const store = createStore(/** @type {State} */ ({ rows: [], known: {}, doing: '' }));
  let turn = 0;
  let running = false;
  /** @type {{id: string, it: Exercise}[]} */
  const added = [];

  /** @param {string} hash @param {Partial<Known>} change */
  function change(hash, change) {
    const { known } = store.get();
    store.set({ known: { ...known, [hash]: { ...named(known, hash), ...change } } });
  }

  /** @param {Known} known @param {string} name @param {Checked} check @returns {Promise<{digest: string, numbers: Record<string, number>}>} */
  function made(known, name, check) {
    const asks = asksOf(known.it, name);
    return new Promise((resolve, reject) => {
      /** @type {Ready | null} */
      let ready = null;
      /** @type {Epoch[]} all epochs only where the run may keep another one than its last */
      let epochs = [];
      engine.start(check.spec, {
        states: asks.some((part) => part.name === 'ood'),
        onReady: (found) => (ready = found),
        onEpoch: (epoch) => (epochs = check.run.keep === 'best' && asks.length ? [...epochs, epoch] : [epoch]),
        onEnd: async ({ report }) => {
          try {
            const asked = await askRun(engine, { spec: check.spec, ready, bins: check.run.bins }, keptEpoch(epochs, report), asks);
            resolve({ digest: report.digest, numbers: numbersOf(known.it, name, { report, asked }) });
          } catch (wrong) {
            reject(wrong);
          }
        },
        onError: ({ error }) => reject(new Error(error)),
      });
    });
  }

  /** Makes the runs of all exercises that wait for it, one after the other. */
  async function work() {
    if (running) return;
    running = true;
    const waiting = () => Object.values(store.get().known).find(({ state }) => state === 'waiting');
    for (let known; (known = waiting()); ) {
      const { hash } = known.it;
      change(hash, { state: 'running' });
      try {
        const checks = await checksOf(engine, known.it);
        const names = Object.keys(known.it.runs);
        for (const [i, name] of names.entries()) {
          store.set({ doing: words.running(known.it.title, named(known.it.runs, name).label, i + 1, names.length) });
          const { digest, numbers } = await made(known, name, named(checks, name));
          const now = named(store.get().known, hash);
          change(hash, { digests: { ...now.digests, [name]: digest }, numbers: { ...now.numbers, ...numbers } });
        }
        change(hash, { state: 'done' });
      } catch (wrong) {
        change(hash, { state: 'failed', error: messageOf(wrong) });
      }
    }
    running = false;
    store.set({ doing: '' });
  }

  async function match() {
    const wanted = new Set(store.get().rows.flatMap(({ said }) => (said ? [said.hash] : [])));
    const all = [...added, ...(await folder())];
    const { known } = store.get();
    const fresh = all.filter(({ it }) => wanted.has(it.hash) && !known[it.hash]);
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
            return { code, said: await readCode(code), error: '' };
          } catch (wrong) {
            return { code, said: null, error: messageOf(wrong) };
          }
        }),
      );
      if (mine !== turn) return;
      store.set({ rows });
      await match();
    },

    /** An exercise that is not in the folder. @param {Exercise} it @param {string} id */
    add(it, id = '') {
      added.push({ id, it });
      return match();
    },
  };
}
