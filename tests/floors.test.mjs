// The floors of src/README.md: an include points down only, and what only one file may do, only one file does.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { root } from './support/paths.mjs';

const FLOORS = { base: 0, kernel: 1, ad: 2, catalog: 3, run: 4, cli: 5, wasm: 5 };

/** Every C file of the product: {path, floor, text}. */
function sources() {
  const found = [];
  for (const top of ['src', 'wasm']) {
    for (const name of readdirSync(root(top), { recursive: true })) {
      if (!/\.(c|h|inc)$/.test(name)) continue;
      const path = `${top}/${name}`;
      const floor = top === 'wasm' ? 'wasm' : name.split('/')[0];
      found.push({ path, floor, text: readFileSync(root(path), 'utf8') });
    }
  }
  return found;
}

const files = sources();
const includes = (text) => [...text.matchAll(/^\s*#\s*include\s*([<"])([^>"]+)[>"]/gm)].map(([, kind, name]) => ({ kind, name }));
/** Source text without comments and literals. */
const code = (text) => text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"/g, ' ');

test('every file stands on a floor', () => {
  assert.ok(files.length > 50);
  for (const { path, floor } of files) assert.ok(floor in FLOORS, `${path}: ${floor} is no floor`);
});

test('an include points down, or stays on its floor', () => {
  for (const { path, floor, text } of files) {
    for (const { kind, name } of includes(text)) {
      if (kind === '<') continue;
      const target = name.includes('/') ? name.split('/')[0] : null;
      // Generated lists (loss.inc) and headers beside a file have no folder in their name.
      if (target === null) assert.ok(/\.inc$/.test(name) || floor === 'wasm', `${path} includes "${name}": name its floor`);
      else assert.ok(FLOORS[target] <= FLOORS[floor], `${path} on floor ${floor} includes "${name}"`);
      if (target === 'cli' || target === 'wasm') assert.equal(target, floor, `${path} includes "${name}"`);
    }
  }
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
});

test('only base/simd.h includes the SIMD headers, and nothing includes libm', () => {
  for (const { path, text } of files) {
    for (const { name } of includes(text)) {
      if (/simd128\.h$/.test(name)) assert.equal(path, 'src/base/simd.h', `${path} includes ${name}`);
      assert.ok(!/^(math|tgmath|complex|fenv)\.h$/.test(name), `${path} includes ${name}`);
    }
    assert.doesNotMatch(code(text), /\b__builtin_(exp|log|pow|sin|cos|tan|fma|round|rint|floor|ceil)/, `${path} goes round base/maths/maths.h`);
  }
});

test('a header guards itself and a file stays readable', () => {
  for (const { path, text } of files) {
    if (path.endsWith('.h')) assert.match(text, /#ifndef (CAL_\w+_H)\n#define \1\n/, `${path} has no guard`);
    assert.ok(text.split('\n').length <= 400, `${path} is longer than 400 lines`);
  }
});

/** The top-level arguments of a call whose '(' stands just before `start`. */
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

// Nodes are numbered as they are made, sums of derivatives follow the numbers, and C leaves the order of a call's
// arguments to the compiler.
test('no call makes nodes in two of its arguments', () => {
  const makes = /\b(?!cal_at\b|cal_shape_of\b)\w+\((?:g|b|b->g|&g|f->out),/;
  let calls = 0;
  for (const { path, floor, text } of files) {
    if (!['ad', 'catalog', 'run'].includes(floor) || !path.endsWith('.c')) continue;
    const plain = code(text);
    for (const { 0: opening, 1: name, index } of plain.matchAll(/\b(\w+)\(/g)) {
      if (['if', 'for', 'while', 'switch', 'return'].includes(name)) continue;
      const making = argumentsOf(plain, index + opening.length).filter((argument) => makes.test(argument));
      calls += making.length;
      assert.ok(making.length < 2, `${path}: ${name}(...${making.map((argument) => argument.trim().replace(/\s+/g, ' ')).join(', ')})`);
    }
  }
  assert.ok(calls > 50, 'calls that make nodes were looked at');
});
