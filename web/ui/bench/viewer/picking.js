// Selects what a shape of a view's drawing stands for, by pointer or keyboard. The selection applies to the
// whole page. A shape names what it selects in `data-pick`, as "bin 3" or "sample 17".

/** @typedef {import('../../../model/types.js').Store} Store */
/** @typedef {(value: number, store: Store, isClick: boolean) => void} PickOne */

/** Things that can be selected; a second click deselects. */
const picks = {
  /** @type {PickOne} */
  bin(value, { get, view }, isClick) {
    const again = isClick && get().pinned && get().selected === value;
    view.pickBin(again ? null : value, !again);
  },
  /** @type {PickOne} */
  sample: (value, { get, view }, isClick) => view.pickSample(isClick && get().sample === value ? null : value),
  /** @type {PickOne} */
  class: (value, { get, view }, isClick) => view.pickClass(isClick && get().pickedClass === value ? null : value),
  /** @type {PickOne} */
  epoch: (value, { view }) => view.showEpoch(value),
  /** @type {PickOne} */
  from: (value, { get, view }) => view.choose(get().view, { from: String(value) }),
  /** @type {PickOne} */
  alone: (value, { get, view }) => view.choose(get().view, { alone: String(value), from: '0' }),
  /** @type {PickOne} */
  threshold: (value, { get, view }) => view.choose(get().view, { threshold: String(value) }),
  /** @type {PickOne} */
  ask: (value, { get, view }) => view.choose(get().view, { ask: String(value) }),
};
/** Picks that follow the pointer. @type {string[]} */
const dragged = ['alone', 'threshold', 'ask'];

/** Parses "bin 3". @param {string | null | undefined} text */
function pickOf(text) {
  const [word = '', value] = text?.split(' ') ?? [];
  const kind = /** @type {(keyof typeof picks)[]} */ (Object.keys(picks)).find((one) => one === word);
  return kind ? { kind, value: Number(value) } : null;
}

/** The thing under the pointer. @param {Event} event */
const pickAt = ({ target }) => pickOf(/** @type {Element} */ (target).closest('[data-pick]')?.getAttribute('data-pick'));

/**
 * The thing that a drag has reached: a finger's events stay with the shape where it began.
 * @param {PointerEvent} event
 */
const pickBelow = ({ clientX, clientY }) =>
  pickOf(document.elementFromPoint(clientX, clientY)?.closest('[data-pick]')?.getAttribute('data-pick'));

/**
 * Listens to pointers and keys in a drawing.
 * @param {HTMLElement} canvas
 * @param {Store} store
 */
export function listenToPicks(canvas, store) {
  canvas.addEventListener('pointermove', (event) => {
    const { pinned, selected } = store.get();
    const below = event.buttons & 1 ? pickBelow(event) : null;
    if (below && dragged.includes(below.kind)) return picks[below.kind](below.value, store, false);
    if (pinned || event.pointerType === 'touch') return;
    const pick = pickAt(event);
    const next = pick?.kind === 'bin' ? pick.value : null;
    if (next !== selected) store.view.pickBin(next);
  });
  canvas.addEventListener('pointerleave', () => !store.get().pinned && store.get().selected !== null && store.view.pickBin(null));
  canvas.addEventListener('click', (event) => {
    const pick = pickAt(event);
    if (pick) picks[pick.kind](pick.value, store, true);
  });
  canvas.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const all = [...new Set([...canvas.querySelectorAll('[data-pick]')].map((one) => one.getAttribute('data-pick')))].flatMap(
      (one) => pickOf(one) ?? [],
    );
    if (!step || !all.length) return;
    event.preventDefault();
    const { selected, sample, pickedClass, chosen } = store.get();
    const limit = pickOf(canvas.querySelector('[data-now]')?.getAttribute('data-pick'))?.value;
    const now = { bin: selected, sample, class: pickedClass, epoch: chosen, from: null, alone: limit, threshold: limit, ask: limit };
    const at = all.findIndex(({ kind, value }) => now[kind] === value);
    const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + step))];
    if (next) picks[next.kind](next.value, store, false);
  });
}
