// The elements of the panel of a network that the user brought.
import { h } from '../../../draw/dom.js';
import { texts } from '../../../texts/index.js';
import { createFields } from './fields.js';
import { createNaming } from './naming.js';

/** @typedef {ReturnType<typeof createParts>} Parts */

const words = texts.network;

/**
 * @param {{remove: () => void, inspect: () => void, sayPixels: () => void, evaluate: () => void,
 *   trainOn: () => void, curvature: () => void, cancel: () => void, addData: () => void}} on
 */
export function createParts(on) {
  const name = h('code');
  const away = h('button', { class: 'away', onclick: on.remove }, '×');
  const about = h('p', { class: 'note' });
  const naming = createNaming();
  const fields = createFields({ inspect: on.inspect, sayPixels: on.sayPixels });
  const offers = h('p', { class: 'note offers' });
  const fits = h('p', { class: 'note offers' });
  const run = h('button', { class: 'button', 'data-does': 'evaluate', onclick: on.evaluate }, words.evaluate);
  const trainOn = h('button', { class: 'plain', title: words.trainOnHelp, onclick: on.trainOn }, words.trainOn);
  const curvature = h('button', { class: 'plain', onclick: on.curvature }, words.curvature);
  const stop = h('button', { class: 'plain', 'data-does': 'cancel', onclick: on.cancel }, words.cancel);
  const testAlone = h('p', { class: 'note', role: 'status' });
  const doing = h('p', { class: 'note', role: 'status' });
  const problem = h('p', { class: 'error', role: 'alert' });
  const wanted = h('span');
  const wantedLine = h(
    'p',
    { class: 'note wanted', role: 'status', hidden: true },
    wanted,
    h('button', { class: 'button', 'data-does': 'files', onclick: on.addData }, words.chooseData),
  );
  const curved = h('p', { class: 'note', 'aria-live': 'polite' });
  const element = h(
    'section',
    { class: 'part network-part', 'aria-label': words.title, hidden: true },
    h('div', { class: 'head' }, h('h2', null, words.title)),
    h('div', { class: 'head' }, name, away),
    about,
    ...naming.lines,
    fields.data.line,
    offers,
    fields.model.line,
    fits,
    fields.ofOnnx,
    fields.ofPixels,
    h('p', { class: 'deeds' }, run, ' ', stop, ' ', trainOn, ' ', curvature),
    doing,
    wantedLine,
    testAlone,
    curved,
    problem,
  );
  return {
    ...{ element, name, away, about, naming, fields, offers, fits, run, trainOn, curvature, stop },
    ...{ testAlone, doing, problem, wanted, wantedLine, curved },
  };
}
