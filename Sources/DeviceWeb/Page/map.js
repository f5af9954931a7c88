// A small map in Web Mercator: land and water, regions, a route, the device's place. The world is a square of side 1, y down.

const worldSize = 65536;
const longestSide = 40;
const shortestSide = 2e-5;

export const project = ([latitude, longitude]) => {
  const limited = Math.max(-85.05, Math.min(85.05, latitude));
  return [(longitude + 180) / 360, 0.5 - Math.log(Math.tan(Math.PI / 4 + limited * Math.PI / 360)) / (2 * Math.PI)];
};

export const unproject = ([x, y]) => {
  const turns = ((x % 1) + 1) % 1;
  return [Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180 / Math.PI, turns * 360 - 180];
};

// Reads the rings of each level of detail, in the format of script/make-map-ground.
function readGround(buffer) {
  const view = new DataView(buffer);
  const bytes = new Uint8Array(buffer);
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== 'CMG2') throw new Error('not a ground of maps');
  const count = bytes[4];
  const levels = [];
  let at = 5;
  for (let level = 0; level < count; level += 1) {
    const zoom = bytes[at];
    const rings = view.getUint32(at + 1, true);
    at += 9;
    const number = () => {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        if (at >= bytes.length) throw new Error('the ground of maps is cut off');
        const byte = bytes[at];
        at += 1;
        value += (byte & 127) * 2 ** shift;
        if (byte < 128) return value;
      }
    };
    const signed = () => {
      const value = number();
      return value % 2 ? -(value + 1) / 2 : value / 2;
    };
    const path = [];
    for (let ring = 0; ring < rings; ring += 1) {
      let [x, y] = [0, 0];
      const points = new Float64Array(2 * signed());
      for (let index = 0; index < points.length; index += 2) {
        x += signed();
        y += signed();
        points[index] = x / worldSize;
        points[index + 1] = y / worldSize;
      }
      path.push(points);
    }
    levels.push({ zoom, rings: path });
  }
  return levels;
}

export class SmallMap {
  #canvas;
  #choose;
  #ground = null;
  #asked = false;
  // The centre, and which fraction of the world the width shows.
  #center = [0.5, 0.38];
  #side = 1;
  #place = null;
  #course = -1;
  #accuracy = 0;
  #circles = [];
  #path = [];
  #drag = null;
  #waits = false;

  // choose(latitude, longitude): called when the user sets the place.
  constructor(canvas, choose) {
    this.#canvas = canvas;
    this.#choose = choose;
    canvas.addEventListener('pointerdown', (event) => this.#down(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    canvas.addEventListener('pointerup', (event) => this.#up(event));
    canvas.addEventListener('pointercancel', () => { this.#drag = null; });
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.#zoomAt(this.#at(event), 1.0015 ** event.deltaY);
    }, { passive: false });
    canvas.addEventListener('keydown', (event) => this.#key(event));
    new ResizeObserver(() => this.draw()).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  show({ place, course = -1, accuracy = 0, circles, path }) {
    if (place !== undefined) [this.#place, this.#course, this.#accuracy] = [place, course, accuracy];
    if (circles) this.#circles = circles;
    if (path) this.#path = path;
    this.draw();
  }

  // Shows everything on the map.
  fit() {
    const places = [...this.#path, ...this.#circles.flatMap(corners), ...(this.#place ? [this.#place] : [])];
    if (places.length === 0) return this.#look([0.5, 0.38], 1);
    const points = places.map(project);
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const shape = this.#width / this.#height;
    this.#look([(left + right) / 2, (top + bottom) / 2], Math.max((right - left) * 1.3, (bottom - top) * 1.3 * shape, 1.5e-4));
  }

  // Centres the place if it is not visible.
  follow() {
    if (!this.#place) return;
    const [x, y] = this.#screen(project(this.#place));
    if (x < 8 || y < 8 || x > this.#width - 8 || y > this.#height - 8) this.#look(project(this.#place), Math.min(this.#side, 0.5));
  }

  zoom(factor) {
    this.#zoomAt([this.#width / 2, this.#height / 2], factor);
  }

  get #width() { return this.#canvas.clientWidth || 1; }
  get #height() { return this.#canvas.clientHeight || 1; }
  get #scale() { return this.#width / this.#side; }

  #look(center, side) {
    this.#side = Math.max(shortestSide, Math.min(1, side, longestSide));
    const half = this.#side * this.#height / this.#width / 2;
    this.#center = [center[0], half >= 0.5 ? 0.5 : Math.max(half, Math.min(1 - half, center[1]))];
    this.draw();
  }

  #screen([x, y]) {
    // The copy of the world nearest to the centre.
    const dx = x - this.#center[0];
    return [this.#width / 2 + (dx - Math.round(dx)) * this.#scale, this.#height / 2 + (y - this.#center[1]) * this.#scale];
  }

  #world([x, y]) {
    return [this.#center[0] + (x - this.#width / 2) / this.#scale, this.#center[1] + (y - this.#height / 2) / this.#scale];
  }

  #at(event) {
    const box = this.#canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  #zoomAt(point, factor) {
    const fixed = this.#world(point);
    const side = Math.max(shortestSide, Math.min(1, this.#side * factor));
    const scale = side / this.#side;
    this.#look([fixed[0] + (this.#center[0] - fixed[0]) * scale, fixed[1] + (this.#center[1] - fixed[1]) * scale], side);
  }

  // A click sets the place; a drag moves the map.
  #down(event) {
    if (event.button !== 0) return;
    this.#drag = { from: this.#at(event), center: this.#center, moved: false };
    this.#canvas.setPointerCapture(event.pointerId);
  }

  #move(event) {
    if (!this.#drag) return;
    const [x, y] = this.#at(event);
    const [dx, dy] = [x - this.#drag.from[0], y - this.#drag.from[1]];
    if (Math.hypot(dx, dy) > 4) this.#drag.moved = true;
    if (this.#drag.moved) this.#look([this.#drag.center[0] - dx / this.#scale, this.#drag.center[1] - dy / this.#scale], this.#side);
  }

  #up(event) {
    const drag = this.#drag;
    this.#drag = null;
    if (drag && !drag.moved) this.#set(this.#world(this.#at(event)));
  }

  #set(point) {
    const [latitude, longitude] = unproject([point[0], Math.max(0, Math.min(1, point[1]))]);
    this.#choose(latitude, longitude);
  }

  #key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === '+' || event.key === '=') this.zoom(0.5);
    else if (event.key === '-') this.zoom(2);
    else if (event.key === '0') this.fit();
    else if (event.key in steps) {
      const from = this.#place ? project(this.#place) : this.#center;
      const step = this.#side / (event.shiftKey ? 5 : 25);
      this.#set([from[0] + steps[event.key][0] * step, from[1] + steps[event.key][1] * step]);
    } else return;
    event.preventDefault();
  }

  draw() {
    if (!this.#canvas.clientWidth || this.#waits) return;
    this.#waits = true;
    requestAnimationFrame(() => {
      this.#waits = false;
      this.#paint();
    });
    if (this.#asked) return;
    this.#asked = true;
    fetch('ground.bin').then((answer) => answer.arrayBuffer()).then((buffer) => {
      this.#ground = readGround(buffer);
      this.#canvas.dataset.ground = 'read';
      this.draw();
    }).catch(console.error);
  }

  #paint() {
    const canvas = this.#canvas;
    const [width, height] = [this.#width, this.#height];
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    const context = canvas.getContext('2d');
    context.scale(devicePixelRatio, devicePixelRatio);
    const style = getComputedStyle(canvas);
    const color = (name) => style.getPropertyValue(name).trim();
    context.fillStyle = color('--water');
    context.fillRect(0, 0, width, height);
    this.#paintLand(context, color);
    this.#paintGrid(context, color);
    this.#paintCircles(context, color);
    this.#paintPath(context, color);
    this.#paintPlace(context, color);
    this.#paintScale(context, color);
  }

  #paintLand(context, color) {
    if (!this.#ground) return;
    // The zoom level of tiles of 256 points.
    const zoom = Math.log2(this.#scale / 256);
    const level = this.#ground.find((each) => zoom <= each.zoom) ?? this.#ground.at(-1);
    context.fillStyle = color('--land');
    context.strokeStyle = color('--border');
    context.lineWidth = 0.6;
    const [middleX, middleY] = [this.#width / 2, this.#height / 2];
    for (const copy of [-1, 0, 1]) {
      const offset = middleX + (copy - this.#center[0]) * this.#scale;
      if (offset > this.#width || offset + this.#scale < 0) continue;
      context.beginPath();
      for (const ring of level.rings) {
        for (let index = 0; index < ring.length; index += 2) {
          const x = offset + ring[index] * this.#scale;
          const y = middleY + (ring[index + 1] - this.#center[1]) * this.#scale;
          if (index === 0) context.moveTo(x, y);
          else context.lineTo(x, y);
        }
        context.closePath();
      }
      context.fill('evenodd');
      if (this.#side > 0.002) context.stroke();
    }
  }

  // Grid lines at round distances, about five across.
  #paintGrid(context, color) {
    if (this.#side > 0.02) return;
    const metres = this.#metres();
    const step = niceStep(metres / 5) / metres * this.#side;
    context.strokeStyle = color('--grid');
    context.lineWidth = 1;
    context.beginPath();
    const [left, top] = this.#world([0, 0]);
    const [right, bottom] = this.#world([this.#width, this.#height]);
    for (let x = Math.ceil(left / step) * step; x < right; x += step) {
      const at = Math.round(this.#screen([x, 0])[0]) + 0.5;
      context.moveTo(at, 0);
      context.lineTo(at, this.#height);
    }
    for (let y = Math.ceil(top / step) * step; y < bottom; y += step) {
      const at = Math.round(this.#screen([0, y])[1]) + 0.5;
      context.moveTo(0, at);
      context.lineTo(this.#width, at);
    }
    context.stroke();
  }

  // The width of the map in metres, at the centre.
  #metres() {
    const [latitude] = unproject(this.#center);
    return this.#side * 40_075_017 * Math.cos(latitude * Math.PI / 180);
  }

  #radius(metres, latitude) {
    return metres / (40_075_017 * Math.max(Math.cos(latitude * Math.PI / 180), 0.01)) * this.#scale;
  }

  #paintCircles(context, color) {
    context.fillStyle = color('--circle');
    context.strokeStyle = color('--accent');
    context.lineWidth = 1.5;
    for (const { at, radius } of this.#circles) {
      const [x, y] = this.#screen(project(at));
      context.beginPath();
      context.arc(x, y, Math.max(this.#radius(radius, at[0]), 3), 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
  }

  #paintPath(context, color) {
    if (this.#path.length < 2) return;
    context.strokeStyle = color('--way');
    context.lineWidth = 3;
    context.lineJoin = 'round';
    context.beginPath();
    let before = null;
    for (const point of this.#path) {
      const [x, y] = this.#screen(project(point));
      // No line across the whole map at the 180° meridian.
      if (before === null || Math.abs(x - before) > this.#scale / 2) context.moveTo(x, y);
      else context.lineTo(x, y);
      before = x;
    }
    context.stroke();
  }

  #paintPlace(context, color) {
    if (!this.#place) return;
    const [x, y] = this.#screen(project(this.#place));
    const blur = this.#radius(this.#accuracy, this.#place[0]);
    if (blur > 10) {
      context.fillStyle = color('--circle');
      context.beginPath();
      context.arc(x, y, Math.min(blur, 2000), 0, 2 * Math.PI);
      context.fill();
    }
    if (this.#course >= 0) {
      context.save();
      context.translate(x, y);
      context.rotate(this.#course * Math.PI / 180);
      context.fillStyle = color('--accent');
      context.beginPath();
      context.moveTo(0, -16);
      context.lineTo(6, -6);
      context.lineTo(-6, -6);
      context.fill();
      context.restore();
    }
    context.beginPath();
    context.arc(x, y, 7, 0, 2 * Math.PI);
    context.fillStyle = '#fff';
    context.shadowColor = 'rgb(0 0 0 / .4)';
    context.shadowBlur = 4;
    context.fill();
    context.shadowBlur = 0;
    context.beginPath();
    context.arc(x, y, 5, 0, 2 * Math.PI);
    context.fillStyle = color('--accent');
    context.fill();
  }

  #paintScale(context, color) {
    const metres = this.#metres();
    const step = niceStep(metres / 5);
    const length = step / metres * this.#width;
    const text = step >= 1000 ? `${step / 1000} km` : `${step} m`;
    context.font = '11px system-ui, sans-serif';
    const y = this.#height - 10;
    context.lineWidth = 4;
    for (const [stroke, widens] of [[color('--halo'), 4], [color('--text'), 1.5]]) {
      context.strokeStyle = stroke;
      context.lineWidth = widens;
      context.beginPath();
      context.moveTo(10, y - 4);
      context.lineTo(10, y);
      context.lineTo(10 + length, y);
      context.lineTo(10 + length, y - 4);
      context.stroke();
    }
    context.strokeStyle = color('--halo');
    context.lineWidth = 3;
    context.strokeText(text, 14, y - 6);
    context.fillStyle = color('--text');
    context.fillText(text, 14, y - 6);
  }
}

// The corners of the square around a circle.
function corners({ at: [latitude, longitude], radius }) {
  const height = radius / 111_000;
  const width = height / Math.max(Math.cos(latitude * Math.PI / 180), 0.01);
  return [[latitude - height, longitude - width], [latitude + height, longitude + width]];
}

// 1, 2 or 5 times a power of ten.
function niceStep(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = value / power;
  return (digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * power;
}
