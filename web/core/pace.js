// How long a run still takes: mini-batches and evaluations are timed apart, since an epoch ends with a long one.

const MEMORY = 0.05; // weight of the newest time in the moving average
const ENOUGH = 5; // steps before an estimate is worth showing

export class Pace {
  /** @param {number} steps @param {number} stepsPerEpoch */
  constructor(steps, stepsPerEpoch) {
    this.steps = steps;
    this.stepsPerEpoch = stepsPerEpoch;
    this.done = 0;
    this.step = 0; // seconds of a step, moving average
    this.evaluation = 0; // seconds, of the latest
  }

  /** @param {number} seconds @param {boolean} evaluated whether an evaluation was part of it */
  note(seconds, evaluated) {
    this.done++;
    if (evaluated && this.done > 1) this.evaluation = Math.max(0, seconds - this.step);
    else this.step += (seconds - this.step) * Math.max(MEMORY, 1 / this.done);
  }

  /** @returns {number | null} */
  secondsLeft() {
    if (this.done < Math.min(ENOUGH, this.steps)) return null;
    const left = this.steps - this.done;
    return left * this.step + Math.ceil(left / this.stepsPerEpoch) * this.evaluation;
  }
}
