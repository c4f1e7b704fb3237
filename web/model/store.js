// A store: an immutable state, replaced as a whole, and drawn at most once per animation frame.

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
  let scheduled = 0;
  let together = false; // changes are being combined

  function draw() {
    scheduled = 0;
    for (const one of drawers) one(state);
  }

  function redraw() {
    scheduled ||= requestAnimationFrame(draw);
  }

  /** @param {State} before */
  function tell(before) {
    for (const watch of watchers) watch(state, before);
    redraw();
  }

  return {
    get: () => state,

    /** @param {Partial<State>} change */
    set(change) {
      const before = state;
      state = Object.freeze({ ...state, ...change });
      if (!together) tell(before);
    },

    /** Combines changes, so that watchers see one. @param {() => void} changes */
    together(changes) {
      if (together) return changes();
      const before = state;
      together = true;
      try {
        changes();
      } finally {
        together = false;
        if (state !== before) tell(before);
      }
    },

    /** Calls `draw` in the next frame after a change. @param {(state: State) => void} draw */
    onDraw(draw) {
      drawers.push(draw);
      redraw();
    },

    /** Draws in the next frame, even without a change. */
    redraw,

    /** Draws now instead of in the next frame. */
    flush() {
      cancelAnimationFrame(scheduled);
      draw();
    },

    /**
     * Calls `watch` synchronously after every change.
     * @param {(state: State, before: State) => void} watch
     */
    onChange(watch) {
      watchers.push(watch);
    },
  };
}
