// The menu of the trained networks on the empty place: opens the outputs and labels of one.
import { sentence as reasonOf } from '../../core/formats/error.js';
import { filesOf, readCards } from '../../core/zoo.js';
import { h, say, show } from '../../draw/dom.js';
import { familiesOf } from '../../model/networks.js';
import { sentence, texts } from '../../texts/index.js';

const words = texts.evaluate;

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {Pick<import('./model.js').Model, 'store' | 'takeFiles'>} model
 */
export function createTrained(engine, { store, takeFiles }) {
  /** @type {import('../../model/networks.js').Network[]} */
  let networks = [];
  const menu = h('select', { class: 'pick', id: 'evaluate-trained' });
  const button = h('button', { class: 'button solid', 'data-does': 'open-trained', onclick: open }, words.trained.open);
  const error = h('p', { class: 'error', role: 'alert', hidden: true });
  const element = h(
    'div',
    { class: 'trained-outputs', hidden: true },
    h('label', { for: menu.id }, words.trained.lead),
    h('p', { class: 'row' }, menu, button),
    error,
    h('p', { class: 'note' }, words.trained.note),
  );

  async function open() {
    const network = networks.find(({ id }) => id === menu.value);
    if (!network) return;
    button.disabled = true;
    show(error, false);
    try {
      const files = await filesOf(network);
      if (!store.get().items.length) await takeFiles(files); // the user may have dropped files since
    } catch (wrong) {
      say(error, sentence(reasonOf(wrong)));
      show(error, true);
    }
    button.disabled = false;
  }

  async function fill() {
    const families = familiesOf(engine.describe, await readCards(engine));
    networks = families.flatMap((family) => family.networks);
    menu.replaceChildren(
      ...families.map(({ title, networks: members }) =>
        h('optgroup', { label: title }, ...members.map(({ id, fullName }) => h('option', { value: id }, fullName))),
      ),
    );
    show(element, networks.length > 0);
  }

  let filled = false;
  return {
    element,
    /** Reads the networks when the place is first shown empty. */
    draw() {
      if (filled) return;
      filled = true;
      fill().catch(() => (filled = false)); // the next drawing tries again
    },
  };
}
