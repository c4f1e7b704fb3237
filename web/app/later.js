// Places whose code comes when they are first gone to: reports, exercises, trained networks, kept runs.
import { byId } from '../draw/dom.js';

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
 *   address: ReturnType<typeof import('./address.js').createAddress>,
 *   send: ReturnType<typeof import('./embed.js').createEmbed>['receiver'],
 * }} parts
 */
export function createLater(stage, engine, store, { restore, session, opener, travel, address, run, send }) {
  const { goTo, showRun } = travel;

  /** Made when it is first wanted, and then drawn. @template T @param {() => Promise<T>} make */
  function once(make) {
    /** @type {Promise<T> | null} */
    let making = null;
    const place = {
      /** @type {T | null} */
      now: null,
      open: () =>
        (making ??= make().then((made) => {
          place.now = made;
          store.redraw();
          return made;
        })),
    };
    return place;
  }

  const evaluate = once(async () => {
    const { createEvaluate } = await import('../ui/evaluate/place.js');
    return createEvaluate(byId('evaluate'), engine, store, { trainOn: (link, weights) => void opener.begin(link, weights) });
  });

  const classroom = once(async () => {
    const { createClassroom } = await import('../ui/class/place.js');
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
      send,
    });
    await made.load();
    return made;
  });

  const zoo = once(async () => {
    const { createZoo } = await import('../ui/networks/place.js');
    return createZoo(stage, engine, {
      async report(files) {
        goTo('evaluate');
        (await evaluate.open()).takeFiles(files);
      },
      adopt: session.adopt,
      open: (link) => void opener.open(link),
      async train(link) {
        await opener.open(link);
        run();
      },
      async evaluate(network) {
        goTo('evaluate');
        (await evaluate.open()).takeNetwork(network);
      },
      async trainOn(link, weights) {
        goTo('workbench');
        await opener.begin(link, weights);
      },
      go: goTo,
    });
  });

  const library = once(async () => {
    const { createLibrary } = await import('../ui/kept/place.js');
    return createLibrary(stage, engine, store, { restore, session, showRun });
  });

  /** @type {[(state: import('../model/types.js').State) => boolean, {now: unknown, open: () => Promise<unknown>}][]} */
  const places = [
    [({ view }) => view === 'evaluate', evaluate],
    [({ view }) => view === 'zoo', zoo],
    [({ view }) => view === 'kept', library],
    [forClass, classroom],
  ];
  const wanted = (/** @type {import('../model/types.js').State} */ state) =>
    places.filter(([isWanted]) => state.mode === 'bench' && isWanted(state)).map(([, place]) => place);

  return {
    /** Fetches what is gone to from now on. */
    follow: () => store.onChange((state) => wanted(state).forEach((place) => place.now || place.open())),
    /** What the state wants is there. */
    ready: () => Promise.all(wanted(store.get()).map((place) => place.open())),
    /** The whole report on the run on show, in the place where reports are made. */
    async evaluateRun() {
      goTo('evaluate');
      (await evaluate.open()).takeRun();
    },
    /** The list of all kept runs. */
    library: library.open,
    /** What an exercise is called now. @param {string} name */
    name: (name) => classroom.now?.name(name),
    /** Before the page is measured. @param {import('../model/types.js').State} state */
    show({ mode, view }) {
      evaluate.now?.show(mode === 'bench' && view === 'evaluate');
      zoo.now?.show(mode === 'bench' && view === 'zoo');
    },
    /** After the rail, whose controls an exercise locks. @param {import('../model/types.js').State} state */
    draw: (state) => classroom.now?.draw(state),
  };
}
