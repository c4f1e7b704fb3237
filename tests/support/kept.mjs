// Uses the place of kept runs as a reader does.

/** Opens the list by its link in Compare. */
export async function toList(page) {
  await page.evaluate(() => document.querySelector('[data-place="compare"]').click());
  await page.waitForFunction(() => !document.querySelector('.compare').hidden);
  await page.evaluate(() => document.querySelector('.to-kept').click());
  await page.waitForSelector('.library:not([hidden])');
}

/** Waits until the element shows the text. */
export const shows = (page, selector, text) =>
  page
    .waitForFunction(
      (selector, text) => document.querySelector(selector)?.textContent.replace(/\s/g, ' ').includes(text),
      { timeout: 20_000, polling: 50 },
      selector,
      text,
    )
    .catch(async () => {
      const there = await page.$eval(selector, (one) => one.textContent).catch(() => 'nothing');
      throw new Error(`${selector} says "${there}" instead of "${text}"`);
    });

/** Presses the button with this text. */
export const press = (page, scope, text) =>
  page.evaluate(
    (scope, text) => [...document.querySelectorAll(`${scope} button`)].find((one) => one.textContent.startsWith(text)).click(),
    scope,
    text,
  );

/** Returns the file that "Save all as one file" saves. */
export async function saveAll(page) {
  const text = await page.evaluate(async () => {
    const { createObjectURL } = URL;
    const { click } = HTMLAnchorElement.prototype;
    const saved = new Promise((resolve) => {
      URL.createObjectURL = (blob) => {
        resolve(blob);
        return createObjectURL.call(URL, blob);
      };
    });
    HTMLAnchorElement.prototype.click = () => {};
    [...document.querySelectorAll('.library button')].find((one) => one.textContent === 'Save all as one file').click();
    const bytes = new Uint8Array(await (await saved).arrayBuffer());
    URL.createObjectURL = createObjectURL;
    HTMLAnchorElement.prototype.click = click;
    let text = '';
    for (let i = 0; i < bytes.length; i += 30_000) text += String.fromCharCode(...bytes.subarray(i, i + 30_000));
    return btoa(text);
  });
  return Buffer.from(text, 'base64');
}

/** Opens a file by the button. */
export async function take(page, path) {
  await page.waitForFunction(() => !document.querySelectorAll('.library .tools button')[1].disabled);
  const [chooser] = await Promise.all([page.waitForFileChooser(), page.click('.library .tools button:nth-of-type(2)')]);
  await chooser.accept([path]);
}
