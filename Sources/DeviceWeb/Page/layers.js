// The layer tree as DOM elements: one `div.layer` per layer, nested and ordered like the layers.
//
// A layer's parts, back to front: the element's own background; `.contents`, its image; `.sublayers`, or the sublayers
// themselves; the border, a pseudo-element, since it is drawn over the sublayers. `.sublayers` exists only if the bounds'
// origin or a sublayer transform moves all sublayers.

import { AnimationPlayer } from './animations.js';
import { Motion } from './motion.js';
import {
  anchorOf, borderRadius, color, contentsBox, corner, isLine, isNearest, layerStyle, lineBox, maskStyle, matrix, px, setPixel, sublayersPlace,
} from './style.js';

// Roles of the device's own layers that the keyboard reaches.
const interactive = new Set(['button']);

// See Documentation/Rendering.md.
const keptImages = 512;

// OPTIMIZATION: a small image is a data URL; a blob's path through the browser's other processes takes longer than the rest
// of a commit.
const inlineLimit = 32768;

function address(bytes) {
  if (bytes.length > inlineLimit) return URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
  return `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`;
}

const nearest = (layer) => `${layer.magnifiesToNearest ? 'up' : ''}${layer.minifiesToNearest ? 'down' : ''}`;

// The nodes of elements: a layer's, and its container of sublayers.
const nodeOf = new WeakMap();

class LayerNode {
  constructor(id) {
    this.element = document.createElement('div');
    this.element.className = 'layer';
    this.element.id = `layer-${id}`;
    nodeOf.set(this.element, this);
    this.layer = null;
    this.container = null;
    this.contents = null;
    this.shadow = null;
    this.contentsKey = '';
    this.written = {};
    // The sublayers in the document, in their order.
    this.arranged = [];
  }

  write(style) {
    const target = this.element.style;
    for (const name in style) {
      if (this.written[name] === style[name]) continue;
      this.written[name] = style[name];
      target[name] = style[name];
    }
  }
}

export class LayerTree {
  #root;
  #nodes = new Map();
  #images = new Map();
  #lines = new Set();
  #player;
  #motion = new Motion((id) => this.#nodes.get(id));
  roots = [];

  constructor(root, clock) {
    this.#root = root;
    this.#player = new AnimationPlayer(this, clock);
  }

  node(id) {
    return this.#nodes.get(id);
  }

  // The scale has changed: `pixel` is a pixel of the window in points.
  setPixel(pixel) {
    setPixel(pixel);
    for (const node of this.#nodes.values()) if (node.container) this.#updateContainer(node, node.layer);
    this.#placeLines();
  }

  // Puts the lines on whole pixels of the window, whatever lies between them and the screen.
  #placeLines() {
    for (const node of this.#lines) {
      const origin = this.#origin(node.element);
      if (origin) node.write(lineBox(node.layer, origin));
    }
  }

  // The corner of an element's parent on the screen; null if it is not shown, or a layer above it is turned or scaled.
  #origin(element) {
    let [x, y] = [0, 0];
    for (let above = element.parentElement; above !== this.#root; above = above.parentElement) {
      const node = nodeOf.get(above);
      if (!node || node.layer.transform || node.layer.sublayerTransform) return null;
      const [dx, dy] = above === node.container ? sublayersPlace(node.layer) : corner(node.layer);
      [x, y] = [x + dx, y + dy];
    }
    return [x, y];
  }

  // Resolves when the image can be drawn. With `decoding = 'sync'` it is decoded in the frame that shows it.
  //
  // OPTIMIZATION: `decode()` would resolve a frame later, and the commit would wait for the frame after that.
  async addImage(id, width, height, bytes) {
    const url = address(bytes);
    const element = new Image();
    element.decoding = 'sync';
    element.className = 'contents';
    element.alt = '';
    element.draggable = false;
    const loaded = new Promise((resolve, reject) => {
      element.onload = resolve;
      element.onerror = reject;
    });
    element.src = url;
    const image = { id, width, height, url, element };
    const old = this.#images.get(id);
    this.#images.set(id, image);
    if (old) URL.revokeObjectURL(old.url);
    try {
      await loaded;
    } catch {
      console.warn(`image ${id} cannot be decoded`);
    }
  }

  // Whether a prompt of the device covers the app.
  get hasPrompt() {
    return this.roots.some((id) => this.#nodes.get(id)?.layer.accessibility?.role);
  }

  imageURL(id) {
    return this.#images.get(id)?.url;
  }

  apply(commit) {
    if (commit.full) this.#reset();
    for (const { layer, key } of commit.removedAnimations ?? []) this.#player.remove(layer, key);
    const nodes = commit.layers.map((layer) => {
      let node = this.#nodes.get(layer.id);
      if (!node) {
        node = new LayerNode(layer.id);
        this.#nodes.set(layer.id, node);
      }
      this.#update(node, layer);
      return node;
    });
    for (const node of nodes) this.#arrangeSublayers(node);
    this.roots = commit.roots;
    this.#arrange(this.#root, commit.roots);
    // The app's elements are in the accessibility tree; only prompts of the device are not.
    for (const id of commit.roots) {
      const root = this.#nodes.get(id);
      if (root) root.element.ariaHidden = root.layer.accessibility?.role ? null : 'true';
    }
    this.#placeLines();
    this.#motion.applied(nodes);
    for (const id of commit.removed ?? []) this.#remove(id);
    this.#player.addAll(commit.animations ?? []);
    this.#dropImages();
  }

  #reset() {
    this.#player.reset();
    this.#motion.reset();
    for (const { element } of this.#nodes.values()) element.remove();
    this.#nodes.clear();
    this.#lines.clear();
  }

  #remove(id) {
    const node = this.#nodes.get(id);
    if (!node) return;
    this.#player.removeAll(id);
    this.#motion.removed(node);
    node.element.remove();
    this.#nodes.delete(id);
    this.#lines.delete(node);
  }

  // Drops old images that nothing uses. Recent ones stay, because an app may use an image again without sending it.
  #dropImages() {
    let old = this.#images.size - keptImages;
    if (old <= 0) return;
    const used = new Set(this.#player.images());
    for (const { layer } of this.#nodes.values()) {
      if (layer.contents !== undefined) used.add(layer.contents);
      if (layer.mask) used.add(layer.mask.image);
      if (layer.shadowPicture) used.add(layer.shadowPicture.image);
    }
    for (const [id, image] of this.#images) {
      if (old-- <= 0) return;
      if (used.has(id)) continue;
      URL.revokeObjectURL(image.url);
      this.#images.delete(id);
    }
  }

  #update(node, layer) {
    node.layer = layer;
    const { element } = node;
    if (element.dataset.class !== layer.name) element.dataset.class = layer.name;
    node.write(layerStyle(layer));
    if (isLine(layer)) this.#lines.add(node);
    else this.#lines.delete(node);
    if (layer.mask || node.written.maskImage) node.write(maskStyle(layer, this.imageURL(layer.mask?.image)));
    const [width, height] = layer.size;
    element.classList.toggle('thin-x', width > 0 && width < 1);
    element.classList.toggle('thin-y', height > 0 && height < 1);
    element.classList.toggle('adds', layer.adds === true);
    this.#updateBorder(node, layer);
    this.#updateContainer(node, layer);
    this.#updateContents(node, layer);
    this.#updateShadow(node, layer);
    this.#updateAccessibility(element, layer.accessibility);
    this.#player.layerChanged(layer.id);
  }

  #updateBorder(node, layer) {
    const { element } = node;
    const needed = (layer.borderWidth ?? 0) > 0 || this.#player.animatesBorder(layer.id);
    if (!needed && !element.classList.contains('bordered')) return;
    element.classList.toggle('bordered', needed);
    element.style.setProperty('--border-width', px(layer.borderWidth ?? 0));
    element.style.setProperty('--border-color', color(layer.borderColor ?? [0, 0, 0, 1]));
  }

  #updateContainer(node, layer) {
    const moved = layer.origin !== undefined || layer.sublayerTransform !== undefined;
    if (moved) this.needContainer(node);
    if (!node.container) return;
    const { style } = node.container;
    const [x, y] = layer.origin ?? [0, 0];
    const [ax, ay] = anchorOf(layer);
    style.translate = sublayersPlace(layer).map(px).join(' ');
    style.transform = layer.sublayerTransform ? matrix(layer.sublayerTransform) : '';
    style.transformOrigin = `${px(x + ax * layer.size[0])} ${px(y + ay * layer.size[1])}`;
    style.transformStyle = layer.sublayerTransform || layer.depth ? 'preserve-3d' : '';
  }

  // Adds an element between a layer and its sublayers that moves all of them.
  needContainer(node) {
    if (node.container) return;
    node.container = document.createElement('div');
    node.container.className = 'sublayers';
    nodeOf.set(node.container, node);
    const own = [node.contents, node.shadow];
    for (const child of [...node.element.children]) if (!own.includes(child)) node.container.append(child);
    node.element.append(node.container);
  }

  #updateContents(node, layer) {
    const image = layer.contents === undefined ? undefined : this.#images.get(layer.contents);
    const key = image
      ? [layer.contents, layer.gravity, layer.contentsScale, layer.contentsCenter, layer.contentsRect,
        layer.gravity || layer.contentsCenter || nearest(layer) ? layer.size : '', nearest(layer)].join('|')
      : '';
    if (key === node.contentsKey) return;
    node.contentsKey = key;
    node.contents?.remove();
    node.contents = null;
    if (!image) return;
    node.contents = this.#makeContents(layer, image);
    if (node.shadow) node.shadow.after(node.contents);
    else node.element.prepend(node.contents);
  }

  // The shadow of a path: a picture over the layer's background, which the app leaves out where an opaque background is.
  #updateShadow(node, layer) {
    const picture = layer.masks ? undefined : layer.shadowPicture;
    const url = this.imageURL(picture?.image);
    if (!url) {
      node.shadow?.remove();
      node.shadow = null;
      return;
    }
    if (!node.shadow) {
      node.shadow = this.#makeContentsBox();
      node.element.prepend(node.shadow);
    }
    const [x, y, width, height] = picture.box;
    const [ox, oy] = layer.origin ?? [0, 0];
    Object.assign(node.shadow.style, {
      left: px(x - ox), top: px(y - oy), width: px(width), height: px(height), opacity: String(layer.shadowOpacity ?? 0),
      background: `url("${url}") 0 0 / 100% 100% no-repeat`,
    });
  }

  #makeContents(layer, image) {
    const gravity = layer.gravity ?? 'resize';
    const scale = layer.contentsScale ?? 1;
    let element;
    if (layer.contentsCenter && gravity === 'resize') element = this.#makeStretchedContents(image, layer.contentsCenter, scale);
    else if (layer.contentsRect) element = this.#makeCroppedContents(image, layer.contentsRect);
    else element = image.element.parentNode ? image.element.cloneNode() : image.element;
    const [, , width, height] = layer.contentsRect ?? [0, 0, 1, 1];
    const natural = [image.width * width / scale, image.height * height / scale];
    Object.assign(element.style, contentsBox(gravity, layer, natural));
    element.style.imageRendering = isNearest(layer, gravity, natural) ? 'pixelated' : '';
    return element;
  }

  // An image in nine slices, of which only those in the middle are stretched: as a border image.
  #makeStretchedContents(image, [x, y, width, height], scale) {
    const slices = [y * image.height, (1 - x - width) * image.width, (1 - y - height) * image.height, x * image.width];
    const element = this.#makeContentsBox();
    element.style.borderStyle = 'solid';
    element.style.borderColor = 'transparent';
    element.style.borderWidth = slices.map((value) => px(value / scale)).join(' ');
    element.style.borderImage = `url("${image.url}") ${slices.map((value) => Math.round(value)).join(' ')} fill stretch`;
    return element;
  }

  // A part of an image, in unit coordinates: as a background that is larger than its box.
  #makeCroppedContents(image, [x, y, width, height]) {
    const position = (start, size) => (size >= 1 ? '0' : `${start / (1 - size) * 100}%`);
    const element = this.#makeContentsBox();
    element.style.background = `url("${image.url}") ${position(x, width)} ${position(y, height)}`
      + ` / ${100 / width}% ${100 / height}% no-repeat`;
    return element;
  }

  #makeContentsBox() {
    const element = document.createElement('div');
    element.className = 'contents';
    return element;
  }

  #updateAccessibility(element, value) {
    const set = (name, text) => {
      if (text === undefined || text === null || text === '') element.removeAttribute(name);
      else if (element.getAttribute(name) !== text) element.setAttribute(name, text);
    };
    const role = value?.role;
    set('role', role);
    set('aria-label', role ? value.label : null);
    set('data-label', value?.label);
    set('data-identifier', value?.identifier);
    set('tabindex', interactive.has(role) ? '0' : null);
  }

  // OPTIMIZATION: a layer that only moved may have a thousand unchanged sublayers.
  #arrangeSublayers(node) {
    const ids = node.layer.sublayers ?? [];
    const old = node.arranged;
    if (old !== null && ids.length === old.length && ids.every((id, index) => id === old[index])) {
      node.layer.sublayers = old;
      return;
    }
    this.#arrange(node.container ?? node.element, ids);
    node.arranged = ids.every((id) => this.#nodes.has(id)) ? ids : null;
  }

  // Arranges a parent's child layers in this order, with as few DOM moves as possible.
  #arrange(parent, ids) {
    let next = parent.firstElementChild;
    while (next && !next.classList.contains('layer')) next = next.nextElementSibling;
    for (const id of ids) {
      const element = this.#nodes.get(id)?.element;
      if (!element) continue;
      if (next === element) next = next.nextElementSibling;
      else parent.insertBefore(element, next);
    }
    while (next) {
      const following = next.nextElementSibling;
      if (next.classList.contains('layer')) next.remove();
      next = following;
    }
  }

  borderRadius(id, radius) {
    return borderRadius(this.node(id).layer, radius);
  }
}
