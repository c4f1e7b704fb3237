// Draws links from a seed: correct ones, and as mail programs, chats, printers and people damage them.
import { readdirSync, readFileSync } from 'node:fs';
import { readExercise } from '../../web/model/exercise/read.js';
import { presets } from '../../web/model/presets.js';
import { root } from './paths.mjs';

/** The exercises of the folder, by id. */
export const exercises = Object.fromEntries(
  readdirSync(root('web/exercises'))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => [name.slice(0, -3), readExercise(readFileSync(root(`web/exercises/${name}`), 'utf8'))]),
);

/**
 * Every link that the lab itself gives: of presets, of exercises' runs, of the zoo.
 * @type {string[]}
 */
export const realLinks = [
  ...presets.map(({ link }) => link),
  ...Object.values(exercises).flatMap(({ runs }) => Object.values(runs).map(({ link }) => link)),
  ...readdirSync(root('models/zoo'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('card.json'))
    .map((name) => JSON.parse(readFileSync(root(`models/zoo/${name}`), 'utf8')).link),
];

/**
 * @param {number} seed
 * @returns {(below: number) => number} draws whole numbers below its argument from a counter (splitmix32)
 */
export function random(seed) {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x9e3779b9) | 0;
    let word = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return Math.floor((((word ^ (word >>> 15)) >>> 0) / 2 ** 32) * below);
  };
}

const INSIDE = 'abcdefghijklmnopqrstuvwxyz0123456789-._~:,/=&()+';
const AROUND = [
  '\n',
  ' ',
  '\r\n',
  '\t',
  '\0',
  '%',
  '%2',
  '%zz',
  '#',
  '?',
  '<',
  '>',
  '"',
  "'",
  '–',
  '’',
  '…',
  '\u00a0',
  '\ufeff',
  'é',
  '💥',
  ';',
  '\\',
  '|',
  '%00',
  '%26',
  '%3D',
  '&amp;',
  '=\r\n',
  '3D',
];
const NUMBERS = [
  '0',
  '-1',
  '1e999',
  '-1e999',
  'nan',
  'inf',
  '0x10',
  '1e-400',
  '00',
  '.5',
  '5.',
  '1,5',
  '2147483648',
  '4294967296',
  '9'.repeat(40),
  '1e5',
  '0.1e1',
  '+3',
  '1_000',
  '',
  '7',
  '12',
];

/** @param {string} text may hold half a character */
const escaped = (text) => encodeURIComponent(Buffer.from(text).toString());

/** @type {((link: string, draw: (below: number) => number, others: string[]) => string)[]} */
const changes = [
  (link, draw) => at(link, draw(link.length), 1, INSIDE[draw(INSIDE.length)]),
  (link, draw) => at(link, draw(link.length), 1, INSIDE[draw(INSIDE.length)]),
  (link, draw) => at(link, draw(link.length), 1, ''),
  (link, draw) => at(link, draw(link.length + 1), 0, INSIDE[draw(INSIDE.length)]),
  (link, draw) => at(link, draw(link.length + 1), draw(2), AROUND[draw(AROUND.length)]),
  (link, draw) => at(link, draw(link.length), 1, String.fromCharCode(draw(65536))),
  (link, draw) => link.slice(0, draw(link.length)), // cut short
  (link, draw) => link.slice(0, draw(link.length)),
  (link, draw) => link.slice(draw(link.length)), // the end alone
  (link, draw) => at(link, draw(link.length), draw(20), ''),
  (link, draw) => at(link, draw(link.length), 2, [...link.slice(0, 2)].reverse().join('')),
  (link, draw) => link.slice(0, draw(link.length)) + link.slice(draw(link.length)), // a piece twice, or lost
  (link, draw) => parts(link, (all) => all.splice(draw(all.length), 1)),
  (link, draw) => parts(link, (all) => all.push(all[draw(all.length)])),
  (link) => parts(link, (all) => all.reverse()),
  (link, draw, others) => parts(link, (all) => all.splice(draw(all.length), 1, ...pick(others, draw).split('&').slice(draw(4), 4))),
  (link, draw, others) => link.slice(0, draw(link.length)) + pick(others, draw).slice(draw(60)),
  (link, draw) => link.replace(/[\d.]+/g, (number) => (draw(6) ? number : NUMBERS[draw(NUMBERS.length)])),
  (link) => link.toUpperCase(),
  escaped,
  (link, draw) => link.replace(/[^a-z0-9]/g, (one) => (draw(2) ? one : escaped(one))),
  (link) => `https://lab.example/some/where/?from=mail#${link}`,
  (link, draw) =>
    link +
    ['.', ',', ')', '>', '&', '&&', '&=', '&v=1', '&view=curves', '&run=1', '&utm_source=mail', '&fbclid=x', '#', '%0D%0A'][draw(14)],
];

/** @param {string} link @param {number} where @param {number} count @param {string} instead */
const at = (link, where, count, instead) => link.slice(0, where) + instead + link.slice(where + count);

/** @param {string} link @param {(all: string[]) => void} change */
function parts(link, change) {
  const all = link.split('&');
  change(all);
  return all.join('&');
}

/** @param {string[]} list @param {(below: number) => number} draw */
const pick = (list, draw) => list[draw(list.length)];

/**
 * Draws a text that was never a link: words of the grammar in any order, or any bytes.
 * @param {(below: number) => number} draw
 * @param {string[]} words
 */
function nonsense(draw, words) {
  if (draw(3)) return Array.from({ length: 1 + draw(12) }, () => words[draw(words.length)] + (draw(3) ? '' : '=,:&/'[draw(5)])).join('');
  return String.fromCharCode(...Array.from({ length: draw(200) }, () => (draw(4) ? 32 + draw(95) : draw(0x2100))));
}

/**
 * @param {string[]} links valid ones
 * @param {number} count
 * @param {number} seed
 * @returns {Generator<string>}
 */
export function* hostileLinks(links, count, seed) {
  const draw = random(seed);
  const words = [...new Set(links.flatMap((link) => link.split(/(?<=[=,:&/])|(?=[=,:&/])/)))];
  for (let i = 0; i < count; i++) {
    if (i % 10 === 9) {
      yield nonsense(draw, words);
      continue;
    }
    let link = pick(links, draw);
    for (let times = 1 + (draw(3) ? 0 : draw(4)); times > 0 && link; times--)
      link = pick(/** @type {any} */ (changes), draw)(link, draw, links);
    yield link;
  }
}
