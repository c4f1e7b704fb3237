// Debian's Firefox, headless, driven through WebDriver BiDi, with a profile of its own that is thrown away.
import { execFileSync } from 'node:child_process';
import puppeteer from 'puppeteer-core';

/** @returns {Promise<import('puppeteer-core').Browser>} close it in the end */
export const launchFirefox = () =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: execFileSync('sh', ['-c', 'command -v firefox-esr'], { encoding: 'utf8' }).trim(),
    headless: true,
    protocolTimeout: 300_000,
    timeout: 180_000, // until it has started, beside other work
  });
