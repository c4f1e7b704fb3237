// The place of the camera: records classes of frames and trains a network on them. Frames stay in this page.

import { h, show } from '../../draw/dom.js';
import { createAfter } from './after.js';
import { createClasses } from './classes.js';
import { createLive } from './live.js';
import { createOther } from './other.js';
import { createStream } from './stream.js';
import { createTraining } from './train.js';
import { words } from './words.js';

/**
 * @param {HTMLElement} stage
 * @param {import('../../core/types.js').Engine} engine
 * @param {import('../../model/types.js').Store} store
 * @param {{open: (link: string) => Promise<void>, run: () => void,
 *   showRun: (spec: string) => Promise<void>}} on showRun: shows a run at the workbench
 */
export function createCamera(stage, engine, store, on) {
  /** The parts, once all exist. @type {(() => void) | null} */
  let drawAll = null;
  const changed = () => drawAll?.();
  const stream = createStream(changed);
  const classes = createClasses(stream.video, { sees: stream.sees, changed });
  const training = createTraining(engine, store, { ...on, classes: classes.now });
  const after = createAfter(engine, store, { ...on, latest: training.latest });
  const live = createLive(engine, store, {
    video: stream.video,
    sees: stream.sees,
    specs: training.specs,
    changed: () => other?.compare(),
  });
  const other = createOther(engine, { video: stream.video, sees: stream.sees, live });
  const element = h(
    'div',
    { class: 'compare camera', hidden: true },
    h('h1', { class: 'lead' }, words.lead),
    h('p', { class: 'sub' }, words.sub),
    h(
      'div',
      { class: 'camera-columns' },
      stream.element,
      h('div', null, live.element, h('p', { class: 'note' }, words.how), classes.element, training.element, after.element, other.element),
    ),
  );
  stage.append(element);
  drawAll = () => {
    classes.draw(stream.on());
    training.draw();
    after.draw();
    other.draw(stream.on());
  };
  drawAll();

  return {
    /** @param {boolean} visible */
    show(visible) {
      if (element.hidden === !visible) return;
      show(element, visible);
      live.show(visible);
      if (!visible) stream.stop(); // the camera's light goes out
    },
  };
}
