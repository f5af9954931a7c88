// The browser's frames.

// Calls back at the first task after the next frame: by then what is in the document now has been drawn.
export function afterNextFrame(callback) {
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = callback;
    channel.port2.postMessage(0);
  });
}

// Shows at most one commit in a frame of the browser, so that an app's even frames are even on the screen, too.
//
// A commit is applied at once, unless the browser has still to draw the one before. Then it waits for that; but no more
// than two commits wait, and none when the user waits for it or the page is hidden.
export class Pacer {
  #apply;
  #waiting = [];
  #isDrawing = false;

  constructor(apply) {
    this.#apply = apply;
    document.addEventListener('visibilitychange', () => this.flush());
  }

  // isAwaited: it answers what the user did.
  add(commit, isAwaited) {
    this.#waiting.push(commit);
    if (isAwaited || document.hidden) return this.flush();
    while (this.#waiting.length > (this.#isDrawing ? 2 : 0)) this.#applyNext();
  }

  // Applies all that waits.
  flush() {
    while (this.#waiting.length > 0) this.#applyNext();
  }

  #applyNext() {
    this.#apply(this.#waiting.shift());
    if (this.#isDrawing || document.hidden) return;
    this.#isDrawing = true;
    afterNextFrame(() => {
      this.#isDrawing = false;
      if (this.#waiting.length > 0) this.#applyNext();
    });
  }
}
