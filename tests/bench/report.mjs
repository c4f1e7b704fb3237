// Prints the measurements for people; build/bench/bench.json has all of them.
import { BATCH } from './nets.mjs';

/** @param {number} value rounded to its meaningful digits */
const digits = (value) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3));
const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(0)} %`;
const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(0)} MB`;

const REFERENCE = 'this engine, Chromium';

/**
 * Returns how many times faster the engine in Chromium is than this row, with the same threads.
 * @returns {number | undefined}
 */
export function ratioToOurs(row, rows) {
  const ours = rows.find(({ task, threads, name }) => task === row.task && threads === row.threads && name === REFERENCE);
  return row.part !== 'hv' && !row.incomparable && ours?.median && row.median ? ours.median / row.median : undefined;
}

function cell(row) {
  if (!row) return '';
  if (row.cannot) return 'cannot';
  if (row.error) return 'fails';
  if (row.median === undefined) return 'not measured';
  const layout = row.layout ? ` ${row.layout === 'channels_last' ? 'cl' : 'ct'}` : '';
  const ratio = row.ratio && row.name !== REFERENCE ? ` ${row.ratio.toFixed(row.ratio < 10 ? 2 : 1)}x` : '';
  const share = row.share ? ` ${percent(row.share.median)}` : '';
  const extremes = row.samples > 1 ? ` (${digits(row.low)}-${digits(row.high)})` : '';
  return `${digits(row.median).padStart(7)}${extremes}${ratio}${share}${layout}`;
}

/** Prints one task: a line per contender, a column per number of threads. */
function table(task, rows) {
  const mine = rows.filter((row) => row.task === task);
  const lines = [`${task}`.padEnd(30) + '1 thread'.padEnd(36) + '2 threads'];
  for (const name of new Set(mine.map((row) => row.name))) {
    const [one, two] = [1, 2].map((threads) => cell(mine.find((row) => row.name === name && row.threads === threads)));
    lines.push(`  ${name.padEnd(28)}${one.padEnd(36)}${two}`.trimEnd());
  }
  for (const why of new Set(mine.filter((row) => row.error || row.cannot).map((row) => `${row.name}: ${row.error ?? row.cannot}`)))
    lines.push(`  ${why}`);
  return [...lines, ''];
}

const TITLES = {
  gemm: ["Matrix products, GFLOP/s, and this engine's share of what multiplications and additions in registers alone reach in that run"],
  conv: ['3x3 convolution 64->64 at 32x32, batch 32, GFLOP/s by its definition (Winograd needs fewer: it can pass the ceiling)'],
  train: [`Training, images/s at batch ${BATCH}. PyTorch: the better of contiguous (ct) and channels_last (cl)`],
  infer: ['Inference, images/s of the same batch again and again, batch norm in eval mode'],
  report: [
    'Reports on random logits, reports/s: every metric, the temperature grids, and the metrics after them; PyTorch: a plain script of some of that (torch_report.py). The default report has every calibrator, noise floors and intervals',
  ],
  hv: ["Hessian-vector product of cnn-s, batch 32, training-mode batch norm: its time over its gradient step's"],
};

const runLine = (/** @type {string} */ what, /** @type {any} */ run) =>
  typeof run === 'string'
    ? `${what}: ${run}`
    : `${what}: ${run.seconds.toFixed(1)} s, ${digits(run.images_per_second)} images/s with evaluations (error ${(100 * run.error).toFixed(1)} %, ECE ${(100 * run.ece).toFixed(1)} %)`;

function memoryTable(memory) {
  if (typeof memory === 'string') return [`Memory: ${memory}`, ''];
  const lines = Object.entries(memory).map(([net, { planned, process, wasm, fits, torch, tfjs }]) => {
    const peers = [torch && `PyTorch ${megabytes(torch)}`, tfjs && `TensorFlow.js, patched ${megabytes(tfjs)}`].filter(Boolean);
    return `  ${net.padEnd(12)}planned ${megabytes(planned)}, native process ${megabytes(process)}, WASM ${megabytes(wasm)}${fits ? '' : ' (it did not suffice)'}${peers.map((text) => `; ${text}`).join('')}`;
  });
  return [`Memory of training at batch ${BATCH}, one thread:`, ...lines, ''];
}

function pageLines(page) {
  if (typeof page === 'string') return [`A run in the page: ${page}`];
  return [
    runLine(`cnn-s on ${page.images} shapes10 images in the page, Chromium, 2 threads, ${page.epochs} epochs`, page),
    `  longest task of the page's main thread meanwhile: ${page.longest_task_ms.toFixed(1)} ms (${page.tasks_over_50_ms} of ${page.tasks} above 50 ms; processor time at most ${page.longest_task_cpu_ms.toFixed(1)} ms)`,
  ];
}

/** @param {any} loading */
function loadingLine(loading) {
  const what = 'CIFAR-10 pictures ready for a run in Chromium, from the file that it keeps';
  if (typeof loading === 'string') return `${what}: ${loading}`;
  const { images, seconds, low, high } = loading;
  return `${images} ${what}: ${seconds.toFixed(2)} s (${low.toFixed(2)}-${high.toFixed(2)})`;
}

/** @param {any} startup */
function startupLines(startup) {
  const what = 'From opening the page to a run that is seen to train, Chromium, ms';
  if (typeof startup === 'string') return [`${what}: ${startup}`];
  const line = (/** @type {Record<string, number>} */ { all, ...stages }) =>
    `${all.toFixed(0)} (${Object.entries(stages)
      .map(([stage, ms]) => `${stage} ${ms.toFixed(0)}`)
      .join(', ')})`;
  return [
    `${what}:`,
    ...['cold', 'warm'].flatMap((cache) => [
      `  ${cache}, opening: ${line(startup[cache].opening)}`,
      `  ${cache}, after the click: ${line(startup[cache].starting)}`,
    ]),
  ];
}

/** @param {any} first */
function firstLines(first) {
  if (typeof first === 'string') return [`The first picture of a first visit: ${first}`];
  const part = (/** @type {{ms: number, bytes: number, plain: number}} */ { ms, bytes, plain }) =>
    `${(bytes / 1000).toFixed(0)} kB (${(plain / 1000).toFixed(0)} kB before gzip) after ${ms.toFixed(0)} ms`;
  return [
    `A first visit at ${((8 * first.pace) / 1e6).toFixed(0)} Mbit/s, Chromium: the first picture ${part(first.picture)}; all that the page begins with ${part(first.ready)}`,
  ];
}

/** @param {any} reduce */
function reduceLines(reduce) {
  if (typeof reduce === 'string') return [`calib reduce: ${reduce}`];
  const { rows, classes, cat, native, wasi, joined, compared } = reduce;
  const line = (/** @type {{seconds: number, gigabytes_per_second: number, megabytes: number}} */ one) =>
    `${one.seconds.toFixed(1)} s, ${one.gigabytes_per_second.toFixed(2)} GB/s, ${one.megabytes.toFixed(0)} MB of memory at most`;
  const differ = compared.differ.map((/** @type {any} */ { id, apart }) => `${id} by ${apart.toExponential(1)}`);
  return [
    `calib reduce of ${rows} x ${classes} logits in single precision from a pipe:`,
    `  cat       ${line(cat)}`,
    `  native    ${line(native)}`,
    `  WASI      ${line(wasi)}`,
    `  report    ${joined.seconds.toFixed(1)} s, ${joined.megabytes.toFixed(0)} MB of memory at most, with intervals`,
    `  joined against whole, ${compared.rows} rows: ${compared.equal} figures equal, relative differences: ${[...differ, `T by ${compared.T.toExponential(1)}`].join(', ')}`,
  ];
}

/** @param {any} apply */
function applyLines(apply) {
  if (typeof apply === 'string') return [`calib apply: ${apply}`];
  const { rows, classes, cat, calibrators } = apply;
  const range = (/** @type {any} */ { median, low, high }, /** @type {number} */ places) =>
    `${median.toFixed(places)} (${low.toFixed(places)}-${high.toFixed(places)})`;
  const line = (/** @type {string} */ name, /** @type {any} */ { seconds, gigabytes_per_second: rate }) =>
    `  ${name.padEnd(12)}${range(seconds, 2)} s, ${rate.toFixed(2)} GB/s`;
  return [
    `calib apply on ${rows} x ${classes} logits in single precision, which become probabilities in double:`,
    line('cat', cat),
    ...Object.entries(calibrators).map(
      ([name, one]) => `${line(name, one)}, ${range(one.ratio, 1)} times as long as cat, ${one.megabytes.toFixed(0)} MB of memory at most`,
    ),
  ];
}

function goalLine({ what, value, least, aim, unit, below, note, verdict }) {
  const show = (/** @type {number} */ x) => (unit === '%' ? percent(x) : `${digits(x)} ${unit}`);
  const bounds = least === aim ? show(least) : `${show(least)}, aim ${show(aim)}`;
  return `  ${verdict.padEnd(13)}${what}: ${value === undefined ? '-' : show(value)} (${below ? 'at most' : 'at least'} ${bounds}${note ? ` ${note}` : ''})`;
}

/** @param {{seconds: number, took: Record<string, number>}} found */
function tookLine({ seconds, took }) {
  const longest = Object.entries(took).sort(([, a], [, b]) => b - a);
  return `Took ${Math.round(seconds)} s: ${longest.map(([what, s]) => `${what} ${Math.round(s)}`).join(', ')}.`;
}

/** @param {Record<string, any>} found */
export function asText(found) {
  const { machine, rows, whole, missing, warnings, memory, page, cifar, loading, first, reduce, apply, startup, quiet, goals, ceiling } =
    found;
  const noise = quiet.noisy
    ? `The machine was busy before ${quiet.noisy} of ${quiet.bursts} bursts: these numbers are not to be compared with other runs.`
    : 'The machine was quiet before every burst.';
  const tables = Object.entries(TITLES).flatMap(([part, title]) => {
    const mine = rows.filter((/** @type {any} */ row) => row.part === part);
    return mine.length
      ? [...title, '', ...[...new Set(mine.map((/** @type {any} */ { task }) => task))].flatMap((task) => table(task, mine))]
      : [];
  });
  return [
    `${machine.processor}, ${machine.processors} processors, ${machine.system}`,
    Object.entries(machine.versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
    noise,
    ...warnings.map((/** @type {string} */ text) => `Warning: ${text}.`),
    `Each table: median (lowest-highest of ${found.rounds} bursts), and how many times as fast this engine is in Chromium with as many threads.`,
    '',
    ...tables,
    ...Object.entries(missing).map(([name, why]) => `not measured: ${name}: ${why}`),
    ...(memory ? memoryTable(memory) : []),
    ...(page ? pageLines(page) : []),
    ...(cifar
      ? [
          runLine(
            `cnn-s on ${cifar.images ?? ''} CIFAR-10 images in the command line, ${cifar.threads ?? ''} threads, ${cifar.epochs ?? ''} epochs`,
            cifar,
          ),
        ]
      : []),
    ...(loading ? [loadingLine(loading)] : []),
    ...(reduce ? reduceLines(reduce) : []),
    ...(apply ? applyLines(apply) : []),
    ...(first ? firstLines(first) : []),
    ...(startup ? startupLines(startup) : []),
    '',
    `Goals${ceiling ? ` (the ceiling of this run: ${ceiling.toFixed(1)} GFLOP/s)` : ''}:`,
    ...goals.filter((/** @type {any} */ { verdict }) => whole || verdict !== 'not measured').map(goalLine),
    tookLine(/** @type {any} */ (found)),
  ].join('\n');
}
