// The browser's frames.

// Calls back in the first task after the next frame, when the current document has been drawn.
export function afterNextFrame(callback) {
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = callback;
    channel.port2.postMessage(0);
  });
}

// Applies at most one commit per frame of the browser, so that an app's even frames are shown evenly.
//
// A commit is applied at once, unless the browser has not drawn the previous one yet. At most two commits wait, and none if
// one answers an input or the page is hidden.
export class Pacer {
  #apply;
  #waiting = [];
  #isDrawing = false;

  constructor(apply) {
    this.#apply = apply;
    document.addEventListener('visibilitychange', () => this.flush());
  }

  // isAwaited: the commit answers an input.
  add(commit, isAwaited) {
    this.#waiting.push(commit);
    if (isAwaited || document.hidden) return this.flush();
    while (this.#waiting.length > (this.#isDrawing ? 2 : 0)) this.#applyNext();
  }

  // Applies all commits that wait.
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
