// Fields of a network that the user brought: its data, and the layout and normalisation of its input.

import { h } from '../../../draw/dom.js';
import { nth } from '../../../model/nth.js';
import { typed } from '../../../texts/format.js';
import { texts } from '../../../texts/index.js';

/** @typedef {import('../../../core/formats/onnx-input.js').Input} Input */

const words = texts.network;

/** @param {string} text @param {string} label @param {number} channels */
function numbersOf(text, label, channels) {
  const numbers = text.split('/').map(Number);
  const good = text.trim() && numbers.every(Number.isFinite) && (numbers.length === 1 || numbers.length === channels);
  if (!good) throw new Error(words.notNumbers(label));
  return numbers;
}

/**
 * @param {{inspect: () => void, sayPixels: () => void}} on inspect: reads the network again, with other data
 *   or as another model
 */
export function createFields(on) {
  /** @param {string} id @param {string} label @param {string} help @param {(() => void) | null} [changed] */
  function field(id, label, help, changed = null) {
    const input = h('input', {
      id: `network-${id}`,
      type: 'text',
      autocomplete: 'off',
      spellcheck: 'false',
      title: help,
      'aria-description': help,
      onchange: () => changed?.(),
    });
    return { input, line: h('div', { class: 'head field wide' }, h('label', { for: input.id, class: 'strong' }, label), input) };
  }
  const data = field('data', words.data, words.dataHelp, on.inspect);
  const model = field('model', words.model, words.modelHelp, on.inspect);
  const size = field('size', words.size, words.sizeHelp);
  const mean = field('mean', words.mean, words.meanHelp, on.sayPixels);
  const std = field('std', words.std, words.stdHelp, on.sayPixels);
  const batch = field('batch', words.batch, words.batchHelp);
  const layout = h(
    'select',
    { class: 'pick', id: 'network-layout' },
    ...Object.entries(words.layouts).map(([id, label]) => h('option', { value: id }, label)),
  );
  const layoutLine = h('div', { class: 'head field wide' }, h('label', { for: layout.id, class: 'strong' }, words.layout), layout);
  const guessed = h('p', { class: 'note', 'aria-live': 'polite' });

  return {
    data,
    model,
    guessed,
    ofOnnx: h('div', null, layoutLine, size.line, batch.line),
    ofPixels: h('div', null, mean.line, std.line, guessed),

    /** The data in the field, or ''. */
    dataNow: () => data.input.value.trim(),

    /** Clears data and model. */
    clear() {
      data.input.value = '';
      model.input.value = '';
    },

    /** @param {string} means @param {string} deviations */
    setPixels(means, deviations) {
      mean.input.value = means;
      std.input.value = deviations;
    },

    /** Normalisation of the pixels, as keys of a link. @param {number} channels */
    pixels: (channels) => ({
      'data.mean': numbersOf(mean.input.value, words.mean, channels).join('/'),
      'data.std': numbersOf(std.input.value, words.std, channels).join('/'),
    }),

    /** @param {Input} input the guessed input */
    setInput(input) {
      layout.value = input.layout;
      size.input.value = [input.c, input.h, input.w].join('x');
      const short = (/** @type {number[]} */ numbers) => numbers.map(typed).join('/');
      mean.input.value = short(input.mean);
      std.input.value = short(input.std);
      batch.input.value = String(input.batch);
      batch.input.disabled = input.fixed;
      batch.input.title = input.fixed ? words.fixed : words.batchHelp;
    },

    /** The input of an ONNX model, as set in the fields. @returns {Input} */
    input() {
      const sizes = size.input.value.trim().split(/[x×]/).map(Number);
      if (sizes.length !== 3 || !sizes.every((one) => Number.isInteger(one) && one >= 1 && one <= 4096)) throw new Error(words.notSize);
      const c = nth(sizes, 0);
      const at = Number(batch.input.value);
      if (!Number.isInteger(at) || at < 1 || at > 10_000) throw new Error(words.notBatch);
      return {
        layout: /** @type {Input['layout']} */ (layout.value),
        c,
        h: nth(sizes, 1),
        w: nth(sizes, 2),
        batch: at,
        fixed: batch.input.disabled,
        mean: numbersOf(mean.input.value, words.mean, c),
        std: numbersOf(std.input.value, words.std, c),
      };
    },
  };
}
