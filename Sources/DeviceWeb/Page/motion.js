// What moves from commit to commit is drawn once, into a picture of its own, and then only the picture is moved.
//
// OPTIMIZATION: without it the browser draws all that lies in a scroll view or a map again in each of its frames. A
// layer that rests is drawn in place again, as sharp as the rest of the screen.

import { anchorOf, px } from './style.js';

// As many layers at once have such pictures; of more that move each by itself only those that hold this many others.
const limit = 8;
const crowd = 4;
// Milliseconds without a move after which a layer rests.
const restTime = 250;
// The sheet's edges are multiples of so many points, and no further away than this.
const step = 1024;
const farthest = 16 * step;

const placeOf = ({ written, container }) =>
  `${written.translate} ${written.transform} ${container ? container.style.translate + container.style.transform : ''}`;

export class Motion {
  #node;
  // Where nodes were put by the commit before, and when they last moved.
  #places = new WeakMap();
  #moves = new WeakMap();
  // Node → what is moved, the sheet in it, and the sublayers that the sheet was laid under.
  #moving = new Map();
  #timer = 0;

  // node: a layer's node by its id.
  constructor(node) {
    this.#node = node;
  }

  // A commit has been applied to these nodes.
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

  // Lays the sheet, on which nothing is seen, under all sublayers.
  //
  // OPTIMIZATION: the browser makes one picture of elements that are far from each other only if something lies between
  // them; else it makes one for each, and compares each with each.
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
    // In steps: a picture whose upper left corner is another one is drawn anew.
    [left, top] = [left, top].map((edge) => Math.max(Math.floor(edge / step) * step, -farthest));
    [right, bottom] = [right, bottom].map((edge) => Math.min(Math.ceil(edge / step) * step, farthest));
    Object.assign(state.sheet.style, { left: px(left), top: px(top), width: px(right - left), height: px(bottom - top) });
  }
}
