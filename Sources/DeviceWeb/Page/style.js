// The CSS of each layer feature: the CSS column of Documentation/Rendering.md, as pure functions.

export const px = (value) => `${round(value)}px`;

// Enough digits for a third of a point, and readable in the inspector.
const round = (value) => Math.round(value * 1e4) / 1e4;

export function color([red, green, blue, alpha]) {
  const channels = [red, green, blue];
  if (channels.every((channel) => channel >= 0 && channel <= 1)) {
    const [r, g, b] = channels.map((channel) => round(channel * 255));
    return alpha >= 1 ? `rgb(${r} ${g} ${b})` : `rgb(${r} ${g} ${b} / ${round(alpha)})`;
  }
  return `color(srgb ${channels.map(round).join(' ')} / ${round(alpha)})`;
}

// CSS lists a matrix by columns of its transpose, so the sixteen numbers of a CATransform3D are in the same order.
export function matrix(m) {
  const flat = m[2] === 0 && m[3] === 0 && m[6] === 0 && m[7] === 0 && m[8] === 0 && m[9] === 0 && m[10] === 1
    && m[11] === 0 && m[14] === 0 && m[15] === 1;
  return flat
    ? `matrix(${[m[0], m[1], m[4], m[5], m[12], m[13]].join(', ')})`
    : `matrix3d(${m.join(', ')})`;
}

// CACornerMask bits: 1 top left, 2 top right, 4 bottom left, 8 bottom right.
export function borderRadius(layer, radius = layer.radius ?? 0) {
  const limited = Math.max(0, Math.min(radius, Math.min(...layer.size) / 2));
  if (limited === 0) return '';
  const corners = layer.corners ?? 15;
  if (corners === 15) return px(limited);
  return [1, 2, 8, 4].map((bit) => (corners & bit ? px(limited) : '0')).join(' ');
}

function stops(gradient, position) {
  const { colors, locations } = gradient;
  const count = colors.length;
  return colors.map((value, index) => {
    const location = locations.length === count ? locations[index] : count > 1 ? index / (count - 1) : 0;
    return `${color(value)} ${position(location)}`;
  }).join(', ');
}

export function gradient(layer) {
  const value = layer.gradient;
  if (!value || value.colors.length === 0) return '';
  const [width, height] = layer.size;
  const [sx, sy] = [value.start[0] * width, value.start[1] * height];
  const [ex, ey] = [value.end[0] * width, value.end[1] * height];
  if (value.kind === 'radial') {
    const [rx, ry] = [Math.abs(ex - sx), Math.abs(ey - sy)];
    return `radial-gradient(${px(rx)} ${px(ry)} at ${px(sx)} ${px(sy)}, ${stops(value, (at) => `${round(at * 100)}%`)})`;
  }
  const angle = Math.atan2(ex - sx, sy - ey);
  if (value.kind === 'conic') {
    return `conic-gradient(from ${round(angle)}rad at ${px(sx)} ${px(sy)}, ${stops(value, (at) => `${round(at)}turn`)})`;
  }
  const length = Math.hypot(ex - sx, ey - sy);
  if (length === 0) return '';
  // CSS measures along a line with this angle through the centre, between the perpendiculars through the nearest corners.
  const [ux, uy] = [(ex - sx) / length, (ey - sy) / length];
  const half = (Math.abs(width * ux) + Math.abs(height * uy)) / 2;
  const first = (sx - width / 2) * ux + (sy - height / 2) * uy + half;
  return `linear-gradient(${round(angle)}rad, ${stops(value, (at) => px(first + at * length))})`;
}

// A shadow has the shape of what the layer draws. For an opaque background that is the (rounded) box, and box-shadow is
// cheap; anything else needs a filter. A layer that clips has no shadow.
export function shadow(layer, changes = {}) {
  const opacity = changes.shadowOpacity ?? layer.shadowOpacity ?? 0;
  if ((opacity <= 0 && !('shadowOpacity' in changes)) || layer.masks || layer.shadowPicture) return { boxShadow: '', filter: '' };
  const [red, green, blue, alpha] = layer.shadowColor ?? [0, 0, 0, 1];
  const offset = changes.shadowOffset ?? layer.shadowOffset ?? [0, -3];
  const radius = changes.shadowRadius ?? layer.shadowRadius ?? 3;
  // `box-shadow` takes twice the standard deviation of its blur, the filter the deviation itself.
  const value = (blur) => `${px(offset[0])} ${px(offset[1])} ${px(blur)} ${color([red, green, blue, alpha * opacity])}`;
  return isOpaque(layer)
    ? { boxShadow: value(radius * 2), filter: '' }
    : { boxShadow: '', filter: `drop-shadow(${value(radius)})` };
}

function isOpaque(layer) {
  return (layer.background?.[3] ?? 0) >= 1;
}

// The layer's position in its parent: `translate` places it, `transform` is its own transform about the anchor point.
export const anchorOf = (layer) => layer.anchor ?? [0.5, 0.5];

export function translation(layer, position = layer.position) {
  const [ax, ay] = anchorOf(layer);
  return `${px(position[0] - ax * layer.size[0])} ${px(position[1] - ay * layer.size[1])}`;
}

// A mask is an image that limits the visible part of the layer and its sublayers, also outside its box.
export function maskStyle(layer, url) {
  if (!layer.mask || !url) return { maskImage: '' };
  const [x, y, width, height] = layer.mask.box;
  const [ox, oy] = layer.origin ?? [0, 0];
  return {
    maskImage: `url("${url}")`,
    maskPosition: `${px(x - ox)} ${px(y - oy)}`,
    maskSize: `${px(width)} ${px(height)}`,
    maskRepeat: 'no-repeat',
    maskClip: 'no-clip',
  };
}

// A pixel of the window, in points; 0 until the scale is known.
let pixel = 0;

export function setPixel(points) {
  pixel = points;
}

const onPixel = (value) => (pixel === 0 ? value : Math.round(value / pixel) * pixel);

// Where a layer's sublayers are, which its bounds' origin moves: a whole number of pixels, so that what lies on pixels stays
// there while a list scrolls.
export const sublayersPlace = (layer) => {
  const [x, y] = layer.origin ?? [0, 0];
  return layer.sublayerTransform ? [-x, -y] : [onPixel(-x), onPixel(-y)];
};

// The top left corner of a layer in its parent.
export function corner(layer) {
  const [ax, ay] = anchorOf(layer);
  return [layer.position[0] - ax * layer.size[0], layer.position[1] - ay * layer.size[1]];
}

// Whether the layer is a line: at most scales its place and its width are no whole numbers of pixels, and it would be drawn
// over two of them.
export const isLine = (layer) => !layer.transform && layer.size.some((size) => size > 0 && size <= 1);

// The box of a line on whole pixels. `origin` is the top left corner of its parent on the screen, in points.
export function lineBox(layer, origin) {
  const place = corner(layer);
  const sizes = [...layer.size];
  if (pixel > 0) {
    for (const axis of [0, 1]) {
      if (!(sizes[axis] > 0 && sizes[axis] <= 1)) continue;
      const width = Math.max(1, Math.round(sizes[axis] / pixel));
      // The pixel that the middle of a thin line is on.
      const first = Math.round((origin[axis] + place[axis] + sizes[axis] / 2) / pixel - width / 2);
      place[axis] = first * pixel - origin[axis];
      sizes[axis] = width * pixel;
    }
  }
  return { translate: `${px(place[0])} ${px(place[1])}`, width: px(sizes[0]), height: px(sizes[1]) };
}

export function layerStyle(layer) {
  const [ax, ay] = anchorOf(layer);
  return {
    width: px(layer.size[0]),
    height: px(layer.size[1]),
    translate: translation(layer),
    transform: layer.transform ? matrix(layer.transform) : '',
    transformOrigin: `${round(ax * 100)}% ${round(ay * 100)}%`,
    transformStyle: layer.depth ? 'preserve-3d' : '',
    backfaceVisibility: layer.singleSided ? 'hidden' : '',
    opacity: layer.opacity === undefined ? '' : String(Math.min(1, Math.max(0, layer.opacity))),
    display: layer.hidden ? 'none' : '',
    overflow: layer.masks ? 'clip' : '',
    borderRadius: borderRadius(layer),
    backgroundColor: layer.background ? color(layer.background) : '',
    backgroundImage: gradient(layer),
    backdropFilter: layer.backdropBlur ? `blur(${px(layer.backdropBlur)})` : '',
    ...shadow(layer),
  };
}

// Whether contents of this natural size keep hard pixels in their layer (E-935).
export function isNearest(layer, gravity, natural) {
  const [fx, fy] = [layer.size[0] / natural[0], layer.size[1] / natural[1]];
  const factor = { resize: Math.max(fx, fy), resizeAspect: Math.min(fx, fy), resizeAspectFill: Math.max(fx, fy) }[gravity] ?? 1;
  return factor > 1 ? layer.magnifiesToNearest === true : layer.minifiesToNearest === true;
}

// The CSS left, top, width and height of an image of natural size (points) in its layer.
export function contentsBox(gravity, layer, natural) {
  const [width, height] = layer.size;
  let [w, h] = natural;
  if (gravity === 'resize') return { left: '0', top: '0', width: '100%', height: '100%' };
  if (gravity === 'resizeAspect' || gravity === 'resizeAspectFill') {
    const [fx, fy] = [width / w, height / h];
    const factor = gravity === 'resizeAspect' ? Math.min(fx, fy) : Math.max(fx, fy);
    [w, h] = [w * factor, h * factor];
  }
  const name = gravity.toLowerCase();
  const place = (size, low, high) =>
    name.includes(low) ? '0px' : name.includes(high) ? `calc(100% - ${px(size)})` : `calc(50% - ${px(size / 2)})`;
  return { left: place(w, 'left', 'right'), top: place(h, 'top', 'bottom'), width: px(w), height: px(h) };
}
