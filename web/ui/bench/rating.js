// The visitor rates a few pictures by dragging a slider; after training, the ratings are compared with the
// network's.
import { drawRatings } from '../../draw/charts/ratings.js';
import { attribute, h, say, show } from '../../draw/dom.js';
import { fillCanvas } from '../../draw/picture.js';
import { nth } from '../../model/nth.js';
import { scene } from '../../model/visit/morph.js';
import { isComplete, meanOf, networksOf, nextOf, ownOf, round } from '../../model/visit/rating.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {NonNullable<State['rating']>} Rating */

const words = texts.guide;

/** @param {import('./place.js').Actions['rating']} on @param {() => void} train */
export function createRating({ give, close }, train) {
  const canvas = h('canvas', { class: 'rating-picture', role: 'img' });
  const number = h('h2', { class: 'rating-number' });
  const slider = h('input', { type: 'range', class: 'slider morph-slider', min: 0, max: 100, step: 1, value: 50 });
  const feedback = h('p', { class: 'rating-said', role: 'status' });
  const ends = [h('span'), h('span', null, words.even), h('span')];
  const element = h(
    'div',
    { class: 'rating', hidden: true },
    canvas,
    h(
      'div',
      { class: 'rating-ask' },
      number,
      h('p', { class: 'quiet' }, words.rateHow),
      h('div', { class: 'rating-rail' }, slider),
      h('div', { class: 'rating-ends' }, ...ends),
      feedback,
      h(
        'div',
        { class: 'row' },
        h('button', { class: 'button', onclick: () => commit() }, words.rateNext),
        h('button', { class: 'plain', onclick: () => (close(), train()) }, words.rateSkip),
      ),
    ),
  );
  let moved = false;
  let names = ['', ''];

  function sayNow() {
    const second = Number(slider.value) / 100;
    const [first = '', other = ''] = names;
    const words_ = words.youSay(second < 0.5 ? first : other, Math.max(second, 1 - second));
    slider.setAttribute('aria-valuetext', words_);
    say(feedback, moved ? words_ : '');
  }

  function commit() {
    const second = Number(slider.value) / 100;
    moved = false;
    slider.value = '50';
    slider.focus({ preventScroll: true });
    give(1 - second);
  }

  slider.addEventListener('input', () => {
    moved = true;
    sayNow();
  });
  // Releasing the pointer submits the answer. With the keyboard, keys move the slider and Enter submits.
  slider.addEventListener('pointerup', () => setTimeout(() => moved && commit()));
  slider.addEventListener('keydown', (event) => event.key === 'Enter' && commit());

  let shown = false;
  return {
    element,
    /** @param {Rating | null} rating @param {boolean} asking */
    draw(rating, asking) {
      show(element, asking);
      const opened = asking && !shown;
      shown = asking;
      if (!rating || !asking) return;
      const blend = nextOf(rating.pictures, rating.given);
      names = [nth(blend.classNames, scene.first), nth(blend.classNames, scene.second)];
      fillCanvas(canvas, blend, 0);
      attribute(canvas, 'aria-label', words.rateOf(rating.given.length + 1, round.length));
      say(number, words.rateOf(Math.min(rating.given.length + 1, round.length), round.length));
      attribute(slider, 'aria-label', words.rateHero(nth(names, 0), nth(names, 1)));
      say(nth(ends, 0), words.surely(nth(names, 0)));
      say(nth(ends, 2), words.surely(nth(names, 1)));
      sayNow();
      if (opened) {
        moved = false;
        slider.value = '50';
        slider.focus({ preventScroll: true });
      }
    },
  };
}

const [widest, gap] = [150, 24];

/**
 * The visitor's answers next to the network's.
 * @param {import('./place.js').Actions['chapters']['keepRatings']} keep
 */
export function createComparison(keep) {
  const panels = [words.you, words.network].map((name) => {
    const drawing = h('div');
    const says = h('p', { class: 'strong' });
    return { name, drawing, says, element: h('div', { class: 'beside-panel' }, h('h2', null, name), says, drawing) };
  });
  const verdict = h('strong');
  const see = h(
    'button',
    {
      class: 'plain',
      onclick: () => {
        element.open = true;
        element.scrollIntoView({ block: 'center' });
      },
    },
    words.seeBoth,
  );
  const head = h('p', { class: 'beside-head', hidden: true }, verdict, ' ', see);
  const note = h('p', { class: 'quiet' }, words.ratingsNote(round.length));
  /** @type {import('../share/card.js').Rated[]} */
  let both = [];
  const saves = h(
    'button',
    { class: 'plain', 'data-save': 'ratings', onclick: () => keep(both, verdict.textContent ?? '') },
    texts.sharing.card.save,
  );
  const element = h(
    'details',
    { class: 'beside', hidden: true, open: true },
    h('summary', null, words.youAndNetwork),
    h(
      'div',
      { class: 'beside-body' },
      h('div', { class: 'beside-panels' }, ...panels.map((panel) => panel.element)),
      h('div', null, note, saves),
    ),
  );
  let cooling = false;

  return {
    head,
    element,
    /**
     * @param {State} state
     * @param {boolean} trained
     * @param {boolean} cools true once the temperature was moved, which folds the panels
     */
    draw({ rating, temperature }, trained, cools) {
      const theirs = trained && rating && isComplete(rating.given) ? networksOf(rating.looked, temperature) : null;
      show(element, !!theirs);
      show(head, !!theirs);
      if (!theirs || !rating) return;
      if (cools !== cooling) element.open = !cools;
      cooling = cools;
      const size = Math.min(widest, Math.floor((element.clientWidth - gap) / 2));
      const own = rating.given.map((first, i) => ownOf(first, nth(rating.pictures, i)));
      const means = [own, theirs].map((rated) => ({ rated, ...meanOf(rated) }));
      both = means.map((mean, i) => ({
        ...{ mean, name: nth(panels, i).name },
        sentence: i ? texts.says(mean.says, mean.right, 0) : words.yourRating(mean.says, mean.right),
      }));
      both.forEach(({ mean, name, sentence }, i) => {
        const { drawing, says } = nth(panels, i);
        say(says, sentence);
        drawRatings(drawing, mean, { size, label: `${name}. ${sentence}`, axes: [texts.axisSays, texts.axisRight] });
      });
      const off = means.map(({ says, right }) => Math.abs(says - right));
      say(verdict, words.nearer(nth(off, 0), nth(off, 1)));
    },
  };
}
