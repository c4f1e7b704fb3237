// Every way to train a link: the builds for this machine, and for ARM, WASI, the page's modules in Node, and
// the page in Chromium. Each gives the whole report.
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
 * @param {string} [width] of the registers, in bits; else the widest
 */
export async function trainHere(build, link, threads, width) {
  const env = width ? { ...process.env, CALIB_SIMD: width } : process.env;
  return JSON.parse((await run(root(`build/${build}/calib`), ['train', link, '--threads', String(threads)], { ...options, env })).stdout);
}

/** The build for 64-bit ARM, by qemu. @param {string} link */
export async function trainArm(link) {
  const { stdout } = await run('qemu-aarch64', [root('build/aarch64/calib'), 'train', link, '--threads', '2'], options);
  return JSON.parse(stdout);
}

/** The widths of registers that CALIB_SIMD may ask for here. */
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
 * One process for several links; it is started when the first is asked for.
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
 * Opens the link in a page of its own, which trains it, and reads the state that scripts see.
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
