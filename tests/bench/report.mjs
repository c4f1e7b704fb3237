// What was measured, as text for people; build/bench/bench.json has all of it.
import { BATCH } from './nets.mjs';

/** @param {number} value with as many digits as it is worth */
const digits = (value) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3));

const REFERENCE = 'this engine, Chromium';

/** How many times as fast as this row the engine in Chromium is, with as many threads. @returns {number | undefined} */
export function ratioToOurs(row, rows) {
  const ours = rows.find(({ net, threads, name }) => net === row.net && threads === row.threads && name === REFERENCE);
  return ours?.median && row.median ? ours.median / row.median : undefined;
}

/** One net: a line a contender, a column a number of threads. */
function trainingTable(net, rows) {
  const mine = rows.filter((row) => row.net === net);
  const cell = (/** @type {any} */ row) => {
    if (!row) return '';
    if (row.error) return 'fails';
    const layout = row.layout ? ` ${row.layout === 'channels_last' ? 'cl' : 'ct'}` : '';
    return `${digits(row.median).padStart(7)} (${digits(row.low)}-${digits(row.high)}) ${row.ratio.toFixed(row.ratio < 10 ? 2 : 1)}x${layout}`;
  };
  const lines = [`${net}`.padEnd(30) + '1 thread'.padEnd(36) + '2 threads'];
  for (const name of new Set(mine.map((row) => row.name))) {
    const [one, two] = [1, 2].map((threads) => cell(mine.find((row) => row.name === name && row.threads === threads)));
    lines.push(`  ${name.padEnd(28)}${one.padEnd(36)}${two}`.trimEnd());
  }
  for (const error of new Set(mine.filter((row) => row.error).map((row) => `${row.name}: ${row.error}`))) lines.push(`  ${error}`);
  return lines.join('\n');
}

const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(0)} %`;

const kernelLine = (/** @type {string} */ where, /** @type {any} */ { gflops, share }) =>
  `  ${where.padEnd(28)}${gflops.toFixed(1)} GFLOP/s, ${percent(share.median)} (${percent(share.low)}-${percent(share.high)})`;

const runLine = (/** @type {string} */ what, /** @type {any} */ run) =>
  typeof run === 'string'
    ? `${what}: ${run}`
    : `${what}: ${run.seconds.toFixed(1)} s, ${digits(run.images_per_second)} images/s with evaluations (error ${(100 * run.error).toFixed(1)} %, ECE ${(100 * run.ece).toFixed(1)} %)`;

const goalLine = (/** @type {any} */ { what, value, goal, met }) => `  ${met === null ? '?' : met ? 'met   ' : 'missed'} ${what}: ${value ?? 'not measured'} (goal ${goal})`;

/** @param {Record<string, any>} found */
export function asText(found) {
  const { machine, training, nets, missing, kernels, page, cifar, quiet, goals } = found;
  const noise = quiet.noisy
    ? `The machine was busy before ${quiet.noisy} of ${quiet.bursts} bursts: these numbers are not to be compared with other runs.`
    : 'The machine was quiet before every burst.';
  return [
    `${machine.processor}, ${machine.processors} processors, ${machine.system}`,
    Object.entries(machine.versions).map(([name, version]) => `${name} ${version}`).join(', '),
    noise,
    '',
    `Training, images/s at batch ${BATCH}: median (lowest-highest of ${found.rounds} bursts), and how many times as fast this engine is in`,
    'Chromium with as many threads. PyTorch: the better of contiguous (ct) and channels_last (cl).',
    '',
    ...nets.flatMap((/** @type {string} */ net) => [trainingTable(net, training), '']),
    ...Object.entries(missing).map(([name, why]) => `${name}: ${why}`),
    'Matrix product 512x512x512, one thread, and its share of what multiplications and additions in registers alone reach:',
    ...(typeof kernels === 'string' ? [`  ${kernels}`] : Object.entries(kernels).map(([where, kernel]) => kernelLine(where, kernel))),
    '',
    runLine(`cnn-s on ${page.images ?? ''} shapes10 images in the page, Chromium, 2 threads, ${page.epochs ?? ''} epochs`, page),
    ...(typeof page === 'string'
      ? []
      : [`  longest task of the page's main thread meanwhile: ${page.longest_task_ms.toFixed(1)} ms (${page.tasks_over_50_ms} of ${page.tasks} above 50 ms; processor time at most ${page.longest_task_cpu_ms.toFixed(1)} ms)`]),
    runLine(`cnn-s on ${cifar.images ?? ''} CIFAR-10 images in the command line, ${cifar.threads ?? ''} threads, ${cifar.epochs ?? ''} epochs`, cifar),
    '',
    'Goals:',
    ...goals.map(goalLine),
    `Took ${Math.round(found.seconds)} s.`,
  ].join('\n');
}
