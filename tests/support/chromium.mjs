// Debian's Chromium, headless, with a profile of its own that is thrown away.
import { execFileSync } from 'node:child_process';
import puppeteer from 'puppeteer-core';

const path = () => execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim();

/**
 * @param {{args?: string[]}} [options] further flags
 * @returns {Promise<import('puppeteer-core').Browser>} close it in the end
 */
export function launchChromium({ args = [] } = {}) {
  return puppeteer.launch({
    executablePath: path(),
    headless: true,
    protocolTimeout: 300_000,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      ...args,
    ],
  });
}

/**
 * Collects what goes wrong on a page: uncaught errors, console errors, failed requests, and requests to other hosts.
 * @param {import('puppeteer-core').Page} page
 * @returns {string[]} grows while the page is used
 */
export function collectFaults(page) {
  const faults = [];
  page.on('pageerror', (/** @type {any} */ error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && faults.push(`console: ${message.text()}`));
  page.on('requestfailed', (request) => faults.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.hostname !== '127.0.0.1') faults.push(`other host: ${url.href}`);
  });
  return faults;
}
