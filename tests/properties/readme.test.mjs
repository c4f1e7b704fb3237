// Runs every command of every Markdown file in a copy of the repository, and checks what the documents refer
// to: files, headings, calibration links. A command in NOT_RUN is only checked, for the reason given.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path/posix';
import { after, before, describe, test } from 'node:test';
import { calib, calibJson, npyBytes } from '../support/calib.mjs';
import { documents, tree } from '../support/documents.mjs';
import { root } from '../support/paths.mjs';
import { someOf } from '../support/soak.mjs';

const all = documents();
const commands = calibJson('describe', '--commands');
const registries = calibJson('describe');

/**
 * Commands that are checked without being run, by their beginning, with the reason.
 * @type {[RegExp, string][]}
 */
const NOT_RUN = [
  [
    /^make (run|bench|conv-choice|zoo|papers|fuzz|soak|coverage|cifar10|mutate|calibrators)\b/,
    'takes minutes to hours, serves until it is ended, or downloads',
  ],
  [/^make (test|quick|unit|tsan|check|english|screenshots|format)\b(?!-)/, 'runs this test or others, or changes the sources'],
  [/^make (site|wasi|docs)/, 'builds everything anew in a copy; docs.test.mjs holds the lists'],
  [/^python3 -m http.server/, 'serves until it is ended; tests/page/anywhere.test.mjs runs it'],
  [/^node --no-warnings wasi\/wasi/, 'needs the WASI build; cli/clusters.test.mjs runs it'],
  [
    /^python3 ((make|tasks|band|cumulative|squares|corp)\.py|tests\/golden)/,
    'needs PyTorch or PIL of Debian; golden.test.mjs reads what it made',
  ],
  [/^node make\.mjs$/, 'needs packages that are not the project’s; parquet.test.mjs reads what it made'],
  [/^apt-get /, 'installs packages'],
  [/^npm update /, 'asks npm’s registry, and changes the lock file'],
  [/^node tests\/bench\/rounding/, 'trains 28 networks in two ways, for minutes'],
  [/^node tests\/support\/compare-shots/, 'compares pictures that take minutes to make'],
  [/^build\/fuzz\//, 'is there after make fuzz'],
  [/^calib bench --threads 1/, 'measures with one to sixteen threads; cli/bench.test.mjs does with few'],
  [/^node tests\/bench\/command-node/, 'needs the bench’s own module; it measures likewise'],
  [/^calib evaluate F.safetensors /, 'needs a network and pictures from elsewhere; weights.test.mjs has them'],
  [/^calib data 'data=images'/, 'needs pictures; data-pictures.test.mjs has them'],
  [/^calib train LINK --steps 5 --save run-1/, 'was run by an older version'],
  [/^build\/native\/calib train 'data=scenes:train=4000/, 'trains a DenseNet for two minutes; a small one stands above it'],
  [/^calib sweep 'loss=focal&curvature=16'/, 'trains six whole networks with their curvature, for minutes'],
  [
    /^calib (sweep LINK|loss LOSS|loss --head sigmoid|export W.safetensors|train --resume|reduce L.npy|fit|apply cal.json)$/,
    'names the command, which takes more; the examples show it whole',
  ],
  [/^calib weights 1$/, 'is the name of a format'],
];
const whyNotRun = (/** @type {string} */ command) => NOT_RUN.find(([begin]) => begin.test(command))?.[1];

// Values for the documents' placeholders: a run of 60 small steps, whose files are in the folder.
const LINK = 'data=shapes10:train=100,val=40,test=40&model=layers:c4-relu-gap-fc&loss=focal&optimizer=sgd:lr=0.01&epochs=6&batch=10';
const PLACEHOLDERS = {
  LINK: `'${LINK}'`,
  PATH: 'pictures',
  COMMAND: 'train',
  MODEL: 'cnn-s',
  NAME: 'cnn-s',
  LOSS: 'focal',
  SUBJECT: 'optimum',
};
const filled = (/** @type {string} */ command) => command.replace(/(?<![\w.$-])[A-Z]+(?![\w.=-])/g, (word) => PLACEHOLDERS[word] ?? word);

const PICTURES = 40;
const LONGEST = 600_000; // ms, for a busy machine

const COMMAND = /^(?:[A-Z]+=\S+ )?(?:calib|make|node|npm|python3|apt-get|build\/\S+)(?: .*)?$/;
const plain = (/** @type {string} */ span) => span.replace(/^\/usr\/bin\//, '').replace(/^([A-Z]+=\S+) (make .*)/, '$2 $1');
const isCommand = (/** @type {string} */ span) => COMMAND.test(span) && !/^build\/\S*$/.test(span);

/** Places of every command between `; equal commands of several documents are merged. */
const inline = new Map();
for (const { path, spans } of all)
  for (const { text, line } of spans.filter(({ text }) => isCommand(plain(text))))
    inline.set(plain(text), [...(inline.get(plain(text)) ?? []), `${path}:${line}`]);

const blocks = all.flatMap(({ path, blocks }) => blocks.filter(({ language }) => language === 'sh').map((block) => ({ path, ...block })));

/**
 * Returns true for a usage line or an abbreviated one, which is not run.
 * @param {string} command
 */
const isUsage = (command) => /\.\.\.|[[|]|(?<![\w.$-])[A-Z]{4,}(?![\w.=-])/.test(command.replace(/\b[A-Z]+=\S*/g, ''));

/**
 * Asserts that a command of the command line exists, with the shown options.
 * @param {string} command
 * @param {string} where
 */
function exists(command, where) {
  const [, name, ...words] = command.split(/\s+/);
  if (!name || name.startsWith('-')) return;
  const known = commands.find((one) => one.name === name);
  assert.ok(known, `${where}: calib has no command ${name}`);
  for (const word of words.filter((one) => one.startsWith('--') && one !== '--help'))
    assert.ok(
      known.options.some((/** @type {any} */ option) => option.name === word),
      `${where}: calib ${name} has no option ${word}`,
    );
}

/**
 * Returns true if a document's commands are run. A run of all files tries half of the documents, and the
 * README always.
 * @param {string} path
 */
const isTried = (path) => path === 'README.md' || tried.has(path);
const tried = new Set(
  someOf(
    2,
    all.map(({ path }) => path),
  ),
);

describe('commands of the documents', () => {
  /** @type {string} */ let copy;
  const makefile = readFileSync(root('Makefile'), 'utf8');
  /** make's plan for targets. @type {Map<string, Promise<string>>} */
  const plans = new Map();

  /**
   * Runs a command in the copy.
   * @param {string} command
   * @returns {Promise<{status: number, out: string, err: string}>}
   */
  function run(command) {
    const { NODE_TEST_CONTEXT, ...rest } = process.env;
    const env = { ...rest, HOME: join(copy, 'home'), PATH: `${join(copy, 'bin')}:${process.env.PATH}`, MAKEFLAGS: '', MAKELEVEL: '' };
    return new Promise((resolve, reject) => {
      const child = spawn('sh', ['-ec', command], { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: LONGEST });
      let out = '';
      let err = '';
      child.stdout.on('data', (data) => (out += data));
      child.stderr.on('data', (data) => (err += data));
      child.on('error', reject);
      child.on('close', (status) => resolve({ status: status ?? -1, out, err }));
    });
  }

  /** Returns a command's output; it must succeed. @param {string} command @param {string} where */
  async function works(command, where) {
    const { status, out, err } = await run(command);
    assert.equal(status, 0, `${where}: ${command}\n${err.slice(-2000)}`);
    return out;
  }

  before(async () => {
    copy = mkdtempSync(join(tmpdir(), 'calib-documents-'));
    const made = ['build/native', 'build/library', 'build/gen'].filter((path) => existsSync(root(path)));
    const options = { recursive: true, preserveTimestamps: true, filter: (/** @type {string} */ path) => !path.endsWith('/node_modules') };
    for (const path of ['Makefile', 'LICENSE', 'package.json', 'package-lock.json', 'src', 'wasm', 'web', 'tests', 'models', ...made])
      cpSync(root(path), join(copy, path), options);
    symlinkSync(root('node_modules'), join(copy, 'node_modules'));
    for (const path of ['bin', 'home', 'small']) mkdirSync(join(copy, path));
    symlinkSync(join(copy, 'build/native/calib'), join(copy, 'bin/calib'));
    await works(`calib train '${LINK}' --out small --save STATE`, 'setting up');
    const files = { L: 'test_logits', Y: 'test_labels', VL: 'val_logits', VY: 'val_labels' };
    for (const [name, from] of Object.entries(files)) cpSync(join(copy, `small/${from}.npy`), join(copy, `${name}.npy`));
    for (const name of ['W', 'weights']) cpSync(join(copy, 'small/weights.safetensors'), join(copy, `${name}.safetensors`));
    const pixels = new Float32Array(PICTURES * 3 * 32 * 32).map((_, i) => Math.sin(i));
    writeFileSync(join(copy, 'X.npy'), npyBytes(pixels, [PICTURES, 3, 32, 32]));
    for (const [name, shift] of /** @type {[string, number][]} */ ([
      ['V', 0],
      ['F', 500],
    ]))
      writeFileSync(
        join(copy, `${name}.csv`),
        Array.from({ length: 401 }, (_, i) => {
          const risk = 0.5 + 0.45 * Math.sin(7 * (i + shift));
          return i ? `${risk},${Number(Math.sin(i + shift) ** 2 < risk)},${'FM'[i % 2]},${'ABC'[i % 3]}` : 'risk,died,sex,site';
        }).join('\n'),
      );
    mkdirSync(join(copy, 'pictures'));
    writeFileSync(join(copy, 'pictures/images.npy'), npyBytes(new Uint8Array(pixels.map((x) => 255 * x * x)), [PICTURES, 3, 32, 32]));
    writeFileSync(
      join(copy, 'pictures/images-labels.npy'),
      npyBytes(
        new Uint8Array(PICTURES).map((_, i) => i % 10),
        [PICTURES],
      ),
    );
  });

  after(() => rmSync(copy, { recursive: true, force: true }));

  for (const { path, line, text } of blocks)
    test(`${path}:${line}: the block of commands runs`, async () => {
      const lines = text.trim().split('\n');
      for (const one of lines) if (one.startsWith('calib ')) exists(one.replace(/ #.*/, ''), `${path}:${line}`);
      const script = lines.map((one) => (!whyNotRun(one) ? filled(one) : one.startsWith('make ') ? one.replace('make', 'make -n') : ':'));
      const out = isTried(path) && (await works(script.join('\n'), `${path}:${line}`));
      if (out && path === 'README.md' && text.includes('calib evaluate')) figuresOfReadme(out);
    });

  for (const [command, places] of inline)
    test(`${command} (${places[0]})`, async () => {
      const [program, ...words] = command.split(' ');
      if (program === 'calib') exists(filled(command), places[0]);
      const mentioned = program === 'calib' && (isUsage(filled(command)) || (words.length < 2 && !words[0]?.startsWith('--')));
      if (program === 'make' && (whyNotRun(command) || command.includes('...'))) await planned(words.join(' '), places[0]);
      else if (!whyNotRun(command) && !mentioned && places.some((place) => isTried(place.replace(/:\d+$/, ''))))
        await works(commandOf(command), places[0]);
    });

  /**
   * Asserts that make knows the targets and the variables.
   * @param {string} words
   * @param {string} where
   */
  async function planned(words, where) {
    const VARIABLE = /(?:^| )([A-Z]+)=("[^"]*"|\S*)/g;
    for (const [, name] of words.matchAll(VARIABLE)) assert.ok(makefile.includes(`$(${name})`), `${where}: make has no variable ${name}`);
    const targets = words.replace(VARIABLE, '').trim();
    if (!plans.has(targets)) plans.set(targets, works(`make -n ${targets}`, where));
    await plans.get(targets);
  }

  /** Adapts a command to this machine. @param {string} command */
  function commandOf(command) {
    if (command.startsWith('calib verify')) return filled(command).replace("batch=10'", `batch=10&digest=${digest()}'`);
    if (/^make (un)?install/.test(command)) return `${command} PREFIX=$HOME/inline`;
    return command.startsWith('calib') ? filled(command) : command;
  }

  const digest = () => JSON.parse(readFileSync(join(copy, 'small/report.json'), 'utf8')).digest.slice(0, 16);

  /**
   * Compares the README's sentences about its first link with the output of the commands above them.
   * @param {string} out
   */
  function figuresOfReadme(out) {
    const readme = all.find(({ path }) => path === 'README.md')?.text ?? '';
    const number = (/** @type {RegExp} */ pattern) => assert.ok(pattern.exec(readme), String(pattern)) ?? Number(pattern.exec(readme)?.[1]);
    const row = (/** @type {string} */ name) => out.split('\n').find((line) => line.startsWith(name)) ?? '';
    const near = (/** @type {string} */ shown, /** @type {number} */ documented, /** @type {number} */ within) =>
      assert.ok(Math.abs(Number(shown) - documented) <= within, `the README says ${documented}, and it is ${shown}`);
    near(/ ([\d.]+) /.exec(row('Accuracy'))?.[1] ?? '', number(/is right on ([\d.]+) % of the test/), 0.5);
    near(/ ([\d.]+) /.exec(row('Expected'))?.[1] ?? '', number(/\(ECE\) of\s([\d.]+) %/), 0.05);
    near(row('temperature by_nll ').split(/\s+/)[6], number(/brings the ECE down to ([\d.]+) %/), 0.05);
    const { metrics } = JSON.parse(readFileSync(join(copy, 'run/report.json'), 'utf8'));
    const full = metrics.ece.bins.filter(({ count }) => count);
    const says = full.reduce((sum, { count, confidence }) => sum + count * confidence, 0) / full.reduce((sum, { count }) => sum + count, 0);
    near(String(100 * says), number(/says ([\d.]+) % and is right/), 0.05);
    near(String(100 * metrics.accuracy.value), number(/and is right ([\d.]+) %/), 0.0501);
  }
});

test('no exemption is unnecessary: every reason is still used', () => {
  const commands = [...inline.keys(), ...blocks.flatMap(({ text }) => text.split('\n'))];
  for (const [begin] of NOT_RUN)
    assert.ok(
      commands.some((command) => begin.test(command)),
      String(begin),
    );
});

const paths = tree();
const known = new Set(paths.map((path) => path.replace(/\/$/, '')));

/**
 * Returns true if a document's path exists, from a folder around the document, or from one that the document
 * names; * and <id> match any name.
 * @param {import('../support/documents.mjs').Document} document
 * @param {string} path
 */
function stands({ path: from, spans }, path) {
  const up = from.split('/').map((_, i, names) => names.slice(0, i).join('/'));
  const named = spans.flatMap(({ text }) => (/^[\w.<>-]+(\/[\w.<>-]+)*\/$/.test(text) ? [text, join(text, '..')] : []));
  const places = up.flatMap((folder) => ['', ...named].map((room) => normalize(join(folder, room, path)).replace(/\/$/, '')));
  const patterns = places.filter((place) => /[*<]/.test(place)).map(pattern);
  return places.some((place) => known.has(place)) || (patterns.length > 0 && [...known].some((one) => patterns.some((p) => p.test(one))));
}
const pattern = (/** @type {string} */ place) => new RegExp(`^${place.replace(/[.+]/g, '\\$&').replace(/\*|<\w+>/g, '[^/]*')}$`);

test('a link in a document leads to a file, and to one of its headings', () => {
  for (const { path, links } of all)
    for (const { text, line } of links) {
      if (/^(https?:|mailto:|#[a-z]+=)/.test(text)) continue;
      const [file, heading] = text.split('#');
      const target = file ? normalize(join(dirname(path), file)).replace(/\/$/, '') : path;
      assert.ok(known.has(target), `${path}:${line} leads to ${text}, and there is no ${target}`);
      if (heading !== undefined)
        assert.ok(all.find((one) => one.path === target)?.anchors.has(heading), `${path}:${line}: ${target} has no heading #${heading}`);
    }
});

// Paths next to the repository or made by the build, without their folder.
const ELSEWHERE = new Set([
  ...['../shared', '../shared/data', 'cifar10/cifar-10-batches-bin', 'cifar100/cifar100_subset_40perclass.bin', 'text/ag_news_test.csv'],
  ...[
    'data/index.json',
    'calib-threads.js',
    'calib-single.js',
    'calib-fast.js',
    'thread/calib-threads.worker.js',
    'thread/calib-fast.worker.js',
  ],
]);

test('a path in a document exists', () => {
  const made = readFileSync(root('Makefile'), 'utf8') + readFileSync(root('tests/bench/run.mjs'), 'utf8');
  const missing = [];
  const named = new Set(all.flatMap(({ spans }) => spans.map(({ text }) => text)));
  assert.deepEqual(
    [...ELSEWHERE].filter((path) => !named.has(path)),
    [],
    'every exemption is in a document',
  );
  for (const document of all)
    for (const { text, line } of document.spans) {
      if (!/^[\w@.<>*-]+(\/[\w@.<>*-]+)*\/?$/.test(text) || ELSEWHERE.has(text)) continue;
      if (!text.includes('/') && !/\.(c|h|inc|mjs|js|css|html|py|\*)$/.test(text)) continue;
      const [top, folder] = text.split('/');
      const name = new RegExp(`(^|/)${text.replaceAll('.', '\\.').replace(/\*|<\w+>/g, '[^/]*')}$`);
      const there =
        top === 'build'
          ? made.includes(`${top}/${folder}`)
          : text.includes('/')
            ? stands(document, text)
            : paths.some((one) => name.test(one));
      if (!there) missing.push(`${document.path}:${line} ${text}`);
    }
  assert.deepEqual(missing, []);
});

const KINDS = ['data', 'model', 'head', 'loss', 'penalty', 'optimizer', 'schedule', 'augment'];
/**
 * Returns true if the lab accepts a link; values of a sweep, a/b, are each tried alone.
 * @param {string} link
 */
function accepts(link) {
  if (calib('share', link).status === 0) return true;
  const at = link.indexOf('=') + 1;
  const each = link.slice(at).split('/');
  return each.length > 1 && each.every((value) => calib('share', link.slice(0, at) + value).status === 0);
}

test('the lab accepts the links that documents show', () => {
  const keys = new Set([...KINDS, ...[...registries.run, ...registries.page].map(({ name }) => name)]);
  const parameters = new Set(KINDS.flatMap((kind) => registries[kind].flatMap(({ params }) => params.map(({ name }) => name))));
  const refused = [];
  let links = 0;
  for (const { path, spans, blocks } of all) {
    const alone = blocks.filter(({ language }) => !language).map(({ text, line }) => ({ text: text.trim(), line }));
    // docs.test.mjs checks the parameters in a list of entries: keep= is one of AdaFocal's, and a key of a
    // link.
    const written = spans.filter(({ made, text }) => !made || !parameters.has(text.split('=')[0] ?? ''));
    for (const { text, line } of [...written, ...alone]) {
      const link = text.replace(/^#/, '');
      if (!/^[a-z_]+=[^ ]+$/.test(link) || /\.\.\.|[A-Z]{4,}/.test(link) || !keys.has(link.split('=')[0])) continue;
      if (!accepts(link)) refused.push(`${path}:${line} ${text}: ${calib('share', link).err}`);
      links++;
    }
  }
  assert.deepEqual(refused, []);
  assert.ok(links > 50, `${links} links`);
});

test('a parameter in a document belongs to an entry, with a valid value', () => {
  const refused = [];
  let parameters = 0;
  for (const { path, spans } of all)
    for (const { text, line, made } of spans) {
      if (made || !/^[a-z_]+=[\w./-]+(,[a-z_]+=[\w./-]+)*$/.test(text) || text.includes('...')) continue;
      const name = text.split('=')[0];
      const owners = KINDS.flatMap((kind) =>
        registries[kind]
          .filter(({ params }) => params.some((/** @type {any} */ one) => one.name === name))
          .map(({ id }) => `${kind}=${id}`),
      );
      if (!owners.length) continue;
      parameters++;
      if (!owners.some((owner) => accepts(`${owner}:${text}`)) && !accepts(text)) refused.push(`${path}:${line} ${text}`);
    }
  assert.deepEqual(refused, []);
  assert.ok(parameters > 20, `${parameters} parameters`);
});
