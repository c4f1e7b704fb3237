// Asserts that only the engine splits and joins links (src/run/link). The page sets, removes and reads places
// (engine.link), and gets a checked link as structures.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { root } from '../support/paths.mjs';

const KEYS =
  'v|sum|data|model|head|loss|penalty|optimizer|schedule|augment|epochs|batch|seed|switch|from|digest|receipt|run|threads|view|exercise|embed|lang';

// Patterns of programs that split or join a text like "data=moons:train=80&loss=focal".
const FORMS = [
  [
    /\.(split|join|replace|replaceAll|indexOf|lastIndexOf|startsWith|endsWith|match|matchAll|search)\(\s*['"`][^'"`\n]{0,8}&/,
    'text at "&"',
  ],
  [/\.(split|indexOf)\(\s*['"`][:,=]['"`]/, 'text at ":", "," or "="'],
  [/\.join\(\s*['"`][:=]['"`]/, 'text at ":" or "="'],
  [/\/[^/\n]*&[^/\n]*\/[dgimsuvy]*[.,)]/, 'a regular expression with "&"'],
  [new RegExp(`(startsWith|indexOf|includes|replace|slice)\\(\\s*['"\`/][\\^]?(${KEYS})=`), 'a key of a link'],
  [new RegExp(`['"\`&](${KEYS})=\\$\\{`), 'a key of a link with a value'],
  [new RegExp(`&(${KEYS})=['"\`]`), 'a key of a link with a value'],
  [/['"`]&['"`]/, '"&"'],
  [/URLSearchParams/, 'URLSearchParams'],
];

/** Matches that are not links, or cannot be left to the engine: file, text, reason. */
const ALLOWED = [
  ['texts/language.js', "&& '&'}lang=", 'one key, read before the engine is there and where there is none'],
  [
    'core/client/network.js',
    '=> [data && `data=',
    'what a file of a network leaves unsaid; a canonical link would not tell it from a default',
  ],
  ['app/student.js', "keys.join('&')", 'the keys of an exercise, as the address had them'],
  ['core/client/engine.js', 'throw new Error(`threads=${', 'a sentence'],
  ['core/worker/reporter.js', '].join(', 'options of a report (wasm/api.h)'],
  ['model/compare/export.js', '.replace(/[\\\\{}$&#%_^~]/g', 'LaTeX'],
  ['model/compare/export.js', ".join(' & ')", 'LaTeX'],
  ['draw/standalone.js', "text.replaceAll('&', '&amp;')", 'HTML'],
  ['ui/papers/save.js', ".join(' & ')", 'LaTeX'],
  ['core/client/evaluation.js', "text.replaceAll('%', '%25')", 'options of a report (wasm/api.h)'],
  ['ui/shell/text/prose.js', '.replace(/&(amp|lt|gt|quot|#39);/g', 'HTML'],
  ['core/link.js', '`exercise=${', 'a whole link of one key'],
  ['model/other.js', '`data=${', 'a whole link of one key'],
  ['texts/de/engine/link.js', "'&' is not allowed here", 'a sentence of the engine'],
  ['ui/evaluate/network/data.js', '`data=${', 'a whole link of one key'],
  ['ui/evaluate/network/session.js', '.replace(/^data=/', 'what was typed, key and all'],
  ['ui/evaluate/network/session.js', '.replace(/^model=/', 'what was typed, key and all'],
];

test('no JavaScript of the page splits a link', () => {
  const used = new Set();
  const found = [];
  const paths = readdirSync(root('web'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'));
  for (const path of paths.sort())
    for (const [number, line] of readFileSync(root(`web/${path}`), 'utf8')
      .split('\n')
      .entries()) {
      const code = line.replace(/^\s*(\/\/|\/?\*).*/, '').replace(/\s\/\/ .*$/, '');
      const form = FORMS.find(([pattern]) => pattern.test(code));
      if (!form) continue;
      const allowed = ALLOWED.find(([where, text]) => where === path && code.includes(text));
      if (allowed) used.add(allowed);
      else found.push(`web/${path}:${number + 1}: ${form[1]}: ${line.trim().slice(0, 120)}`);
    }
  assert.ok(paths.length > 100);
  assert.deepEqual(found, []);
  assert.deepEqual(
    ALLOWED.filter((one) => !used.has(one)),
    [],
    'exceptions that nobody needs any more',
  );
});

test('the patterns find what they are for', () => {
  for (const code of [
    "link.split('&')",
    "parts.join('&')",
    "text.split(':')[0]",
    "value.split(',')",
    'spec.replace(/&from=[^&]*/, "")',
    '/(?:^|&)loss=([^&]*)/.exec(spec)',
    "part.startsWith('data=')",
    '`$(spec)&seed=$(seed)`',
    "link + '&seed=' + seed",
    'new URLSearchParams(link)',
    '`data=$(id)`',
  ])
    assert.ok(
      FORMS.some(([pattern]) => pattern.test(code.replaceAll('$(', '$' + '{'))),
      code,
    );
});
