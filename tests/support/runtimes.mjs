// Trains a link in every build: native ones, ARM, WASI, the page's modules in Node, and the page in Chromium.
// Each returns the whole report.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { arch } from 'node:os';
import { promisify } from 'node:util';
import { root } from './paths.mjs';

const run = promisify(execFile);
const options = { maxBuffer: 1 << 28, timeout: 600_000 };

/**
 * @param {'native' | 'gcc' | 'sanitize'} build
 * @param {string} link
 * @param {number} threads
 * @param {string} [width] of registers in bits (default: the widest)
 */
export async function trainHere(build, link, threads, width) {
  const env = width ? { ...process.env, CALIB_SIMD: width } : process.env;
  return JSON.parse((await run(root(`build/${build}/calib`), ['train', link, '--threads', String(threads)], { ...options, env })).stdout);
}

/** Trains with the build for 64-bit ARM, in qemu. @param {string} link */
export async function trainArm(link) {
  const { stdout } = await run('qemu-aarch64', [root('build/aarch64/calib'), 'train', link, '--threads', '2'], options);
  return JSON.parse(stdout);
}

/** Lists the register widths that CALIB_SIMD may request on this machine. */
export function widthsHere() {
  const flags = arch() === 'x64' && existsSync('/proc/cpuinfo') ? readFileSync('/proc/cpuinfo', 'utf8') : '';
  return ['128', ...(/\bavx2\b/.test(flags) ? ['256'] : []), ...(/\bavx512bw\b/.test(flags) ? ['512'] : [])];
}

/** @param {string} link */
export async function trainWasi(link) {
  const { stdout } = await run(process.execPath, ['--no-warnings', root('tests/support/wasi.mjs'), 'train', link], options);
  return JSON.parse(stdout);
}

/**
 * Starts one process for several links, at the first request.
 * @param {string[]} links
 * @param {number} threads 0 for the single-threaded module
 * @returns {(link: string) => Promise<any>}
 */
export function trainModule(links, threads) {
  /** @type {Promise<any[]> | undefined} */
  let reports;
  const train = async () => {
    const { stdout } = await run(process.execPath, [root('tests/support/train-module.mjs'), String(threads), ...links], options);
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  return async (link) => (await (reports ??= train()))[links.indexOf(link)];
}

/**
 * Opens the link in a new page, which trains it, and reads the state that the page gives to scripts.
 * @param {import('puppeteer-core').BrowserContext} context
 * @param {string} url of the page
 * @param {string} link
 */
export async function trainPage(context, url, link) {
  const page = await context.newPage();
  try {
    await page.goto(`${url}#${link}&run=1`);
    await page.waitForFunction(() => /ended|failed/.test(globalThis.calib?.state), { timeout: 300_000, polling: 100 });
    return await page.evaluate(() => ({
      isolated: crossOriginIsolated,
      state: calib.state,
      digest: calib.digest,
      report: calib.report,
    }));
  } finally {
    await page.close();
  }
}
