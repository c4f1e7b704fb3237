// Finds the real CIFAR-10 for the command line, if its (nearly) official files are next to the checkout.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root, shared } from '../support/paths.mjs';

const FOLDER = 'cifar10/cifar-10-batches-bin';
export const BATCHES = [1, 2]; // the training batches that the checkout's neighbour has
export const dataFolder = shared(join('data', FOLDER));

/** Returns why it cannot be measured, or null. */
export const missingCifar = () => (existsSync(dataFolder) ? null : `no ${dataFolder}`);

/** Lists records of a local copy whose pixels differ from the official files, as a link excludes them. */
export function skipped() {
  const path = shared('data/cifar10/inexact_indices.json');
  if (!existsSync(path)) return '';
  const { inexact } = JSON.parse(readFileSync(path, 'utf8'));
  const training = BATCHES.flatMap((batch) => inexact[`data_batch_${batch}.bin`].map((record) => 10000 * (batch - 1) + record));
  return `,skip=${training.join('/')},skip_test=${inexact['test_batch.bin'].join('/')}`;
}

/** @param {{images: number, epochs: number, threads: number}} options */
export async function measureCifar({ images, epochs, threads }) {
  const data = `cifar10:train=${images},batches=${BATCHES.join('/')}${skipped()}`;
  const link = `data=${data}&model=cnn-s&batch=128&epochs=${epochs}`;
  const start = performance.now();
  const { stdout } = await promisify(execFile)(
    root('build/native/calib'),
    ['train', link, '--data', dataFolder, '--threads', String(threads)],
    { maxBuffer: 1 << 26 },
  );
  const seconds = (performance.now() - start) / 1000;
  const { metrics, digest } = JSON.parse(stdout);
  return {
    link,
    threads,
    seconds,
    images_per_second: (images * epochs) / seconds,
    error: metrics.error.value,
    ece: metrics.ece.value,
    digest,
  };
}
