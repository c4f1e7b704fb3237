// Estimates the remaining time of a run. Mini-batches and evaluations are timed separately, because an epoch
// ends with a long evaluation.

const MEMORY = 5; // seconds of work after which a time has the weight 1/e
const ENOUGH = 5; // steps before the estimate is shown

export class Pace {
  /** @param {number} steps @param {number} stepsPerEpoch */
  constructor(steps, stepsPerEpoch) {
    this.steps = steps;
    this.stepsPerEpoch = stepsPerEpoch;
    this.done = 0;
    this.seconds = 0; // faded sum of step times
    this.count = 0; // number of those steps, with the same weights
    this.evaluation = 0; // seconds of the latest evaluation
  }

  /** Seconds per mini-batch. */
  get step() {
    return this.count ? this.seconds / this.count : 0;
  }

  /** @param {number} seconds @param {boolean} evaluated true if the time includes an evaluation */
  note(seconds, evaluated) {
    this.done++;
    if (evaluated) {
      this.evaluation = Math.max(0, seconds - this.step);
      return;
    }
    const fade = Math.exp(-seconds / MEMORY);
    this.seconds = this.seconds * fade + seconds;
    this.count = this.count * fade + 1;
  }

  /** @returns {number | null} */
  secondsLeft() {
    if (this.done < Math.min(ENOUGH, this.steps)) return null;
    const left = this.steps - this.done;
    return left * this.step + Math.ceil(left / this.stepsPerEpoch) * this.evaluation;
  }
}
