// A network that the user brought to Evaluate: its description, its input, and its outputs, which are then
// evaluated like any logits.
import { isNetwork, isOnnx } from '../../../core/client/network.js';
import { isTorch, stateDictOf } from '../../../core/formats/state-dict.js';
import { say, show } from '../../../draw/dom.js';
import { texts } from '../../../texts/index.js';
import { inspect } from './inspect.js';
import { createParts } from './parts.js';
import { NetworkSession } from './session.js';
import { addData, bring, curve, evaluate, train } from './tasks.js';

const words = texts.network;

/** Returns true if a file is the second one of an ONNX model. @param {File[]} files */
const hasWeights = (files) => files.some(({ name }) => WEIGHTS.test(name));
const WEIGHTS = /\.onnx[._]data$|\.data$|\.weights$/i;

/**
 * Sorts networks from other files. A state_dict of PyTorch becomes a safetensors file.
 * @param {import('../../../core/types.js').Engine} engine
 * @param {File[]} files
 */
async function sorted(engine, files) {
  const networks = [];
  const others = [];
  for (const file of files) {
    if (isNetwork(file.name)) networks.push(file);
    else if (!isTorch(file.name)) others.push(file);
    else {
      const arrays = await engine.files.unpack(file).catch(() => null);
      const weights = arrays && (await stateDictOf(file, arrays));
      // The engine says why it cannot read one, and how to convert it.
      if (weights || (!arrays && !/\.pt$/i.test(file.name))) networks.push(weights ?? file);
      else others.push(file);
    }
  }
  return { networks, others };
}

/** @param {import('../../../core/types.js').Engine} engine @param {import('./session.js').Does} does */
export function createNetworkPart(engine, does) {
  const parts = createParts({
    remove,
    inspect: () => inspect(session),
    sayPixels,
    evaluate: () => evaluate(session),
    trainOn: () => train(session),
    curvature: () => curve(session),
    cancel: () => session.cancel(),
    addData: () => addData(session),
  });
  const session = new NetworkSession(engine, does, parts);
  let inspecting = Promise.resolve();

  /** The user changed the normalisation. */
  function sayPixels() {
    session.saysPixels = true;
    say(parts.fields.guessed, session.isModel() ? '' : words.normalisedByYou);
  }

  function remove() {
    session.cancel();
    session.network = null;
    session.found = null;
    show(parts.element, false);
  }

  /** @param {File} file @param {File[]} weights files that may have an ONNX model's weights */
  function open(file, weights) {
    const { about, away, curved, element, fields, fits, name, naming, offers, testAlone, wantedLine } = parts;
    if (session.network) remove();
    session.network = engine.openNetwork(file, undefined, weights);
    say(name, file.name);
    name.title = file.name;
    away.setAttribute('aria-label', words.remove(file.name));
    for (const line of [about, fields.guessed, curved, testAlone]) say(line, '');
    for (const line of [...naming.lines, fields.ofOnnx, fields.ofPixels, wantedLine, offers, fits]) show(line, false);
    session.saysPixels = false;
    session.waiting = null;
    fields.clear();
    for (const one of [parts.trainOn, parts.curvature, fields.model.line]) show(one, !isOnnx(file.name));
    show(element, true);
    inspecting = inspect(session);
  }

  return {
    element: parts.element,

    /**
     * Takes the networks among the files (the last one if several), and data for the current one. Returns the
     * other files.
     * @param {File[]} files
     * @returns {Promise<File[]>}
     */
    async take(files) {
      const { networks, others } = await sorted(engine, files);
      const file = networks.at(-1) ?? (session.isModel() && !session.found && hasWeights(others) ? session.network?.file : undefined);
      if (file) open(file, others);
      if (!session.network || !others.length) return others;
      await inspecting;
      const rest = others.filter(({ name }) => !isOnnx(session.network?.file.name ?? '') || !session.network?.uses(name));
      if (!rest.length) return [];
      return (await bring(session, rest)) ? [] : rest;
    },
  };
}
