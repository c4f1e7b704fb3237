// The lab inside another page: hides parts (style/places/embedded.css) and exchanges messages. README.md, "In
// another page", is the contract.
//
// Any embedding page learns that the lab is ready, and its height; neither reveals anything about the reader.
// Runs and answers only go to an origin that has introduced itself, and only it may set the name. An answer
// code is sent when the reader presses the button that names this origin.

import { byId } from '../draw/dom.js';

const SOURCE = 'calibration-lab';
const VERSION = 1;

/** @param {import('../model/types.js').Store} store */
export function createEmbed(store) {
  const embedded = window.parent !== window;
  let origin = ''; // origin of the embedding page, once it has said hello
  let height = 0;

  /** @param {string} type @param {Record<string, unknown>} [more] @param {string} [to] */
  function post(type, more = {}, to = origin) {
    if (embedded && to) window.parent.postMessage({ source: SOURCE, version: VERSION, type, ...more }, to);
  }

  /** @param {(name: string) => void} named */
  function listen(named) {
    addEventListener('message', (event) => {
      if (event.source !== window.parent || event.data?.target !== SOURCE || event.data.type !== 'hello') return;
      if (!/^https?:\/\//.test(event.origin) || (origin && origin !== event.origin)) return; // the first origin stays
      origin = event.origin;
      const { name } = event.data;
      if (typeof name === 'string' && name.length <= 80) named(name);
      post('hello');
      store.redraw();
    });
  }

  /** @param {(name: string) => void} named */
  function begin(named) {
    if (!embedded) return;
    listen(named);
    post('ready', {}, '*');
    const column = byId('exercise');
    // Request a height without scrolling inside the exercise. Parts that fill the available height do not
    // request more.
    const measure = () => {
      const now = Math.max(document.documentElement.scrollHeight, innerHeight - column.clientHeight + column.scrollHeight);
      if (now !== height) post('height', { height: (height = now) }, '*');
    };
    new ResizeObserver(measure).observe(document.body);
    store.onChange(
      ({ exercise }, before) => void (exercise !== before.exercise && requestAnimationFrame(() => requestAnimationFrame(measure))),
    );
    store.onChange(({ run }, before) => {
      if (!run?.report || run.report === before.run?.report) return;
      const { metrics, digest } = run.report;
      const figures = Object.fromEntries(Object.entries(metrics).map(([id, one]) => [id, one.value]));
      post('run', { link: run.spec, digest, figures });
    });
  }

  return {
    begin,
    /**
     * Returns the receiver of answer codes, if any.
     * @returns {{origin: string, send: (code: string) => void} | null}
     */
    receiver: () => (origin ? { origin, send: (code) => post('answer', { code }) } : null),
  };
}
