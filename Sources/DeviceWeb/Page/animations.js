// Layer animations as Web Animations, which the browser samples on the device's clock.

import { anchorOf, color, matrix, px, shadow, translation } from './style.js';

// An additive size may be negative, which CSS allows only within calc().
const length = (value) => `calc(${px(value)})`;

const style = {
  position: (layer, [x, y], additive) => (additive ? { translate: `${px(x)} ${px(y)}` } : { translate: translation(layer, [x, y]) }),
  // The element is placed for the model's size; left and top compensate for the difference about the anchor point.
  'bounds.size': (layer, [width, height], additive) => {
    const [ax, ay] = anchorOf(layer);
    const [mw, mh] = additive ? [0, 0] : layer.size;
    return { width: length(width), height: length(height), left: px(-ax * (width - mw)), top: px(-ay * (height - mh)) };
  },
  'bounds.origin': (layer, [x, y]) => ({ translate: `${px(-x)} ${px(-y)}` }),
  transform: (layer, value) => ({ transform: matrix(value) }),
  opacity: (layer, [value]) => ({ opacity: String(value) }),
  backgroundColor: (layer, value) => ({ backgroundColor: color(value) }),
  cornerRadius: (layer, [value], additive, tree) => ({ borderRadius: (additive ? length(value) : tree.borderRadius(layer.id, value)) || '0px' }),
  borderWidth: (layer, [value]) => ({ borderWidth: length(value) }),
  borderColor: (layer, value) => ({ borderColor: color(value) }),
  shadowOpacity: (layer, [value]) => shadowFrame(shadow(layer, { shadowOpacity: value })),
  shadowRadius: (layer, [value]) => shadowFrame(shadow(layer, { shadowRadius: value })),
  shadowOffset: (layer, value) => shadowFrame(shadow(layer, { shadowOffset: value })),
};

function shadowFrame({ boxShadow, filter }) {
  return filter ? { filter } : { boxShadow: boxShadow || 'none' };
}

const clamp = (value) => Math.min(1, Math.max(0, value));

function easing(timing) {
  if (!timing || timing.length !== 4) return 'linear';
  const [x1, y1, x2, y2] = timing;
  return `cubic-bezier(${clamp(x1)}, ${y1}, ${clamp(x2)}, ${y2})`;
}

export class AnimationPlayer {
  #tree;
  #clock;
  // layer id → key → { spec, animation }
  #running = new Map();

  constructor(tree, clock) {
    this.#tree = tree;
    this.#clock = clock;
  }

  add(spec) {
    this.remove(spec.layer, spec.key);
    const node = this.#tree.node(spec.layer);
    if (!node || spec.values.length === 0) return;
    if (spec.property === 'contents') return this.#addContents(spec, node);
    if (!style[spec.property]) return console.warn(`unknown animated property ${spec.property}`);
    const border = spec.property === 'borderWidth' || spec.property === 'borderColor';
    if (border) node.element.classList.add('bordered');
    let target = node.element;
    if (spec.property === 'bounds.origin') {
      this.#tree.needContainer(node);
      target = node.container;
    }
    const animation = target.animate(this.#frames(spec, node.layer), {
      ...this.#timing(spec),
      composite: spec.additive ? 'add' : 'replace',
      pseudoElement: border ? '::after' : null,
    });
    this.#begin(spec, animation);
  }

  #addContents(spec, node) {
    const element = document.createElement('div');
    element.className = 'contents';
    element.style.inset = '0';
    (node.contents ?? node.element).insertAdjacentElement(node.contents ? 'afterend' : 'afterbegin', element);
    const frames = spec.values.map(([id], index) => ({
      offset: this.#offset(spec, index),
      background: `url("${this.#tree.imageURL(id) ?? ''}") center / 100% 100% no-repeat`,
      easing: 'step-end',
    }));
    const animation = element.animate(frames, this.#timing(spec));
    this.#begin(spec, animation, () => element.remove());
  }

  #begin(spec, animation, cleanUp = () => {}) {
    animation.startTime = this.#clock.toPage(spec.begin);
    animation.playbackRate = spec.speed ?? 1;
    if (!this.#running.has(spec.layer)) this.#running.set(spec.layer, new Map());
    this.#running.get(spec.layer).set(spec.key, { spec, animation, cleanUp });
    if (!spec.fillsForwards) {
      animation.onfinish = () => {
        if (this.#running.get(spec.layer)?.get(spec.key)?.animation === animation) this.remove(spec.layer, spec.key);
      };
    }
  }

  #timing(spec) {
    const repeats = spec.repeatCount === null ? Infinity : spec.repeatCount ?? 1;
    const fill = spec.fillsForwards ? (spec.fillsBackwards ? 'both' : 'forwards') : spec.fillsBackwards ? 'backwards' : 'none';
    return {
      duration: Math.max(0, spec.duration * 1000),
      iterations: spec.autoreverses ? repeats * 2 : repeats,
      direction: spec.autoreverses ? 'alternate' : 'normal',
      fill,
    };
  }

  #offset(spec, index) {
    const count = spec.values.length;
    if (spec.keyTimes.length === count) return clamp(spec.keyTimes[index]);
    return count > 1 ? index / (count - 1) : 0;
  }

  #frames(spec, layer) {
    const write = style[spec.property];
    const frames = spec.values.map((value, index) => ({
      ...write(layer, value, spec.additive === true, this.#tree),
      offset: this.#offset(spec, index),
      easing: easing(spec.timings.length === 1 ? spec.timings[0] : spec.timings[index]),
    }));
    // A single keyframe animates from its value to the model value.
    if (frames.length === 1) frames[0].offset = 0;
    return frames;
  }

  // The layer's model values have changed: updates keyframes that depend on them.
  layerChanged(id) {
    for (const { spec, animation } of this.#running.get(id)?.values() ?? []) {
      if (spec.property !== 'contents') animation.effect.setKeyframes(this.#frames(spec, this.#tree.node(id).layer));
    }
  }

  animatesBorder(id) {
    for (const { spec } of this.#running.get(id)?.values() ?? []) {
      if (spec.property === 'borderWidth' || spec.property === 'borderColor') return true;
    }
    return false;
  }

  *images() {
    for (const animations of this.#running.values()) {
      for (const { spec } of animations.values()) if (spec.property === 'contents') for (const [id] of spec.values) yield id;
    }
  }

  remove(layer, key) {
    const running = this.#running.get(layer)?.get(key);
    if (!running) return;
    this.#running.get(layer).delete(key);
    running.animation.onfinish = null;
    running.animation.cancel();
    running.cleanUp();
  }

  removeAll(layer) {
    for (const key of [...(this.#running.get(layer)?.keys() ?? [])]) this.remove(layer, key);
    this.#running.delete(layer);
  }

  reset() {
    for (const layer of [...this.#running.keys()]) this.removeAll(layer);
  }
}
