// Scans QR codes that students hold up to the camera, one after another. The pictures stay in this page.
// Loaded when needed.

import { h, say, show } from '../../../draw/dom.js';
import { texts } from '../../../texts/index.js';
import { decodeQR } from '../../../vendor/scan.js';

const words = texts.teacher.scanning;
const pause = 120; // ms between two frames
const widest = 960; // pixels: enough for a long code that fills half of the picture

/** The reason why the camera has no picture. @param {unknown} wrong */
function why(wrong) {
  if (!(wrong instanceof Error)) return words.fails(String(wrong));
  if (wrong.name === 'NotAllowedError') return words.refused;
  return wrong.name === 'NotFoundError' || wrong.name === 'OverconstrainedError' ? words.none : words.fails(wrong.message);
}

/**
 * Makes the camera's picture, which reads codes until it is closed.
 * @param {(text: string) => string} found called with a code's text; returns feedback
 * @param {HTMLElement} status shows the feedback, or the reason why the camera fails
 */
export function createScanner(found, status) {
  const element = h('video', { muted: true, playsinline: true, hidden: true, 'aria-label': words.picture });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  /** @type {MediaStream | null} */
  let stream = null;
  let last = '';
  let timer = 0;
  let open = true;

  function look() {
    timer = window.setTimeout(look, pause);
    if (!context || element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    const scale = Math.min(1, widest / element.videoWidth);
    canvas.width = Math.round(element.videoWidth * scale);
    canvas.height = Math.round(element.videoHeight * scale);
    context.drawImage(element, 0, 0, canvas.width, canvas.height);
    let text = '';
    try {
      text = decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      return; // no code in this frame, or not sharp
    }
    if (text === last) return;
    last = text;
    say(status, found(text));
  }

  function close() {
    open = false;
    clearTimeout(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
    element.remove();
  }

  async function begin() {
    say(status, words.hold);
    try {
      if (!navigator.mediaDevices) return say(status, words.insecure);
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
      });
      if (!open) return close();
      element.srcObject = stream;
      show(element, true);
      await element.play();
      look();
    } catch (wrong) {
      if (open) say(status, why(wrong));
    }
  }
  void begin();
  return { element, close };
}

/** @param {(text: string) => string} found called with a code's text; returns feedback */
export function openScanner(found) {
  const status = h('p', { role: 'status' });
  const camera = createScanner(found, status);
  const dialog = h(
    'dialog',
    { class: 'dialog scanner', 'aria-label': words.title },
    h('h2', null, words.title),
    camera.element,
    status,
    h('p', { class: 'note' }, words.stays),
    h('button', { class: 'button', onclick: () => dialog.close() }, texts.close),
  );
  dialog.addEventListener('close', () => {
    camera.close();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}
