// A network that the user brought to Evaluate: its description, its input, and its outputs, which are then
// evaluated like any logits.
import { isNetwork, isOnnx } from '../../../core/client/network.js';
import { say, show } from '../../../draw/dom.js';
import { texts } from '../../../texts/index.js';
import { inspect } from './inspect.js';
import { createParts } from './parts.js';
import { NetworkSession } from './session.js';
import { addData, bring, curve, evaluate, train } from './tasks.js';

const words = texts.network;

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

  /** @param {File} file */
  function open(file) {
    const { about, away, curved, element, fields, fits, name, naming, offers, testAlone, wantedLine } = parts;
    if (session.network) remove();
    session.network = engine.openNetwork(file);
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
      const brought = files.filter((file) => isNetwork(file.name));
      const others = files.filter((file) => !isNetwork(file.name));
      const file = brought.at(-1);
      if (file) open(file);
      if (!session.network || !others.length) return others;
      await inspecting;
      return (await bring(session, others)) ? [] : others;
    },
  };
}
