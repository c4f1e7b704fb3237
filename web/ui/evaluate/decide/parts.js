// Elements that the parts of decisions share: a fold, a slider with its value, and a drawing in which one
// drags.
import { h, say } from '../../../draw/dom.js';

/**
 * A part that is computed when it is opened.
 * @param {string} name
 * @param {string} title
 * @param {() => void} opened
 * @param {...HTMLElement} children
 */
export function fold(name, title, opened, ...children) {
  return h('details', { class: 'differences decision', 'data-part': name, ontoggle: opened }, h('summary', null, title), ...children);
}

/**
 * @param {string} label
 * @param {{min: number, max: number, step: number, value: number}} range
 * @param {(value: number) => string} write
 * @param {() => void} moved
 */
export function sliderOf(label, { min, max, step, value }, write, moved) {
  const input = h('input', { type: 'range', class: 'range', min, max, step, value, 'aria-label': label, oninput: () => set() });
  const output = h('output');
  function set() {
    const text = write(Number(input.value));
    say(output, text);
    input.setAttribute('aria-valuetext', text);
    moved();
  }
  say(output, write(value));
  return {
    element: h('label', { class: 'head sliding' }, h('span', null, label), input, output),
    get value() {
      return Number(input.value);
    },
    /** @param {number} now */
    move(now) {
      if (Number(input.value) === now) return;
      input.value = String(now);
      set();
    },
  };
}

/**
 * Moves a slider where the pointer is in a drawing, whose shapes have picks such as "alone 40".
 * @param {HTMLElement} drawing
 * @param {string} kind
 * @param {(value: number) => void} move
 */
export function dragIn(drawing, kind, move) {
  const at = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const [word, value] = document.elementFromPoint(clientX, clientY)?.closest('[data-pick]')?.getAttribute('data-pick')?.split(' ') ?? [];
    if (word === kind) move(Number(value));
  };
  drawing.addEventListener('pointerdown', at);
  drawing.addEventListener('pointermove', (event) => event.buttons & 1 && at(event));
}

/**
 * A choice with its label.
 * @param {string} id
 * @param {string} label
 * @param {() => void} changed
 */
export function choiceOf(id, label, changed) {
  const select = h('select', { class: 'pick', id, onchange: changed });
  return { select, element: h('div', { class: 'head' }, h('label', { for: id }, label), select) };
}
