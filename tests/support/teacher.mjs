// The teacher's page, used as a teacher does.

/** Pastes what students have handed in. @param {import('puppeteer-core').Page} page @param {string} codes */
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
