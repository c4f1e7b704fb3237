// The place with the trained networks: cards in tables, one table per family, with buttons to evaluate,
// compare or open each.

import { sentence as reasonOf } from '../../core/formats/error.js';
import { familiesOf, filesOf, readCards, runOf, weightsOf } from '../../core/zoo.js';
import { attribute, h, say, show } from '../../draw/dom.js';
import { named } from '../../model/named.js';
import { nth } from '../../model/nth.js';
import { decimal, forPrograms } from '../../texts/format.js';
import { sentence, texts, translated } from '../../texts/index.js';

/** @import {Engine} from '../../core/types.js' */
/** @typedef {import('../../core/zoo.js').ReadCard} Card */
/** @typedef {Awaited<ReturnType<typeof runOf>>} Adopted */

const words = texts.trained;

/** @type {{id: string, larger: boolean, digits: number, of: (card: Card) => number}[]} */
const columns = [
  { id: 'says', larger: false, digits: 1, of: ({ figures }) => 100 * figures.says },
  { id: 'right', larger: true, digits: 1, of: ({ figures }) => 100 - 100 * (figures.before.error ?? NaN) },
  { id: 'ece', larger: false, digits: 2, of: ({ figures }) => 100 * (figures.before.ece ?? NaN) },
  { id: 'after', larger: false, digits: 2, of: ({ figures }) => 100 * (figures.after.ece ?? NaN) },
  { id: 'nll', larger: false, digits: 3, of: ({ figures }) => figures.before.nll ?? NaN },
  { id: 'T', larger: false, digits: 1, of: ({ figures }) => figures.T },
];
const plain = ['says', 'T']; // columns where neither larger nor smaller is better

/** Translates a network's card to the page's language. @param {Card} card */
const inWordsOfPage = (card) => ({
  ...card,
  name: translated(card.name),
  limits: translated(card.limits),
  machine: translated(card.machine),
});

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

  /** @param {Card} card */
  const lossName = ({ loss, lossId }) => describe.loss.find(({ id }) => id === lossId)?.label ?? loss;

  /** @param {Card} card */
  const nameOf = (card) => `${card.name}, ${lossName(card)}`;

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

  /** @param {Card} card */
  function about(card) {
    const { link, digest, data_hash: hash, seconds, machine, limits, files } = card;
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
        h('button', { class: 'button', 'data-does': 'bench', title: words.benchHelp, onclick: () => openBench(card) }, words.bench),
        h('button', { class: 'button', 'data-does': 'evaluate', title: words.evaluateHelp, onclick: () => evaluate(card) }, words.evaluate),
        h('button', { class: 'button', 'data-does': 'train-on', title: words.trainOnHelp, onclick: () => trainOn(card) }, words.trainOn),
        needs
          ? h('span', { class: 'note' }, words.againFiles)
          : h('button', { class: 'button', 'data-does': 'again', onclick: () => on.train(link) }, words.again),
      ),
      h('dl', null, ...lines.map(([name, what]) => h('div', null, h('dt', null, name), h('dd', null, ...what)))),
    );
  }

  /** @param {Card} card @param {boolean[]} best by column @param {number} width of the table in columns */
  function rowsOf(card, best, width) {
    const label = lossName(card);
    const box = h('input', {
      type: 'checkbox',
      value: card.id,
      'aria-label': words.choose(nameOf(card)),
      onchange: () => {
        if (box.checked) chosen.add(card.id);
        else chosen.delete(card.id);
        drawTools();
      },
    });
    const more = h('tr', { class: 'about', hidden: true }, h('td', { colspan: width }));
    const name = h(
      'button',
      {
        class: 'name',
        'aria-expanded': 'false',
        onclick: () => {
          const opens = !!more.hidden;
          if (opens) more.firstElementChild?.replaceChildren(about(card));
          show(more, opens);
          attribute(name, 'aria-expanded', String(opens));
        },
      },
      label,
    );
    const cells = columns.map(({ of, digits }, i) =>
      h('td', null, best[i] ? h('strong', null, decimal(of(card), digits)) : decimal(of(card), digits)),
    );
    const button = h('button', { class: 'plain', 'aria-label': words.reportOf(nameOf(card)), onclick: () => report(card) }, words.report);
    return [
      h(
        'tr',
        { 'data-card': card.id },
        h('td', { class: 'box' }, h('label', null, box)),
        h('th', { scope: 'row' }, name),
        ...cells,
        h('td', null, button),
      ),
      more,
    ];
  }

  /**
   * Describes how well a family fits its training set, and the effect of focal loss on it.
   * @param {Card[]} members
   */
  function fitOf(members) {
    const of = (/** @type {string} */ loss) => members.find(({ lossId }) => lossId === loss);
    const [ce, focal] = [of('ce'), of('focal')];
    if (!ce) return '';
    const [a, b] = [ce, focal].map((card) => card?.figures.before.ece ?? NaN);
    const focalNote = focal && a !== undefined && b !== undefined ? words.focal[b < a ? 'better' : 'worse'](a, b) : '';
    return ` ${words.fit(ce.training_error)} ${focalNote}`;
  }

  /** @param {import('../../core/zoo.js').Family} family */
  function tableOf({ cards: members }) {
    const { name, id, samples, parameters } = nth(members, 0);
    const data = describe.data.find((one) => one.id === id.split('/')[0])?.label ?? '';
    const rounded = columns.map(({ of, digits }) => forPrograms(() => members.map((card) => Number(decimal(of(card), digits)))));
    const best = columns.map(({ id, larger }, c) => {
      const values = nth(rounded, c);
      const at = larger ? Math.max(...values) : Math.min(...values);
      return values.map((value) => members.length > 1 && !plain.includes(id) && value === at);
    });
    const all = h(
      'button',
      {
        class: 'plain',
        onclick: () => {
          const full = members.every((card) => chosen.has(card.id));
          for (const card of members) full ? chosen.delete(card.id) : chosen.add(card.id);
          drawTools();
        },
      },
      words.all,
    );
    const title = words.family(name, data);
    const heads = [words.columns.loss ?? '', ...columns.map(({ id }) => words.columns[id] ?? id)];
    return h(
      'section',
      { 'aria-label': title },
      h('div', { class: 'heading' }, h('h2', null, title), members.length > 1 && all),
      h('p', { class: 'note' }, words.familyNote(parameters, samples.train, samples.test), members.length > 1 && ` ${words.alike}`),
      h('p', { class: 'note fit' }, fitOf(members)),
      h(
        'div',
        { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': title },
        h(
          'table',
          { class: 'runs-table' },
          h('thead', null, h('tr', null, h('td'), ...heads.map((head) => h('th', { scope: 'col' }, head)), h('td'))),
          h(
            'tbody',
            null,
            ...members.flatMap((card, m) =>
              rowsOf(
                card,
                best.map((column) => nth(column, m)),
                columns.length + 3,
              ),
            ),
          ),
        ),
      ),
    );
  }

  async function fill() {
    try {
      cards = (await readCards(engine)).map(inWordsOfPage);
    } catch (wrong) {
      say(lead, words.none);
      return fail(wrong);
    }
    say(lead, cards.length ? words.lead(cards.length) : words.none);
    const families = familiesOf(cards);
    const chance = Math.max(...cards.map(({ figures }) => figures.chance));
    list.replaceChildren(...families.map(tableOf), h('p', { class: 'note' }, cards.length ? words.note(chance) : ''));
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
