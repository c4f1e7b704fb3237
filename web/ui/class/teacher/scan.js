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

/** @param {(text: string) => string} found called with a code's text; returns feedback */
export function openScanner(found) {
  const video = h('video', { muted: true, playsinline: true, 'aria-label': words.picture });
  const status = h('p', { role: 'status' }, words.hold);
  const dialog = h(
    'dialog',
    { class: 'dialog scanner', 'aria-label': words.title },
    h('h2', null, words.title),
    video,
    status,
    h('p', { class: 'note' }, words.stays),
    h('button', { class: 'button', onclick: () => dialog.close() }, texts.close),
  );
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  /** @type {MediaStream | null} */
  let stream = null;
  let last = '';
  let timer = 0;

  function look() {
    timer = window.setTimeout(look, pause);
    if (!context || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    const scale = Math.min(1, widest / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
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

  async function begin() {
    show(video, false);
    try {
      if (!navigator.mediaDevices) return say(status, words.insecure);
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
      });
      if (!dialog.open) return end();
      video.srcObject = stream;
      show(video, true);
      await video.play();
      look();
    } catch (wrong) {
      if (dialog.open) say(status, why(wrong));
    }
  }

  function end() {
    clearTimeout(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
    dialog.remove();
  }
  dialog.addEventListener('close', end);
  document.body.append(dialog);
  dialog.showModal();
  void begin();
}
