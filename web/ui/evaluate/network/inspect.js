// Inspects a network that the user brought: its description, data of its shape, and a guess of its input.
import { normalisations } from '../../../core/formats/onnx-input.js';
import { say, show } from '../../../draw/dom.js';
import { nth } from '../../../model/nth.js';
import { texts } from '../../../texts/index.js';
import { CLEARLY_BEST, dataOf, offersOf, shapeOf, triedOf } from './data.js';
import { offer } from './naming.js';
import { isOwn } from './session.js';

/** @import {NetworkLook} from '../../../engine.d.ts' */
/** @typedef {import('./session.js').NetworkSession} NetworkSession */

const words = texts.network;

/** @param {NetworkSession} session */
export async function inspect(session) {
  const { network: brought, engine, parts } = session;
  if (!brought) return;
  const { fields, about } = parts;
  const onnx = session.isModel();
  session.found = null;
  await session.work(words.reading, async (mine) => {
    let look = await brought.inspect(onnx ? '' : session.dataLink());
    if (!mine()) return;
    const link = isOwn(look) ? look.evaluate : look.link;
    if (link && !fields.data.input.value) fields.data.input.value = await dataOf(engine, link);
    if (!mine()) return;
    const shape = isOwn(look) ? { k: look.about.classes, c: look.about.input[0] ?? 0 } : shapeOf(look.input.shape, look.output.shape);
    const known = await chooseData(session, shape, mine);
    if (!mine()) return;
    if (known && isOwn(look) && !look.evaluate) look = await brought.inspect(session.dataLink());
    if (!mine()) return;
    session.found = look;
    if (isOwn(look)) return tell(session, look, mine);
    say(about, `${words.onnx(look.nodes, look.producer)} ${words.shapes(look.input.shape, look.output.shape)}`);
    if (known) await guessInput(session, mine);
  });
  show(fields.ofOnnx, onnx && session.isInspected() && !!fields.dataNow());
  show(fields.ofPixels, session.takesPixels() && !!fields.dataNow());
}

/**
 * Chooses data of this network's shape if the user gave its files; returns false if the user must choose.
 * @param {NetworkSession} session
 * @param {import('./data.js').Shape} shape
 * @param {() => boolean} mine
 */
async function chooseData(session, shape, mine) {
  const { fields, offers } = session.parts;
  const found = await offersOf(session.engine, session.does.link(), shape);
  if (!mine()) return false;
  if (!fields.dataNow() && found[0]?.sure) fields.data.input.value = found[0].text;
  const again = () => inspect(session);
  offer(
    offers,
    words.here,
    found.map(({ text }) => text),
    fields.data.input,
    again,
  );
  if (fields.dataNow()) return true;
  session.wait(words.askData, again);
  return false;
}

/**
 * Describes a network of this engine.
 * @param {NetworkSession} session
 * @param {NetworkLook} look
 * @param {() => boolean} mine
 */
async function tell(session, { fits: good, why, proposals, guesses, about: what }, mine) {
  const { about, naming, fields, fits } = session.parts;
  say(about, words.own(what.model, what.parameters));
  naming.tell(what.naming, good);
  fields.model.input.value = what.model;
  const alone = proposals.length === 1 ? words.fitsAlone : '';
  offer(fits, words.fits(proposals.length), proposals, fields.model.input, () => inspect(session), alone);
  if (!good) throw new Error(why);
  if (what.values !== 'pixels' || session.saysPixels) return;
  fields.setPixels(what.mean?.join('/') ?? '', what.std?.join('/') ?? '');
  say(fields.guessed, words.normalisedBy);
  if (guesses && fields.dataNow()) await guessPixels(session, mine);
}

/**
 * Guesses the normalisation if no file has it: the one with the highest accuracy.
 * @param {NetworkSession} session
 * @param {() => boolean} mine
 */
async function guessPixels(session, mine) {
  const { fields, doing } = session.parts;
  say(fields.guessed, '');
  const link = await session.ready(await session.evaluationLink(), () => inspect(session));
  const { network } = session;
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
  say(fields.guessed, words.guessedBetween(best, nth(tried, 1), !!facts[CLEARLY_BEST]));
}

/** Guesses the input of an ONNX model. @param {NetworkSession} session @param {() => boolean} now */
async function guessInput(session, now) {
  const { fields, doing } = session.parts;
  const link = await session.ready(session.dataLink(), () => inspect(session));
  const { network } = session;
  if (!network || !link || !now()) return;
  say(doing, words.guessing);
  const { input, tried, of } = await network.guess(link);
  if (!now()) return;
  fields.setInput(input);
  const right = (/** @type {{right: number}[]} */ ones) => Math.max(...ones.map((one) => one.right));
  const others = tried.filter(({ id }) => id !== input.id);
  const mine = tried.filter(({ id }) => id === input.id);
  say(fields.guessed, input.id ? words.guessed(input.id, right(mine), of, others.length ? right(others) : null) : '');
}
