// Tests the order of web/README.md: imports of the page's modules point down, and a place knows no other
// place.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { test } from 'node:test';
import { paper } from '../../web/draw/standalone.js';
import { root } from '../support/paths.mjs';
import { circles } from '../support/sources.mjs';

// The lowest first. A room is a folder whose files may import each other; rooms on one line know nothing of
// each other.
const FLOORS = [
  ['vendor', 'texts'],
  ['core/formats'],
  ['core'],
  ['core/importing'],
  ['core/storage'],
  ['core/worker'],
  ['core/client'],
  ['model'],
  ['draw'],
  ['draw/charts'],
  ['views'],
  ['ui/shell'],
  ['ui/bench', 'ui/camera', 'ui/class', 'ui/compare', 'ui/data', 'ui/evaluate', 'ui/kept', 'ui/networks', 'ui/papers', 'ui/share'],
  ['app'],
  [''],
];
const rooms = FLOORS.flat();

const files = readdirSync(root('web'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.js') && path !== 'sw.js')
  .map((path) => ({ path, text: readFileSync(root(`web/${path}`), 'utf8') }));

// Files of a view's folder with its words, which know no view.
const WORDS = /^views\/\w+\/(en|de)\.js$/;

/** Returns the room of a file: the deepest one of the list. @param {string} path */
const roomOf = (path) =>
  WORDS.test(path) ? 'texts' : rooms.filter((room) => !room || path.startsWith(`${room}/`)).sort((a, b) => b.length - a.length)[0];
/** @param {string} path */
const floorOf = (path) => FLOORS.findIndex((line) => line.includes(roomOf(path)));

/**
 * Lists a module's imports of the page, static or dynamic; types: those in its comments.
 * @param {{path: string, text: string}} file
 */
function importsOf({ path, text }, types = false) {
  const code = text.replace(/\/\*\*[\s\S]*?\*\//g, (comment) => (types ? comment : ''));
  const found = code.matchAll(/(?:from |^import |\bimport\(|new URL\()'(\.[^']+\.js)'/gm);
  // A list of build/gen/views stands for the files that it lists, one in each view's folder.
  return [...found]
    .map(([, name]) => join(dirname(path), name))
    .flatMap((target) =>
      dirname(target) === '../build/gen/views'
        ? files.filter((file) => /^views\/\w+\//.test(file.path) && basename(file.path) === basename(target)).map((file) => file.path)
        : [target],
    );
}

test('an import points down, or stays in the room', () => {
  let checked = 0;
  for (const file of files)
    for (const target of importsOf(file)) {
      if (target === 'sw.js' || dirname(target).startsWith('worker')) continue;
      const inside = roomOf(target) === roomOf(file.path);
      // A worker is a separate program; a client knows only its entry.
      const begins = target === 'core/worker/main.js';
      assert.ok(inside || begins || floorOf(target) < floorOf(file.path), `${file.path} imports ${target}`);
      checked++;
    }
  assert.ok(checked > 500, 'imports were looked at');
});

test('the model knows neither the engine nor elements; core knows of the page only how numbers are written and the types of what it stores', () => {
  for (const file of files) {
    const room = roomOf(file.path);
    if (room === 'model') {
      for (const target of importsOf(file))
        assert.match(target, /^(model|texts|vendor|core\/formats)\/|^core\/link\.js$/, `${file.path} imports ${target}`);
      assert.doesNotMatch(file.text, /\bdocument\.|\bcreateElement\b|\bpostMessage\b/, `${file.path} knows elements or workers`);
    }
    if (room.startsWith('core'))
      for (const target of importsOf(file, true))
        assert.match(target, /^(core|vendor|model)\/|^sw\.js$|^texts\/format\.js$/, `${file.path} imports ${target}`);
    else assert.doesNotMatch(file.text, /\bnew Worker\(|\bWebAssembly\./, `${file.path} knows workers`);
  }
});

test('a view has a folder with its words in each language', () => {
  const folders = files.filter(({ path }) => /^views\/\w+\/view\.js$/.test(path)).map(({ path }) => dirname(path));
  assert.ok(folders.length > 10);
  for (const folder of folders)
    for (const name of ['en.js', 'de.js'])
      assert.ok(
        files.some(({ path }) => path === `${folder}/${name}`),
        `${folder}/${name} is missing`,
      );
});

test('another module imports each export, at least a test', () => {
  const tests = readdirSync(root('tests'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.m?js$/.test(path) && !path.includes('node_modules'))
    .map((path) => ({ path: `tests/${path}`, text: readFileSync(root(`tests/${path}`), 'utf8') }));
  const words = [...files, ...tests].map(({ path, text }) => ({ path, words: new Set(text.match(/\w+/g)) }));
  let checked = 0;
  for (const { path, text } of files.filter(({ path }) => !path.startsWith('vendor/')))
    for (const [, name] of text.matchAll(/^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm)) {
      assert.ok(
        words.some((other) => other.path !== path && other.words.has(name)),
        `${path} exports ${name}, which nothing else knows`,
      );
      checked++;
    }
  assert.ok(checked > 500, 'exports were looked at');
});

test('numbers become words in texts/format.js and coordinates text in draw/svg.js, only there', () => {
  for (const { path, text } of files) {
    if (path === 'texts/format.js' || path.startsWith('vendor/')) continue;
    const found = /.*(\bto(Fixed|Precision|Exponential|Locale\w*String)\(|\bIntl\.|\} ?(%|\\u[\da-f]{4}%|\$\{nbsp\}%)).*/.exec(text)?.[0];
    if (path === 'draw/svg.js') assert.match(found ?? '', /const coordinate = /, path);
    else assert.equal(found, undefined, `${path} formats a number by itself`);
  }
});

test('colours are defined in style/tokens.css; a saved page includes three of them', () => {
  const literal = /.*(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\().*/i;
  const tokens = readFileSync(root('web/style/tokens.css'), 'utf8');
  for (const path of readdirSync(root('web/style'), { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.css') || path === 'tokens.css') continue;
    assert.equal(literal.exec(readFileSync(root(`web/style/${path}`), 'utf8'))?.[0], undefined, `style/${path} has a colour of its own`);
  }
  const own = ['draw/standalone.js', 'core/importing/pictures.js']; // these, and the value of transparent pixels of data
  const coloured = files.filter(({ path, text }) => !path.startsWith('vendor/') && literal.test(text)).map(({ path }) => path);
  assert.deepEqual(coloured.sort(), own.sort(), 'these files, and no others, have colours');
  const light = /\[data-theme="light"\] \{([^}]*)\}/.exec(tokens)?.[1] ?? '';
  for (const [name, token] of Object.entries({ ink: 'ink', note: 'ink-3', ground: 'paper' }))
    assert.match(light, new RegExp(`--${token}: ${paper[/** @type {keyof typeof paper} */ (name)]};`), `the light --${token}`);
});

test('only its slices change the state of the page', () => {
  const own = ['ui/evaluate/', 'ui/class/teacher/']; // places with a small private state
  for (const place of own)
    assert.ok(
      files.some((file) => file.path.startsWith(place) && importsOf(file).includes('model/store.js')),
      `${place} makes no store`,
    );
  for (const file of files) {
    if (file.path.startsWith('model/state/') || file.path === 'model/store.js' || own.some((place) => file.path.startsWith(place)))
      continue;
    assert.ok(!importsOf(file).includes('model/store.js'), `${file.path} makes a store`);
    assert.doesNotMatch(
      file.text,
      /\b(store|page)\.set\(|\{[^{}]*\bset\b[^{}]*\} = store;|\b\w+Changes\(/,
      `${file.path} changes the state by itself`,
    );
  }
  const slices = files.filter(({ path }) => path.startsWith('model/state/') && path !== 'model/state/index.js');
  const types = slices.map(({ text }) => /typedef {object} \w+Slice[\s\S]*?\*\//.exec(text)?.[0] ?? '');
  const keys = types.flatMap((text) => [...text.matchAll(/@property {[^\n]*} (\w+)/g)].map(([, key]) => key));
  assert.ok(slices.length >= 4 && keys.length > 30);
  assert.equal(new Set(keys).size, keys.length, 'a key has one slice');
});

test('no modules import one another in a circle', () => {
  const edges = new Map(files.map((file) => [file.path, new Set(importsOf(file).filter((target) => target !== 'core/worker/main.js'))]));
  assert.deepEqual(circles(edges), []);
});

test('a name does not repeat its folder, files that share a prefix have a folder, and a file stays readable', () => {
  /** @type {Map<string, string[]>} */
  const families = new Map();
  for (const { path, text } of files) {
    const name = basename(path, '.js');
    const folder = basename(dirname(path));
    assert.ok(name !== folder && !name.startsWith(`${folder}-`), `${path} repeats its folder`);
    if (name.includes('-')) {
      const family = `${dirname(path)}/${name.split('-')[0]}-`;
      families.set(family, [...(families.get(family) ?? []), path]);
    }
    assert.ok(text.split('\n').length <= 401, `${path} is longer than 400 lines`);
  }
  assert.ok(
    files.every(({ path, text }) => path !== 'main.js' || text.split('\n').length <= 121),
    'main.js opens, makes and draws; parts do the rest',
  );
  for (const [family, members] of families) assert.ok(members.length < 3, `${family}* is a folder: ${members.join(', ')}`);
});

test('a folder has at most 20 source files', () => {
  const folders = new Map();
  for (const top of ['src', 'web'])
    for (const path of readdirSync(root(top), { recursive: true, encoding: 'utf8' })) {
      const folder = join(top, dirname(path));
      if (/\.(c|h|inc|awk|js|mjs|css|html|ts)$/.test(path)) folders.set(folder, (folders.get(folder) ?? 0) + 1);
    }
  assert.ok(folders.size > 100);
  const kinds = /^KINDS := (.*)$/m.exec(readFileSync(root('Makefile'), 'utf8'))?.[1]?.split(' ') ?? [];
  const registries = ['src/cli/command', ...kinds.map((kind) => `src/catalog/${kind}`)]; // an entry is a file, so these grow
  for (const [folder, count] of folders) assert.ok(count <= 20 || registries.includes(folder), `${folder} has ${count} source files`);
});

test('every room exists, and every folder has one', () => {
  for (const room of rooms)
    assert.ok(
      files.some(({ path }) => roomOf(path) === room),
      `${room} is empty`,
    );
  for (const { path } of files) assert.ok(path === 'main.js' || roomOf(path), `${path} is in no room`);
});
