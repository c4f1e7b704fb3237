// make papers: trains the missing runs of experiments.json (into build/papers), measures their networks, and
// writes the results next to this file.
// - ONLY=E1,E5 takes some experiments; DATA=FOLDER has the data; JOBS=2 trains two at a time; TRAIN=no only
//   measures and writes.
// - LIST=yes prints the runs for other machines, whose files of build/papers can be copied here.
// - ONLY=verify trains a third of all cells again (ONLY=verify,E3 of one experiment, THIRD=2 another third),
//   and prints how many are equal.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { root, shared } from '../../tests/support/paths.mjs';
import { drawn } from './drawn.mjs';
import { brief, gather, names, studyOf } from './gather.mjs';
import { measureAll, measures } from './measure.mjs';
import { distinct, plan } from './plan.mjs';
import { dataArguments, FOLDER, resultOf, stop, trainAll } from './train.mjs';
import { experimentsOf, verdicts } from './verdicts.mjs';
import { verify } from './verify.mjs';

/** Reads the options from the environment. */
function options() {
  const { ONLY = '', DATA = '', JOBS = '', CALIB = '', LIST = '', TRAIN = '', THIRD = '1' } = process.env;
  const verifies = ONLY.split(',').includes('verify');
  const only = ONLY.split(',').filter((name) => name && name !== 'verify');
  const strange = only.filter((name) => !names().includes(name));
  if (strange.length) throw new Error(`ONLY: there is no ${strange.join(', ')}; there are ${names().join(', ')}, and verify`);
  if (!['1', '2', '3'].includes(THIRD)) throw new Error(`THIRD=${THIRD} is not 1, 2 or 3`);
  if (!/^\d*$/.test(JOBS) || JOBS === '0') throw new Error(`JOBS=${JOBS} is not a number of runs`);
  return {
    where: {
      calib: resolve(CALIB || root('build/native/calib')),
      data: resolve(DATA || shared('data')),
      folder: FOLDER,
      jobs: Number(JOBS) || availableParallelism(),
    },
    /** @param {string} experiment */
    wanted: (experiment) => !only.length || only.includes(experiment),
    third: Number(THIRD),
    what: LIST ? 'list' : verifies ? 'verify' : TRAIN === 'no' ? 'write' : 'train',
  };
}

/**
 * Returns the runs that an experiment needs: its runs, and those whose networks it measures.
 * @param {(experiment: string) => boolean} wanted
 */
function needed(wanted) {
  const sources = measures.filter(({ experiment }) => wanted(experiment)).map(({ of }) => of);
  return distinct(plan().filter(({ experiment }) => wanted(experiment) || sources.includes(experiment)));
}

/** Returns the runs without stored results. @param {import('./plan.mjs').Run[]} runs */
function unkept(runs) {
  const kept = new Set(names().flatMap((name) => (studyOf(name)?.runs ?? []).map(({ id }) => id)));
  return runs.filter(({ id }) => !kept.has(id));
}

/** @param {(experiment: string) => boolean} wanted @param {string} folder */
function write(wanted, folder) {
  for (const name of names().filter(wanted)) {
    const study = gather(name, folder);
    console.log(study ? `${name}: ${study.runs.length} of ${study.planned} runs, ${study.cells.length} cells` : `${name}: no runs`);
  }
  const judged = { experiments: experimentsOf(), papers: verdicts() };
  writeFileSync(new URL('drawn.json', import.meta.url), `${JSON.stringify(drawn(), brief)}\n`);
  writeFileSync(new URL('verdicts.json', import.meta.url), `${JSON.stringify(judged, brief, 1)}\n`);
}

async function main() {
  const { where, wanted, third, what } = options();
  const runs = needed(wanted);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      stop();
      process.exit(1);
    });
  let failed = 0;
  mkdirSync(where.folder, { recursive: true });
  if (what === 'list') {
    const missing = new Set(unkept(runs).map(({ id }) => id));
    for (const run of runs)
      console.log(
        [
          !missing.has(run.id) || resultOf(where.folder, run) ? 'there' : 'missing',
          run.experiment,
          run.id,
          run.link,
          ...dataArguments(run, '.'),
        ].join('\t'),
      );
  }
  if (what === 'verify') failed = await verify(where, third, wanted);
  if (what === 'train') failed = await trainAll(unkept(runs), where);
  if (what === 'train' || what === 'write') {
    await measureAll(where, wanted);
    write(wanted, where.folder);
  }
  if (failed) process.exitCode = 1;
}

await main().catch((/** @type {Error} */ { message }) => {
  console.error(`make papers: ${message}`);
  process.exitCode = 1;
});
