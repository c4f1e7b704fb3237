// The live view: what the trained networks say about the camera's picture, before and after temperature, and
// their confidence over the last seconds. A picture, or a blank lens, can take the camera's place.

import { pickFiles } from '../../core/files.js';
import { sentence as messageOf } from '../../core/formats/error.js';
import { drawConfidence, drawOutputs } from '../../draw/charts/live.js';
import { h, reveal, say, show } from '../../draw/dom.js';
import { planesOf, SIDE } from '../../model/camera/recording.js';
import { softmax } from '../../model/softmax.js';
import { sentence } from '../../texts/index.js';
import { capturedFrom, framesOf, thumbnailOf } from './capture.js';
import { words } from './words.js';

/** @typedef {import('../../model/types.js').Run} Run */
/** @typedef {ReturnType<import('../../core/types.js').Engine['openLive']>} Network */

const SECONDS = 20;
const WIDTH = { least: 280, most: 460 };
const HEIGHT = 96;
const RATE = 2000; // ms over which pictures per second are counted

/** The epoch of a run's report. @param {Run} run */
const epochOf = ({ report, history }) => history.find(({ epoch }) => epoch === report?.kept?.epoch) ?? history.at(-1);

/**
 * A network's part of the view.
 * @param {import('../../core/types.js').Engine} engine
 * @param {Run} run
 * @param {Blob} state
 */
function createColumn(engine, run, state) {
  const network = engine.openLive(run.spec, state);
  const fit = run.report?.calibrators?.temperature?.by_nll;
  const T = fit?.T ?? 1;
  const names = run.ready?.classNames ?? [];
  const loss = run.choices.loss.id;
  const name = words.losses[loss === 'ce' ? 'ce' : 'focal'];
  const title = h('p', { class: 'strong' }, name);
  const says = h('p', { class: 'say' });
  const after = h('p', { class: 'note' });
  const bars = h('div');
  const time = h('div');
  const element = h('div', null, title, says, after, bars, time);
  /** @type {{at: number, before: number, after: number}[]} */
  let past = [];
  const size = Number.parseInt(String(run.choices.data.params.size), 10);

  return {
    element,
    network,
    size,
    T,
    run,
    name,
    epoch: epochOf(run),
    /** @param {Float32Array} logits @param {number} now */
    draw(logits, now) {
      const width = Math.max(WIDTH.least, Math.min(WIDTH.most, element.clientWidth));
      const k = names.length;
      const [before, cooled] = [softmax(logits, k, 0, 1), softmax(logits, k, 0, T)];
      const top = before.indexOf(Math.max(...before));
      const [sure, sureAfter] = [before[top] ?? NaN, cooled[top] ?? NaN];
      past = [...past.filter(({ at }) => now - at < SECONDS * 1000), { at: now, before: sure, after: sureAfter }];
      const sentence = words.live.says(names[top] ?? '', sure);
      say(says, sentence);
      say(after, fit?.at_bound ? words.live.bound(T) : words.live.after(T, sureAfter));
      drawOutputs(bars, { names, before, after: cooled }, { width, label: words.live.bars });
      const points = past.map(({ at, ...point }) => ({ ...point, ago: (now - at) / 1000 }));
      drawConfidence(time, points, { width, height: HEIGHT, seconds: SECONDS, label: words.live.time, ends: words.live.ends(SECONDS) });
    },
  };
}

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {import('../../model/types.js').Store} store
 * @param {{video: HTMLVideoElement, sees: () => boolean, specs: () => string[], changed: () => void}} on
 *   specs: links of the runs on the frames of this place; changed: called when networks open or close
 */
export function createLive(engine, store, { video, sees, specs, changed }) {
  const columns = h('div', { class: 'live-columns' });
  const rate = h('span', { class: 'note' });
  const shown = h('span', { class: 'still', hidden: true });
  const error = h('p', { class: 'error', role: 'alert', hidden: true });
  const picture = h('button', { class: 'button', 'data-do': 'picture', onclick: async () => take(await pickFiles()) }, words.live.picture);
  const blank = h(
    'button',
    { class: 'button', 'data-do': 'blank', onclick: () => hold(new Uint8Array(3 * SIDE * SIDE)) },
    words.live.blank,
  );
  const back = h('button', { class: 'button', 'data-do': 'back', hidden: true, onclick: () => hold(null) }, words.live.back);
  const element = h(
    'section',
    { class: 'live', hidden: true, 'aria-label': words.live.title },
    columns,
    h('div', { class: 'row' }, picture, blank, back, shown, rate),
    h('p', { class: 'note' }, words.live.key),
    error,
  );
  /** @type {Map<string, ReturnType<typeof createColumn>>} */
  const open = new Map();
  /** A picture in place of the camera's. @type {Uint8Array | null} */
  let still = null;
  let visible = false;
  let timer = 0;
  let busy = false;
  /** Times of the latest answers. @type {number[]} */
  let answers = [];
  let before = ''; // networks that were open

  /** @param {Uint8Array | null} frame */
  function hold(frame) {
    still = frame;
    shown.replaceChildren(...(frame ? [thumbnailOf(frame)] : []));
    for (const one of [shown, back]) show(one, !!frame);
  }

  /** @param {File[]} files */
  async function take(files) {
    if (!files.length) return;
    const { frames, failed } = await framesOf(files, 1);
    if (frames[0]) hold(frames[0]);
    say(error, failed.length ? words.unreadable(failed) : '');
    show(error, failed.length > 0);
  }

  async function look() {
    timer = requestAnimationFrame(look);
    const frame = still ?? (sees() ? capturedFrom(video) : null);
    if (busy || !frame || !open.size) return;
    busy = true;
    const asking = [...open.values()];
    try {
      const found = await Promise.all(
        asking.map(({ network, size }) => network.outputs({ pixels: planesOf(frame, size), n: 1, c: 3, h: size, w: size })),
      );
      const now = performance.now();
      if (visible) for (const [i, column] of asking.entries()) column.draw(found[i]?.logits ?? new Float32Array(), now);
      answers = [...answers.filter((at) => now - at < RATE), now];
      say(rate, answers.length > 2 ? words.live.rate(Math.round((1000 * (answers.length - 1)) / (now - (answers[0] ?? now)))) : '');
    } catch (wrong) {
      if (visible && asking.every((one) => [...open.values()].includes(one))) {
        say(error, sentence(messageOf(wrong)));
        show(error, true);
        close();
      }
    }
    busy = false;
  }

  function close() {
    cancelAnimationFrame(timer);
    timer = 0;
    for (const { network, element: column } of open.values()) {
      network.close();
      column.remove();
    }
    open.clear();
  }

  /** Opens the networks of finished runs, and closes others. */
  function follow() {
    const wanted = visible ? specs() : [];
    const runs = wanted.flatMap((spec) => store.get().runs.find((run) => run.spec === spec && run.report) ?? []);
    for (const [id, { network, element: column }] of open)
      if (!runs.some((run) => run.id === id)) {
        network.close();
        column.remove();
        open.delete(id);
      }
    let opened = false;
    for (const run of runs) {
      const state = open.has(run.id) ? null : epochOf(run)?.state;
      if (!state) continue;
      show(error, false);
      const column = createColumn(engine, run, state);
      open.set(run.id, column);
      columns.append(column.element);
      opened = true;
    }
    show(element, open.size > 0 || !error.hidden);
    if (opened) reveal(element); // the button that trained it is further down
    if (open.size && !timer) void look();
    if (!open.size) close();
    const keys = [...open.keys()].join();
    if (keys !== before) changed();
    before = keys;
  }
  store.onChange(({ runs }, before) => runs !== before.runs && follow());

  return {
    element,
    networks: () => [...open.values()],
    /** @param {boolean} now */
    show(now) {
      visible = now;
      if (!now) hold(null);
      follow();
    },
  };
}
