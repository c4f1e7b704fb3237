// A network that somebody brought to Evaluate: what it is, what it is given, and its answers, which then go the way of all logits.

import { isNetwork, isOnnx, partialLink } from '../../../core/client/network.js';
import { pickFiles } from '../../../core/files.js';
import { npyFile } from '../../../core/formats/npy-write.js';
import { normalisations } from '../../../core/formats/onnx-input.js';
import { h, say, show } from '../../../draw/dom.js';
import { sentence, texts } from '../../../texts/index.js';
import { dataOf, idOf, isKnown, offersOf, shapeOf, takeData, triedOf } from './data.js';
import { createNaming, offer } from './naming.js';

/** @typedef {import('../../../core/formats/onnx-input.js').Input} Input */

const words = texts.network;

/** @param {string} text @param {string} label @param {number} channels */
function numbersOf(text, label, channels) {
  const numbers = text.split('/').map(Number);
  const good = text.trim() && numbers.every(Number.isFinite) && (numbers.length === 1 || numbers.length === channels);
  if (!good) throw new Error(words.notNumbers(label));
  return numbers;
}

/**
 * @param {any} engine
 * @param {{link: () => string, take: (files: File[], roles: Record<string, any>) => void, trainOn: (link: string, weights: Blob) => void}} does
 *   link: of the workbench; take: outputs and labels, to be measured
 */
export function createNetworkPart(engine, does) {
  /** @type {ReturnType<typeof engine.openNetwork> | null} */
  let network = null;
  /** @type {any} */
  let found = null; // what look() told
  let turn = 0;
  let saysPixels = false; // somebody here said how they are normalised

  const name = h('code');
  const away = h('button', { class: 'away', onclick: () => remove() }, '×');
  const about = h('p', { class: 'note' });
  const naming = createNaming();

  /** @param {string} id @param {string} label @param {string} help @param {(() => void) | null} [changed] */
  function field(id, label, help, changed = null) {
    const input = h('input', {
      id: `network-${id}`,
      type: 'text',
      autocomplete: 'off',
      spellcheck: 'false',
      title: help,
      'aria-description': help,
      onchange: () => changed?.(),
    });
    return { input, line: h('div', { class: 'head field wide' }, h('label', { for: input.id, class: 'strong' }, label), input) };
  }
  const data = field('data', words.data, words.dataHelp, () => look());
  const model = field('model', words.model, words.modelHelp, () => look());
  const size = field('size', words.size, words.sizeHelp);
  const mean = field('mean', words.mean, words.meanHelp, () => sayPixels());
  const std = field('std', words.std, words.stdHelp, () => sayPixels());
  const batch = field('batch', words.batch, words.batchHelp);
  const layout = h(
    'select',
    { class: 'pick', id: 'network-layout' },
    ...Object.entries(words.layouts).map(([id, label]) => h('option', { value: id }, label)),
  );
  const layoutLine = h('div', { class: 'head field wide' }, h('label', { for: layout.id, class: 'strong' }, words.layout), layout);
  const guessed = h('p', { class: 'note', 'aria-live': 'polite' });
  const onnxFields = h('div', null, layoutLine, size.line, batch.line);
  const pixelFields = h('div', null, mean.line, std.line, guessed);
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
    for (const button of [run, trainOn, curvature]) button.disabled = !!what || !found || found.fits === false || !data.input.value.trim();
  }

  /** @param {any} wrong */
  function fail(wrong) {
    say(trouble, sentence(String(wrong?.message ?? wrong)));
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

  /** A link with what the fields say of data and model. */
  function dataLink() {
    const text = data.input.value.trim().replace(/^data=/, '');
    const chosen = isOnnx(network.file.name) ? '' : model.input.value.trim().replace(/^model=/, '');
    return partialLink(text, chosen);
  }

  /** That link as the network is evaluated. */
  async function evaluationLink() {
    if (isOnnx(network.file.name)) return dataLink();
    const numbers = (/** @type {HTMLInputElement} */ input, /** @type {string} */ label) =>
      numbersOf(input.value, label, found.about.input[0]).join('/');
    return found.about.values === 'pixels'
      ? engine.link.set(found.evaluate, { 'data.mean': numbers(mean.input, words.mean), 'data.std': numbers(std.input, words.std) })
      : found.evaluate;
  }

  /** Data of this network's shape, chosen where its files were brought; false where somebody has to say. @param {import('./data.js').Shape} shape @param {() => boolean} mine */
  async function chooseData(shape, mine) {
    const found = await offersOf(engine, does.link(), shape);
    if (!mine()) return false;
    if (!data.input.value.trim() && found[0]?.sure) data.input.value = found[0].text;
    const texts = found.map(({ text }) => text);
    offer(offers, words.here, texts, data.input, look);
    if (data.input.value.trim()) return true;
    waiting = { again: look };
    say(wanted, words.askData);
    show(wantedLine, true);
    return false;
  }

  async function look() {
    if (!network) return;
    const onnx = isOnnx(network.file.name);
    found = null;
    await work(words.reading, async (mine) => {
      let said = await network.look(onnx ? '' : dataLink());
      if (!mine()) return;
      if (onnx && !data.input.value) data.input.value = await dataOf(engine, said.link);
      const own = !onnx && said.evaluate && !data.input.value;
      if (own) data.input.value = await dataOf(engine, said.evaluate);
      if (!mine()) return;
      const shape = onnx ? shapeOf(said.input.shape, said.output.shape) : { k: said.about.classes, c: said.about.input[0] };
      const known = await chooseData(shape, mine);
      if (!mine()) return;
      if (known && !onnx && !said.evaluate) said = await network.look(dataLink());
      if (!mine()) return;
      found = said;
      if (onnx) {
        say(about, `${words.onnx(said.nodes, said.producer)} ${words.shapes(said.input.shape, said.output.shape)}`);
        if (known) await guess(mine);
      } else await tell(said, mine);
    });
    const pixels = found && (onnx || found.about.values === 'pixels') && !!data.input.value.trim();
    show(onnxFields, onnx && !!found && !!data.input.value.trim());
    show(pixelFields, !!pixels);
  }

  /** @param {any} said @param {() => boolean} mine */
  async function tell({ fits: good, why, proposals, guesses, about: what }, mine) {
    say(about, words.own(what.model, what.parameters));
    naming.tell(what.naming, good);
    model.input.value = what.model;
    offer(fits, words.fits(proposals.length), proposals, model.input, look, proposals.length === 1 ? words.fitsAlone : '');
    if (!good) throw new Error(why);
    if (what.values !== 'pixels' || saysPixels) return;
    mean.input.value = what.mean?.join('/') ?? '';
    std.input.value = what.std?.join('/') ?? '';
    say(guessed, words.normalisedBy);
    if (guesses && data.input.value.trim()) await guessPixels(mine);
  }

  /** Where nobody says how pixels are normalised: as the network is right most often. @param {() => boolean} mine */
  async function guessPixels(mine) {
    say(guessed, '');
    const link = await ready(await evaluationLink(), look);
    if (!link || !mine()) return;
    say(doing, words.guessing);
    const { answer, cancel } = network.probe(link, 'normalisation');
    network.stop = cancel;
    const { columns, facts } = await answer;
    if (!mine()) return;
    const tried = triedOf(columns);
    const usual = normalisations.find(({ id }) => id === tried[0].id);
    if (usual) {
      mean.input.value = usual.mean.join('/');
      std.input.value = usual.std.join('/');
    }
    say(guessed, words.guessedBetween(tried[0], tried[1], !!facts.told));
  }

  /** Somebody says it. */
  function sayPixels() {
    saysPixels = true;
    say(guessed, isOnnx(network.file.name) ? '' : words.normalisedByYou);
  }

  /** @param {() => boolean} now */
  async function guess(now) {
    const link = await ready(dataLink(), look);
    if (!link || !now()) return;
    say(doing, words.guessing);
    const { input, tried, of } = await network.guess(link);
    if (!now()) return;
    layout.value = input.layout;
    size.input.value = [input.c, input.h, input.w].join('x');
    const short = (/** @type {number[]} */ numbers) => numbers.map((value) => Number(value.toPrecision(7))).join('/');
    mean.input.value = short(input.mean);
    std.input.value = short(input.std);
    batch.input.value = String(input.batch);
    batch.input.disabled = input.fixed;
    batch.input.title = input.fixed ? words.fixed : words.batchHelp;
    const right = (/** @type {{id: string, right: number}[]} */ ones) => Math.max(...ones.map((one) => one.right));
    const others = tried.filter((/** @type {{id: string}} */ { id }) => id !== input.id);
    const mine = tried.filter((/** @type {{id: string}} */ { id }) => id === input.id);
    say(guessed, input.id ? words.guessed(input.id, right(mine), of, others.length ? right(others) : null) : '');
  }

  /** What the fields say. @returns {Input} */
  function inputNow() {
    const sizes = size.input.value.trim().split(/[x×]/).map(Number);
    if (sizes.length !== 3 || !sizes.every((one) => Number.isInteger(one) && one >= 1 && one <= 4096)) throw new Error(words.notSize);
    const [c, height, width] = sizes;
    const at = Number(batch.input.value);
    if (!Number.isInteger(at) || at < 1 || at > 10_000) throw new Error(words.notBatch);
    return {
      layout: /** @type {Input['layout']} */ (layout.value),
      c,
      h: height,
      w: width,
      batch: at,
      fixed: batch.input.disabled,
      mean: numbersOf(mean.input.value, words.mean, c),
      std: numbersOf(std.input.value, words.std, c),
    };
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
    const again = waiting?.again ?? look;
    const waits = !!waiting;
    let taken = false;
    await work(words.readingData, async (mine) => {
      // Arrays and tables are taken for data only where data is waited for: they may be outputs.
      const said = data.input.value.trim() ? await idOf(engine, data.input.value.trim()) : 'images';
      const wants = (/** @type {string} */ id) => isKnown(id) || (waits && id === said);
      const found = await takeData(engine, files, data.input.value.trim(), wants);
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
      const input = isOnnx(network.file.name) ? inputNow() : undefined;
      const link = await ready(await evaluationLink(), evaluate);
      if (!link || !mine()) return;
      const stem = network.file.name.replace(/\.\w+$/, '');
      /** @type {File[]} */
      const files = [];
      /** @type {Record<string, any>} */
      const roles = {};
      for (const set of /** @type {const} */ (['test', 'val'])) {
        network.onProgress = (/** @type {number} */ share) => mine() && say(doing, words.running(set, share));
        const said = await network.say(link, set, input);
        if (!mine()) return;
        if (!said) continue;
        const { logits, labels, n, k } = said;
        const pair = [npyFile(`${stem}-${set}-logits.npy`, logits, [n, k]), npyFile(`${stem}-${set}-labels.npy`, labels, [n])];
        roles[pair[0].name] = set === 'val' ? 'val-logits' : 'logits';
        roles[pair[1].name] = set === 'val' ? 'val-labels' : 'labels';
        files.push(...pair);
      }
      does.take(files, roles);
    });
  }

  async function curve() {
    await work(words.curvature, async (mine) => {
      say(curved, '');
      const link = await ready(await evaluationLink(), curve);
      if (!link || !mine()) return;
      const { answer, cancel } = network.probe(link, 'curvature');
      network.stop = cancel;
      const { facts } = await answer;
      if (mine()) say(curved, words.curved(facts.trace, facts.trace_se, facts.eig_max));
    });
  }

  /** A run that begins with these weights. */
  async function train() {
    try {
      does.trainOn(await evaluationLink(), network.file);
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
    data.input.value = '';
    model.input.value = '';
    for (const one of [trainOn, curvature, model.line]) show(one, !onnx);
    show(element, true);
    busyNow = look();
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
