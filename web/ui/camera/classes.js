// The classes: name, recorded frames with removal, a button that records while it is held, and files.

import { droppedFiles, pickFiles } from '../../core/files.js';
import { h, say, show } from '../../draw/dom.js';
import { CLASSES, MOST } from '../../model/camera/recording.js';
import { capturedFrom, framesOf, thumbnailOf } from './capture.js';
import { words } from './words.js';

const PAUSE = 100; // ms between two frames

/**
 * Calls `begin` when a button is pressed, by pointer or key, and `end` when it is released.
 * @param {HTMLButtonElement} button
 * @param {() => void} begin
 * @param {() => void} end
 */
function whileHeld(button, begin, end) {
  const isKey = (/** @type {KeyboardEvent} */ { key }) => key === ' ' || key === 'Enter';
  button.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    begin();
  });
  button.addEventListener('keydown', (event) => {
    if (!isKey(event)) return;
    event.preventDefault(); // the page's keys, and the click on release
    if (!event.repeat) begin();
  });
  for (const over of /** @type {const} */ (['pointerup', 'pointercancel', 'lostpointercapture', 'blur']))
    button.addEventListener(over, end);
  button.addEventListener('keyup', (event) => isKey(event) && (event.preventDefault(), end()));
  button.addEventListener('contextmenu', (event) => event.preventDefault()); // a long touch
}

/** @param {HTMLElement} element @param {(files: File[]) => void} take */
export function takeDrops(element, take) {
  element.addEventListener('dragover', (event) => event.preventDefault());
  element.addEventListener('drop', async (event) => {
    event.preventDefault();
    event.stopPropagation();
    if (event.dataTransfer) take(await droppedFiles(event.dataTransfer));
  });
}

/**
 * A list of frames that is filled from the camera or from files.
 * @param {HTMLVideoElement} video
 * @param {{name: () => string, sees: () => boolean, changed: () => void}} on
 */
export function createFrames(video, { name, sees, changed }) {
  /** @type {Uint8Array[]} */
  const frames = [];
  const list = h('div', { class: 'frames', role: 'group', tabindex: 0 });
  const count = h('span', { class: 'quiet' });
  const note = h('p', { class: 'note', role: 'status' });
  const hold = h('button', { class: 'button record', disabled: true }, words.hold);
  const files = h('button', { class: 'plain', onclick: async () => take(await pickFiles()) }, words.files);
  const clear = h('button', { class: 'plain', hidden: true, onclick: removeAll }, words.clear);
  let timer = 0;

  function draw() {
    say(count, words.frames(frames.length));
    list.setAttribute('aria-label', words.framesOf(name()));
    show(clear, frames.length > 0);
    show(list, frames.length > 0);
    changed();
  }

  /** @param {Uint8Array} frame */
  function add(frame) {
    frames.push(frame);
    const remove = h('button', { class: 'frame', title: words.remove, onclick: () => removeOne(frame, remove) }, thumbnailOf(frame));
    remove.setAttribute('aria-label', words.removeFrame(frames.length, name()));
    list.append(remove);
    list.scrollLeft = list.scrollWidth;
  }

  /** @param {Uint8Array} frame @param {HTMLButtonElement} button */
  function removeOne(frame, button) {
    const next = /** @type {HTMLElement | null} */ (button.nextElementSibling ?? button.previousElementSibling);
    frames.splice(frames.indexOf(frame), 1);
    button.remove();
    draw();
    (next ?? hold).focus();
  }

  function removeAll() {
    frames.length = 0;
    list.replaceChildren();
    draw();
    hold.focus();
  }

  function record() {
    if (!sees()) return;
    if (frames.length >= MOST) {
      end();
      return say(note, words.full(MOST));
    }
    add(capturedFrom(video));
    draw();
  }

  function begin() {
    if (timer || hold.disabled) return;
    say(note, '');
    hold.classList.add('recording');
    timer = window.setInterval(record, PAUSE);
    record();
  }

  function end() {
    clearInterval(timer);
    timer = 0;
    hold.classList.remove('recording');
  }
  whileHeld(hold, begin, end);

  /** @param {File[]} given */
  async function take(given) {
    if (!given.length) return;
    say(note, words.reading);
    const { frames: read, failed } = await framesOf(given, MOST - frames.length);
    for (const frame of read.slice(0, MOST - frames.length)) add(frame);
    say(note, failed.length ? words.unreadable(failed) : frames.length >= MOST ? words.full(MOST) : '');
    draw();
  }

  const element = h('div', null, h('div', { class: 'row' }, hold, count, files, clear), list, note);
  draw();
  return {
    element,
    frames,
    take,
    draw,
    focus: () => hold.focus(),
    /** @param {boolean} enabled */
    enable(enabled) {
      if (!enabled) end();
      hold.disabled = !enabled;
      hold.title = enabled ? '' : words.startFirst;
    },
  };
}

/**
 * @param {HTMLVideoElement} video
 * @param {{sees: () => boolean, changed: () => void}} on
 */
export function createClasses(video, { sees, changed }) {
  /**
   * @typedef {{element: HTMLElement, name: HTMLInputElement, list: ReturnType<typeof createFrames>,
   *   remove: HTMLButtonElement}} Card
   */
  /** @type {Card[]} */
  let cards = [];
  let numbered = 0;
  let camera = false;
  const more = h('button', { class: 'button', 'data-do': 'add-class', onclick: () => add().name.select() }, words.addClass);
  const places = h('div', { class: 'class-cards' });

  function add() {
    const name = h('input', {
      type: 'text',
      class: 'text-field',
      value: words.object(++numbered),
      maxlength: 40,
      'aria-label': words.className,
    });
    const list = createFrames(video, { name: () => name.value, sees, changed });
    const remove = h(
      'button',
      { class: 'away', title: words.removeClass, 'aria-label': words.removeClass, onclick: () => drop(card) },
      '×',
    );
    const element = h('section', { class: 'class-card' }, h('div', { class: 'row' }, name, remove), list.element);
    const card = { element, name, list, remove };
    name.addEventListener('input', list.draw);
    takeDrops(element, list.take);
    cards = [...cards, card];
    places.append(element);
    draw();
    changed();
    return card;
  }

  /** @param {Card} card */
  function drop(card) {
    cards = cards.filter((one) => one !== card);
    card.element.remove();
    draw();
    changed();
    more.focus();
  }

  function draw() {
    for (const { list, remove } of cards) {
      list.enable(camera);
      show(remove, cards.length > CLASSES.least);
    }
    more.disabled = cards.length >= CLASSES.most;
  }

  while (cards.length < CLASSES.least) add();
  return {
    element: h('div', null, places, h('div', { class: 'row' }, more)),
    /** @returns {import('../../model/camera/recording.js').Recorded[]} */
    now: () => cards.map(({ name, list }) => ({ name: name.value.trim(), frames: list.frames })),
    /** @param {boolean} on true if the camera is on */
    draw(on) {
      camera = on;
      draw();
    },
  };
}
