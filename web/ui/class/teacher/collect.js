// Collects codes on a projected question: the camera next to the guesses, and a field for typed codes.
import { h, say, show } from '../../../draw/dom.js';
import { texts } from '../../../texts/index.js';

const words = texts.teacher.scanning;

/** @param {(text: string) => string} take called with a code's text; returns feedback */
export function createCollector(take) {
  const status = h('p', { class: 'note', role: 'status' });
  const picture = h('div', { class: 'room-camera', hidden: true });
  /** @type {{element: HTMLElement, close: () => void} | null} */
  let camera = null;
  let over = false;

  const scan = h('button', { class: 'button', 'data-do': 'collect', 'aria-pressed': 'false', onclick: () => void toggle() }, words.collect);
  const field = h('input', {
    type: 'text',
    class: 'text-field',
    size: 14,
    spellcheck: 'false',
    autocapitalize: 'characters',
    autocomplete: 'off',
    'aria-label': words.typed,
    placeholder: words.typed,
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !field.value.trim()) return;
    say(status, take(field.value.trim()));
    field.value = '';
  });

  function end() {
    camera?.close();
    camera = null;
  }

  async function toggle() {
    if (camera) end();
    else {
      const { createScanner } = await import('./scan.js');
      if (over || camera) return;
      camera = createScanner(take, status);
      picture.replaceChildren(camera.element);
    }
    show(picture, !!camera);
    scan.setAttribute('aria-pressed', String(!!camera));
    say(scan, camera ? words.pause : words.collect);
  }

  return {
    picture,
    status,
    controls: [scan, field],
    close() {
      over = true;
      end();
    },
  };
}
