// State and actions of an open exercise, without elements: progress, answers, numbers of the runs. Items are
// done in sequence: a run may start when everything before it is answered, and answers are final.
import { sentence as messageOf } from '../../../core/formats/error.js';
import { npyFile } from '../../../core/formats/npy-write.js';
import { unpack } from '../../../core/formats/packed.js';
import { asksOf, guessesOf, guessesOfClass, numbersOf, valuesFrom } from '../../../model/exercise/check.js';
import { figuresOf, readExpression, written } from '../../../model/exercise/expression.js';
import { figureOf } from '../../../model/exercise/figures.js';
import { itemsOf, readExercise, TEXT_MAX, tooLong } from '../../../model/exercise/read.js';
import { translated } from '../../../model/exercise/translated.js';
import { named } from '../../../model/named.js';
import { nth } from '../../../model/nth.js';
import { entryIn } from '../../../model/registry.js';
import { keptEpoch } from '../../../model/runs/list.js';
import { language, texts } from '../../../texts/index.js';
import { nothing, recall, remember } from './progress.js';

/** @import {Checked, Engine} from '../../../core/types.js' */
/** @import {Exercise} from '../../../model/exercise/read.js' */
/** @import {Report} from '../../../engine.d.ts' */
/** @typedef {import('../../../model/types.js').Store} Store */
/** @typedef {import('../../../model/types.js').Run} Run */
/** @typedef {import('../../../model/types.js').OpenExercise} Open */
/** @typedef {import('../../../model/exercise/code.js').Progress} Progress */
/**
 * The part of an open exercise that does not depend on answers and runs.
 * @typedef {Pick<Open, 'id' | 'key' | 'it' | 'specs' | 'views' | 'checks' | 'error' | 'started' | 'asking'>}
 *   Opened
 */

const words = texts.exercise;
export const PACKED = 'x.'; // prefix of an exercise that is packed in the link
const UNPACKED_MAX = 16 * TEXT_MAX; // up to this size its length is reported

/** @typedef {{label: string, samples: import('../../../draw/charts/samples.js').Samples}} PictureRow */

/** Reads the text of `exercise=`. @param {string} value @returns {Promise<string>} */
async function textOf(value) {
  if (value.startsWith(PACKED)) {
    const text = await unpack(value.slice(PACKED.length), UNPACKED_MAX);
    if (text.length > TEXT_MAX) throw new Error(tooLong(text.length));
    return text;
  }
  if (!/^[a-z0-9-]{1,60}$/.test(value)) throw new Error(words.none(value));
  return fileOf(value);
}

/** @param {string} path of an exercise in the folder */
async function fileOf(path) {
  const response = await fetch(`exercises/${path}.md`);
  if (!response.ok) throw new Error(words.none(path));
  return response.text();
}

/** Exercises with a translation, fetched once. @type {Promise<string[]> | null} */
let listed = null;
/** @returns {Promise<string[]>} */
const inLanguage = () =>
  (listed ??=
    language === 'en'
      ? Promise.resolve([])
      : fetch(`exercises/${language}/index.json`).then(
          (response) => (response.ok ? response.json() : []),
          () => [],
        ));

/** @param {string} value of `exercise=` @returns {Promise<Exercise>} translated if possible */
export async function exerciseOf(value) {
  const it = readExercise(await textOf(value));
  if (value.startsWith(PACKED) || !(await inLanguage()).includes(value)) return it;
  try {
    return translated(it, readExercise(await fileOf(`${language}/${value}`)));
  } catch {
    return it; // it existed when the page was opened
  }
}

/** Reads an exercise's file. @param {File} file */
export async function textOfFile(file) {
  if (file.size > UNPACKED_MAX) throw new Error(tooLong(file.size));
  return file.text();
}

/**
 * @param {Engine} engine @param {Exercise} exercise
 * @returns {Promise<Record<string, Checked>>} checks of its runs by name; rejects if one cannot be run
 */
export async function checksOf(engine, exercise) {
  /** @type {Record<string, Checked>} */
  const checks = {};
  for (const { name, link } of Object.values(exercise.runs)) {
    const check = await engine.check(link);
    if (!check.ok) throw new Error(words.badRun(name, check.error));
    checks[name] = check;
  }
  return checks;
}

/**
 * Computes a run's values that are not in its report.
 * @param {Engine} engine @param {Pick<Run, 'spec' | 'ready' | 'bins'>} run
 * @param {import('../../../model/types.js').HistoryItem | null} item
 * @param {import('../../../model/exercise/expression.js').Part[]} parts
 */
export async function askRun(engine, run, item, parts) {
  /** @type {Record<string, import('../../../model/exercise/figures.js').EngineAnswer>} */
  const answers = {};
  if (!parts.length) return answers;
  const { ready } = run;
  if (!ready || !item?.testLogits) throw new Error(words.noLogits);
  const { n_test: n, k, testLabels: labels } = ready;
  const metrics = [...new Set(parts.filter(({ name }) => name === 'metric').map(({ argument }) => argument ?? ''))];
  if (metrics.length) {
    const evaluation = engine.openEvaluation();
    const files = { logits: npyFile('logits.npy', item.testLogits, [n, k]), labels: npyFile('labels.npy', labels, [n]) };
    try {
      /** @type {import('../../../engine.d.ts').FilesReport} */
      const report = JSON.parse(
        await evaluation.report({ files, asLogits: true, bins: run.bins, draws: 0, metrics, calibrators: ['temperature'] }),
      );
      const found = Object.values(report.metrics);
      for (const [i, text] of metrics.entries()) answers[`metric(${text})`] = nth(found, i).value;
    } finally {
      evaluation.cancel();
    }
  }
  for (const part of parts.filter(({ name }) => name === 'ood')) {
    const { id: corruption, params } = await engine.choice('corruption', part.argument ?? '');
    if (!item.state) throw new Error(texts.views.noState);
    const request = { kind: 'logits', corruption, severity: named(params, 'severity') };
    const { matrix } = await engine.probe(run.spec, item.state, request).answer;
    if (!matrix) throw new Error(words.noLogits);
    const scores = { logits: matrix, labels, n, k, bins: run.bins };
    const { metrics: found } = await engine.evaluate(scores);
    const { facts } = await engine.view({ id: 'roc', logits: item.testLogits, labels, n, k, oodLogits: matrix });
    const bins = (found.ece.bins ?? []).filter((bin) => bin.count);
    const confidence = bins.reduce((sum, bin) => sum + bin.count * (bin.confidence ?? 0), 0) / n;
    const figures = Object.fromEntries(Object.entries(found).map(([id, one]) => [id, one.value]));
    answers[written([part])] = { ...figures, confidence, auroc: facts.auroc ?? null };
  }
  return answers;
}

/** @param {Exercise} exercise @param {Progress} progress @returns {number} items done, in sequence */
function doneOf(exercise, { answers, runs }) {
  const items = itemsOf(exercise);
  const open = items.findIndex((item) => (item.kind === 'run' ? !runs[item.name] : answers[item.id] === undefined));
  return open < 0 ? items.length : open;
}

/**
 * Returns true if the student's run reached the goal.
 * @param {string} goal @param {Report} report @param {Record<string, number>} numbers of the exercise's runs
 */
export function goalMet(goal, report, numbers) {
  const tree = readExpression(goal);
  const own = figuresOf(tree).filter(([run]) => run.name === 'own');
  const mine = Object.fromEntries(own.map((path) => [written(path), figureOf({ report }, path.slice(1))]));
  return Number(valuesFrom({ ...numbers, ...mine })(goal)) > 0;
}

/** Fraction of an exercise done on this device. @param {Exercise} exercise */
export function done(exercise) {
  const known = recall(exercise.hash);
  return known ? doneOf(exercise, known.progress) / itemsOf(exercise).length : 0;
}

/**
 * @param {Engine} engine @param {Store} store
 * @param {{open: (link: string) => Promise<void>, start: () => void, show: (id: string) => void,
 *   drop: (id: string) => void, goTo: (view: string) => void}} does
 */
export function createExerciseModel(engine, store, does) {
  let turn = 0;
  let given = ''; // a name given by the embedding page
  /** Predictions of a class. @type {{hash: string, guesses: ReturnType<typeof guessesOfClass>}} */
  let ofClass = { hash: '', guesses: {} };
  /** Runs that existed before the student's experiments. @type {{item: string, runs: Set<string>}} */
  let before = { item: '', runs: new Set() };

  /** @param {Partial<Open>} change */
  function set(change) {
    const { exercise: open } = store.get();
    if (open) store.bench.setExercise({ ...open, ...change });
  }

  function hideRun() {
    store.runs.show(null);
    store.view.setFigures(null);
  }

  /**
   * @param {Opened} open @param {Progress} progress @param {Record<string, number>} numbers @returns {Open}
   */
  function arranged(open, progress, numbers) {
    const items = itemsOf(open.it);
    const done = doneOf(open.it, progress);
    const item = items[done];
    const own = guessesOf(open.it, progress.answers, words.yourGuess);
    const predicted = ofClass.hash === open.it.hash; // shown to the class that predicted it
    const all = predicted ? ofClass.guesses : {};
    const trying = item?.kind === 'question' && open.it.questions[item.id]?.kind === 'try';
    const next = items.slice(done).find(({ kind }) => kind === 'run');
    return {
      ...open,
      progress,
      numbers,
      done,
      items: items.length,
      trying,
      next: next?.kind === 'run' ? named(open.specs, next.name) : '',
      epochs: next?.kind === 'run' ? named(open.checks, next.name).run.epochs : undefined,
      free: trying || done === items.length,
      may: items.flatMap((one, i) => (one.kind === 'run' && (predicted || i <= done) ? [named(open.specs, one.name)] : [])),
      guesses: Object.fromEntries(Object.entries(open.specs).map(([name, spec]) => [spec, [...(own[name] ?? []), ...(all[name] ?? [])]])),
    };
  }

  /** @param {Partial<Progress>} change @param {Record<string, number>} [more] numbers */
  function record(change, more = {}) {
    const { exercise: open } = store.get();
    if (!open) return;
    const progress = { ...open.progress, ...change };
    const numbers = { ...open.numbers, ...more };
    remember(open.it.hash, { progress, numbers });
    store.bench.setExercise(arranged(open, progress, numbers));
    takeEnded();
  }

  /**
   * @param {string} value of the link's key; empty: closes the exercise
   * @param {boolean} [afresh] not open before a reload: nothing stays of another run's view
   */
  async function load(value, afresh = false) {
    const mine = ++turn;
    if (!value) return store.bench.setExercise(null);
    try {
      const it = await exerciseOf(value);
      const checks = await checksOf(engine, it);
      if (mine !== turn) return;
      const known = recall(it.hash);
      const fresh = {
        id: value.startsWith(PACKED) ? '' : value,
        key: value,
        it,
        specs: Object.fromEntries(Object.entries(checks).map(([name, { spec }]) => [name, spec])),
        views: Object.fromEntries(Object.entries(checks).map(([name, { page }]) => [name, page.view ?? ''])),
        checks,
        error: '',
        started: '',
        asking: false,
      };
      const open = arranged(fresh, known?.progress ?? { ...nothing, name: given }, known?.numbers ?? {});
      // Another run on show would reveal the answer.
      const { run } = store.get();
      const seen = run && (open.may.includes(run.spec) || open.free);
      store.together(() => {
        store.bench.setExercise(open);
        if (!seen || afresh) store.view.beginExercise();
        if (!seen) hideRun();
      });
      takeEnded();
    } catch (wrong) {
      if (mine !== turn) return;
      store.together(() => {
        store.bench.setExercise(null);
        store.bench.fail(words.cannotOpen, messageOf(wrong));
      });
      if (!store.get().page.embed) does.goTo('exercises'); // shows the list, not an unrelated run
    }
  }

  /** Records runs that have finished. */
  async function takeEnded() {
    const { exercise: open, runs } = store.get();
    if (!open || open.asking) return;
    const item = itemsOf(open.it)[open.done];
    if (item?.kind === 'run') return takeRun(open, item.name, runs.find((run) => run.spec === open.specs[item.name] && run.report) ?? null);
    if (!open.trying || item?.kind !== 'question') return;
    if (before.item !== open.it.hash + item.id) before = { item: open.it.hash + item.id, runs: new Set(runs.map(({ id }) => id)) };
    const run = runs.findLast((one) => one.report && !before.runs.has(one.id) && !Object.values(open.specs).includes(one.spec));
    if (!run?.report || open.progress.own[item.id]?.digest === run.report.digest) return;
    const own = { ...open.progress.own, [item.id]: { spec: run.spec, digest: run.report.digest, link: run.report.link } };
    const { goal } = named(open.it.questions, item.id);
    const met = !!goal && goalMet(goal, run.report, open.numbers);
    record({ own, ...(met ? { answers: { ...open.progress.answers, [item.id]: 1 } } : {}) });
  }

  /** @param {Open} open @param {string} name @param {Run | null} run */
  async function takeRun(open, name, run) {
    if (!run?.report || open.started !== name) return;
    const mine = turn;
    set({ asking: true });
    try {
      const answers = await askRun(engine, run, keptEpoch(run.history, run.report), asksOf(open.it, name));
      if (mine !== turn) return;
      set({ asking: false, error: '' });
      const now = /** @type {Open} */ (store.get().exercise);
      const numbers = numbersOf(open.it, name, { report: run.report, answers });
      record({ runs: { ...now.progress.runs, [name]: run.report.digest } }, numbers);
    } catch (wrong) {
      if (mine === turn) set({ asking: false, error: messageOf(wrong), started: '' });
    }
  }

  store.onChange((state, before) => {
    const value = state.page.exercise ?? '';
    if (value !== (before.page.exercise ?? '')) load(value, true);
    else if (state.exercise && state.runs !== before.runs) takeEnded();
  });

  return {
    load,
    record,

    /** Starts the next run. */
    next() {
      const { exercise: open } = store.get();
      const [name] = Object.entries(open?.specs ?? {}).find(([, spec]) => spec === open?.next) ?? [];
      if (name) void this.run(name);
    },

    /** Opens the run's link, and trains it unless this page has done so. @param {string} name */
    async run(name) {
      const { exercise: open, page, runs } = store.get();
      if (!open) return;
      const { exercise, embed, threads } = page;
      const view = open.views[name];
      const keys = Object.fromEntries(
        Object.entries({ exercise, embed, threads, view }).flatMap(([key, value]) => (value ? [[key, value]] : [])),
      );
      set({ started: name, error: '' });
      await does.open(await engine.link.set(named(open.specs, name), keys));
      const done = runs.find((run) => run.spec === open.specs[name] && run.report);
      if (done) does.show(done.id);
      else does.start();
      takeEnded();
    },

    /**
     * The first test pictures of a run, clean and corrupted.
     * @param {string} name @param {string[]} corruptions @param {number} count
     * @returns {Promise<PictureRow[]>}
     */
    async pictures(name, corruptions, count) {
      const { exercise: open, describe } = store.get();
      const link = open ? named(open.specs, name) : '';
      const clear = await engine.samples(link, 'test', 0, count);
      const rows = corruptions.map(async (corruption) => {
        const { id, params } = await engine.choice('corruption', corruption);
        const label = describe ? entryIn(describe.corruption, id).label : id;
        return {
          label: words.corrupted(label, String(params.severity)),
          samples: await engine.samples(link, 'test', 0, count, corruption),
        };
      });
      return [{ label: words.clear, samples: clear }, ...(await Promise.all(rows))];
    },

    /** @param {string} id @param {number | string} answer */
    answer(id, answer) {
      const { exercise: open } = store.get();
      if (open && open.progress.answers[id] === undefined) record({ answers: { ...open.progress.answers, [id]: answer } });
    },

    /** @param {string} name */
    name: (name) => record({ name }),

    /** Shows a class's guesses. @param {Exercise} it @param {Record<string, number | string>[]} answers */
    showClass(it, answers) {
      ofClass = { hash: it.hash, guesses: guessesOfClass(it, answers) };
      const { exercise: open } = store.get();
      if (open?.it.hash === it.hash) set(arranged(open, open.progress, open.numbers));
    },

    /** Sets the student's name, as given by the embedding page. @param {string} name */
    call(name) {
      given = name;
      if (!store.get().exercise?.progress.name) record({ name });
    },

    /** Deletes all progress including runs, for the next student. */
    again() {
      const { exercise: open, runs } = store.get();
      if (!open) return;
      turn++; // pending requests belong to the previous student
      remember(open.it.hash, null);
      before = { item: '', runs: new Set() };
      const own = Object.values(open.progress.own).map(({ spec }) => spec);
      for (const { id, spec } of runs) if (own.includes(spec) || Object.values(open.specs).includes(spec)) does.drop(id);
      const fresh = { ...open, it: { ...open.it }, started: '', error: '', asking: false }; // forces rebuild
      store.together(() => {
        store.bench.setExercise(arranged(fresh, { ...nothing, name: given }, {}));
        store.view.beginExercise();
        hideRun();
      });
    },
  };
}
