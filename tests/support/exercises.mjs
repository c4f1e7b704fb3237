// Computes by the command line what an exercise requests of a run in addition to its report.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calibJson, DETECTION } from './calib.mjs';

/**
 * @param {string} path the run's folder
 * @param {{name: string, argument: string | null}[]} parts
 */
export function requestedOf(path, parts) {
  const requested = {};
  const metrics = [...new Set(parts.filter(({ name }) => name === 'metric').map(({ argument }) => argument))];
  if (metrics.length) {
    const files = ['--logits', join(path, 'test_logits.npy'), '--labels', join(path, 'test_labels.npy'), '--draws', '0'];
    const report = calibJson('report', ...files, '--calibrator', 'temperature', ...metrics.flatMap((metric) => ['--metric', metric]));
    for (const [i, { value }] of Object.values(report.metrics).entries()) requested[`metric(${metrics[i]})`] = value;
  }
  for (const argument of new Set(parts.filter(({ name }) => name === 'sets').map(({ argument }) => argument))) {
    const [, text, at = '1'] = /^(.*?)(?: at (\S+))?$/.exec(argument);
    const { calibrators } = JSON.parse(readFileSync(join(path, 'report.json'), 'utf8'));
    const temperature = at === 'by_nll' ? calibrators.temperature.by_nll.T : at;
    requested[`sets(${argument})`] = calibJson(
      'view',
      `sets:${text}`,
      join(path, 'weights.safetensors'),
      '--temperature',
      temperature,
    ).facts;
  }
  for (const argument of new Set(parts.filter(({ name }) => name === 'map').map(({ argument }) => argument))) {
    const {
      confidence_focal: confidence,
      accuracy,
      nll_focal: nll,
    } = calibJson('view', `focal_map:${argument}`, join(path, 'weights.safetensors')).facts;
    requested[`map(${argument})`] = { confidence, accuracy, gap: confidence - accuracy, nll };
  }
  const corrupted = [...new Set(parts.filter(({ name }) => name === 'ood').map(({ argument }) => argument))];
  if (!corrupted.length) return requested;
  const { corruptions } = calibJson('ood', join(path, 'weights.safetensors'), ...corrupted.flatMap((one) => ['--corruption', one]));
  for (const [i, { metrics, [DETECTION]: detection }] of corruptions.entries()) {
    const bins = metrics.ece.bins.filter(({ count }) => count);
    const all = bins.reduce((sum, { count }) => sum + count, 0);
    const confidence = bins.reduce((sum, { count, confidence }) => sum + count * confidence, 0) / all;
    const figures = Object.fromEntries(Object.entries(metrics).map(([id, { value }]) => [id, value]));
    requested[`ood(${corrupted[i]})`] = { ...figures, auroc: detection.auroc.value, confidence };
  }
  return requested;
}
