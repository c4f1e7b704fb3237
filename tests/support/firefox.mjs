// Starts Debian's Firefox, headless, through WebDriver BiDi, with a temporary profile.
import { execFileSync } from 'node:child_process';
import puppeteer from 'puppeteer-core';

/** @returns {Promise<import('puppeteer-core').Browser>} the caller closes it */
export const launchFirefox = () =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: execFileSync('sh', ['-c', 'command -v firefox-esr'], { encoding: 'utf8' }).trim(),
    headless: true,
    protocolTimeout: 300_000,
    timeout: 180_000, // to start, on a busy machine
  });
