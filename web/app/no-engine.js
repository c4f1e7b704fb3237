// The page without an engine: what the browser lacks, and the texts that can still be read.
import { isHostFault } from '../core/host.js';
import { readLink } from '../core/link.js';
import { h } from '../draw/dom.js';
import { decimal, percent } from '../texts/format.js';
import { readMessages, sentence, texts } from '../texts/index.js';
import { folder } from '../ui/class/place.js';
import { prose } from '../ui/shell/text/prose.js';

const words = texts.noEngine;
const writer = { value: () => h('span', { class: 'quiet' }, '…'), view: () => {} };

/**
 * Shows the text and questions of an exercise, without runs and answers.
 * @param {import('../model/exercise/read.js').Exercise} it
 */
const reading = (it) =>
  h(
    'details',
    null,
    h('summary', null, it.title),
    h('p', { class: 'quiet' }, it.learn),
    ...it.steps.flatMap(({ title, blocks }) => [
      title && h('h3', null, title),
      ...blocks.flatMap((block) => {
        if (block.kind === 'text') return [h('div', { class: 'prose' }, ...prose(block.tokens, writer))];
        return block.kind === 'question' ? prose(it.tokens[`${block.id} ask`] ?? [], writer) : [];
      }),
    ]),
  );

/** @param {import('../core/zoo.js').Card[]} cards */
function networks(cards) {
  const row = (/** @type {import('../core/zoo.js').Card} */ { name, loss, link, figures: { before, after, T } }) => {
    const [, data = ''] = /data=([a-z0-9]+)/.exec(link) ?? [];
    const cells = [data, loss, ...[before.error, before.ece, after.ece].map((figure) => percent(figure ?? NaN)), decimal(T, 2)];
    return h('tr', null, h('th', { scope: 'row' }, name), ...cells.map((cell) => h('td', null, cell)));
  };
  return h(
    'div',
    { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': words.networks },
    h(
      'table',
      { class: 'data' },
      h('thead', null, h('tr', null, ...words.columns.map((one) => h('th', { scope: 'col' }, one)))),
      h('tbody', null, ...cards.map(row)),
    ),
  );
}

/** @param {HTMLElement} stage @param {string} why */
export async function showNoEngine(stage, why) {
  const link = readLink();
  await readMessages(); // not awaited yet if the engine did not open
  const more = h('div');
  const { title, instead, link: copy } = isHostFault(why) ? words.host : words;
  stage.replaceChildren(
    h(
      'div',
      { class: 'without' },
      h('h1', { class: 'lead' }, title),
      h('p', { role: 'alert' }, sentence(why)),
      h('p', { class: 'quiet' }, instead),
      ...(link ? [h('p', { class: 'quiet' }, copy), h('code', { class: 'recovered-link' }, link)] : []),
      more,
    ),
  );
  const { loadCards } = await import('../core/zoo.js');
  const [exercises, cards] = await Promise.all([folder().catch(() => []), loadCards().catch(() => [])]);
  if (exercises.length) more.append(h('h2', null, words.exercises), ...exercises.map(({ it }) => reading(it)));
  if (cards.length) more.append(h('h2', null, words.networks), networks(cards));
}
