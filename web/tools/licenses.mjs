// Collects the licences of everything in the site as one text, for `make site`. The bundler reports the
// packages in a bundle. A package without a licence stops the build.
// node web/tools/licenses.mjs [--bundle FILE]... [--package NAME]... > licenses.txt
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const { values } = parseArgs({ options: { bundle: { type: 'string', multiple: true }, package: { type: 'string', multiple: true } } });
const [BUNDLES, PACKAGES] = [values.bundle ?? [], values.package ?? []];

/** @param {string} why @returns {never} */
function fail(why) {
  console.error(`Licences: ${why}`);
  process.exit(1);
}

/** @param {string} path */
const text = (path) => readFileSync(path, 'utf8').replace(/\r\n/g, '\n').trim();

const ours = text('LICENSE');
const [, terms] = /^Copyright [^\n]*\n\n([\s\S]*)$/m.exec(ours) ?? [];
if (!terms) fail('LICENSE is not the MIT License that it was');

/** Returns the packages whose code is in bundles. @param {string[]} entries @returns {Promise<string[]>} */
async function bundled(entries) {
  const { metafile } = await build({
    entryPoints: entries,
    bundle: true,
    format: 'esm',
    metafile: true,
    write: false,
    outdir: 'out',
    logLevel: 'error',
  });
  return Object.keys(metafile.inputs).flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
}

/**
 * Makes a licence from the first lines of a package's program, if the package has no licence file.
 * @param {string} folder
 * @param {any} about
 */
function fromBanner(folder, { license, main }) {
  const start = main && existsSync(join(folder, main)) ? text(join(folder, main)).slice(0, 1000) : '';
  const [, holder] = /(Copyright \(c\) [^\n]*)\n[ */]*Licensed under the MIT License/.exec(start) ?? [];
  return holder && license === 'MIT' ? `MIT License\n\n${holder}\n\n${terms}` : '';
}

/** @param {string} name @returns {{title: string, license: string}} */
function packageOf(name) {
  const folder = join('node_modules', name);
  if (!existsSync(join(folder, 'package.json'))) fail(`there is no package ${name} in node_modules`);
  const about = JSON.parse(text(join(folder, 'package.json')));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  const license = files.map((file) => text(join(folder, file))).join('\n\n') || fromBanner(folder, about);
  if (!license) fail(`the package ${name} ${about.version} comes without its licence; say in web/tools/licenses.mjs where it is`);
  return { title: `${name} ${about.version} (${about.license})`, license };
}

/** Returns the licences of the engine: C headers, compiler runtime and libraries. */
function compiled() {
  const header = text('build/gen/jsmn.h');
  const [comment] = /^\/\*[\s\S]*?\*\//.exec(header) ?? [];
  if (!comment?.includes('Permission is hereby granted')) fail('jsmn.h does not begin with its licence');
  const emcc = realpathSync(String(execFileSync('sh', ['-c', 'command -v emcc'])).trim());
  const musl = join(dirname(emcc), 'system/lib/libc/musl/COPYRIGHT');
  if (!existsSync(musl)) fail(`${musl} is not there, the licence of the C library that emcc puts into the engine`);
  return [
    { title: 'jsmn (MIT), in engine/*.wasm', license: comment.replace(/^\/\*\n?| ?\*\/$|^ \* ?/gm, '').trim() },
    {
      title: 'Emscripten (MIT), its runtime in engine/*',
      license: `Copyright (c) 2010-2022 The Emscripten Authors\n\n${terms}`,
    },
    { title: 'musl (MIT), in engine/*.wasm', license: text(musl) },
    {
      title: 'LLVM compiler-rt (Apache License 2.0 with LLVM Exceptions), in engine/*.wasm',
      license: 'The exceptions ask nothing of programs that a compiler has put parts of it into. https://llvm.org/LICENSE.txt',
    },
  ];
}

const onnx = (
  /** @type {string} */ version,
) => `The WebAssembly file of ONNX Runtime holds libraries of other people (among them Protocol Buffers, Abseil, Eigen, FlatBuffers, GSL,
JSON for Modern C++). They are named with their licences in
https://github.com/microsoft/onnxruntime/blob/v${version}/ThirdPartyNotices.txt`;

const names = [...new Set([...(await bundled(BUNDLES)), ...PACKAGES])].sort();
const parts = [
  { title: 'Calibration Lab (MIT)', license: ours },
  ...names.map(packageOf).map(({ title, license }) => {
    const [, version] = /^onnxruntime-web (\S+)/.exec(title) ?? [];
    return { title, license: version ? `${license}\n\n${onnx(version)}` : license };
  }),
  ...compiled(),
];
const rule = '='.repeat(80);
// The byte order mark tells browsers UTF-8 if their host does not.
process.stdout.write(
  `\ufeffWhat this site is made with, and the licences.\n\n${parts.map(({ title }) => `  ${title}`).join('\n')}\n\n${parts
    .map(({ title, license }) => `${rule}\n${title}\n${rule}\n\n${license}\n`)
    .join('\n')}`,
);
