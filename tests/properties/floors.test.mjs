// Tests the order of src/README.md: includes and calls point down, and some things are left to one file.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path/posix';
import { test } from 'node:test';
import { root } from '../support/paths.mjs';
import { circlesOfFiles, code, declarations, definitions, includes, placesOf, reasonedCircles, sources } from '../support/sources.mjs';

const FLOORS = { base: 0, kernel: 1, ad: 2, catalog: 3, run: 4, api: 5, cli: 6, wasm: 6 };

// Levels within a floor, the lowest first: a place uses places on lines above its own, and nothing else of
// its floor. `x/*` are the C files of a folder with rooms, `x` its headers (placesOf). Unlisted places must
// only be free of circles.
const LEVELS = {
  base: [['base'], ['base/maths', 'base/bytes'], ['base/random', 'base/bytes/pickle'], ['base/bytes/*'], ['base/*']],
  kernel: [['kernel'], ['kernel/layout', 'kernel/pool'], ['kernel/matmul'], ['kernel/winograd'], ['kernel/conv'], ['kernel/*']],
  catalog: [
    ['catalog'],
    ['catalog/scores'],
    ['catalog/scores/smooth', 'catalog/scores/binary', 'catalog/scores/certainty', 'catalog/scores/temperature_grid', 'catalog/scores/*'],
    [
      'catalog/augment',
      'catalog/calibrator',
      'catalog/conformity',
      'catalog/data',
      'catalog/head',
      'catalog/layer',
      'catalog/loss',
      'catalog/metric',
      'catalog/model',
      'catalog/schedule',
    ],
    ['catalog/corruption', 'catalog/penalty', 'catalog/sets', 'catalog/terms', 'catalog/view'],
    ['catalog/data/shared'],
    ['catalog/data/subset'],
    ['catalog/data/pictures', 'catalog/data/plane', 'catalog/data/shapes', 'catalog/data/tables', 'catalog/data/words'],
    ['catalog/data/cifar'],
    [
      ...['catalog/calibrator/shared', 'catalog/corruption/shared', 'catalog/layer/shared', 'catalog/loss/shared'],
      ...['catalog/model/shared', 'catalog/optimizer/shared', 'catalog/penalty/shared', 'catalog/view/shared'],
    ],
    [
      ...[
        'catalog/calibrator/*',
        'catalog/corruption/*',
        'catalog/data/*',

        'catalog/layer/*',
        'catalog/loss/*',
        'catalog/model/*',
      ],
      ...['catalog/optimizer/*', 'catalog/penalty/*', 'catalog/view/*'],
    ],
    ['catalog/*', 'catalog/registry'],
  ],
  run: [
    ['run/link', 'run/theory'],
    ['run/net'],
    ['run/curvature'],
    ['run/outputs', 'run/weights'],
    ['run/weights/onnx', 'run/tables/format', 'run/tables/json'],
    ['run/weights/*', 'run/tables/frame'],
    ['run/tables/columns'],
    ['run/tables'],
    ['run/tables/questions', 'run/tables/classes', 'run/tables/readings'],
    ['run/tables/*'],
    ['run/report/intervals'],
    ['run/report'],
    ['run/report/groups', 'run/report/fits'],
    ['run/report/*'],
    ['run/report/print', 'run/report/input'],
    ['run/calibration'],
    ['run/conformal'],
    ['run/reduce', 'run/views'],
    ['run/train'],
    ['run/probe', 'run/ood'],
    ['run/probe/shared'],
    ['run/probe/*'],
    ['run/describe'],
  ],
};

// The header that other programs embed, in three files. It is read without any other, and repeats what it
// takes from below.
const PUBLIC = [
  'src/api/calib.h',
  'src/api/calib_measure.h',
  'src/api/calib_calibrate.h',
  'src/api/calib_decide.h',
  'src/api/calib_study.h',
];

const files = sources();
// The highest first: of two headers that declare a name, the lower one owns it.
const headers = files.filter(({ path }) => path.endsWith('.h')).sort((a, b) => FLOORS[b.floor] - FLOORS[a.floor]);
const placeOf = placesOf(files);
const KINDS = readFileSync(root('Makefile'), 'utf8')
  .match(/^KINDS := (.*)$/m)[1]
  .split(' ');
/** Returns true for an entry of a registry, whose name is an id. */
const isEntry = (path) => path.endsWith('.c') && KINDS.some((kind) => [`src/catalog/${kind}`, `src/run/${kind}`].includes(dirname(path)));

/** Returns the place's line in its floor's list; undefined if the floor has none. */
const levelOf = (place) => {
  const name = place.replace(/^src\//, '');
  const levels = LEVELS[name.split('/')[0]];
  const level = levels?.findIndex((line) => line.includes(name));
  assert.notEqual(level, -1, `${place} is on no level: give it one in ${basename(import.meta.url)}`);
  return level;
};

/** Returns the reason why a file may not use `target`, or nothing. */
function objection(file, target) {
  const here = placeOf(file.path);
  const there = placeOf(target);
  const floor = there.split('/')[there.startsWith('src/') ? 1 : 0];
  if (FLOORS[floor] > FLOORS[file.floor]) return `floor ${floor} is above ${file.floor}`;
  if (floor !== file.floor) return FLOORS[floor] === FLOORS[file.floor] ? `${floor} stands beside ${file.floor}` : '';
  if (here === there || levelOf(here) === undefined) return '';
  return levelOf(there) < levelOf(here) ? '' : `${there} is not below ${here}`;
}

/** The header that declares each of the project's names. */
const declaredIn = new Map(headers.flatMap((header) => [...declarations(header.plain)].map((name) => [name, header])));
/** The file that defines each function or datum for others. */
const definedIn = new Map(
  files.filter(({ path }) => path.endsWith('.c')).flatMap((file) => [...definitions(file.plain)].map((name) => [name, file])),
);

/** Returns the header of a used name, or its file if it has none. */
const targetOf = (name) => declaredIn.get(name) ?? definedIn.get(name);

/** Returns the file that an include names; undefined for generated files. */
const included = (file, name) => {
  const path = name.includes('/') ? `src/${name}` : `${dirname(file.path)}/${name}`;
  return files.find((other) => other.path === path);
};

test('every file is on a floor', () => {
  assert.ok(files.length > 50);
  for (const { path, floor } of files) assert.ok(floor in FLOORS, `${path}: ${floor} is no floor`);
});

test('an include points down: to a lower floor, and within a floor to a lower level', () => {
  let checked = 0;
  for (const file of files) {
    for (const { kind, name } of includes(file.text)) {
      if (kind === '<') continue;
      // Generated lists (loss.inc) and headers next to a file have no folder in their name.
      if (!name.includes('/'))
        assert.ok(
          /\.inc$/.test(name) || file.floor === 'wasm' || PUBLIC.includes(file.path),
          `${file.path} includes "${name}": name its floor`,
        );
      const target = included(file, name);
      assert.ok(target || !name.includes('/'), `${file.path} includes "${name}", which is not there`);
      if (!target) continue;
      assert.equal(objection(file, target.path), '', `${file.path} includes "${name}"`);
      checked++;
    }
  }
  assert.ok(checked > 500, 'includes were looked at');
});

test('a call points down as an include does', () => {
  const wrong = [];
  let checked = 0;
  for (const file of files)
    for (const name of file.names) {
      const target = targetOf(name);
      if (!target) continue;
      const reason = objection(file, target.path);
      if (reason) wrong.push(`${file.path} uses ${name} of ${target.path}: ${reason}`);
      checked++;
    }
  assert.deepEqual(wrong, []);
  assert.ok(checked > 3000, 'names were looked at');
});

test('a name has one header, and is defined in its folder or in a room of it', () => {
  const wrong = [];
  for (const header of headers)
    for (const name of declarations(header.plain)) {
      const first = declaredIn.get(name).path;
      // A folder's public header may declare a struct that its parts.h defines.
      if (!PUBLIC.includes(header.path) && dirname(first) !== dirname(header.path))
        wrong.push(`${name} is declared in ${header.path} and in ${first}`);
    }
  let checked = 0;
  for (const [name, file] of definedIn) {
    const header = declaredIn.get(name);
    if (!header) continue;
    if (!file.path.startsWith(`${dirname(header.path)}/`)) wrong.push(`${name} of ${header.path} is defined in ${file.path}`);
    checked++;
  }
  assert.deepEqual(wrong, []);
  assert.ok(checked > 500, 'definitions were looked at');
});

test('no folders use one another in a circle, by include or by name', () => {
  /** @type {Map<string, Set<string>>} */
  const edges = new Map();
  const why = new Map();
  for (const file of files) {
    const here = placeOf(file.path);
    const uses = includes(file.text).map(({ name }) => [included(file, name), `${file.path} includes ${name}`]);
    for (const name of file.names) uses.push([targetOf(name), `${file.path} uses ${name}`]);
    for (const [target, reason] of uses) {
      if (!target || placeOf(target.path) === here) continue;
      const there = target.path.endsWith('.inc') ? target.path : placeOf(target.path); // a list includes nothing
      edges.set(here, (edges.get(here) ?? new Set()).add(there));
      why.set(`${here} ${there}`, reason);
    }
  }
  assert.ok(edges.size > 30, 'folders were looked at');
  assert.deepEqual(reasonedCircles(edges, why), []);
});

test('no files include one another in a circle', () => {
  assert.deepEqual(circlesOfFiles(files), []);
});

test('a circle of files is named, also one through a header', () => {
  const file = (/** @type {string} */ path, /** @type {string[]} */ ...names) => ({
    path,
    text: names.map((name) => `#include "${name}"\n`).join(''),
  });
  const parts = file('src/run/parts.h', 'run/train.h');
  assert.deepEqual(
    circlesOfFiles([file('src/run/train.c', 'run/train.h', 'run/parts.h'), file('src/run/train.h'), file('src/run/parts.h')]),
    [],
  );
  assert.deepEqual(circlesOfFiles([file('src/run/train.c', 'run/train.h', 'run/parts.h'), file('src/run/train.h'), parts]), [
    'src/run/parts src/run/train\n  src/run/parts.h includes run/train.h\n  src/run/train.c includes run/parts.h',
  ]);
  // Returns the number of circles after one more include in the sources.
  const after = (/** @type {string} */ path, /** @type {string} */ name) => {
    assert.ok(files.some((one) => one.path === path));
    return circlesOfFiles(files.map((one) => (one.path === path ? { ...one, text: `${one.text}\n#include "${name}"\n` } : one))).length;
  };
  assert.equal(after('src/kernel/pool/parts.h', 'kernel/pool/pool.h'), 1);
  assert.equal(after('src/run/report/request.h', 'run/report/report.h'), 1);
  assert.equal(after('src/api/calib_measure.h', 'calib.h'), 1);
  assert.equal(after('wasm/api_internal.h', 'api.h'), 1);
});

test('every folder of a floor with levels is on one of them, and every level exists', () => {
  const places = new Set(files.map(({ path }) => placeOf(path)));
  for (const place of places) levelOf(place);
  for (const line of Object.values(LEVELS).flat()) for (const name of line) assert.ok(places.has(`src/${name}`), `${name} is not there`);
});

test('an entry keeps out of the rooms of other kinds', () => {
  for (const file of files) {
    const own = file.path.match(/^src\/catalog\/\w+/)?.[0];
    for (const { name } of includes(file.text)) {
      const [, floor, kind, room] = `/${name}`.split('/');
      if (!own || floor !== 'catalog' || !KINDS.includes(kind) || !/\//.test(name.slice(`catalog/${kind}/`.length))) continue;
      assert.equal(own, `src/catalog/${kind}`, `${file.path} includes ${name}, of a room of ${kind} (${room})`);
    }
  }
});

// The command line and the WASM API are adapters over the library. bench/ measures kernels, plans and graphs,
// which the library hides.
test('cli and wasm include the library and base alone', () => {
  const below = files
    .filter(({ path, floor }) => ['cli', 'wasm'].includes(floor) && !path.startsWith('src/cli/bench/'))
    .filter(({ text }) => includes(text).some(({ kind, name }) => kind === '"' && name.includes('/') && !/^(api|base|cli)\//.test(name)))
    .map(({ path }) => path);
  assert.deepEqual(below, []);
});

test('the command line includes public headers of the library', () => {
  const allowed = PUBLIC.map((path) => path.slice('src/'.length));
  const own = files.filter(({ path, floor }) => floor === 'cli' && !path.startsWith('src/cli/bench/'));
  const private_ = own.flatMap(({ path, text }) =>
    includes(text)
      .filter(({ name }) => name.startsWith('api/') && !allowed.includes(name))
      .map(({ name }) => `${path} includes ${name}`),
  );
  assert.deepEqual(private_, []);
  assert.ok(own.some(({ text }) => text.includes('"api/calib.h"')));
});

test('parts.h stays inside its folder', () => {
  for (const { path, text } of files)
    for (const { name } of includes(text))
      if (/(^|[/_])parts\.h$/.test(name)) assert.equal(`src/${dirname(name)}`, dirname(path), `${path} includes ${name}`);
});

test('a file does not repeat the name of its folder, and files that share a prefix have a folder', () => {
  const stems = new Set(
    // Public headers keep their prefix in the folder that they are installed into.
    files
      .filter(({ path }) => path.startsWith('src/') && !isEntry(path) && !PUBLIC.includes(path))
      .map(({ path }) => path.replace(/\.\w+$/, '')),
  );
  /** @type {Map<string, string[]>} */
  const families = new Map();
  for (const stem of stems) {
    const name = basename(stem);
    const folder = basename(dirname(stem));
    assert.ok(!name.startsWith(`${folder}_`), `${stem}: ${name.slice(folder.length + 1)} is enough`);
    if (!name.includes('_')) continue;
    const family = `${dirname(stem)}/${name.split('_')[0]}_`;
    families.set(family, [...(families.get(family) ?? []), stem]);
  }
  for (const [family, members] of families) assert.ok(members.length < 3, `${family}* is a folder: ${members.join(', ')}`);
});

test('what the house rules leave to one place', () => {
  const rules = [
    { what: 'allocates', where: /^src\/base\/memory\.c$/, pattern: /\b(malloc|calloc|realloc|aligned_alloc|free|strdup)\s*\(/ },
    { what: 'prints or exits', where: /^src\/cli\//, pattern: /\b(printf|fprintf|puts|putchar|fputs|exit|abort|_Exit|perror)\s*\(/ },
    { what: 'uses threads', where: /^src\/base\/parallel\.c$/, pattern: /\bpthread_\w+\s*\(/ },
    { what: 'uses a library for random numbers', where: /^$/, pattern: /\b(rand|srand|random|drand48)\s*\(/ },
  ];
  for (const { path, text } of files)
    for (const { what, where, pattern } of rules) if (!where.test(path)) assert.doesNotMatch(code(text), pattern, `${path} ${what}`);
  for (const { what, where, pattern } of rules.filter(({ where }) => String(where) !== '/^$/'))
    assert.ok(
      files.some(({ path, text }) => where.test(path) && pattern.test(code(text))),
      `no file of ${where} ${what}`,
    );
});

test('only base/simd.h includes the SIMD headers, and nothing includes libm', () => {
  for (const { path, text } of files) {
    for (const { name } of includes(text)) {
      if (/simd128\.h$/.test(name)) assert.equal(path, 'src/base/simd.h', `${path} includes ${name}`);
      assert.ok(!/^(math|tgmath|complex|fenv)\.h$/.test(name), `${path} includes ${name}`);
    }
    assert.doesNotMatch(
      code(text),
      /\b__builtin_(exp|log|pow|sin|cos|tan|fma|round|rint|floor|ceil)/,
      `${path} goes round base/maths/maths.h`,
    );
  }
});

test('a header guards itself and a file stays readable', () => {
  for (const { path, text } of files) {
    if (path.endsWith('.h')) assert.match(text, /#ifndef (CAL_\w+_H)\n#define \1\n/, `${path} has no guard`);
    assert.ok(text.split('\n').length <= 400, `${path} is longer than 400 lines`);
  }
});

/** Splits the top-level arguments of a call whose '(' is just before `start`. */
function argumentsOf(text, start) {
  const found = [];
  for (let at = start, from = start, depth = 0; at < text.length; at++) {
    if ('([{'.includes(text[at])) depth++;
    else if (')]}'.includes(text[at]) && depth-- === 0) return [...found, text.slice(from, at)];
    else if (text[at] === ',' && depth === 0) {
      found.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return found;
}

// Nodes are numbered in the order of their creation, and sums of derivatives follow the numbers. C leaves the
// order of a call's arguments to the compiler.
test('no call makes nodes in two of its arguments', () => {
  const makes = /\b(?!cal_at\b|cal_shape_of\b)\w+\((?:g|b|b->g|&g|f->out),/;
  let calls = 0;
  let rows = 0;
  for (const { path, floor, text } of files) {
    if (!['ad', 'catalog', 'run'].includes(floor) || !/\.(c|inc)$/.test(path)) continue;
    const plain = code(text);
    rows += path.endsWith('.inc');
    for (const { 0: opening, 1: name, index } of plain.matchAll(/\b(\w+)\(/g)) {
      if (['if', 'for', 'while', 'switch', 'return', 'CAL_ELEMENTWISE', 'CAL_FUNCTION'].includes(name)) continue;
      const making = argumentsOf(plain, index + opening.length).filter((argument) => makes.test(argument));
      calls += making.length;
      assert.ok(making.length < 2, `${path}: ${name}(...${making.map((argument) => argument.trim().replace(/\s+/g, ' ')).join(', ')})`);
    }
  }
  assert.ok(calls > 50 && rows > 0, 'calls that make nodes were looked at, and rows of element-wise ops');
});

// Three names for the number -1. Zero is also a value: of a sum, of a direction, of a derivative.
test('the symbolic zero stands for zero alone', () => {
  const values = ['penalty/trace.c', 'bench/hv.c', 'net/program.c', 'theory/theory.c', 'curvature/hessian.c'];
  for (const end of values)
    assert.ok(
      files.some(({ path, floor, plain }) => floor !== 'ad' && path.endsWith(end) && plain.includes('CAL_ZERO')),
      `${end} needs no exemption`,
    );
  for (const { path, floor, plain } of files) {
    if (floor !== 'ad')
      assert.ok(!plain.includes('CAL_ZERO') || values.some((end) => path.endsWith(end)), `${path}: CAL_ABSENT or CAL_NO_NODE?`);
    assert.doesNotMatch(plain, /\b(key|sample_weight|state|stats|features) *(=|==|\? \S+ :) CAL_ZERO/, `${path}: absent is not zero`);
  }
});

test('each floor has a README of at most thirty lines: its content, its includes, and where to begin', () => {
  for (const floor of Object.keys(FLOORS).filter((one) => one !== 'wasm' && one !== 'cli')) {
    const text = readFileSync(root(`src/${floor}/README.md`), 'utf8'); // that of cli lists the commands' options, too
    assert.ok(text.trimEnd().split('\n').length <= 30, `src/${floor}/README.md has more than 30 lines`);
    assert.match(text, /includes? /i, floor);
  }
});
