// Layer animations as Web Animations, which the browser samples on the device's clock.

import { anchorOf, color, matrix, px, shadow, translation } from './style.js';

// A shadow that is a picture is an element of its own.
const shadowProperties = new Set(['shadowOpacity', 'shadowRadius', 'shadowOffset']);

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
  // layer id → key → the parts of the animation, { spec, animation, cleanUp }
  #running = new Map();

  constructor(tree, clock) {
    this.#tree = tree;
    this.#clock = clock;
  }

  // The animations of one commit: those with the same layer and key are parts of one, and replace those of earlier commits.
  addAll(specs) {
    for (const { layer, key } of specs) this.remove(layer, key);
    for (const spec of specs) this.#add(spec);
  }

  #add(spec) {
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
    if (node.shadow && shadowProperties.has(spec.property)) {
      // E-934: the app sends a new picture for another radius or offset.
      if (spec.property !== 'shadowOpacity') return undefined;
      return this.#begin(spec, node.shadow.animate(this.#frames({ ...spec, property: 'opacity' }, node.layer), {
        ...this.#timing(spec), composite: spec.additive ? 'add' : 'replace',
      }));
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
    const parts = this.#running.get(spec.layer);
    const part = { spec, animation, cleanUp };
    parts.set(spec.key, [...parts.get(spec.key) ?? [], part]);
    if (!spec.fillsForwards) animation.onfinish = () => this.#end(part);
  }

  #end(part) {
    const parts = this.#running.get(part.spec.layer);
    const others = (parts?.get(part.spec.key) ?? []).filter((other) => other !== part);
    if (others.length > 0) parts.set(part.spec.key, others);
    else parts?.delete(part.spec.key);
    part.animation.onfinish = null;
    part.animation.cancel();
    part.cleanUp();
  }

  *#parts(layer) {
    for (const parts of this.#running.get(layer)?.values() ?? []) yield* parts;
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
    for (const { spec, animation } of this.#parts(id)) {
      const isShadow = this.#tree.node(id).shadow && shadowProperties.has(spec.property);
      if (spec.property !== 'contents' && !isShadow) animation.effect.setKeyframes(this.#frames(spec, this.#tree.node(id).layer));
    }
  }

  animatesBorder(id) {
    for (const { spec } of this.#parts(id)) {
      if (spec.property === 'borderWidth' || spec.property === 'borderColor') return true;
    }
    return false;
  }

  *images() {
    for (const layer of this.#running.keys()) {
      for (const { spec } of this.#parts(layer)) if (spec.property === 'contents') for (const [id] of spec.values) yield id;
    }
  }

  remove(layer, key) {
    for (const part of this.#running.get(layer)?.get(key) ?? []) this.#end(part);
  }

  removeAll(layer) {
    for (const key of [...(this.#running.get(layer)?.keys() ?? [])]) this.remove(layer, key);
    this.#running.delete(layer);
  }

  reset() {
    for (const layer of [...this.#running.keys()]) this.removeAll(layer);
  }
}
