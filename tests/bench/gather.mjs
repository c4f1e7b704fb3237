// Opens every contender, and lists those that cannot take part.
import { launchChromium } from '../support/chromium.mjs';
import { commands } from './command.mjs';
import { chromium, narrow, native, node, WIDE, wasi } from './engine.mjs';
import { jax, missingJax } from './jax.mjs';
import { missingOrt, ort } from './ort.mjs';
import { missingTfjs, tfjs } from './tfjs.mjs';
import { missingTorch, torch } from './torch.mjs';

const FLAGS = ['--disable-background-timer-throttling', '--disable-renderer-backgrounding', '--disable-backgrounding-occluded-windows'];

/**
 * @param {{engine: any, nets: Record<string, import('./nets.mjs').Net>, threads: number[],
 *   after: (undo: () => unknown) => void}} options
 */
export async function gather({ engine, nets, threads, after }) {
  const browser = await launchChromium({ whole: true, args: FLAGS });
  after(() => browser.close());
  const ours = await chromium(browser, after);
  /** @type {import('./measure.mjs').Contender[]} */
  const contenders = [false, true].flatMap((fast) => threads.map((count) => ours(count, fast)));
  /** @type {Record<string, string>} */
  const missing = {};
  /** @type {Set<string>} */
  const warnings = new Set();
  /** @type {Record<string, string>} */
  const versions = { node: process.version, v8: process.versions.v8, chromium: (await browser.version()).replace(/^.*\//, '') };
  for (const count of threads) {
    const inNode = node(count);
    after(inNode.close);
    contenders.push(inNode);
  }
  contenders.push(wasi(), ...threads.map(native), ...(WIDE ? [narrow()] : []), ...(await commands(browser, threads, after)));

  /**
   * Opens a peer; its failure does not affect the others.
   * @param {string} name
   * @param {string | null} absent
   * @param {(add: (...more: import('./measure.mjs').Contender[]) => unknown) => Promise<void>} open
   */
  async function invite(name, absent, open) {
    /** @type {import('./measure.mjs').Contender[]} */
    const own = [];
    try {
      if (absent) throw new Error(absent);
      await open((...more) => own.push(...more));
    } catch (/** @type {any} */ { message }) {
      missing[name] = message.split('\n')[0];
    }
    return own;
  }
  /** @type {Awaited<ReturnType<typeof tfjs>> | null} */
  let openTfjs = null;
  // All at once, since opening waits more than it computes.
  const peers = await Promise.all([
    invite('PyTorch', missingTorch(), async (add) => {
      for (const count of threads) {
        const peer = await torch(count, nets);
        after(peer.close);
        add(...peer.contenders);
        Object.assign(versions, peer.versions);
        if (peer.warning) warnings.add(peer.warning);
      }
    }),
    invite('TensorFlow.js', missingTfjs(), async (add) => {
      openTfjs = await tfjs(browser, after, nets);
      for (const count of threads) {
        for (const patched of [false, true]) {
          const { contender, about } = await openTfjs(count, patched);
          add(contender);
          versions['TensorFlow.js'] = `${about.version} (SIMD ${about.simd ? 'on' : 'off'})`;
        }
      }
    }),
    invite('ONNX Runtime Web', missingOrt(), async (add) => {
      const open = await ort(browser, after, engine);
      for (const count of threads) {
        const { contender, about } = await open(count);
        add(contender);
        versions['ONNX Runtime Web'] = about.version;
      }
    }),
    invite('jax-js', missingJax(), async (add) => {
      const open = await jax(browser, after, nets);
      for (const count of threads) {
        const { contender, version } = await open(count);
        add(contender);
        versions['jax-js'] = version;
      }
    }),
  ]);
  contenders.push(...peers.flat());
  return {
    contenders,
    missing,
    versions,
    warnings,
    hasTorch: !missing.PyTorch,
    openTfjs: /** @type {Awaited<ReturnType<typeof tfjs>> | null} */ (openTfjs),
  };
}
