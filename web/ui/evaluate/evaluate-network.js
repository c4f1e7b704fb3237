// A network that somebody brought to Evaluate: what it is, what it is given, and its answers, which then go the way of all logits.
import { pickFiles } from '../../core/files.js';
import { isNetwork, isOnnx } from '../../core/network.js';
import { npyFile } from '../../core/npy.js';
import { sentence, texts } from '../../texts.js';
import { h, say, show } from '../dom.js';

/** @typedef {import('../../core/onnx-input.js').Input} Input */

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

  const name = h('code');
  const away = h('button', { class: 'away', onclick: () => remove() }, '×');
  const about = h('p', { class: 'note' });
  const matched = h('p', { class: 'note' });
  const rows = h('tbody');
  const head = h('tr', null, ...[words.network, words.inFile, words.shape].map((label) => h('th', { scope: 'col' }, label)));
  const table = h('table', { class: 'data' }, h('thead', null, head), rows);
  const tensors = h(
    'details',
    { class: 'folded' },
    h('summary', null, words.tensors),
    h('div', { class: 'tensors', tabindex: '0' }, table),
  );

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
  const mean = field('mean', words.mean, words.meanHelp);
  const std = field('std', words.std, words.stdHelp);
  const batch = field('batch', words.batch, words.batchHelp);
  const layout = h(
    'select',
    { class: 'pick', id: 'network-layout' },
    ...Object.entries(words.layouts).map(([id, label]) => h('option', { value: id }, label)),
  );
  const layoutLine = h('div', { class: 'head field wide' }, h('label', { for: layout.id, class: 'strong' }, words.layout), layout);
  const guessed = h('p', { class: 'note', 'aria-live': 'polite' });
  const onnxFields = h('div', null, layoutLine, size.line, mean.line, std.line, batch.line, guessed);
  const run = h('button', { class: 'button', 'data-does': 'evaluate', onclick: () => evaluate() }, words.evaluate);
  const trainOn = h(
    'button',
    { class: 'plain', title: words.trainOnHelp, onclick: () => does.trainOn(found.evaluate, network.file) },
    words.trainOn,
  );
  const curvature = h('button', { class: 'plain', onclick: () => curve() }, words.curvature);
  const stop = h('button', { class: 'plain', 'data-does': 'cancel', onclick: () => cancel() }, words.cancel);
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
    matched,
    tensors,
    data.line,
    model.line,
    onnxFields,
    h('p', { class: 'deeds' }, run, ' ', stop, ' ', trainOn, ' ', curvature),
    doing,
    wantedLine,
    curved,
    trouble,
  );

  /** What is under way, or that nothing is. @param {string} what */
  function busy(what) {
    say(doing, what);
    show(doing, !!what);
    show(stop, !!what);
    element.dataset.state = what ? 'busy' : found ? 'ready' : 'refused';
    for (const button of [run, trainOn, curvature]) button.disabled = !!what || !found || found.fits === false;
  }

  /** @param {any} wrong */
  function fail(wrong) {
    say(trouble, sentence(String(wrong?.message ?? wrong)));
    show(trouble, true);
    busy('');
  }

  /** Does one thing at a time; what an earlier one finds is dropped. @param {string} what @param {(mine: () => boolean) => Promise<void>} work */
  async function alone(what, work) {
    const mine = ++turn;
    say(trouble, '');
    show(trouble, false);
    show(wantedLine, false);
    busy(what);
    try {
      await work(() => mine === turn);
      if (mine === turn) busy('');
    } catch (wrong) {
      if (mine === turn) fail(wrong);
    }
  }

  /** A link with the data that the field says. */
  function dataLink() {
    const text = data.input.value.trim().replace(/^data=/, '');
    const chosen = model.input.value.trim().replace(/^model=/, '');
    return text ? `data=${text}${chosen && !isOnnx(network.file.name) ? `&model=${chosen}` : ''}` : '';
  }

  /** @param {string} link @param {string} key */
  const part = (link, key) => new URLSearchParams(link.replaceAll('+', '%2B')).get(key) ?? '';

  async function look() {
    if (!network) return;
    const onnx = isOnnx(network.file.name);
    found = null;
    await alone(words.reading, async (mine) => {
      const said = await network.look(onnx ? '' : dataLink());
      if (!mine()) return;
      found = said;
      if (onnx) {
        say(about, `${words.onnx(said.nodes, said.producer)} ${words.shapes(said.input.shape, said.output.shape)}`);
        await guess(mine);
      } else tell(said);
    });
    show(onnxFields, onnx && !!found);
  }

  /** @param {any} said */
  function tell({ fits, why, evaluate: link, about: what }) {
    const { naming } = what;
    say(about, words.own(what.model, what.parameters));
    show(matched, naming.order !== 'name' || !fits);
    say(matched, fits ? words.matched(naming.matched, naming.ignored) : words.unmatched(naming.missing, naming.left));
    show(tensors, !matched.hidden);
    const shape = (/** @type {number[] | undefined} */ dims) => (dims ? dims.join(' × ') || '1' : '');
    rows.replaceChildren(
      ...naming.tensors.map((/** @type {any} */ row) =>
        h(
          'tr',
          { class: row.why ? 'differs' : null, title: row.why ?? '' },
          h('td', null, row.name ?? words.none),
          h('td', null, row.from ?? words.none),
          h(
            'td',
            null,
            row.why && row.name && row.from ? `${shape(row.shape)}, ${shape(row.from_shape)}` : shape(row.shape ?? row.from_shape),
          ),
        ),
      ),
    );
    if (!data.input.value) data.input.value = part(link, 'data');
    model.input.value = what.model;
    if (!fits) fail(why);
  }

  /** @param {() => boolean} now */
  async function guess(now) {
    if (!(await hasData(dataLink(), look)) || !now()) return;
    say(doing, words.guessing);
    const { input, tried, of } = await network.guess(dataLink());
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

  /** What waits for data that is not here. @type {{link: string, then: () => void} | null} */
  let waiting = null;

  /** Whether a link's data is here; where it is not, it is asked for, and what was wanted is done then. @param {string} link @param {() => void} then */
  async function hasData(link, then) {
    const missing = await engine.files.missing(link);
    waiting = missing.length ? { link, then } : null;
    show(wantedLine, !!waiting);
    if (waiting) say(wanted, words.wanted(missing.map((/** @type {{name: string}} */ { name }) => name)));
    return !waiting;
  }

  async function addData() {
    const { link, then } = waiting ?? {};
    const files = link ? await pickFiles() : [];
    if (!files.length) return;
    let whole = false;
    await alone(words.readingData, async (mine) => {
      await engine.files.add(link, files);
      whole = mine() && (await hasData(/** @type {string} */ (link), /** @type {() => void} */ (then)));
    });
    if (whole) then?.();
    else if (waiting) show(wantedLine, true); // what was chosen was not it
  }

  /** Its answers to the test set, and to the validation set if there is one. */
  async function evaluate() {
    await alone(words.running('test', 0), async (mine) => {
      const onnx = isOnnx(network.file.name);
      const input = onnx ? inputNow() : undefined;
      const link = onnx ? dataLink() : found.evaluate;
      if (!(await hasData(link, evaluate)) || !mine()) return;
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
    await alone(words.curvature, async (mine) => {
      say(curved, '');
      if (!(await hasData(found.evaluate, curve)) || !mine()) return;
      const { answer, cancel } = network.probe(found.evaluate, 'curvature');
      network.stop = cancel;
      const { facts } = await answer;
      if (mine()) say(curved, words.curved(facts.trace, facts.trace_se, facts.eig_max));
    });
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

  return {
    element,

    /** Takes the networks among the files, the last one of several; gives back the others. @param {File[]} files @returns {File[]} */
    take(files) {
      const brought = files.filter((file) => isNetwork(file.name));
      const file = brought.at(-1);
      if (file) {
        if (network) remove();
        network = engine.openNetwork(file);
        say(name, file.name);
        name.title = file.name;
        away.setAttribute('aria-label', words.remove(file.name));
        for (const line of [about, matched, guessed, curved]) say(line, '');
        for (const line of [matched, tensors, onnxFields, wantedLine]) show(line, false);
        const onnx = isOnnx(file.name);
        // Its own data, if the file says which; else those of the workbench.
        data.input.value = onnx ? part(does.link(), 'data') || 'shapes10' : '';
        model.input.value = '';
        for (const one of [trainOn, curvature, model.line]) show(one, !onnx);
        show(element, true);
        look();
      }
      return files.filter((other) => !isNetwork(other.name));
    },
  };
}
