// Tests what `make` does before it builds: an old Node is named, and missing packages are installed. Runs in
// a separate folder, with a node and an npm that only print their arguments.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { install, run, takeNode } from '../support/debian.mjs';
import { root } from '../support/paths.mjs';
import { soak } from '../support/soak.mjs';

/**
 * Copies the files that make looks at.
 * @param {import('node:test').TestContext} t
 * @param {Record<string, string>} programs shell scripts, first on the PATH
 */
function copied(t, programs) {
  const folder = mkdtempSync(join(tmpdir(), 'calib-setup-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of ['Makefile', 'package.json', 'package-lock.json']) copyFileSync(root(name), join(folder, name));
  for (const name of ['src', 'wasm', 'web', 'tests', 'models']) symlinkSync(root(name), join(folder, name));
  mkdirSync(join(folder, 'first'));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, 'first', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'first', name), 0o755);
  }
  const make = (...targets) => {
    const env = { ...process.env, PATH: `${join(folder, 'first')}:${process.env.PATH}`, MAKEFLAGS: '', MAKELEVEL: '' };
    const { status, stdout, stderr } = spawnSync('make', ['--no-print-directory', ...targets], { cwd: folder, env, encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  return { folder, make };
}

test('a Node that is too old, or none, is named before anything is made', (t) => {
  for (const [version, named] of [
    ['echo v18.20.4', 'Node 18'],
    ['echo v9.0.0', 'Node 9'],
    ['exit 127', 'none'],
  ]) {
    const { folder, make } = copied(t, { node: version, npm: 'echo called >> npm.log' });
    for (const target of ['setup', 'native', 'site']) {
      const { status, stderr } = make(target);
      assert.notEqual(status, 0, target);
      const lines = stderr.split('\n').filter((line) => line.startsWith('Set-up:'));
      assert.deepEqual(lines, [
        `Set-up: Node 20 or newer with npm is needed, and here is ${named}; install it (https://nodejs.org, or: nvm install 20) so that it is the first on the PATH, then run make again.`,
      ]);
    }
    assert.ok(!existsSync(join(folder, 'npm.log')));
  }
  for (const version of ['v20.0.0', 'v22.11.0', 'v100.0.0']) {
    const { make } = copied(t, { node: `echo ${version}` });
    assert.deepEqual(make('setup').status, 0, version);
  }
});

test('make waits for another apt, and prints the command to run if apt fails otherwise', (t) => {
  const held = 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7';
  const programs = (/** @type {string} */ refuses) => ({
    sudo: 'shift; exec "$@"',
    sleep: 'echo slept >> apt.log',
    'apt-get': `echo "$@" >> apt.log; ${refuses}`,
  });
  const missing = 'TOOLS_BUILD=no-package=no-program';
  const busy = copied(t, programs(`[ $(grep -c . apt.log) -ge 5 ] || { echo '${held}' >&2; exit 100; }`));
  const waited = busy.make('setup', missing);
  assert.equal(waited.status, 0, waited.stderr);
  const expected =
    'Set-up: installing these Debian packages: no-package\nSet-up: another apt is at work here; waiting until it has ended\n';
  assert.equal(waited.stdout, expected);
  const [update, slept, , , again, install] = readFileSync(join(busy.folder, 'apt.log'), 'utf8').trim().split('\n');
  assert.deepEqual([slept, again], ['slept', update]);
  assert.match(install, / install -y --no-install-recommends no-package$/);

  const offline = copied(t, programs('echo "E: Unable to fetch some archives" >&2; exit 100'));
  const { status, stderr } = offline.make('setup', missing);
  assert.notEqual(status, 0);
  assert.match(stderr, /^Set-up: these packages could not be installed; as root, run: apt-get install no-package$/m);
  assert.equal(readFileSync(join(offline.folder, 'apt.log'), 'utf8').trim().split('\n').length, 1, 'asked once');
});

test('removed packages are installed again by targets that need them, and only then', (t) => {
  // Instead of fetching them: those that are here.
  const npm = `[ "$1" = ci ] || exit 9
echo ci >> npm.log
mkdir -p node_modules
ls '${root('node_modules')}' | while read -r one; do ln -s '${root('node_modules')}/'"$one" node_modules/; done
ln -s '${root('node_modules')}/.bin' node_modules/
cp '${root('node_modules/.package-lock.json')}' node_modules/`;
  const { folder, make } = copied(t, { npm });
  const installed = () => (existsSync(join(folder, 'npm.log')) ? readFileSync(join(folder, 'npm.log'), 'utf8').split('\n').length - 1 : 0);
  const made = ['build/site/main.js', 'build/site/fonts/source-sans-3-latin-wght-normal.woff2', 'build/site/katex/katex.min.css'];
  const again = () => {
    const { status, stderr } = make(...made);
    assert.equal(status, 0, stderr);
    for (const file of made) assert.ok(existsSync(join(folder, file)), file);
    return installed();
  };
  assert.equal(again(), 1);
  assert.equal(again(), 1, 'nothing is missing');
  rmSync(join(folder, 'node_modules'), { recursive: true });
  assert.equal(again(), 2, 'they were gone');
  assert.equal(again(), 2);
});

// ---- on a newly installed Debian 12

// Holds locks as apt does, until it is ended.
const HOLDS = `import fcntl, sys, time
files = [open(name, 'w') for name in sys.argv[1:]]
for one in files: fcntl.lockf(one, fcntl.LOCK_EX)
print('held', flush=True); time.sleep(600)`;

const why = process.getuid?.() === 0 ? '' : 'it takes root';
/** A script that serves the page, fetches it, and ends. @param {number} port */
const served = (port) => `
log=$(mktemp); make run PORT=${port} > "$log" 2>&1 & made=$!
until node -e "fetch('http://127.0.0.1:${port}/main.js').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"; do
  kill -0 $made 2>/dev/null || { cat "$log"; exit 1; }; sleep 1; done
cat "$log"; node -e "fetch('http://127.0.0.1:${port}/').then((answer) => answer.text()).then((text) => console.log(text))"`;

if (soak)
  test('on a new Debian 12, bare, with its own Node 18, or with Node 20 by hand, `make run` serves or says what to install', {
    skip: why,
  }, async (t) => {
    if (spawnSync('debootstrap', ['--version']).error)
      spawnSync('sh', ['-c', 'apt-get update -qq && apt-get install -qq -y --no-install-recommends debootstrap'], { stdio: 'ignore' });
    const folder = mkdtempSync(join(tmpdir(), 'calib-debian-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const [bare, old, good] = ['bare', 'old', 'good'].map((name) => join(folder, name));
    install(bare);
    for (const copy of [old, good]) execFileSync('cp', ['-a', bare, copy]);
    assert.equal((await run(old, 'apt-get update -qq && apt-get install -qq -y --no-install-recommends nodejs')).status, 0);

    for (const [where, named] of [
      [bare, 'none'],
      [old, 'Node 18'],
    ]) {
      const { status, err } = await run(where, 'make run');
      assert.notEqual(status, 0);
      const lines = err.split('\n').filter((line) => line && !/^make: \*\*\*/.test(line));
      assert.equal(lines.length, 1, err);
      assert.match(
        lines[0],
        new RegExp(`^Set-up: Node 20 or newer with npm is needed, and here is ${named}; install it \\(.*nvm install 20\\)`),
      );
    }

    takeNode(good);
    const locks = ['var/lib/apt/lists/lock', 'var/lib/dpkg/lock-frontend'].map((lock) => join(good, lock));
    const another = spawn('python3', ['-c', HOLDS, ...locks], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(another.stdout, 'data');
    setTimeout(() => another.kill(), 20_000);
    const first = await run(good, served(8917));
    assert.equal(first.status, 0, first.out + first.err);
    assert.match(first.out, /^Set-up: installing these Debian packages:.* emscripten /m);
    assert.match(first.out, /^Set-up: another apt is at work here; waiting until it has ended$/m);
    assert.match(first.out, /<title>Calibration Lab/);
    const again = await run(good, served(8918), { offline: true });
    assert.equal(again.status, 0, again.out + again.err);
    assert.doesNotMatch(again.out, /Set-up|emcc|single:|threads:/, 'nothing is made again');
    assert.match(again.out, /<title>Calibration Lab/);
  });
