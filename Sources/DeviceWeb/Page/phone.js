// The device around the screen: body, status bar, Dynamic Island, home indicator. Scales it to fit into the window.

const bezel = 14;

export class Phone {
  #phone = document.getElementById('phone');
  #stage = document.getElementById('stage');
  #display = document.getElementById('display');
  #composition = document.getElementById('composition');
  #statusbar = document.getElementById('statusbar');
  #time = document.getElementById('clock');
  #clock;
  device = null;
  // Called with the size of a pixel of the window, in points, when it changes.
  onPixel = () => {};
  #pixel = 0;
  // The size of the app's window as `WIDTHxHEIGHT`; empty if there is none.
  #window = '';
  // The size of the screen in its current orientation, points.
  width = 393;
  height = 852;

  constructor(clock) {
    this.#clock = clock;
    this.setDevice({
      name: 'iPhone', width: 393, height: 852, scale: 3, idiom: 'phone', safeAreaTop: 59, safeAreaBottom: 34,
      cornerRadius: 55, orientation: 'portrait', appearance: 'light',
    });
    new ResizeObserver(() => this.fit()).observe(this.#stage);
    setInterval(() => this.#tick(), 1000);
  }

  setDevice(device) {
    this.device = device;
    document.documentElement.dataset.appearance = device.appearance;
    this.layout();
    this.#tick();
  }

  // Lays everything out in points; `--fit` then scales the whole device.
  layout() {
    const { device } = this;
    const orientation = this.#shownOrientation();
    const landscape = orientation.startsWith('landscape');
    [this.width, this.height] = landscape ? [device.height, device.width] : [device.width, device.height];
    const { style } = this.#phone;
    style.setProperty('--width', `${this.width}px`);
    style.setProperty('--height', `${this.height}px`);
    style.setProperty('--radius', `${device.cornerRadius}px`);
    style.setProperty('--bezel', `${bezel}px`);
    this.#phone.dataset.orientation = orientation;
    this.#phone.dataset.held = device.orientation;
    this.#phone.dataset.top = device.safeAreaTop >= 51 ? 'island' : device.safeAreaTop >= 40 ? 'notch' : 'plain';
    this.#phone.classList.toggle('has-indicator', device.safeAreaBottom > 0);
    style.setProperty('--statusbar', `${device.safeAreaTop > 0 ? device.safeAreaTop : 20}px`);
    this.fit();
  }

  // Sets the size of the app's window. An app that does not rotate keeps the orientation of the screen.
  setWindow([width, height]) {
    const size = `${width}x${height}`;
    if (size === this.#window) return;
    this.#window = size;
    this.layout();
  }

  #shownOrientation() {
    const { width, height, orientation } = this.device;
    const turned = orientation.startsWith('landscape');
    if (this.#window === `${width}x${height}`) return turned ? 'portrait' : orientation;
    if (this.#window === `${height}x${width}`) return turned ? orientation : 'landscapeLeft';
    return orientation;
  }

  // Says why the screen did not turn with the device.
  explainRotation(say) {
    const held = this.device.orientation;
    if (held === this.#phone.dataset.orientation) {
      if (held !== 'portraitUpsideDown' || this.#turnsUpsideDown) return;
      return say('The app does not turn upside down.');
    }
    say(`The app does not support ${held === 'portraitUpsideDown' ? 'upside-down portrait' : held.startsWith('landscape') ? 'landscape' : held}.`);
  }

  // NB: an upside-down window has the size of an upright one; phones do not turn it.
  get #turnsUpsideDown() {
    return this.device.idiom !== 'phone';
  }

  fit() {
    const outer = [this.width + 2 * bezel, this.height + 2 * bezel];
    const bare = document.documentElement.classList.contains('bare');
    const room = this.#stage.getBoundingClientRect();
    const { height } = room;
    const fit = bare ? 1 : Math.max(0.2, Math.min(1, room.width / outer[0], height / outer[1]));
    this.#phone.style.setProperty('--fit', String(fit));
    const pixel = 1 / (fit * devicePixelRatio);
    if (pixel === this.#pixel) return;
    this.#pixel = pixel;
    // A line of a third of a point does not disappear by rounding.
    this.#phone.style.setProperty('--hairline', `${pixel}px`);
    this.onPixel(pixel);
  }

  get pixel() {
    return this.#pixel;
  }

  setStatusBar(style, hidden) {
    if (this.#statusbar.dataset.style !== style) this.#statusbar.dataset.style = style;
    this.#statusbar.classList.toggle('hidden', hidden);
  }

  #tick() {
    const wall = this.#clock.wall;
    const hours = wall.getUTCHours() % 12 || 12;
    const text = `${hours}:${String(wall.getUTCMinutes()).padStart(2, '0')}`;
    if (this.#time.textContent !== text) this.#time.textContent = text;
  }

  get timeText() {
    return this.#time.textContent;
  }

  get dayText() {
    return this.#clock.wall.toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
  }

  // Converts a point of the window to screen points.
  point(clientX, clientY) {
    const box = this.#display.getBoundingClientRect();
    const at = (value, start, size, points) => Math.round((value - start) / size * points * 100) / 100;
    return [at(clientX, box.left, box.width, this.width), at(clientY, box.top, box.height, this.height)];
  }
}
