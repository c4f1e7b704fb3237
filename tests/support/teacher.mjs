// Uses the teacher's page as a teacher does, and makes the answer codes of small exercises.
import { codeOf } from '../../web/model/exercise/code.js';
import { readExercise } from '../../web/model/exercise/read.js';

export const CHEAP = 'data=moons:train=100,val=100,test=200&model=mlp:hidden=8&epochs=2';
export const ENDLESS = 'data=moons:train=20000,val=100,test=200&model=mlp:hidden=256&epochs=5000';
export const DIGEST = '0123456789abcdef'.repeat(4);

/**
 * Writes an exercise with one run and one question.
 * @param {string} title
 * @param {string} link
 * @param {string} right condition of the right answer
 */
export const sourceOf = (title, link, right) =>
  `---\ntitle: ${title}\nruns: {a: {label: moons, link: "${link}"}}\nquestions:\n  c:\n    choose: Which?\n    options:\n      - {text: much, if: "${right}"}\n      - {text: little}\n---\nText.\n\n[[c]]\n\n[[a]]\n`;

/** @param {string} text @param {Record<string, string>} runs */
export const codeFor = (text, runs) => codeOf('', readExercise(text), { name: 'Ada', answers: { c: 0 }, runs, own: {} }, '1.1.0');

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
