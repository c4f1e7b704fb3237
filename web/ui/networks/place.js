// The place with the trained networks: cards in tables, one table per family, with buttons to evaluate,
// compare or open each.

import { sentence as reasonOf } from '../../core/formats/error.js';
import { filesOf, readCards, runOf, weightsOf } from '../../core/zoo.js';
import { h, say, show } from '../../draw/dom.js';
import { familiesOf } from '../../model/networks.js';
import { sentence, texts } from '../../texts/index.js';
import { tableOf } from './table.js';

/** @import {Engine} from '../../core/types.js' */
/** @typedef {import('../../model/networks.js').Network} Card */
/** @typedef {Awaited<ReturnType<typeof runOf>>} Adopted */

const words = texts.trained;

/**
 * @param {HTMLElement} stage
 * @param {Engine} engine
 * @param {{report: (files: Record<string, File>) => void, adopt: (run: Adopted, show: boolean) => void,
 *   open: (link: string) => void, train: (link: string) => void, evaluate: (network: File) => void,
 *   trainOn: (link: string, weights: File) => void, go: (place: string) => void}} on
 */
export function createZoo(stage, engine, on) {
  const { describe } = engine;
  /** @type {Set<string>} */
  const chosen = new Set();
  /** @type {Card[]} */
  let cards = [];
  let busy = false;
  /** @type {ReturnType<Engine['openEvaluation']> | null} */
  let evaluation = null;

  const lead = h('h1', { class: 'lead' }, words.reading);
  const compare = h('button', { class: 'button solid', onclick: compareChosen });
  const status = h('span', { class: 'note', role: 'status' });
  const error = h('p', { class: 'error', role: 'alert', hidden: true });
  const tools = h('div', { class: 'row tools', hidden: true }, compare, status);
  const list = h('div');
  const element = h('div', { class: 'compare zoo', hidden: true }, lead, h('p', { class: 'sub' }, words.sub), tools, error, list);
  stage.append(element);

  /** @param {unknown} wrong */
  function fail(wrong) {
    say(error, sentence(reasonOf(wrong)));
    show(error, true);
  }

  function drawTools() {
    say(compare, words.compare(chosen.size));
    compare.disabled = busy || !chosen.size;
    if (!busy) say(status, chosen.size ? '' : words.compareNote);
    for (const box of list.querySelectorAll('input')) box.checked = chosen.has(box.value);
    for (const button of list.querySelectorAll('button')) button.disabled = busy;
  }

  /** Does one thing at a time and shows its error. @param {() => Promise<void>} work */
  async function doing(work) {
    if (busy) return;
    busy = true;
    show(error, false);
    drawTools();
    try {
      await work();
    } catch (wrong) {
      fail(wrong);
    }
    busy = false;
    drawTools();
  }

  /** @param {Card[]} wished */
  async function adopt(wished, showFirst = false) {
    evaluation ??= engine.openEvaluation();
    for (const [i, card] of wished.entries()) {
      say(status, words.measuring(i + 1, wished.length));
      on.adopt(await runOf(engine, evaluation, card), showFirst && !i);
    }
    evaluation.cancel(); // frees its memory
    evaluation = null;
  }

  function compareChosen() {
    doing(async () => {
      await adopt(cards.filter(({ id }) => chosen.has(id)));
      on.go('compare');
    });
  }

  /** @param {Card} card */
  const report = (card) => doing(async () => on.report(await filesOf(card)));

  /** @param {Card} card */
  const openBench = (card) =>
    doing(async () => {
      await adopt([card], true);
      on.open(card.link);
    });

  /** Evaluates it on data, like the user's own network. @param {Card} card */
  const evaluate = (card) => doing(async () => on.evaluate(await weightsOf(card)));

  /** @param {Card} card */
  const trainOn = (card) => doing(async () => on.trainOn(card.link, await weightsOf(card)));

  /** @type {import('./table.js').Table} */
  const table = { describe, chosen, changed: drawTools, on: { report, openBench, evaluate, trainOn, train: on.train } };

  async function fill() {
    /** @type {import('../../model/networks.js').NetworkFamily[]} */
    let families = [];
    try {
      families = familiesOf(describe, await readCards(engine));
    } catch (wrong) {
      say(lead, words.none);
      return fail(wrong);
    }
    cards = families.flatMap(({ networks }) => networks);
    say(lead, cards.length ? words.lead(cards.length) : words.none);
    const chance = Math.max(...cards.map(({ figures }) => figures.chance));
    list.replaceChildren(
      ...families.map((family) => tableOf(table, family)),
      h('p', { class: 'note' }, cards.length ? words.note(chance) : ''),
    );
    show(tools, cards.length > 0);
    drawTools();
  }

  let filled = false;
  return {
    /** @param {boolean} visible */
    show(visible) {
      show(element, visible);
      if (!visible || filled) return;
      filled = true;
      fill();
    },
  };
}
