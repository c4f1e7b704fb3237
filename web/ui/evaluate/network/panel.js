// A network that the user brought to Evaluate: its description, its input, and its outputs, which are then
// evaluated like any logits.

import { isNetwork, isOnnx, partialLink } from '../../../core/client/network.js';
import { pickFiles } from '../../../core/files.js';
import { sentence as reasonOf } from '../../../core/formats/error.js';
import { npyFile } from '../../../core/formats/npy-write.js';
import { normalisations } from '../../../core/formats/onnx-input.js';
import { h, say, show } from '../../../draw/dom.js';
import { nth } from '../../../model/nth.js';
import { sentence, texts } from '../../../texts/index.js';
import { CLEARLY_BEST, dataOf, idOf, isKnown, offersOf, shapeOf, takeData, triedOf } from './data.js';
import { createFields } from './fields.js';
import { createNaming, offer } from './naming.js';

/** @import {Engine} from '../../../core/types.js' */
/** @import {NetworkLook} from '../../../engine.d.ts' */
/** @typedef {import('../roles.js').Role} Role */
/** @typedef {ReturnType<Engine['openNetwork']>} Network */
/** @typedef {Awaited<ReturnType<Network['inspect']>>} Found */

const words = texts.network;

/**
 * Returns true for a network of this engine, false for an ONNX model.
 * @param {Found} found
 * @returns {found is NetworkLook}
 */
const isOwn = (found) => 'about' in found;

/**
 * @param {Engine} engine
 * @param {{link: () => string, take: (files: File[], roles: Record<string, Role>) => void,
 *   trainOn: (link: string, weights: Blob) => void}} does link: the workbench's link; take: evaluates outputs
 *   and labels
 */
export function createNetworkPart(engine, does) {
  /** @type {Network | null} */
  let network = null;
  /** @type {Found | null} */
  let found = null; // result of inspect()
  let turn = 0;
  let saysPixels = false; // the user set the normalisation

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
  const problem = h('p', { class: 'error', role: 'alert' });
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
    problem,
  );

  /** Shows the current work, or '' for none. @param {string} what */
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
    say(problem, sentence(reasonOf(wrong)));
    show(problem, true);
    busy('');
  }

  /**
   * Does one thing at a time; the result of an interrupted one is dropped.
   * @param {string} what
   * @param {(mine: () => boolean) => Promise<void>} doIt
   */
  async function work(what, doIt) {
    const mine = ++turn;
    say(problem, '');
    show(problem, false);
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

  /** A link with the data and model in the fields. */
  function dataLink() {
    const text = fields.dataNow().replace(/^data=/, '');
    const chosen = isModel() ? '' : model.input.value.trim().replace(/^model=/, '');
    return partialLink(text, chosen);
  }

  /** The link with which the network is evaluated. */
  async function evaluationLink() {
    if (!found || !isOwn(found)) return dataLink();
    const { about, evaluate } = found;
    return about.values === 'pixels' ? engine.link.set(evaluate, fields.pixels(nth(about.input, 0))) : evaluate;
  }

  /**
   * Chooses data of this network's shape if the user gave its files; returns false if the user must choose.
   * @param {import('./data.js').Shape} shape
   * @param {() => boolean} mine
   */
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

  /** Returns true if the network's input is pixels. */
  const shown = () => !!found && (!isOwn(found) || found.about.values === 'pixels');

  async function inspect() {
    if (!network) return;
    const brought = network;
    const onnx = isModel();
    found = null;
    await work(words.reading, async (mine) => {
      let look = await brought.inspect(onnx ? '' : dataLink());
      if (!mine()) return;
      const link = isOwn(look) ? look.evaluate : look.link;
      if (link && !data.input.value) data.input.value = await dataOf(engine, link);
      if (!mine()) return;
      const shape = isOwn(look) ? { k: look.about.classes, c: look.about.input[0] ?? 0 } : shapeOf(look.input.shape, look.output.shape);
      const known = await chooseData(shape, mine);
      if (!mine()) return;
      if (known && isOwn(look) && !look.evaluate) look = await brought.inspect(dataLink());
      if (!mine()) return;
      found = look;
      if (isOwn(look)) return tell(look, mine);
      say(about, `${words.onnx(look.nodes, look.producer)} ${words.shapes(look.input.shape, look.output.shape)}`);
      if (known) await guess(mine);
    });
    const pixels = shown() && fields.dataNow();
    show(onnxFields, onnx && !!found && !!fields.dataNow());
    show(pixelFields, !!pixels);
  }

  /** @param {NetworkLook} look @param {() => boolean} mine */
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

  /**
   * Guesses the normalisation if no file has it: the one with the highest accuracy.
   * @param {() => boolean} mine
   */
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
    say(guessed, words.guessedBetween(best, nth(tried, 1), !!facts[CLEARLY_BEST]));
  }

  /** The user changed the normalisation. */
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

  /** The action that waits for missing data. @type {{again: () => void} | null} */
  let waiting = null;

  /**
   * The largest part of a link that can be evaluated with the data in this browser, or '' if none can. Then
   * the panel asks for the files and repeats the action when they arrive. The user is asked about kept files.
   * @param {string} link
   * @param {() => void} then
   */
  async function ready(link, then) {
    const { link: narrow, alone, missing } = await engine.files.evaluation(link, { asks: true });
    waiting = missing.length ? { again: then } : null;
    show(wantedLine, !!waiting);
    if (waiting) say(wanted, words.wanted(missing.map((file) => file.name)));
    say(testAlone, alone ? words.alone : '');
    return missing.length ? '' : narrow;
  }

  async function addData() {
    const files = waiting ? await pickFiles() : [];
    if (files.length && !(await bring(files))) fail(words.noData(files.map((file) => file.name)));
  }

  /** Reads files as data for the network; returns false if they are not. @param {File[]} files */
  async function bring(files) {
    const again = waiting?.again ?? inspect;
    const waits = !!waiting;
    let taken = false;
    await work(words.readingData, async (mine) => {
      // Arrays and tables are read as data only if data is missing; else they may be outputs.
      const dataId = fields.dataNow() ? await idOf(engine, fields.dataNow()) : 'images';
      const accepts = (/** @type {string} */ id) => isKnown(id) || (waits && id === dataId);
      const found = await takeData(engine, files, fields.dataNow(), accepts);
      if (!found || !mine()) return;
      taken = true;
      data.input.value = found.data;
    });
    if (taken) again();
    else if (waiting) show(wantedLine, true); // the files were not the missing data
    return taken || element.dataset.state === 'refused' || !problem.hidden;
  }

  /** Computes its outputs on the test set, and on the validation set if there is one. */
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
        const answers = await brought.say(link, set, input);
        if (!mine()) return;
        if (!answers) continue;
        const { logits, labels, n, k } = answers;
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

  /** Starts a run with these weights. */
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
     * Takes the networks among the files (the last one if several), and data for the current one. Returns the
     * other files.
     * @param {File[]} files
     * @returns {Promise<File[]>}
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
