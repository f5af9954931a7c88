// Promotes layers that move from commit to commit to compositor layers, which the browser moves without redrawing.
//
// OPTIMIZATION: without it the browser redraws the contents of a scroll view or a map in each frame. A layer at rest is drawn
// in place again, as sharp as the rest of the screen.

import { anchorOf, px } from './style.js';

// The most promoted layers. If more layers move by themselves, only those with at least this many sublayers are promoted.
const limit = 8;
const crowd = 4;
// Milliseconds without a move after which a layer rests.
const restTime = 250;
// The sheet's edges are multiples of this many points, up to a limit.
const step = 1024;
const farthest = 16 * step;

const placeOf = ({ written, container }) =>
  `${written.translate} ${written.transform} ${container ? container.style.translate + container.style.transform : ''}`;

export class Motion {
  #node;
  // The positions of nodes in the previous commit, and when they last moved.
  #places = new WeakMap();
  #moves = new WeakMap();
  // Node → the moved element, its sheet, and the sublayers above the sheet.
  #moving = new Map();
  #timer = 0;

  // node(id): returns the node of a layer.
  constructor(node) {
    this.#node = node;
  }

  // Called after a commit was applied to these nodes.
  applied(nodes) {
    const now = performance.now();
    const moved = nodes.filter((node) => {
      const [old, place] = [this.#places.get(node), placeOf(node)];
      this.#places.set(node, place);
      return old !== undefined && old !== place;
    });
    const held = moved.length <= limit ? moved : moved.filter(({ layer }) => (layer.sublayers?.length ?? 0) >= crowd);
    if (held.length <= limit) {
      for (const node of held) {
        const mayMove = this.#moving.has(node) || this.#moving.size < limit;
        if (mayMove && now - (this.#moves.get(node) ?? -Infinity) < restTime) this.#move(node);
        this.#moves.set(node, now);
      }
    }
    if (this.#moving.size > 0 && this.#timer === 0) this.#timer = setTimeout(() => this.#settle(), restTime);
  }

  removed(node) {
    this.#moving.delete(node);
  }

  reset() {
    this.#moving.clear();
  }

  #settle() {
    const now = performance.now();
    for (const node of this.#moving.keys()) if (now - this.#moves.get(node) >= restTime) this.#rest(node);
    this.#timer = this.#moving.size > 0 ? setTimeout(() => this.#settle(), restTime) : 0;
  }

  #move(node) {
    const element = node.container ?? node.element;
    let state = this.#moving.get(node);
    if (state?.element !== element) {
      this.#rest(node);
      state = { element, sheet: document.createElement('div'), sublayers: null };
      this.#moving.set(node, state);
      element.classList.add('moving');
      state.sheet.className = 'sheet';
      element.prepend(state.sheet);
    }
    if (state.sublayers !== node.layer.sublayers) this.#spread(node, state);
  }

  #rest(node) {
    const state = this.#moving.get(node);
    if (!state) return;
    state.element.classList.remove('moving');
    state.sheet.remove();
    this.#moving.delete(node);
  }

  // Puts the invisible sheet below all sublayers.
  //
  // OPTIMIZATION: the browser paints distant elements into one compositor layer only if something connects them; otherwise it
  // makes a layer for each, and compares all pairs.
  #spread(node, state) {
    state.sublayers = node.layer.sublayers;
    let [left, top, right, bottom] = [0, 0, 0, 0];
    for (const id of state.sublayers ?? []) {
      const layer = this.#node(id)?.layer;
      if (!layer) continue;
      const [ax, ay] = anchorOf(layer);
      const [x, y] = [layer.position[0] - ax * layer.size[0], layer.position[1] - ay * layer.size[1]];
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x + layer.size[0]), Math.max(bottom, y + layer.size[1])];
    }
    // In steps, because a compositor layer is redrawn when its top left corner changes.
    [left, top] = [left, top].map((edge) => Math.max(Math.floor(edge / step) * step, -farthest));
    [right, bottom] = [right, bottom].map((edge) => Math.min(Math.ceil(edge / step) * step, farthest));
    Object.assign(state.sheet.style, { left: px(left), top: px(top), width: px(right - left), height: px(bottom - top) });
  }
}
