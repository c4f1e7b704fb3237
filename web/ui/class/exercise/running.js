// A run of an exercise: its button, and how far it is.
import { attribute, h, say } from '../../../draw/dom.js';
import { named } from '../../../model/named.js';
import { estimate, timeOf } from '../../../model/runs/estimate.js';
import { isActive } from '../../../model/runs/list.js';
import { sentence, texts } from '../../../texts/index.js';

/** @typedef {import('../../../model/types.js').OpenExercise} Open */
/** @typedef {import('./questions.js').Part} Part */
/** @typedef {ReturnType<typeof import('./model.js').createExerciseModel>} Model */

const words = texts.exercise;

/**
 * @param {Model} model
 * @param {Open} open
 * @param {string} name
 * @param {number} index
 * @returns {Part}
 */
export function runPart(model, open, name, index) {
  const { label } = named(open.it.runs, name);
  const button = h('button', { class: 'button solid', disabled: true, onclick: () => model.run(name) });
  const note = h('span', { class: 'note', role: 'status' });
  const element = h('div', { class: 'running', 'data-run': name }, button, note);
  return {
    index,
    element,
    draw(now, { run, badge, describe }) {
      const reached = now.may.includes(named(now.specs, name));
      const done = !!now.progress.runs[name];
      const mine = run?.spec === now.specs[name] ? run : null;
      const active = mine && isActive(mine);
      const check = named(now.checks, name);
      button.disabled = !reached || !!active || now.asking;
      attribute(button, 'class', done ? 'plain' : 'button solid');
      say(button, done ? words.look(label) : words.run(label));
      const epochs = check.run.epochs;
      const time = describe ? timeOf(estimate(check, badge?.threads ?? 1)) : '';
      const error = now.done === index && now.error ? sentence(now.error) : '';
      if (done) say(note, `✓ ${words.runDone('', epochs).replace(/^: /, '')}`);
      else if (error) say(note, error);
      else if (now.asking && now.started === name) say(note, words.measuring);
      else if (active) say(note, words.running(Math.min(epochs, mine.history.length + 1), epochs));
      else say(note, reached ? words.about(time) : words.lockFirst);
    },
  };
}
