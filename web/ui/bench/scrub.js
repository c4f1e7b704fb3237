// The strip at the bottom: shows the current epoch and selects another one.

import { drawScrubber, epochAt } from '../../draw/charts/scrubber.js';
import { attribute, closesItself, h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { lossFamilies } from '../../model/losses.js';
import { signedPoints } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { guessesNow } from './stage.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/types.js').Store} Store */

/**
 * @param {HTMLElement} element
 * @param {Store} store
 * @param {(loss: string) => void} fork continues training from the epoch on show with another loss
 */
export function createScrub(element, store, fork) {
  const { goToEpoch, stepEpochs } = store.view;
  const epoch = h('strong');
  const live = h('span', { class: 'quiet' });
  const gap = h('p', { class: 'note' }, texts.scrubber);
  const chart = h('div', { class: 'scrub-chart', role: 'slider', tabindex: '0', 'aria-label': texts.epochLabel });
  const back = h('button', { class: 'button', onclick: () => store.view.showEpoch(null) }, texts.toLast);
  const losses = h('div', { class: 'menu-list' });
  const forks = h('details', { class: 'menu fork', hidden: true }, h('summary', { title: texts.forkNote }, texts.fork), losses);
  closesItself(forks);
  element.append(
    h('div', { class: 'scrub-label' }, h('p', { class: 'say' }, epoch, ' ', live), gap),
    chart,
    h('div', { class: 'scrub-end' }, forks, back),
  );
  let width = 0;

  /** @param {PointerEvent} event */
  function point(event) {
    const { run } = store.get();
    const box = chart.getBoundingClientRect();
    if (run) goToEpoch(epochAt(run.epochs, width, event.clientX - box.left));
  }
  chart.addEventListener('pointerdown', (event) => {
    chart.setPointerCapture(event.pointerId);
    point(event);
  });
  chart.addEventListener('pointermove', (event) => event.buttons && chart.hasPointerCapture(event.pointerId) && point(event));
  chart.addEventListener('keydown', (event) => {
    const { run } = store.get();
    const last = run?.history.at(-1)?.epoch ?? 0;
    /** @type {Record<string, () => void>} */
    const act = {
      ArrowLeft: () => stepEpochs(-1),
      ArrowDown: () => stepEpochs(-1),
      ArrowRight: () => stepEpochs(1),
      ArrowUp: () => stepEpochs(1),
      PageDown: () => stepEpochs(-10),
      PageUp: () => stepEpochs(10),
      Home: () => goToEpoch(1),
      End: () => goToEpoch(last),
    };
    const wanted = act[event.key];
    if (!wanted) return;
    event.preventDefault();
    wanted();
  });

  return {
    /**
     * @param {State} state
     * @param {import('../../model/frame.js').Frame | null} frame
     * @param {import('../shell/layout.js').Layout} size
     */
    draw(state, frame, size) {
      const epochs = state.run?.epochs ?? state.exercise?.epochs ?? state.check?.run.epochs ?? 1;
      width = size.scrub.width;
      const guesses = guessesNow(state);
      if (!isDrawn(chart, frame, size, epochs, guesses)) drawScrubber(chart, frame, { ...size.scrub, epochs, guesses });
      say(epoch, frame ? texts.epoch(frame.epoch) : texts.epochLabel);
      say(gap, frame?.binary ? texts.binary.scrubber : texts.scrubber);
      const last = state.chosen === null;
      say(live, !frame ? '' : !last ? '' : state.run?.state === 'running' ? texts.live : texts.last);
      show(back, !!frame && !last);
      show(forks, !!frame && state.mode === 'bench' && frame.epoch < epochs);
      if (!losses.childElementCount)
        losses.append(
          h('p', { class: 'note' }, texts.forkNote),
          ...lossFamilies(state.describe.loss).flatMap(({ family, losses: members }) => [
            h('p', { class: 'note' }, texts.lossFamilies[family]),
            ...members.map(({ id, label, help }) =>
              h('button', { class: 'plain', title: help, 'data-fork': id, onclick: () => fork(id) }, label),
            ),
          ]),
        );
      attribute(chart, 'aria-valuemin', '1');
      attribute(chart, 'aria-valuemax', String(epochs));
      attribute(chart, 'aria-valuenow', String(frame?.epoch ?? 1));
      attribute(chart, 'aria-valuetext', frame ? `${texts.epoch(frame.epoch)}, ${signedPoints(frame.gap)}` : '');
    },
  };
}
