// Uses the teacher's page as a teacher does.

/**
 * Pastes the codes that students handed in.
 * @param {import('puppeteer-core').Page} page
 * @param {string} codes
 */
export async function paste(page, codes) {
  await page.waitForSelector('#codes', { visible: true });
  await page.$eval(
    '#codes',
    (field, text) => {
      /** @type {HTMLTextAreaElement} */ (field).value = text;
      field.dispatchEvent(new Event('input'));
    },
    codes,
  );
}
