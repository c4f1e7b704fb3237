// Places whose code comes when they are first gone to: reports, exercises, trained networks, papers, kept runs.
import { byId } from '../draw/dom.js';
import { partOf } from '../ui/shell/part.js';

/** Who goes to the exercises, or does one. @param {import('../model/types.js').State} state */
const forClass = ({ view, page }) => !!page.exercise || view === 'exercises' || view === 'teacher';

/**
 * @param {HTMLElement} stage
 * @param {import('../core/types.js').Engine} engine
 * @param {import('../model/types.js').Store} store
 * @param {{
 *   restore: Awaited<ReturnType<typeof import('./restore.js').createRestore>>,
 *   session: ReturnType<typeof import('./session.js').createSession>,
 *   opener: ReturnType<typeof import('./opener.js').createOpener>,
 *   travel: ReturnType<typeof import('./travel.js').createTravel>,
 *   run: () => void,
 *   whenNext: (then: () => void) => void,
 *   address: ReturnType<typeof import('./address.js').createAddress>,
 *   send: ReturnType<typeof import('./embed.js').createEmbed>['receiver'],
 *   newStudent: () => Promise<void>,
 *   gathering: ReturnType<typeof import('./gathering.js').createGathering>,
 * }} parts
 */
export function createLater(
  stage,
  engine,
  store,
  { restore, session, opener, travel, address, gathering, run, whenNext, send, newStudent },
) {
  const { goTo, showRun } = travel;

  /**
   * Made when it is first wanted, and then drawn; where its code cannot be had, which is said, when it is wanted again.
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
          goTo(store.get().view); // on a phone the picture has a tab of its own
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
    ({ createPapers }) => createPapers(stage, { open: (link) => void opener.open(link) }),
  );

  const library = once(
    () => import('../ui/kept/place.js'),
    ({ createLibrary }) => {
      return createLibrary(stage, engine, store, { restore, session, showRun, newStudent });
    },
  );

  /** @type {[(state: import('../model/types.js').State) => boolean, {now: unknown, open: () => Promise<unknown>}][]} */
  const places = [
    [({ view }) => view === 'evaluate', evaluate],
    [({ view }) => view === 'zoo', zoo],
    [({ view }) => view === 'papers', papers],
    [({ view }) => view === 'kept', library],
    [forClass, classroom],
  ];
  const wanted = (/** @type {import('../model/types.js').State} */ state) =>
    places.filter(([isWanted]) => state.mode === 'bench' && isWanted(state)).map(([, place]) => place);

  return {
    /** Fetches what is gone to from now on. */
    follow() {
      /** @type {unknown[]} */
      let before = [];
      store.onChange((state) => {
        const now = wanted(state);
        for (const place of now) if (!before.includes(place)) place.open();
        before = now;
      });
    },
    /** What the state wants is there. */
    ready: () => Promise.all(wanted(store.get()).map((place) => place.open())),
    /** The whole report on the run on show, in the place where reports are made. */
    async evaluateRun() {
      goTo('evaluate');
      (await evaluate.open())?.takeRun();
    },
    /** The list of all kept runs. */
    library: library.open,
    /** What an exercise is called now. @param {string} name */
    name: (name) => classroom.now?.name(name),
    /** Before the page is measured. @param {import('../model/types.js').State} state */
    show({ mode, view }) {
      evaluate.now?.show(mode === 'bench' && view === 'evaluate');
      zoo.now?.show(mode === 'bench' && view === 'zoo');
      papers.now?.show(mode === 'bench' && view === 'papers');
    },
    /** After the rail, whose controls an exercise locks. @param {import('../model/types.js').State} state */
    draw: (state) => classroom.now?.draw(state),
  };
}
