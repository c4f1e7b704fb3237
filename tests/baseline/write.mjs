// Writes the output of each case into a folder: `node tests/baseline/write.mjs CALIB FOLDER [report|train]`.
// A refactoring writes one folder with the program before and one with the program after: `diff -r` is empty.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { reportCases, shardCases, trainLinks } from './cases.mjs';
import { writeInputs } from './inputs.mjs';

const [program, out, only = ''] = process.argv.slice(2);
if (!program || !out) {
  console.error('use: node tests/baseline/write.mjs CALIB FOLDER [report|train]');
  process.exit(2);
}
mkdirSync(out, { recursive: true });
const inputs = mkdtempSync(join(tmpdir(), 'calib-baseline-'));
writeInputs(inputs);

/** @type {[string, string[]][]} */
const all = [
  ...Object.entries(reportCases()),
  ...trainLinks.map((link) => /** @type {[string, string[]]} */ ([link, ['train', link, '--threads', '2']])),
];
const work = all.filter(([, [command = '']]) => command.startsWith(only));

/** @param {string} name @param {string[]} args @returns {Promise<number>} exit status */
const record = (name, args) =>
  new Promise((done) => {
    execFile(resolve(program), args, { cwd: inputs, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      const status = error ? (error.code ?? error.signal) : 0;
      const file = `${name.replace(/[^\w.=-]+/g, '-')}.txt`;
      writeFileSync(join(out, file), `calib ${args.join(' ')}\nexit status ${status}\n${stderr}${stdout}`);
      done(Number(status));
    });
  });

/** @type {Map<number, number>} number of cases by exit status */
const counts = new Map();
const worker = async () => {
  for (let next = work.pop(); next; next = work.pop()) {
    const status = await record(...next);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
};
for (const args of shardCases) await record(args.join(' '), args);
await Promise.all(Array.from({ length: availableParallelism() }, worker));
rmSync(inputs, { recursive: true, force: true });
console.log([...counts].map(([status, count]) => `${count} with exit status ${status}`).join(', '));
