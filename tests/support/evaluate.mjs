// Uses the place Evaluate as a reader does.
import { drawn } from './page.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** Picks files by the button. @param {Page} page @param {string[]} paths */
export async function choosePaths(page, paths) {
  await page.waitForSelector('#evaluate .drop-zone button');
  const [chooser] = await Promise.all([page.waitForFileChooser(), page.click('#evaluate .drop-zone button')]);
  await chooser.accept(paths);
}

/** Waits for the report on all files, after the last request. @param {Page} page */
export async function done(page) {
  await drawn(page);
  await page.waitForFunction(() => {
    const { state } = /** @type {HTMLElement} */ (document.querySelector('#evaluate')).dataset;
    return state === 'done' && /** @type {HTMLElement | null} */ (document.querySelector('.saving'))?.hidden === false;
  });
}

/** @param {Page} page @param {string} selector */
export const text = (page, selector) => page.$eval(selector, (element) => element.textContent ?? '');
/** @param {Page} page @param {string} selector */
export const press = (page, selector) => page.$eval(selector, (element) => /** @type {HTMLElement} */ (element).click());

/** Waits until the place shows the text. @param {Page} page @param {RegExp} pattern */
export const says = (page, pattern, where = '#evaluate') =>
  page.waitForFunction(
    (where, source) => new RegExp(source).test(document.querySelector(where)?.textContent ?? ''),
    {},
    where,
    pattern.source,
  );

/**
 * Waits for the report and returns the file that a button saves.
 * @param {Page} page
 * @param {string} format
 * @returns {Promise<string>}
 */
export async function saved(page, format) {
  await done(page);
  return page.evaluate(
    (format) =>
      new Promise((resolve) => {
        const { createObjectURL } = URL;
        URL.createObjectURL = (blob) => {
          URL.createObjectURL = createObjectURL;
          /** @type {Blob} */ (blob).text().then(resolve);
          return createObjectURL.call(URL, blob);
        };
        /** @type {HTMLElement} */ (document.querySelector(`.evaluate [data-format=${format}]`)).click();
      }),
    format,
  );
}
