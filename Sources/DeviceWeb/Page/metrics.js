// The latency from an input's time stamp to its effect in the page, milliseconds.
//
// `applied` ends when the commit that follows the input is in the document; `painted` in the first task after the frame that
// shows it. Call `carobMetrics.summary()` in the console.

import { afterNextFrame } from './frames.js';

class Metrics {
  applied = [];
  painted = [];
  commits = 0;
  layers = 0;
  #waiting = [];

  input(number, at) {
    if (number === 0) return;
    this.#waiting.push({ number, at });
    if (this.#waiting.length > 100) this.#waiting.shift();
  }

  // A commit is in the document that the device made after it got the input with this number.
  commit(number, layers) {
    this.commits += 1;
    this.layers += layers;
    const answered = this.#waiting.filter((input) => input.number <= number);
    if (answered.length === 0) return;
    this.#waiting = this.#waiting.filter((input) => input.number > number);
    const now = performance.now();
    for (const { at } of answered) this.#add(this.applied, now - at);
    afterNextFrame(() => {
      const shown = performance.now();
      for (const { at } of answered) this.#add(this.painted, shown - at);
    });
  }

  #add(list, value) {
    list.push(value);
    if (list.length > 1000) list.shift();
  }

  summary() {
    const of = (list) => {
      const sorted = [...list].sort((a, b) => a - b);
      const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;
      return { count: sorted.length, median: at(0.5), p95: at(0.95), worst: at(1) };
    };
    return { applied: of(this.applied), painted: of(this.painted), commits: this.commits, layers: this.layers };
  }
}

export const metrics = new Metrics();
window.carobMetrics = metrics;
