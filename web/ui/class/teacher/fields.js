// Fields of the form that makes an exercise, each with a place below it for what is wrong there.

import { attribute, h, say, show } from '../../../draw/dom.js';
import { sentence } from '../../../texts/index.js';

/** @typedef {ReturnType<typeof createFields>} Fields */

/** @param {{changed: () => void, build: () => void}} on build: the form has other fields now */
export function createFields({ changed, build }) {
  let ids = 0;

  /** Says at a field what is wrong there. @param {HTMLElement} form @param {import('./faults.js').Fault | null} fault */
  function blame(form, fault) {
    for (const one of form.querySelectorAll('.maker-line')) {
      const [field, note] = [one.querySelector('input, textarea, select'), /** @type {HTMLElement | null} */ (one.querySelector('.error'))];
      const mine = !!fault && field?.id === `maker-${fault.field}`;
      if (!field || !note) continue;
      attribute(field, 'aria-invalid', mine ? 'true' : null);
      say(note, mine ? sentence(fault.why) : '');
      show(note, mine);
      if (mine) one.closest('details')?.setAttribute('open', ''); // it is to be seen
    }
  }

  /** A field with its label, and a place below it for what is wrong. @param {string} label @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} field @param {boolean} wide */
  function labelled(label, field, wide) {
    const note = h('p', { class: 'error', id: `${field.id}-error`, hidden: true });
    attribute(field, 'aria-describedby', note.id);
    return h('div', { class: wide ? 'maker-line' : 'maker-line narrow' }, h('label', { for: field.id, class: 'note' }, label), field, note);
  }

  /** A choice. @param {string} label @param {string} name @param {string} value @param {[string, string][]} options @param {(value: string) => void} set */
  function choice(label, name, value, options, set) {
    const field = h(
      'select',
      { class: 'pick', id: `maker-${name}` },
      ...options.map(([id, says]) => h('option', { value: id, selected: id === value }, says)),
    );
    field.addEventListener('change', () => {
      set(field.value);
      build();
      document.getElementById(field.id)?.focus();
    });
    return labelled(label, field, false);
  }

  /**
   * @param {string} label @param {string} value @param {(value: string) => void} set
   * @param {{rows?: number, wide?: boolean, name?: string}} [look]
   */
  function line(label, value, set, { rows = 0, wide = true, name } = {}) {
    const id = `maker-${name ?? ++ids}`;
    const field = rows ? h('textarea', { class: 'text-field', id, rows }) : h('input', { class: 'text-field', id, type: 'text' });
    field.value = value ?? ''; // a draft that this tab kept from before has no text for it
    field.addEventListener('input', () => {
      set(field.value);
      changed();
    });
    return labelled(label, field, wide);
  }

  /** What is not needed at first. @param {string} title @param {(Node | false)[]} parts */
  const later = (title, ...parts) =>
    h('details', { class: 'folded' }, h('summary', null, title), h('div', { class: 'maker-later' }, ...parts));

  return { line, choice, later, blame, restart: () => void (ids = 0) };
}
