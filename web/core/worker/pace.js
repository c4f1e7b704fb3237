// How long a run still takes: mini-batches and evaluations are timed apart, since an epoch ends with a long one.

const MEMORY = 5; // seconds of work after which a time counts only 1/e
const ENOUGH = 5; // steps before an estimate is worth showing

export class Pace {
  /** @param {number} steps @param {number} stepsPerEpoch */
  constructor(steps, stepsPerEpoch) {
    this.steps = steps;
    this.stepsPerEpoch = stepsPerEpoch;
    this.done = 0;
    this.seconds = 0; // of the recent steps, fading
    this.count = 0; // of the same steps, fading as fast
    this.evaluation = 0; // seconds, of the latest
  }

  /** Seconds of a mini-batch. */
  get step() {
    return this.count ? this.seconds / this.count : 0;
  }

  /** @param {number} seconds @param {boolean} evaluated whether an evaluation was part of it */
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
