// What exercises ask of a run besides its report, by the command line.
import { join } from 'node:path';
import { calibJson, folder } from './calib.mjs';

/**
 * @param {import('node:test').TestContext} t
 * @param {string} link
 * @param {{name: string, argument: string | null}[]} parts
 */
export function askedOf(t, link, parts) {
  const asked = {};
  const metrics = [...new Set(parts.filter(({ name }) => name === 'metric').map(({ argument }) => argument))];
  if (metrics.length) {
    const path = folder(t);
    calibJson('train', link, '--out', path);
    const files = ['--logits', join(path, 'test_logits.npy'), '--labels', join(path, 'test_labels.npy'), '--draws', '0'];
    for (const metric of metrics) {
      const report = calibJson('report', ...files, '--calibrator', 'temperature', '--metric', metric);
      [asked[`metric(${metric})`]] = Object.values(report.metrics).map(({ value }) => value);
    }
  }
  for (const { argument } of parts.filter(({ name }) => name === 'ood')) {
    const { corruptions } = calibJson('ood', link, '--corruption', argument.includes(':') ? argument : `${argument}:severity=5`);
    const [{ metrics, told_apart: told }] = corruptions;
    const bins = metrics.ece.bins.filter(({ count }) => count);
    const all = bins.reduce((sum, { count }) => sum + count, 0);
    const confidence = bins.reduce((sum, { count, confidence }) => sum + count * confidence, 0) / all;
    const figures = Object.fromEntries(Object.entries(metrics).map(([id, { value }]) => [id, value]));
    asked[`ood(${argument})`] = { ...figures, auroc: told.auroc.value, confidence };
  }
  return asked;
}
