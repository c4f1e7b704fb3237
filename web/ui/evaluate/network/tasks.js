// The tasks of a network that the user brought: its data, its outputs, its curvature, and a run on its
// weights.
import { pickFiles } from '../../../core/files.js';
import { npyFile } from '../../../core/formats/npy-write.js';
import { say, show } from '../../../draw/dom.js';
import { texts } from '../../../texts/index.js';
import { idOf, isKnown, takeData } from './data.js';
import { inspect } from './inspect.js';

/** @typedef {import('../input/roles.js').Role} Role */
/** @typedef {import('./session.js').NetworkSession} NetworkSession */

const words = texts.network;

/** Lets the user choose the missing data. @param {NetworkSession} session */
export async function addData(session) {
  const files = session.waiting ? await pickFiles() : [];
  if (files.length && !(await bring(session, files))) session.fail(words.noData(files.map((file) => file.name)));
}

/**
 * Reads files as data for the network; returns false if they are not.
 * @param {NetworkSession} session
 * @param {File[]} files
 */
export async function bring(session, files) {
  const { engine, waiting, parts } = session;
  const { fields, element, problem, wantedLine } = parts;
  let taken = false;
  await session.work(words.readingData, async (mine) => {
    // Arrays and tables are read as data only if data is missing; else they may be outputs.
    const dataId = fields.dataNow() ? await idOf(engine, fields.dataNow()) : 'images';
    const accepts = (/** @type {string} */ id) => isKnown(id) || (!!waiting && id === dataId);
    const found = await takeData(engine, files, fields.dataNow(), accepts);
    if (!found || !mine()) return;
    taken = true;
    fields.data.input.value = found.data;
  });
  if (taken) (waiting?.again ?? (() => inspect(session)))();
  else if (session.waiting) show(wantedLine, true); // the files were not the missing data
  return taken || element.dataset.state === 'refused' || !problem.hidden;
}

/**
 * Computes its outputs on the test set, and on the validation set if there is one.
 * @param {NetworkSession} session
 */
export const evaluate = (session) =>
  session.work(words.running('test', 0), async (mine) => {
    const { doing, fields } = session.parts;
    const input = session.isModel() ? fields.input() : undefined;
    const link = await session.ready(await session.evaluationLink(), () => evaluate(session));
    const { network } = session;
    if (!network || !link || !mine()) return;
    const stem = network.file.name.replace(/\.\w+$/, '');
    /** @type {File[]} */
    const files = [];
    /** @type {Record<string, Role>} */
    const roles = {};
    for (const set of /** @type {const} */ (['test', 'val'])) {
      network.onProgress = (fraction) => mine() && say(doing, words.running(set, fraction));
      const answers = await network.say(link, set, input);
      if (!mine()) return;
      if (!answers) continue;
      const { logits, labels, n, k } = answers;
      const outputs = npyFile(`${stem}-${set}-logits.npy`, logits, [n, k]);
      const truth = npyFile(`${stem}-${set}-labels.npy`, labels, [n]);
      roles[outputs.name] = set === 'val' ? 'val-logits' : 'logits';
      roles[truth.name] = set === 'val' ? 'val-labels' : 'labels';
      files.push(outputs, truth);
    }
    session.does.take(files, roles, { computed: !session.isModel() }); // a model may end in a softmax
  });

/** Measures the curvature of its loss. @param {NetworkSession} session */
export const curve = (session) =>
  session.work(words.curvature, async (mine) => {
    const { curved } = session.parts;
    say(curved, '');
    const link = await session.ready(await session.evaluationLink(), () => curve(session));
    const { network } = session;
    if (!network || !link || !mine()) return;
    const { answer, cancel } = network.probe(link, 'curvature');
    network.stop = cancel;
    const { facts } = await answer;
    if (mine()) say(curved, words.curved(facts.trace ?? NaN, facts.trace_se ?? NaN, facts.eig_max ?? NaN));
  });

/** Starts a run with these weights. @param {NetworkSession} session */
export async function train(session) {
  try {
    if (session.network) session.does.trainOn(await session.evaluationLink(), session.network.file);
  } catch (wrong) {
    session.fail(wrong);
  }
}
