// Uses the C library as another program would: installed, found by pkg-config, linked both ways. It gives the
// command line's results and exports nothing but what calib.h declares.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { calibJson, folder, npyBytes } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

const HEADERS = ['calib.h', 'calib_measure.h', 'calib_calibrate.h', 'calib_decide.h', 'calib_study.h'];
const header = HEADERS.map((name) => readFileSync(root(`src/api/${name}`), 'utf8')).join('\n');
const version = /#define CAL_ENGINE "([\d.]+)"/.exec(readFileSync(root('src/run/link/receipt.h'), 'utf8'))?.[1];
const LINK = 'data=moons:train=80,val=30,test=40&model=mlp:hidden=8&epochs=3&batch=20';

/** Functions that the header declares. */
const declared = [...header.matchAll(/^CAL_API [^;]*?\b(cal_\w+)\(/gm)].map(([, name]) => name).sort();

/**
 * Runs a command and returns its output; a failure fails the test.
 * @param {string} program
 * @param {string[]} args
 * @param {object} options
 */
function run(program, args, options = {}) {
  const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  assert.equal(done.status, 0, `${program} ${args.join(' ')}: ${done.status ?? done.error}\n${done.stderr}`);
  return { out: done.stdout, err: done.stderr };
}

describe('the C library, installed', () => {
  /** @type {string} */ let prefix;
  before(() => {
    prefix = mkdtempSync(join(tmpdir(), 'calib-prefix-'));
    run('make', ['--no-print-directory', 'install', `PREFIX=${prefix}`], { cwd: root('.') });
  });

  after(() => rmSync(prefix, { recursive: true, force: true }));

  const config = (/** @type {string[]} */ ...flags) =>
    run('pkg-config', [...flags, 'calib'], { env: { ...process.env, PKG_CONFIG_PATH: join(prefix, 'lib/pkgconfig') } })
      .out.trim()
      .split(/\s+/);

  /** Compiles an example as a user does. @param {string} name @param {string[]} flags */
  function compile(t, name, flags = [...config('--cflags', '--libs')]) {
    const program = join(folder(t), name);
    run('cc', [root(`tests/examples/${name}.c`), ...flags, '-o', program]);
    return (/** @type {string[]} */ ...args) => run(program, args, { env: { ...process.env, LD_LIBRARY_PATH: join(prefix, 'lib') } });
  }

  test('is where its users look for it', () => {
    for (const path of [
      ...HEADERS.map((name) => `include/${name}`),
      'lib/libcalib.a',
      `lib/libcalib.so.${version}`,
      'lib/pkgconfig/calib.pc',
      'bin/calib',
    ])
      assert.ok(existsSync(join(prefix, path)), path);
    assert.ok(lstatSync(join(prefix, 'lib/libcalib.so')).isSymbolicLink());
    assert.deepEqual(config('--modversion'), [version]);
    for (const name of HEADERS)
      assert.equal(readFileSync(join(prefix, 'include', name), 'utf8'), readFileSync(root(`src/api/${name}`), 'utf8'));
  });

  test('exports what calib.h declares and nothing else', () => {
    assert.ok(declared.length > 50);
    const symbols = (/** @type {string[]} */ ...args) =>
      [...run('nm', args).out.matchAll(/^[0-9a-f]+ \w (\w+)$/gm)].map(([, name]) => name).sort();
    assert.deepEqual(symbols('-D', '--defined-only', join(prefix, 'lib/libcalib.so')), declared);
    assert.deepEqual(symbols('-g', '--defined-only', join(prefix, 'lib/libcalib.a')), declared);
    const needed = [...run('readelf', ['-d', join(prefix, 'lib/libcalib.so')]).out.matchAll(/\(NEEDED\).*\[(.*)\]/g)].map(
      ([, name]) => name,
    );
    assert.deepEqual(needed, ['libc.so.6'], 'the C library and no other, libm neither');
  });

  test('its header compiles alone, in C11 and in C++, and has only names in cal_ and CAL_', (t) => {
    const source = join(folder(t), 'header.c');
    writeFileSync(source, '#include <calib.h>\nint main(void) { return cal_version() == NULL; }\n');
    const strict = ['-pedantic', '-Wall', '-Wextra', '-Werror', '-fsyntax-only', ...config('--cflags')];
    run('cc', ['-std=c11', '-Wstrict-prototypes', ...strict, source]);
    run('clang-19', ['-x', 'c++', '-std=c++11', ...strict, source]);
    assert.deepEqual(
      [...header.matchAll(/#include (.*)/g)].map(([, name]) => name),
      ['<stdbool.h>', '<stddef.h>', '<stdint.h>', '"calib_measure.h"', '"calib_calibrate.h"', '"calib_decide.h"', '"calib_study.h"'],
    );
    const macros = [...header.matchAll(/#define (\w+)/g)].map(([, name]) => name);
    for (const name of [...macros, ...declared]) assert.match(name, /^(CAL_[A-Z0-9_]+|cal_[a-z0-9_]+)$/);
  });

  test('an example trains a link to the digest and report of the command line', (t) => {
    const { out, err } = compile(t, 'train_link')(LINK);
    const report = calibJson('train', LINK);
    assert.deepEqual(JSON.parse(out), report);
    assert.match(err, /epoch 3 of 3: loss [\d.]+, validation ECE [\d.]+/);
    assert.ok(err.includes(`digest ${report.digest}\n${report.link}\n`));
  });

  test('an example reports on logits in memory as the command line does on files, also when linked statically', (t) => {
    const at = folder(t);
    /** @param {string} set @param {number} n */
    const save = (set, n) => {
      const logits = Float32Array.from({ length: 3 * n }, (_, i) => Math.sin(i * 12.9898) * 3 + (i % 3 === Math.floor(i / 3) % 3 ? 2 : 0));
      const labels = Int32Array.from({ length: n }, (_, i) => (i % 7 === 0 ? i + 1 : i) % 3);
      writeFileSync(join(at, `${set}.f4`), logits);
      writeFileSync(join(at, `${set}.i4`), labels);
      writeFileSync(join(at, `${set}_logits.npy`), npyBytes(logits, [n, 3]));
      writeFileSync(join(at, `${set}_labels.npy`), npyBytes(labels, [n]));
    };
    save('test', 200);
    save('val', 100);
    const file = (/** @type {string} */ name) => join(at, name);
    const files = ['test.f4', 'test.i4', 'val.f4', 'val.i4'].map(file);
    const { out } = compile(t, 'report_logits')(...files, '3');
    const outside = ['--logits', file('test_logits.npy'), '--labels', file('test_labels.npy')];
    const inside = ['--val-logits', file('val_logits.npy'), '--val-labels', file('val_labels.npy')];
    const report = calibJson('report', ...outside, ...inside, '--calibrator', 'temperature');
    /** @param {Record<string, {value: number, interval: number[]}>} metrics */
    const lines = (metrics) => Object.entries(metrics).map(([key, m]) => `  ${key} ${m.value} [${m.interval[0]}, ${m.interval[1]}]`);
    const wanted = ['as they are', ...lines(report.metrics)];
    for (const [way, fit] of Object.entries(report.calibrators.temperature))
      wanted.push(`temperature ${way} T=${fit.T}`, ...lines(fit.metrics));
    // As numbers: C prints 0.1 with 17 digits.
    const plain = (/** @type {string} */ line) => line.replace(/-?\d+\.?\d*(e[-+]?\d+)?/g, (digits) => String(Number(digits)));
    const shown = out.trim().split('\n');
    assert.match(shown.pop() ?? '', /^the first sample, calibrated by_\w+: 0\.\d+$/);
    assert.deepEqual(shown.map(plain), wanted.map(plain));

    // The archive alone, without a shared library to load at the start.
    const libs = config('--cflags', '--libs', '--static');
    const flags = [...libs.filter((flag) => flag !== '-lcalib'), join(prefix, 'lib/libcalib.a')];
    assert.equal(compile(t, 'report_logits', flags)(...files, '3').out, out);
  });

  test('a packager can install to another prefix than the final one', (t) => {
    const elsewhere = folder(t);
    run('make', ['--no-print-directory', 'install', 'PREFIX=/opt/calib', `DESTDIR=${elsewhere}`], { cwd: root('.') });
    assert.ok(existsSync(join(elsewhere, 'opt/calib/lib/libcalib.so')));
    assert.match(readFileSync(join(elsewhere, 'opt/calib/lib/pkgconfig/calib.pc'), 'utf8'), /^prefix=\/opt\/calib\n/);
  });

  test('make uninstall leaves nothing behind', () => {
    run('make', ['--no-print-directory', 'uninstall', `PREFIX=${prefix}`], { cwd: root('.') });
    for (const path of ['include', 'bin', 'lib/pkgconfig']) assert.deepEqual(readdirSync(join(prefix, path)), []);
    assert.deepEqual(readdirSync(join(prefix, 'lib')), ['pkgconfig']);
  });
});

test('calib.h shares only a status, an error and the naming of options with the engine', () => {
  const blocks = (/** @type {string} */ text) =>
    [...text.matchAll(/#define CAL_(?:STATUS|NAMING)_DEFINED\n([\s\S]*?)#endif/g)].map(([, block]) => block).join('');
  const shared = blocks(header);
  assert.match(shared, /typedef struct cal_error [\s\S]*typedef enum cal_naming /);
  const internals = ['src/base/status.h', 'src/run/outputs/option_names.h'].map((name) => readFileSync(root(name), 'utf8'));
  assert.equal(shared, blocks(internals.join('')));
  const names = (/** @type {string} */ text) => new Set(text.replace(/\/\/.*/g, '').match(/\b(cal|CAL)_\w+/g));
  const files = readdirSync(root('src'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.[ch]$/.test(name) && !/^(api|cli)\//.test(name),
  );
  assert.ok(files.length > 200);
  const internal = names(files.map((name) => readFileSync(root(`src/${name}`), 'utf8')).join('\n'));
  const both = [...names(header)].filter((name) => internal.has(name));
  assert.deepEqual(both.sort(), [...names(shared), 'CAL_STATUS_DEFINED', 'CAL_NAMING_DEFINED'].sort());
});

// cal_need_pointer names the function around it, which a program must know.
test('a check of a pointer is in a function of calib.h', () => {
  let checks = 0;
  for (const name of readdirSync(root('src/api'), { encoding: 'utf8', recursive: true }).filter((one) => one.endsWith('.c'))) {
    let inside = '';
    for (const line of readFileSync(root(`src/api/${name}`), 'utf8').split('\n')) {
      inside = /^(?!typedef\b)[a-z][\w\s*]*?\b(\w+)\([^;]*$/.exec(line)?.[1] ?? inside;
      if (!/\bcal_need_pointer\(/.test(line)) continue;
      assert.ok(declared.includes(inside), `${name}: ${inside} is not in calib.h: use cal_need_pointer_of`);
      checks++;
    }
  }
  assert.ok(checks > 100, `${checks} checks`);
});
