// The network that is open in Evaluate: one task at a time, the links of its data, and the files that it
// waits for.
import { isOnnx, partialLink } from '../../../core/client/network.js';
import { sentence as reasonOf } from '../../../core/formats/error.js';
import { say, show } from '../../../draw/dom.js';
import { nth } from '../../../model/nth.js';
import { sentence, texts } from '../../../texts/index.js';

/** @import {Engine} from '../../../core/types.js' */
/** @import {NetworkLook} from '../../../engine.d.ts' */
/** @typedef {import('../input/roles.js').Role} Role */
/** @typedef {ReturnType<Engine['openNetwork']>} Network */
/** @typedef {Awaited<ReturnType<Network['inspect']>>} Found */
/**
 * link: the workbench's link; take: evaluates outputs and labels; computed: the outputs are logits.
 * @typedef {{link: () => string, take: (files: File[], roles: Record<string, Role>,
 *   origin: {computed: boolean}) => void, trainOn: (link: string, weights: Blob) => void}} Does
 */

const words = texts.network;

/**
 * Returns true for a network of this engine, false for an ONNX model.
 * @param {Found} found
 * @returns {found is NetworkLook}
 */
export const isOwn = (found) => 'about' in found;

export class NetworkSession {
  /** @type {Network | null} */
  network = null;
  /** Result of its inspection. @type {Found | null} */
  found = null;
  /** The user set the normalisation. */
  saysPixels = false;
  /** The action that waits for missing data. @type {{again: () => void} | null} */
  waiting = null;
  #turn = 0;

  /** @param {Engine} engine @param {Does} does @param {import('./parts.js').Parts} parts */
  constructor(engine, does, parts) {
    this.engine = engine;
    this.does = does;
    this.parts = parts;
  }

  isModel() {
    return !!this.network && isOnnx(this.network.file.name);
  }

  isInspected() {
    return !!this.found;
  }

  /** Returns true if the network's input is pixels. */
  takesPixels() {
    return !!this.found && (!isOwn(this.found) || this.found.about.values === 'pixels');
  }

  /** Shows the current work, or '' for none. @param {string} what */
  busy(what) {
    const { element, doing, stop, run, trainOn, curvature, fields } = this.parts;
    say(doing, what);
    show(doing, !!what);
    show(stop, !!what);
    element.dataset.state = what ? 'busy' : this.found ? 'ready' : 'refused';
    for (const button of [run, trainOn, curvature])
      button.disabled = !!what || !this.found || (isOwn(this.found) && !this.found.fits) || !fields.dataNow();
  }

  /** @param {unknown} wrong */
  fail(wrong) {
    say(this.parts.problem, sentence(reasonOf(wrong)));
    show(this.parts.problem, true);
    this.busy('');
  }

  /**
   * Does one thing at a time; the result of an interrupted one is dropped.
   * @param {string} what
   * @param {(mine: () => boolean) => Promise<void>} doIt
   */
  async work(what, doIt) {
    const mine = ++this.#turn;
    say(this.parts.problem, '');
    show(this.parts.problem, false);
    show(this.parts.wantedLine, false);
    this.busy(what);
    try {
      await doIt(() => mine === this.#turn);
      if (mine === this.#turn) this.busy('');
    } catch (wrong) {
      if (mine === this.#turn) this.fail(wrong);
    }
  }

  /** Interrupts the current work. */
  cancel() {
    this.#turn++;
    this.network?.cancel();
    this.busy('');
    say(this.parts.doing, words.canceled);
    show(this.parts.doing, true);
  }

  /** A link with the data and model in the fields. */
  dataLink() {
    const { fields } = this.parts;
    const text = fields.dataNow().replace(/^data=/, '');
    const chosen = this.isModel() ? '' : fields.model.input.value.trim().replace(/^model=/, '');
    return partialLink(text, chosen);
  }

  /** The link with which the network is evaluated. */
  async evaluationLink() {
    if (!this.found || !isOwn(this.found)) return this.dataLink();
    const { about, evaluate } = this.found;
    return about.values === 'pixels' ? this.engine.link.set(evaluate, this.parts.fields.pixels(nth(about.input, 0))) : evaluate;
  }

  /** Asks for files, for an action that waits for them. @param {string} text @param {() => void} again */
  wait(text, again) {
    this.waiting = { again };
    say(this.parts.wanted, text);
    show(this.parts.wantedLine, true);
  }

  /**
   * The largest part of a link that can be evaluated with the data in this browser, or '' if none can. Then
   * the panel asks for the files and repeats the action when they arrive. The user is asked about kept files.
   * @param {string} link
   * @param {() => void} then
   */
  async ready(link, then) {
    const { link: narrow, alone, missing } = await this.engine.files.evaluation(link, { asks: true });
    this.waiting = null;
    show(this.parts.wantedLine, false);
    if (missing.length) this.wait(words.wanted(missing.map((file) => file.name)), then);
    say(this.parts.testAlone, alone ? words.alone : '');
    return missing.length ? '' : narrow;
  }
}
