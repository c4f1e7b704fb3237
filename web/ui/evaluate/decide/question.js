// A question to the engine whose answer is drawn: the latest answer stays until the next one is there. One
// question runs at a time, and of those asked meanwhile only the last one.
import { sentence as reasonOf } from '../../../core/formats/error.js';

/** @template T */
export class Question {
  #wanted = '';
  #running = false;

  /** @param {() => void} redraw called after each answer */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {{key: string, value: T | null, error: string}} */
    this.answer = { key: '', value: null, error: '' };
  }

  /**
   * Returns the latest answer, and asks if it belongs to another question.
   * @param {string} key of the question
   * @param {() => Promise<T>} ask
   */
  now(key, ask) {
    this.#wanted = key;
    if (key !== this.answer.key && !this.#running) void this.#run(key, ask);
    return this.answer;
  }

  /** @param {string} key @param {() => Promise<T>} ask */
  async #run(key, ask) {
    this.#running = true;
    try {
      this.answer = { key, value: await ask(), error: '' };
    } catch (wrong) {
      this.answer = { key, value: null, error: reasonOf(wrong) };
    }
    this.#running = false;
    this.redraw();
  }

  /** Returns true while the answer is that of another question. */
  get isLate() {
    return this.answer.key !== this.#wanted;
  }
}
