// Trains a third of all cells again, from the stored links, and prints how many of their runs are equal.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { names, studyOf } from './gather.mjs';
import { distinct, plan } from './plan.mjs';
import { resultOf, trainAll } from './train.mjs';

/**
 * Chooses every third cell, and of each the first stored seed.
 * @param {number} third 1, 2 or 3
 * @param {(experiment: string) => boolean} wanted
 */
export function chosen(third, wanted) {
  const planned = new Map(plan().map((run) => [run.id, run]));
  const cells = names()
    .filter(wanted)
    .flatMap((name) => {
      const rows = studyOf(name)?.runs ?? [];
      return [...new Set(rows.map(({ cell }) => cell))].map((cell) => rows.find((row) => row.cell === cell));
    });
  return cells
    .filter((_, i) => i % 3 === third - 1)
    .flatMap((row) => {
      const run = row && planned.get(row.id);
      return run ? [{ run, row }] : [];
    });
}

/**
 * @param {{calib: string, data: string, folder: string, jobs: number}} where @param {number} third
 * @param {(experiment: string) => boolean} wanted
 */
export async function verify(where, third, wanted) {
  const again = { ...where, folder: join(where.folder, 'again') };
  const picked = chosen(third, wanted);
  const failed = await trainAll(distinct(picked.map(({ run }) => ({ ...run, keep: false }))), again);
  const differing = picked.filter(({ run, row }) => resultOf(again.folder, { ...run, keep: false })?.report.link !== row.link);
  console.log(
    `${picked.length - differing.length} of ${picked.length} cells have equal receipts: data, weights and figures, to the last bit`,
  );
  if (!failed) rmSync(again.folder, { recursive: true, force: true }); // the next verification trains again
  for (const { row } of differing) console.log(`differs, or was not trained: ${row.link}`);
  return failed + differing.length;
}
