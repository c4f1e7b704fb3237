// Runs the recipes of src/cli/clusters.md as written: GNU parallel, locally and over ssh, and an array of
// Slurm jobs. A task and the daemon of Slurm are killed. The gathered result is that of one machine.
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { before } from 'node:test';
import { promisify } from 'node:util';
import { calib, program } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(3);
const LINK = 'data=moons:train=400,val=100,test=100,flip=0.1&model=mlp:hidden=16&epochs=600&batch=20';
const AXES = ['--over', 'loss=ce/focal', '--seeds', '6'];
const blocks = [...readFileSync(root('src/cli/clusters.md'), 'utf8').matchAll(/```bash\n(.*?)```/gs)].map(([, text]) => text);
const [PARALLEL, SLURM] = blocks;
const timeless = (/** @type {string} */ text) => text.replaceAll(/"seconds":(\{[^}]*\}|[-\d.e]+)/g, '"seconds"');
const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The result of one machine. */
let wanted = '';
before(() => {
  const alone = calib('sweep', LINK, ...AXES);
  assert.equal(alone.status, 0, alone.err);
  wanted = timeless(alone.out);
});

/** Makes a folder with `calib` on its path. @param {import('node:test').TestContext} t */
function workplace(t) {
  const at = mkdtempSync(join(tmpdir(), 'calib-cluster-'));
  /** @type {import('node:child_process').ChildProcess[]} */
  const daemons = [];
  t.after(async () => {
    // End the writers first, then remove the folder.
    const ended = daemons.filter(({ exitCode, signalCode }) => exitCode === null && !signalCode).map((child) => once(child, 'exit'));
    for (const child of daemons) child.kill('SIGKILL');
    await Promise.all(ended);
    rmSync(at, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  /**
   * Starts a process that ends with the test.
   * @param {string} command
   * @param {string[]} args
   * @param {any} [options]
   */
  const daemon = (command, args, options) => {
    const child = spawn(command, args, { stdio: 'ignore', ...options });
    daemons.push(child);
    return child;
  };
  mkdirSync(join(at, 'bin'));
  symlinkSync(program, join(at, 'bin/calib'));
  const { NODE_TEST_CONTEXT, ...rest } = process.env;
  const env = { ...rest, LINK, HOME: at, PATH: `${join(at, 'bin')}:${process.env.PATH}` };
  const run = promisify(execFile);
  return { at, env, daemon, sh: (/** @type {string} */ text) => run('bash', ['-euc', text], { cwd: at, env, maxBuffer: 1 << 26 }) };
}

/**
 * Rewrites the recipe for the WASI build, whose two files are in a folder next to it.
 * @param {string} at
 * @param {string} recipe
 */
function underWasi(at, recipe) {
  mkdirSync(join(at, 'wasi'));
  for (const file of ['build/wasi/calib.wasm', 'tests/support/wasi.mjs']) copyFileSync(root(file), join(at, 'wasi', basename(file)));
  const changed = recipe.replace(/(?<=^| )calib /m, 'node --no-warnings wasi/wasi.mjs ');
  assert.notEqual(changed, recipe);
  return changed;
}

/** Finds a free port. @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

/** Kills each `calib` that works in a folder. @param {string} at @returns {number} their number */
function killIn(at) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const works = (/** @type {string} */ pid) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8') === 'calib\n' && readlinkSync(`/proc/${pid}/cwd`) === at;
    } catch {
      return false; // ended
    }
  };
  const there = pids.filter(works);
  for (const pid of there) process.kill(Number(pid), 'SIGKILL');
  return there.length;
}

walk('GNU parallel runs the list, and failed entries again', async (t) => {
  const { at, sh } = workplace(t);
  const [list, run, gather] = PARALLEL.trim().split('\n');
  await sh(list);
  // A command that fails for some points.
  writeFileSync(join(at, 'bin/flaky'), '#!/bin/sh\ncase "$2" in *seed=[35]*) exit 3 ;; esac\nexec calib "$@"\n', {
    mode: 0o755,
  });
  await assert.rejects(sh(run.replace(' calib ', ' flaky ')), /^Error: Command failed/);
  assert.equal(readdirSync(join(at, 'results')).length, 8);
  await assert.rejects(sh(gather), /4 of 12 points are missing, the first is number 3 \(loss=ce seed=3\)/);
  await sh(underWasi(at, run)); // without an installation; the existing results are the native command's
  assert.equal(readFileSync(join(at, 'jobs.log'), 'utf8').trim().split('\n').length, 1 + 12 + 4, 'only these ran again');
  await sh(gather);
  assert.equal(timeless(readFileSync(join(at, 'sweep.json'), 'utf8')), wanted);
});

walk('GNU parallel runs the list over ssh', async (t) => {
  const { at, daemon, sh } = workplace(t);
  const port = await freePort();
  for (const name of ['host', 'user']) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(at, name)]);
  writeFileSync(join(at, 'authorized_keys'), readFileSync(join(at, 'user.pub')));
  writeFileSync(
    join(at, 'sshd_config'),
    `Port ${port}\nListenAddress 127.0.0.1\nHostKey ${at}/host\nAuthorizedKeysFile ${at}/authorized_keys\nStrictModes no\nUsePAM no\nPidFile ${at}/sshd.pid\nMaxStartups 100\n`,
  );
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true }); // required by root's sshd
  daemon('/usr/sbin/sshd', ['-D', '-f', join(at, 'sshd_config')]);
  const ssh = `ssh -q -i ${at}/user -p ${port} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o ConnectionAttempts=20`;
  const host = `${userInfo().username}@127.0.0.1`;
  for (
    let i = 0;
    i < 100 &&
    !(await sh(`${ssh} ${host} true`).then(
      () => true,
      () => false,
    ));
    i++
  )
    await pause(100);
  const [list, run, gather] = PARALLEL.trim().split('\n');
  await sh(list);
  const there = run
    .replace(' --joblog', ` --ssh "${ssh}" --sshlogin 2/${host} --workdir "$PWD" --joblog`)
    .replace(' calib ', ` ${at}/bin/calib `);
  assert.notEqual(there, run);
  await sh(there);
  const hosts = readFileSync(join(at, 'jobs.log'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[1]);
  assert.deepEqual([...new Set(hosts)], [host]);
  await sh(gather);
  assert.equal(timeless(readFileSync(join(at, 'sweep.json'), 'utf8')), wanted);
});

walk('an array of Slurm: a killed task is submitted again, a killed daemon loses nothing', { timeout: 300_000 }, async (t) => {
  const { at, env, daemon, sh } = workplace(t);
  const node = hostname().split('.')[0];
  const [control, worker] = [await freePort(), await freePort()];
  const conf = join(at, 'slurm.conf');
  const socket = join(at, 'munge.socket');
  mkdirSync(join(at, 'state'));
  mkdirSync(join(at, 'spool'));
  writeFileSync(join(at, 'munge.key'), Buffer.from(Array.from({ length: 1024 }, () => Math.floor(256 * Math.random()))), { mode: 0o400 });
  writeFileSync(
    conf,
    `ClusterName=lab
SlurmctldHost=${node}(127.0.0.1)
SlurmUser=${userInfo().username}
SlurmdUser=${userInfo().username}
SlurmctldPort=${control}
SlurmdPort=${worker}
AuthType=auth/munge
AuthInfo=socket=${socket}
StateSaveLocation=${at}/state
SlurmdSpoolDir=${at}/spool
SlurmctldPidFile=${at}/slurmctld.pid
SlurmdPidFile=${at}/slurmd.pid
SlurmctldLogFile=${at}/slurmctld.log
SlurmdLogFile=${at}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdTimeout=5
MpiDefault=none
SchedulerParameters=sched_interval=1
NodeName=${node} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=${node} Default=YES MaxTime=INFINITE State=UP
`,
  );
  env.SLURM_CONF = conf;
  const files = {
    'key-file': 'munge.key',
    socket: 'munge.socket',
    'pid-file': 'munged.pid',
    'log-file': 'munged.log',
    'seed-file': 'munged.seed',
  };
  const munged = daemon(
    'munged',
    ['--foreground', '--force', ...Object.entries(files).map(([name, file]) => `--${name}=${join(at, file)}`)],
    { env },
  );
  for (let i = 0; i < 200 && !existsSync(socket); i++) await pause(50);
  const slurmctld = daemon('slurmctld', ['-D'], { env });
  const slurmd = daemon('slurmd', ['-D'], { env });
  const ended = () => Object.entries({ munged, slurmctld, slurmd }).flatMap(([name, { exitCode }]) => (exitCode === null ? [] : [name]));
  const idle = async () => /idle|mix|alloc/.test((await sh('sinfo --noheader --format=%t').catch(() => ({ stdout: '' }))).stdout);
  for (let i = 0; i < 300 && !ended().length && !(await idle()); i++) await pause(100);
  // A user may lack the right to start them; on the project's checking machine they must run.
  if (ended().length && !process.env.CI) return t.skip(`${ended().join(' and ')} cannot start here`);
  assert.ok(await idle(), `the node is there; ended by themselves: ${ended().join(' and ') || 'none'}`);

  const [list, , gather] = PARALLEL.trim().split('\n');
  await sh(list);
  writeFileSync(join(at, 'points.slurm'), SLURM);
  const left = async () => (await sh('squeue --noheader --array')).stdout.trim().split('\n').filter(Boolean).length;
  const results = () =>
    existsSync(join(at, 'results')) ? readdirSync(join(at, 'results')).filter((name) => /^[0-9a-f]{16}\.json$/.test(name)) : [];
  const settled = async () => {
    for (let i = 0; i < 1200 && (await left()); i++) await pause(100);
    assert.equal(await left(), 0);
  };
  await sh('sbatch points.slurm');
  while (results().length < 2) await pause(20);
  // More than one: a task may have written its result just before it was killed.
  for (let killed = 0; killed < 3 && results().length < 10; await pause(killed ? 150 : 5)) killed += Number(killIn(at));
  slurmd.kill('SIGKILL');
  await pause(500);
  daemon('slurmd', ['-D'], { env });
  await settled();
  const kept = results().length;
  assert.ok(kept < 12, 'the killed task has no result');
  await assert.rejects(sh(gather), /points are missing/);
  writeFileSync(join(at, 'points.slurm'), underWasi(at, SLURM));
  await sh('sbatch points.slurm');
  await settled();
  await sh(gather);
  assert.equal(timeless(readFileSync(join(at, 'sweep.json'), 'utf8')), wanted);
});
