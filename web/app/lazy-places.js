// Places that load their code on first use: reports, exercises, trained networks, papers, the
// camera, kept runs.
import { byId } from '../draw/dom.js';
import { partOf } from '../ui/shell/part.js';

/**
 * Returns true for the exercises' place, or an open exercise.
 * @param {import('../model/types.js').State} state
 */
const forClass = ({ view, page }) => !!page.exercise || view === 'exercises' || view === 'teacher';

/**
 * @param {HTMLElement} stage
 * @param {import('../core/types.js').Engine} engine
 * @param {import('../model/types.js').Store} store
 * @param {{
 *   restore: Awaited<ReturnType<typeof import('./restore/index.js').createRestore>>,
 *   session: ReturnType<typeof import('./runs/session.js').createSession>,
 *   opener: ReturnType<typeof import('./links/opener.js').createOpener>,
 *   travel: ReturnType<typeof import('./travel.js').createTravel>,
 *   run: () => void,
 *   whenNext: (then: () => void) => void,
 *   address: ReturnType<typeof import('./links/address.js').createAddress>,
 *   send: ReturnType<typeof import('./embed.js').createEmbed>['receiver'],
 *   newStudent: () => Promise<void>,
 *   gathering: ReturnType<typeof import('./runs/gathering.js').createGathering>,
 * }} parts
 */
export function createLazyPlaces(
  stage,
  engine,
  store,
  { restore, session, opener, travel, address, gathering, run, whenNext, send, newStudent },
) {
  const { goTo, showRun } = travel;

  /**
   * Makes a place on first use, and then draws it. If its code cannot be loaded, prints a note and tries
   * again at the next use.
   * @template M, T
   * @param {() => Promise<M>} fetch
   * @param {(module: M) => T | Promise<T>} make
   */
  function once(fetch, make) {
    /** @type {Promise<T | null> | null} */
    let making = null;
    const begin = async () => {
      try {
        const module = await partOf(store, fetch());
        if (module) place.now = await make(module);
      } finally {
        if (!place.now) making = null;
      }
      if (place.now) store.redraw();
      return place.now;
    };
    const place = {
      /** @type {T | null} */
      now: null,
      open: () => (making ??= begin()),
    };
    return place;
  }

  const evaluate = once(
    () => import('../ui/evaluate/place.js'),
    ({ createEvaluate }) =>
      createEvaluate(byId('evaluate'), engine, store, { trainOn: (link, weights) => void opener.begin(link, weights) }),
  );

  const classroom = once(
    () => import('../ui/class/place.js'),
    async ({ createClassroom }) => {
      const made = createClassroom({ list: byId('classroom'), column: byId('exercise'), rail: byId('rail') }, engine, store, {
        open: opener.open,
        start: run,
        show(id) {
          session.show(id);
          goTo(store.get().view); // on a phone the picture has a separate tab
        },
        drop: session.drop,
        goTo,
        push: address.push,
        pool: gathering.pool,
        send,
        newStudent,
      });
      whenNext(made.next);
      await made.load();
      return made;
    },
  );

  const zoo = once(
    () => import('../ui/networks/place.js'),
    ({ createZoo }) => {
      return createZoo(stage, engine, {
        async report(files) {
          goTo('evaluate');
          (await evaluate.open())?.takeFiles(files);
        },
        adopt: session.adopt,
        open: (link) => void opener.open(link),
        async train(link) {
          await opener.open(link);
          run();
        },
        async evaluate(network) {
          goTo('evaluate');
          (await evaluate.open())?.takeNetwork(network);
        },
        async trainOn(link, weights) {
          goTo('workbench');
          await opener.begin(link, weights);
        },
        go: goTo,
      });
    },
  );

  const papers = once(
    () => import('../ui/papers/place.js'),
    ({ createPapers }) => createPapers(stage, { open: (link) => void opener.open(link), cubic: engine.cubic.bind(engine) }),
  );

  const library = once(
    () => import('../ui/kept/place.js'),
    ({ createLibrary }) => {
      return createLibrary(stage, engine, store, { restore, session, showRun, newStudent });
    },
  );

  const camera = once(
    () => import('../ui/camera/place.js'),
    ({ createCamera }) =>
      createCamera(stage, engine, store, {
        async open(link) {
          const { threads, fast, exercise, embed } = store.get().page;
          const staying = Object.entries({ threads, fast, exercise, embed }).filter(([, value]) => value);
          await opener.open(await engine.link.set(link, { ...Object.fromEntries(staying), view: 'camera' }));
        },
        run,
        async showRun(spec) {
          session.show(store.get().runs.find((one) => one.spec === spec)?.id ?? '');
          await opener.back(spec); // its controls; an open exercise stays
          goTo('workbench');
        },
      }),
  );

  /** @typedef {{now: unknown, open: () => Promise<unknown>}} Place */
  /** @type {[(state: import('../model/types.js').State) => boolean, Place][]} */
  const places = [
    [({ view }) => view === 'evaluate', evaluate],
    [({ view }) => view === 'zoo', zoo],
    [({ view }) => view === 'papers', papers],
    [({ view }) => view === 'camera', camera],
    [({ view }) => view === 'kept', library],
    [forClass, classroom],
  ];
  const wanted = (/** @type {import('../model/types.js').State} */ state) =>
    places.filter(([isWanted]) => state.mode === 'bench' && isWanted(state)).map(([, place]) => place);

  return {
    /** Loads places from now on when they are opened. */
    follow() {
      /** @type {unknown[]} */
      let before = [];
      store.onChange((state) => {
        const now = wanted(state);
        for (const place of now) if (!before.includes(place)) place.open();
        before = now;
      });
    },
    /** Waits for the state's places. */
    ready: () => Promise.all(wanted(store.get()).map((place) => place.open())),
    /** Opens the full report on the current run. */
    async evaluateRun() {
      goTo('evaluate');
      (await evaluate.open())?.takeRun();
    },
    /** Opens the list of stored runs. */
    library: library.open,
    /** Sets the student's name in the exercise. @param {string} name */
    name: (name) => classroom.now?.name(name),
    /** Shows or hides places before the page is measured. @param {import('../model/types.js').State} state */
    show({ mode, view }) {
      evaluate.now?.show(mode === 'bench' && view === 'evaluate');
      zoo.now?.show(mode === 'bench' && view === 'zoo');
      papers.now?.show(mode === 'bench' && view === 'papers');
      camera.now?.show(mode === 'bench' && view === 'camera');
    },
    /**
     * Draws after the rail, whose controls an exercise locks.
     * @param {import('../model/types.js').State} state
     */
    draw: (state) => classroom.now?.draw(state),
  };
}
