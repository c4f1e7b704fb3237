// What exercises ask of a run besides its report, by the command line.
import { join } from 'node:path';
import { calibJson } from './calib.mjs';

/**
 * @param {string} path the folder that the run left
 * @param {{name: string, argument: string | null}[]} parts
 */
export function askedOf(path, parts) {
  const asked = {};
  const metrics = [...new Set(parts.filter(({ name }) => name === 'metric').map(({ argument }) => argument))];
  if (metrics.length) {
    const files = ['--logits', join(path, 'test_logits.npy'), '--labels', join(path, 'test_labels.npy'), '--draws', '0'];
    const report = calibJson('report', ...files, '--calibrator', 'temperature', ...metrics.flatMap((metric) => ['--metric', metric]));
    for (const [i, { value }] of Object.values(report.metrics).entries()) asked[`metric(${metrics[i]})`] = value;
  }
  const corrupted = [...new Set(parts.filter(({ name }) => name === 'ood').map(({ argument }) => argument))];
  if (!corrupted.length) return asked;
  const { corruptions } = calibJson('ood', join(path, 'weights.safetensors'), ...corrupted.flatMap((one) => ['--corruption', one]));
  for (const [i, { metrics, told_apart: told }] of corruptions.entries()) {
    const bins = metrics.ece.bins.filter(({ count }) => count);
    const all = bins.reduce((sum, { count }) => sum + count, 0);
    const confidence = bins.reduce((sum, { count, confidence }) => sum + count * confidence, 0) / all;
    const figures = Object.fromEntries(Object.entries(metrics).map(([id, { value }]) => [id, value]));
    asked[`ood(${corrupted[i]})`] = { ...figures, auroc: told.auroc.value, confidence };
  }
  return asked;
}
