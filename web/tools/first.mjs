// Makes the picture of the first visit and its true probabilities with the engine, for `make site`. The page
// shows them before its own engine is loaded (app/sketch.js).
// node web/tools/first.mjs SITE > SITE/first.json
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nth } from '../model/nth.js';
import { presets } from '../model/presets.js';
import { grid, pictured, scene } from '../model/visit/morph.js';

const site = resolve(process.argv[2] ?? 'build/site');
// emcc 3.1.6 expects these in an ES module
Object.assign(globalThis, { require: createRequire(import.meta.url), __dirname: `${site}/engine` });
const load = (/** @type {string} */ path) => import(pathToFileURL(`${site}/core/worker/${path}`).href);
const { openInstance } = /** @type {typeof import('../core/worker/instance.js')} */ (await load('instance.js'));
const { growingMemory } = /** @type {typeof import('../core/worker/memory.js')} */ (await load('memory.js'));

const wasmBinary = readFileSync(`${site}/engine/calib-single.wasm`);
const engine = await openInstance({ memory: growingMemory(), wasmBinary });
const { link } = nth(presets, 0);
const { pixels, posterior, classNames, c, h, w, k } = engine.blend({ ...scene, link: engine.check(link, 1).spec, fractions: grid });
if (!pixels || !posterior) throw new Error(`${link} has no pictures to begin with`);
const size = c * h * w;
const shown = Buffer.concat(pictured.map((i) => pixels.subarray(i * size, (i + 1) * size)));
const truth = grid.map((_, i) => nth(posterior, i * k + scene.first));
process.stdout.write(`${JSON.stringify({ link, classNames, c, h, w, k, truth, pixels: shown.toString('base64') })}\n`);
