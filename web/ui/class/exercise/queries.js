// Asks the engine for an exercise: checks of its runs, values that are not in their reports, and pictures.
import { npyFile } from '../../../core/formats/npy-write.js';
import { written } from '../../../model/exercise/expression.js';
import { named } from '../../../model/named.js';
import { nth } from '../../../model/nth.js';
import { entryIn } from '../../../model/registry.js';
import { texts } from '../../../texts/index.js';

/** @import {Checked, Engine} from '../../../core/types.js' */
/** @import {Exercise} from '../../../model/exercise/read.js' */
/** @typedef {import('../../../model/types.js').Run} Run */
/** @typedef {{label: string, samples: import('../../../draw/charts/samples.js').Samples}} PictureRow */

const words = texts.exercise;

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
 * @param {Engine} engine @param {Pick<Run, 'spec' | 'ready' | 'bins' | 'report'>} run
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
        await evaluation.report({ files, 'as-logits': true, bins: run.bins, draws: 0, metric: metrics, calibrator: ['temperature'] }),
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
  for (const part of parts.filter(({ name }) => name === 'sets')) {
    const [, text = '', at = '1'] = /^(.*?)(?: at (\S+))?$/.exec(part.argument ?? '') ?? [];
    const { params } = await engine.choice('view', `sets:${text}`);
    const temperature = at === 'by_nll' ? (run.report?.calibrators?.temperature?.by_nll?.T ?? NaN) : Number(at);
    const { testLogits: logits, valLogits } = item;
    const { facts } = await engine.view({ id: 'sets', params, logits, labels, n, k, temperature, valLogits, valLabels: ready.valLabels });
    answers[written([part])] = facts;
  }
  for (const part of parts.filter(({ name }) => name === 'map')) {
    const { params } = await engine.choice('view', `focal_map:${part.argument ?? ''}`);
    const { facts } = await engine.view({ id: 'focal_map', params, logits: item.testLogits, labels, n, k });
    const { confidence_focal: confidence = NaN, accuracy = NaN, nll_focal: nll = NaN } = facts;
    answers[written([part])] = { confidence, accuracy, gap: Number(confidence) - Number(accuracy), nll };
  }
  return answers;
}

/**
 * Returns the first test pictures of a run, clean and corrupted.
 * @param {Engine} engine @param {string} link of the run @param {string[]} corruptions @param {number} count
 * @returns {Promise<PictureRow[]>}
 */
export async function picturesOf(engine, link, corruptions, count) {
  const clear = await engine.samples(link, 'test', 0, count);
  const rows = corruptions.map(async (corruption) => {
    const { id, params } = await engine.choice('corruption', corruption);
    const { label } = entryIn(engine.describe.corruption, id);
    return {
      label: words.corrupted(label, String(params.severity)),
      samples: await engine.samples(link, 'test', 0, count, corruption),
    };
  });
  return [{ label: words.clear, samples: clear }, ...(await Promise.all(rows))];
}

/**
 * Returns samples of the first run's test set, to be shown before it runs; null if its files are missing.
 * @param {Engine} engine @param {Record<string, string>} specs canonical links, by run name
 */
export async function samplesOf(engine, specs) {
  const [spec = ''] = Object.values(specs);
  return engine.samples(spec, 'test', 0, 200).catch(() => null);
}
