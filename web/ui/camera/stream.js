// The camera's stream: starts on request, changes to the next camera, and stops when the place is left.

import { h, say, show } from '../../draw/dom.js';
import { words } from './words.js';

const IDEAL = { width: { ideal: 640 }, height: { ideal: 480 } };

/** Explains why the camera gives no picture. @param {unknown} wrong */
function why(wrong) {
  if (!(wrong instanceof Error)) return words.stream.fails(String(wrong));
  if (wrong.name === 'NotAllowedError') return words.stream.refused;
  const none = wrong.name === 'NotFoundError' || wrong.name === 'OverconstrainedError';
  return none ? words.stream.none : words.stream.fails(wrong.message);
}

/** @param {() => void} changed called when the camera has started or stopped */
export function createStream(changed) {
  const video = h('video', { muted: true, playsinline: true, 'aria-label': words.stream.sees });
  const empty = h('p', { class: 'note' }, words.stream.off);
  const status = h('p', { class: 'note', role: 'status' });
  const toggle = h('button', { class: 'button solid', 'data-do': 'camera', onclick: () => (stream ? stop() : void start()) });
  const other = h('button', { class: 'button', 'data-do': 'other', hidden: true, onclick: () => void startNext() }, words.stream.other);
  const element = h(
    'section',
    { class: 'camera-stream', 'aria-label': words.stream.title },
    h('div', { class: 'seen-square' }, video, empty),
    h('div', { class: 'row' }, toggle, other),
    status,
  );
  video.muted = true; // the attribute alone does not mute an element that a script makes
  /** @type {MediaStream | null} */
  let stream = null;
  /** @type {string[]} */
  let devices = [];
  let latest = 0; // an answer to an earlier request is stopped at once

  function draw() {
    show(video, !!stream);
    show(empty, !stream);
    show(other, !!stream && devices.length > 1);
    say(toggle, stream ? words.stream.stop : words.stream.start);
    changed();
  }

  /** @param {MediaTrackConstraints} [which] */
  async function start(which = { facingMode: 'user' }) {
    stop();
    const mine = ++latest;
    say(status, '');
    if (!navigator.mediaDevices) return say(status, words.stream.insecure);
    say(status, words.stream.asking);
    try {
      const opened = await navigator.mediaDevices.getUserMedia({ video: { ...IDEAL, ...which }, audio: false });
      if (mine !== latest) return stopAll(opened);
      stream = opened;
      const [track] = opened.getVideoTracks();
      track?.addEventListener('ended', () => stream === opened && (stop(), say(status, words.stream.ended)));
      // A rear camera shows the room as it is; a mirrored picture of oneself is easier to steer.
      video.classList.toggle('mirrored', track?.getSettings().facingMode !== 'environment');
      video.srcObject = opened;
      await video.play();
      const all = await navigator.mediaDevices.enumerateDevices();
      devices = all.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId);
      if (mine === latest) say(status, '');
    } catch (wrong) {
      if (mine !== latest) return;
      stop();
      say(status, why(wrong));
    }
    draw();
  }

  function startNext() {
    const now = stream?.getVideoTracks()[0]?.getSettings().deviceId ?? '';
    const deviceId = devices[(devices.indexOf(now) + 1) % devices.length];
    return start(deviceId ? { deviceId: { exact: deviceId } } : undefined);
  }

  function stop() {
    latest++;
    if (stream) stopAll(stream);
    stream = null;
    video.srcObject = null;
    draw();
  }

  say(toggle, words.stream.start);
  show(video, false);
  return {
    element,
    video,
    stop,
    /** Returns true if the camera has a picture. */
    sees: () => !!stream && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA,
    on: () => !!stream,
  };
}

/** @param {MediaStream} stream */
function stopAll(stream) {
  for (const track of stream.getTracks()) track.stop();
}
