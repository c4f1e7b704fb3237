// A network that the user brought to Evaluate: what it is, what it is given, and its answers, which then go the way of all logits.

import { isNetwork, isOnnx, partialLink } from '../../../core/client/network.js';
import { pickFiles } from '../../../core/files.js';
import { sentence as reasonOf } from '../../../core/formats/error.js';
import { npyFile } from '../../../core/formats/npy-write.js';
import { normalisations } from '../../../core/formats/onnx-input.js';
import { h, say, show } from '../../../draw/dom.js';
import { nth } from '../../../model/nth.js';
import { sentence, texts } from '../../../texts/index.js';
import { dataOf, idOf, isKnown, offersOf, shapeOf, takeData, triedOf } from './data.js';
import { createFields } from './fields.js';
import { createNaming, offer } from './naming.js';

/** @import {Engine} from '../../../core/types.js' */
/** @import {NetworkLook} from '../../../engine.d.ts' */
/** @typedef {import('../roles.js').Role} Role */
/** @typedef {ReturnType<Engine['openNetwork']>} Network */
/** @typedef {Awaited<ReturnType<Network['inspect']>>} Found */

const words = texts.network;

/** A network of this engine, as opposed to an ONNX model. @param {Found} found @returns {found is NetworkLook} */
const isOwn = (found) => 'about' in found;

/**
 * @param {Engine} engine
 * @param {{link: () => string, take: (files: File[], roles: Record<string, Role>) => void, trainOn: (link: string, weights: Blob) => void}} does
 *   link: of the workbench; take: outputs and labels, to be measured
 */
export function createNetworkPart(engine, does) {
  /** @type {Network | null} */
  let network = null;
  /** @type {Found | null} */
  let found = null; // what inspect() found
  let turn = 0;
  let saysPixels = false; // the user said how they are normalised

  const name = h('code');
  const away = h('button', { class: 'away', onclick: () => remove() }, '×');
  const about = h('p', { class: 'note' });
  const naming = createNaming();

  const fields = createFields({ inspect: () => void inspect(), sayPixels: () => sayPixels() });
  const { data, model, guessed, ofOnnx: onnxFields, ofPixels: pixelFields } = fields;
  const offers = h('p', { class: 'note offers' });
  const fits = h('p', { class: 'note offers' });
  const run = h('button', { class: 'button', 'data-does': 'evaluate', onclick: () => evaluate() }, words.evaluate);
  const trainOn = h('button', { class: 'plain', title: words.trainOnHelp, onclick: () => train() }, words.trainOn);
  const curvature = h('button', { class: 'plain', onclick: () => curve() }, words.curvature);
  const stop = h('button', { class: 'plain', 'data-does': 'cancel', onclick: () => cancel() }, words.cancel);
  const testAlone = h('p', { class: 'note', role: 'status' });
  const doing = h('p', { class: 'note', role: 'status' });
  const trouble = h('p', { class: 'error', role: 'alert' });
  const wanted = h('span');
  const wantedLine = h(
    'p',
    { class: 'note wanted', role: 'status', hidden: true },
    wanted,
    h('button', { class: 'button', 'data-does': 'files', onclick: () => addData() }, words.chooseData),
  );
  const curved = h('p', { class: 'note', 'aria-live': 'polite' });
  const element = h(
    'section',
    { class: 'part network-part', 'aria-label': words.title, hidden: true },
    h('div', { class: 'head' }, h('h2', null, words.title)),
    h('div', { class: 'head' }, name, away),
    about,
    ...naming.lines,
    data.line,
    offers,
    model.line,
    fits,
    onnxFields,
    pixelFields,
    h('p', { class: 'deeds' }, run, ' ', stop, ' ', trainOn, ' ', curvature),
    doing,
    wantedLine,
    testAlone,
    curved,
    trouble,
  );

  /** What is under way, or that nothing is. @param {string} what */
  function busy(what) {
    say(doing, what);
    show(doing, !!what);
    show(stop, !!what);
    element.dataset.state = what ? 'busy' : found ? 'ready' : 'refused';
    for (const button of [run, trainOn, curvature])
      button.disabled = !!what || !found || (isOwn(found) && !found.fits) || !fields.dataNow();
  }

  /** @param {unknown} wrong */
  function fail(wrong) {
    say(trouble, sentence(reasonOf(wrong)));
    show(trouble, true);
    busy('');
  }

  /** Does one thing at a time; what an earlier one finds is dropped. @param {string} what @param {(mine: () => boolean) => Promise<void>} doIt */
  async function work(what, doIt) {
    const mine = ++turn;
    say(trouble, '');
    show(trouble, false);
    show(wantedLine, false);
    busy(what);
    try {
      await doIt(() => mine === turn);
      if (mine === turn) busy('');
    } catch (wrong) {
      if (mine === turn) fail(wrong);
    }
  }

  const isModel = () => !!network && isOnnx(network.file.name);

  /** A link with what the fields say of data and model. */
  function dataLink() {
    const text = fields.dataNow().replace(/^data=/, '');
    const chosen = isModel() ? '' : model.input.value.trim().replace(/^model=/, '');
    return partialLink(text, chosen);
  }

  /** That link as the network is evaluated. */
  async function evaluationLink() {
    if (!found || !isOwn(found)) return dataLink();
    const { about, evaluate } = found;
    return about.values === 'pixels' ? engine.link.set(evaluate, fields.pixels(nth(about.input, 0))) : evaluate;
  }

  /** Data of this network's shape, chosen where its files were brought; false where the user has to say. @param {import('./data.js').Shape} shape @param {() => boolean} mine */
  async function chooseData(shape, mine) {
    const found = await offersOf(engine, does.link(), shape);
    if (!mine()) return false;
    if (!fields.dataNow() && found[0]?.sure) data.input.value = found[0].text;
    const texts = found.map(({ text }) => text);
    offer(offers, words.here, texts, data.input, inspect);
    if (fields.dataNow()) return true;
    waiting = { again: inspect };
    say(wanted, words.askData);
    show(wantedLine, true);
    return false;
  }

  /** Whether what was found is given pixels. */
  const shown = () => !!found && (!isOwn(found) || found.about.values === 'pixels');

  async function inspect() {
    if (!network) return;
    const brought = network;
    const onnx = isModel();
    found = null;
    await work(words.reading, async (mine) => {
      let said = await brought.inspect(onnx ? '' : dataLink());
      if (!mine()) return;
      const link = isOwn(said) ? said.evaluate : said.link;
      if (link && !data.input.value) data.input.value = await dataOf(engine, link);
      if (!mine()) return;
      const shape = isOwn(said) ? { k: said.about.classes, c: said.about.input[0] ?? 0 } : shapeOf(said.input.shape, said.output.shape);
      const known = await chooseData(shape, mine);
      if (!mine()) return;
      if (known && isOwn(said) && !said.evaluate) said = await brought.inspect(dataLink());
      if (!mine()) return;
      found = said;
      if (isOwn(said)) return tell(said, mine);
      say(about, `${words.onnx(said.nodes, said.producer)} ${words.shapes(said.input.shape, said.output.shape)}`);
      if (known) await guess(mine);
    });
    const pixels = shown() && fields.dataNow();
    show(onnxFields, onnx && !!found && !!fields.dataNow());
    show(pixelFields, !!pixels);
  }

  /** @param {NetworkLook} said @param {() => boolean} mine */
  async function tell({ fits: good, why, proposals, guesses, about: what }, mine) {
    say(about, words.own(what.model, what.parameters));
    naming.tell(what.naming, good);
    model.input.value = what.model;
    offer(fits, words.fits(proposals.length), proposals, model.input, inspect, proposals.length === 1 ? words.fitsAlone : '');
    if (!good) throw new Error(why);
    if (what.values !== 'pixels' || saysPixels) return;
    fields.setPixels(what.mean?.join('/') ?? '', what.std?.join('/') ?? '');
    say(guessed, words.normalisedBy);
    if (guesses && fields.dataNow()) await guessPixels(mine);
  }

  /** Where no file says how pixels are normalised: as the network is right most often. @param {() => boolean} mine */
  async function guessPixels(mine) {
    say(guessed, '');
    const link = await ready(await evaluationLink(), inspect);
    if (!network || !link || !mine()) return;
    say(doing, words.guessing);
    const { answer, cancel } = network.probe(link, 'normalisation');
    network.stop = cancel;
    const { columns, facts } = await answer;
    if (!mine()) return;
    const tried = triedOf(columns);
    const best = nth(tried, 0);
    const usual = normalisations.find(({ id }) => id === best.id);
    if (usual) fields.setPixels(usual.mean.join('/'), usual.std.join('/'));
    say(guessed, words.guessedBetween(best, nth(tried, 1), !!facts.told));
  }

  /** Somebody says it. */
  function sayPixels() {
    saysPixels = true;
    say(guessed, isModel() ? '' : words.normalisedByYou);
  }

  /** @param {() => boolean} now */
  async function guess(now) {
    const link = await ready(dataLink(), inspect);
    if (!network || !link || !now()) return;
    say(doing, words.guessing);
    const { input, tried, of } = await network.guess(link);
    if (!now()) return;
    fields.setInput(input);
    const right = (/** @type {{right: number}[]} */ ones) => Math.max(...ones.map((one) => one.right));
    const others = tried.filter(({ id }) => id !== input.id);
    const mine = tried.filter(({ id }) => id === input.id);
    say(guessed, input.id ? words.guessed(input.id, right(mine), of, others.length ? right(others) : null) : '');
  }

  /** What waits for data that is not here. @type {{again: () => void} | null} */
  let waiting = null;

  /**
   * The most of a link that can be evaluated with what is here, or '' where that is nothing: then its files are asked for, and what was
   * wanted is done when they came.
   * @param {string} link @param {() => void} then
   */
  async function ready(link, then) {
    const { link: narrow, alone, missing } = await engine.files.evaluation(link);
    waiting = missing.length ? { again: then } : null;
    show(wantedLine, !!waiting);
    if (waiting) say(wanted, words.wanted(missing));
    say(testAlone, alone ? words.alone : '');
    return missing.length ? '' : narrow;
  }

  async function addData() {
    const files = waiting ? await pickFiles() : [];
    if (files.length && !(await bring(files))) fail(words.noData(files.map((file) => file.name)));
  }

  /** Files that may be data for the network; false where they are none. @param {File[]} files */
  async function bring(files) {
    const again = waiting?.again ?? inspect;
    const waits = !!waiting;
    let taken = false;
    await work(words.readingData, async (mine) => {
      // Arrays and tables are taken for data only where data is waited for: they may be outputs.
      const said = fields.dataNow() ? await idOf(engine, fields.dataNow()) : 'images';
      const wants = (/** @type {string} */ id) => isKnown(id) || (waits && id === said);
      const found = await takeData(engine, files, fields.dataNow(), wants);
      if (!found || !mine()) return;
      taken = true;
      data.input.value = found.data;
    });
    if (taken) again();
    else if (waiting) show(wantedLine, true); // what was given was not it
    return taken || element.dataset.state === 'refused' || !trouble.hidden;
  }

  /** Its answers to the test set, and to the validation set if there is one. */
  async function evaluate() {
    await work(words.running('test', 0), async (mine) => {
      const input = isModel() ? fields.input() : undefined;
      const link = await ready(await evaluationLink(), evaluate);
      const brought = network;
      if (!brought || !link || !mine()) return;
      const stem = brought.file.name.replace(/\.\w+$/, '');
      /** @type {File[]} */
      const files = [];
      /** @type {Record<string, Role>} */
      const roles = {};
      for (const set of /** @type {const} */ (['test', 'val'])) {
        brought.onProgress = (fraction) => mine() && say(doing, words.running(set, fraction));
        const said = await brought.say(link, set, input);
        if (!mine()) return;
        if (!said) continue;
        const { logits, labels, n, k } = said;
        const outputs = npyFile(`${stem}-${set}-logits.npy`, logits, [n, k]);
        const truth = npyFile(`${stem}-${set}-labels.npy`, labels, [n]);
        roles[outputs.name] = set === 'val' ? 'val-logits' : 'logits';
        roles[truth.name] = set === 'val' ? 'val-labels' : 'labels';
        files.push(outputs, truth);
      }
      does.take(files, roles);
    });
  }

  async function curve() {
    await work(words.curvature, async (mine) => {
      say(curved, '');
      const link = await ready(await evaluationLink(), curve);
      if (!network || !link || !mine()) return;
      const { answer, cancel } = network.probe(link, 'curvature');
      network.stop = cancel;
      const { facts } = await answer;
      if (mine()) say(curved, words.curved(facts.trace ?? NaN, facts.trace_se ?? NaN, facts.eig_max ?? NaN));
    });
  }

  /** A run that begins with these weights. */
  async function train() {
    try {
      if (network) does.trainOn(await evaluationLink(), network.file);
    } catch (wrong) {
      fail(wrong);
    }
  }

  function cancel() {
    turn++;
    network?.cancel();
    busy('');
    say(doing, words.canceled);
    show(doing, true);
  }

  function remove() {
    cancel();
    network = null;
    found = null;
    show(element, false);
  }

  let busyNow = Promise.resolve();

  /** @param {File} file */
  function open(file) {
    if (network) remove();
    network = engine.openNetwork(file);
    say(name, file.name);
    name.title = file.name;
    away.setAttribute('aria-label', words.remove(file.name));
    for (const line of [about, guessed, curved, testAlone]) say(line, '');
    for (const line of [...naming.lines, onnxFields, pixelFields, wantedLine, offers, fits]) show(line, false);
    const onnx = isOnnx(file.name);
    saysPixels = false;
    waiting = null;
    fields.clear();
    for (const one of [trainOn, curvature, model.line]) show(one, !onnx);
    show(element, true);
    busyNow = inspect();
  }

  return {
    element,

    /**
     * Takes the networks among the files, the last one of several, and data for the one that is here; gives back the others.
     * @param {File[]} files @returns {Promise<File[]>}
     */
    async take(files) {
      const brought = files.filter((file) => isNetwork(file.name));
      const others = files.filter((file) => !isNetwork(file.name));
      const file = brought.at(-1);
      if (file) open(file);
      if (!network || !others.length) return others;
      await busyNow;
      return (await bring(others)) ? [] : others;
    },
  };
}
