// The device's clock as the page sees it.
//
// `offset` is page time (performance.now, milliseconds) minus device time. Messages can only be late, so the smallest
// difference is the best estimate.

export class Clock {
  offset = 0;
  epoch = 0;
  zone = 0;
  #known = false;

  // Sets the clock from a message of the device, and begins a new estimate.
  set({ now, epoch, offset }) {
    this.offset = performance.now() - now * 1000;
    this.epoch = epoch;
    this.zone = offset;
    this.#known = true;
  }

  // A commit was made at this device time, so the current device time is not earlier.
  observe(time) {
    const difference = performance.now() - time * 1000;
    if (!this.#known || difference < this.offset) this.offset = difference;
    this.#known = true;
  }

  toPage(seconds) {
    return seconds * 1000 + this.offset;
  }

  get now() {
    return (performance.now() - this.offset) / 1000;
  }

  // The wall clock on the device, as a Date whose UTC fields are the device's local ones.
  get wall() {
    return new Date((this.epoch + this.zone + this.now) * 1000);
  }
}
