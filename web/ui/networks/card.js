// The card of a trained network: what it is, its files, and what can be done with it.
import { h } from '../../draw/dom.js';
import { named } from '../../model/named.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../engine.d.ts').Describe} Describe */
/** @typedef {import('../../model/networks.js').Network} Card */
/**
 * @typedef {{openBench: (card: Card) => void, evaluate: (card: Card) => void, trainOn: (card: Card) => void,
 *   train: (link: string) => void, report: (card: Card) => void}} Does
 */

const words = texts.trained;

/**
 * @param {Describe} describe
 * @param {Card} card
 * @param {Does} on
 */
export function cardOf(describe, card, on) {
  const { link, digest, data_hash: hash, seconds, machine, limits, files, figures } = card;
  const entry = describe.loss.find(({ id }) => id === card.lossId);
  const download = Object.entries(words.fileNames).flatMap(([role, name], i) => [
    i ? ', ' : '',
    h('a', { href: `zoo/${named(files, role).path}`, download: named(files, role).path.replaceAll('/', '-') }, name),
    ` ${words.size(named(files, role).bytes)}`,
  ]);
  const needs = describe.data.find(({ id }) => id === card.id.split('/')[0])?.needs_files;
  const lines = /** @type {[string, (Node | string)[]][]} */ ([
    [words.card.loss, [entry?.help ?? card.loss]],
    [words.card.limits, [limits]],
    [words.card.byEce, [words.byEce(figures.by_ece.T, figures.by_ece.ece)]],
    [words.card.trained, [words.trained(seconds, machine)]],
    [words.card.digest, [h('code', null, digest)]],
    [words.card.data, [h('code', null, hash)]],
    [words.card.link, [h('code', null, link)]],
    [words.card.files, download],
  ]);
  return h(
    'div',
    { class: 'card' },
    h(
      'p',
      { class: 'row' },
      h('button', { class: 'button', 'data-does': 'bench', title: words.benchHelp, onclick: () => on.openBench(card) }, words.bench),
      h(
        'button',
        { class: 'button', 'data-does': 'evaluate', title: words.evaluateHelp, onclick: () => on.evaluate(card) },
        words.evaluate,
      ),
      h('button', { class: 'button', 'data-does': 'train-on', title: words.trainOnHelp, onclick: () => on.trainOn(card) }, words.trainOn),
      needs
        ? h('span', { class: 'note' }, words.againFiles)
        : h('button', { class: 'button', 'data-does': 'again', onclick: () => on.train(link) }, words.again),
    ),
    h('dl', null, ...lines.map(([name, what]) => h('div', null, h('dt', null, name), h('dd', null, ...what)))),
  );
}
