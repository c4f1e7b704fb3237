// Fields of the form that makes an exercise, each with space below it for an error.

import { attribute, h, say, show } from '../../../draw/dom.js';
import { sentence } from '../../../texts/index.js';

/** @typedef {ReturnType<typeof createFields>} Fields */

/** @param {{changed: () => void, build: () => void}} on build: called when the form needs other fields */
export function createFields({ changed, build }) {
  let ids = 0;

  /**
   * Shows an error at its field.
   * @param {HTMLElement} form
   * @param {import('./faults.js').Fault | null} fault
   */
  function blame(form, fault) {
    for (const one of form.querySelectorAll('.maker-line')) {
      const [field, note] = [one.querySelector('input, textarea, select'), /** @type {HTMLElement | null} */ (one.querySelector('.error'))];
      const mine = !!fault && field?.id === `maker-${fault.field}`;
      if (!field || !note) continue;
      attribute(field, 'aria-invalid', mine ? 'true' : null);
      say(note, mine ? sentence(fault.why) : '');
      show(note, mine);
      if (mine) one.closest('details')?.setAttribute('open', ''); // makes it visible
    }
  }

  /**
   * A field with its label, and space below it for an error.
   * @param {string} label
   * @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} field
   * @param {boolean} wide
   */
  function labelled(label, field, wide) {
    const note = h('p', { class: 'error', id: `${field.id}-error`, hidden: true });
    attribute(field, 'aria-describedby', note.id);
    return h('div', { class: wide ? 'maker-line' : 'maker-line narrow' }, h('label', { for: field.id, class: 'note' }, label), field, note);
  }

  /**
   * A select field.
   * @param {string} label
   * @param {string} name
   * @param {string} value
   * @param {[string, string][]} options
   * @param {(value: string) => void} set
   */
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
    field.value = value ?? ''; // an older stored draft may lack this text
    field.addEventListener('input', () => {
      set(field.value);
      changed();
    });
    return labelled(label, field, wide);
  }

  /** Optional fields, folded. @param {string} title @param {(Node | false)[]} parts */
  const folded = (title, ...parts) =>
    h('details', { class: 'folded' }, h('summary', null, title), h('div', { class: 'maker-later' }, ...parts));

  return { line, choice, folded, blame, restart: () => void (ids = 0) };
}
