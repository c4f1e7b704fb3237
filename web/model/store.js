// The page's one state: an immutable object, replaced whole, and drawn at most once per animation frame.

/**
 * @template {object} State
 * @param {State} initial
 */
export function createStore(initial) {
  /** @type {State} */
  let state = Object.freeze({ ...initial });
  /** @type {((state: State) => void)[]} */
  const drawers = [];
  /** @type {((state: State, before: State) => void)[]} */
  const watchers = [];
  let asked = 0;

  function redraw() {
    asked = 0;
    for (const draw of drawers) draw(state);
  }

  return {
    get: () => state,

    /** @param {Partial<State>} change */
    set(change) {
      const before = state;
      state = Object.freeze({ ...state, ...change });
      for (const watch of watchers) watch(state, before);
      asked ||= requestAnimationFrame(redraw);
    },

    /** Calls `draw` in the next frame after a change. @param {(state: State) => void} draw */
    onDraw(draw) {
      drawers.push(draw);
      asked ||= requestAnimationFrame(redraw);
    },

    /** Draws now what would be drawn in the next frame. */
    flush() {
      cancelAnimationFrame(asked);
      redraw();
    },

    /** Calls `watch` at once after every change. @param {(state: State, before: State) => void} watch */
    onChange(watch) {
      watchers.push(watch);
    },
  };
}
