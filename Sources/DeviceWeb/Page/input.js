// Turns mouse, touch screen, pen and keyboard into fingers and keys of the device.

import { metrics } from './metrics.js';

const specialKeys = new Map([
  ['Enter', 'return'], ['Backspace', 'delete'], ['Delete', 'forwardDelete'], ['Tab', 'tab'], ['Escape', 'escape'],
  ['ArrowLeft', 'left'], ['ArrowRight', 'right'], ['ArrowUp', 'up'], ['ArrowDown', 'down'],
  ['Home', 'home'], ['End', 'end'], ['PageUp', 'pageUp'], ['PageDown', 'pageDown'],
]);
// Where Command is Control, Control is Command.
const modifierKeys = new Map([['Shift', 'shift'], ['Alt', 'option'], ['AltGraph', 'option'], ['CapsLock', 'capsLock']]);
// Shortcuts that the browser keeps. Pasting is one of them: the browser then gives the text of its clipboard.
const browserKeys = new Set(['r', 'w', 't', 'l', 'n', 'q', 'v', '+', '-', '=', '0']);
const isApple = /mac|iphone|ipad/i.test(navigator.platform);
modifierKeys.set(isApple ? 'Meta' : 'Control', 'command');
if (isApple) modifierKeys.set('Control', 'control');
// Keys that move by words with Control, like Option on a Mac.
const wordKeys = new Set(['left', 'right', 'delete', 'forwardDelete']);

export class Input {
  #display = document.getElementById('display');
  #composition = document.getElementById('composition');
  #keyboard = document.getElementById('keyboard');
  #phone;
  #send;
  // The same for inputs that need not change the screen.
  #tell;
  // pointer id → its fingers: { id, mirrored, x, y, dot }
  #pointers = new Map();
  // The last hover event, which waits for its frame.
  #hovering = null;
  #leavesWithTab = false;
  // Set by the accessibility tree: whether the app edits a text; moves the focus from it to its neighbour.
  isEditing = () => false;
  leave = () => false;
  // The focus came here from an element of the screen and not from the pointer.
  cameByKeyboard = false;
  // A pinch on a trackpad that is in progress: { x, y, scale, timer }.
  #pinch = null;
  // The code of a key that is down → the key that was sent to the device.
  #held = new Map();
  // The marked text that was sent to the device.
  #soFar = '';

  // send(message) → number of the input
  constructor(phone, send) {
    this.#phone = phone;
    this.#tell = send;
    this.#send = (message, event) => metrics.input(send(message), event.timeStamp);
    const listen = (name, handler) => this.#display.addEventListener(name, handler);
    listen('pointerdown', (event) => this.#down(event));
    listen('pointermove', (event) => this.#move(event));
    listen('pointerup', (event) => this.#up(event, 'ended'));
    listen('pointercancel', (event) => this.#up(event, 'cancelled'));
    listen('pointerleave', (event) => this.#hover(event));
    listen('lostpointercapture', (event) => this.#up(event, 'cancelled'));
    this.#display.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    listen('contextmenu', (event) => event.preventDefault());
    listen('dragstart', (event) => event.preventDefault());
    // Assistive technology and the Enter key activate an element without a pointer.
    this.#composition.addEventListener('click', (event) => { if (event.detail === 0) this.#activate(event); });
    this.#composition.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        this.#activate(event);
      }
    });
    this.#keyboard.addEventListener('keydown', (event) => this.#key(event, true));
    this.#keyboard.addEventListener('keyup', (event) => this.#key(event, false));
    this.#keyboard.addEventListener('blur', () => {
      this.cameByKeyboard = false;
      this.#release();
    });
    this.#keyboard.addEventListener('input', (event) => { if (!event.isComposing) this.#text(event); });
    this.#keyboard.addEventListener('compositionupdate', (event) => this.#compose(event));
    this.#keyboard.addEventListener('compositionend', (event) => this.#composed(event));
    this.#keyboard.addEventListener('paste', (event) => this.#paste(event));
  }

  focus() {
    this.#keyboard.focus({ preventScroll: true });
  }

  // A key that an element of the screen got: for the app.
  forward(event) {
    this.#key(event, true);
    const up = (later) => {
      if (later.key !== event.key) return;
      removeEventListener('keyup', up, true);
      if (document.activeElement !== this.#keyboard) this.#key(later, false);
    };
    addEventListener('keyup', up, true);
  }

  // The app copied a text. Some browsers do not let a page write to the clipboard.
  copy(text) {
    if (text !== '') navigator.clipboard?.writeText(text).catch(() => {});
  }

  // The connection is new: no finger and no key is down on the device.
  reset() {
    clearTimeout(this.#pinch?.timer);
    this.#pinch = null;
    for (const fingers of this.#pointers.values()) for (const finger of fingers) finger.dot?.remove();
    this.#pointers.clear();
    this.#held.clear();
  }

  // MARK: Fingers

  #isForScreen(event) {
    return !event.target.closest('button, .report');
  }

  #freeID() {
    const used = new Set([...this.#pointers.values()].flat().map((finger) => finger.id));
    let id = 1;
    while (used.has(id)) id += 1;
    return id;
  }

  #down(event) {
    if (event.button !== 0 || this.#pointers.has(event.pointerId) || !this.#isForScreen(event)) return;
    event.preventDefault();
    const fingers = [];
    this.#pointers.set(event.pointerId, fingers);
    fingers.push(this.#makeFinger(event, false));
    if (event.altKey && event.pointerType === 'mouse') fingers.push(this.#makeFinger(event, true));
    this.#touches(fingers, 'began', event);
    // OPTIMIZATION: after the message was sent, because a change of the focus lays out the page.
    this.#display.setPointerCapture(event.pointerId);
    this.focus();
    this.cameByKeyboard = false;
  }

  // Only the two fingers of a mouse pinch are drawn: a single finger is at the pointer, and drawing it would cost a frame.
  #makeFinger(event, mirrored) {
    const finger = { id: this.#freeID(), mirrored, x: 0, y: 0, dot: null, begin: null };
    if (event.altKey && event.pointerType === 'mouse') {
      finger.dot = document.createElement('div');
      finger.dot.className = 'finger';
      this.#display.append(finger.dot);
    }
    this.#place(finger, event);
    return finger;
  }

  // Moves a finger, and returns whether its position changed. A mirrored one is opposite the first about the screen's centre.
  #place(finger, event) {
    const [px, py] = this.#phone.point(event.clientX, event.clientY);
    const [x, y] = finger.mirrored ? [this.#phone.width - px, this.#phone.height - py] : [px, py];
    const moved = x !== finger.x || y !== finger.y;
    finger.begin ??= y;
    [finger.x, finger.y] = [x, y];
    if (finger.dot) finger.dot.style.translate = `${x}px ${y}px`;
    return moved;
  }

  #move(event) {
    const fingers = this.#pointers.get(event.pointerId);
    if (!fingers) {
      this.#hover(event);
      return;
    }
    const moved = fingers.filter((finger) => this.#place(finger, event));
    if (moved.length > 0) this.#touches(moved, 'moved', event);
    if (this.#swipesHome(fingers[0])) this.#goHome(event, fingers);
  }

  // A swipe from the home indicator up: a system gesture, which cancels the app's touches.
  #swipesHome(finger) {
    const { height, device } = this.#phone;
    return device.safeAreaBottom > 0 && finger.begin > height - 14 && finger.y < height - 110;
  }

  #goHome(event, fingers) {
    this.#pointers.delete(event.pointerId);
    for (const finger of fingers) finger.dot?.remove();
    this.#touches(fingers, 'cancelled', event);
    this.#tell({ type: 'press', value: 'home' });
  }

  // A mouse without a button and a pen above its tablet are reported at most once per frame.
  #hover(event) {
    if (event.pointerType === 'touch' || event.buttons !== 0) return;
    if (!this.#hovering) requestAnimationFrame(() => this.#sendHover());
    this.#hovering = event;
  }

  #sendHover() {
    const event = this.#hovering;
    this.#hovering = null;
    if (!event || this.#pointers.has(event.pointerId)) return;
    const [x, y] = this.#phone.point(event.clientX, event.clientY);
    this.#tell({ type: 'touches', fingers: [{ id: 0, phase: 'hovering', x, y, force: 0 }] });
  }

  #up(event, phase) {
    const fingers = this.#pointers.get(event.pointerId);
    if (!fingers) return;
    this.#pointers.delete(event.pointerId);
    for (const finger of fingers) {
      if (event.type === 'pointerup') this.#place(finger, event);
      finger.dot?.remove();
    }
    this.#touches(fingers, phase, event);
  }

  #touches(fingers, phase, event) {
    const force = event.pointerType === 'pen' && phase !== 'ended' ? Math.max(0.01, event.pressure * 2) : 1;
    this.#send({ type: 'touches', fingers: fingers.map(({ id, x, y }) => ({ id, phase, x, y, force })) }, event);
  }

  // A step of a wheel, or a movement on a trackpad. Browsers do not report the end of a movement.
  #wheel(event) {
    if (!this.#isForScreen(event)) return;
    event.preventDefault();
    if (event.ctrlKey) return this.#trackpadPinch(event);
    let [dx, dy] = [-event.deltaX, -event.deltaY];
    if (event.shiftKey && dx === 0) [dx, dy] = [dy, 0];
    const [x, y] = this.#phone.point(event.clientX, event.clientY);
    if (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL) {
      // In the screen's orientation and scale.
      const [endX, endY] = this.#phone.point(event.clientX + dx, event.clientY + dy);
      [dx, dy] = [endX - x, endY - y];
    } else {
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : this.#phone.height;
      [dx, dy] = [dx * unit, dy * unit];
    }
    // Browsers do not distinguish the two, except that a wheel moves in whole steps.
    const discrete = event.deltaMode !== WheelEvent.DOM_DELTA_PIXEL || (event.wheelDelta ?? 0) % 120 === 0;
    this.#send({ type: 'scroll', x, y, dx, dy, discrete }, event);
  }

  // Taps the centre of the element.
  #activate(event) {
    const element = event.target.closest('.layer[role]');
    if (!element) return;
    const box = element.getBoundingClientRect();
    const [x, y] = this.#phone.point(box.left + box.width / 2, box.top + box.height / 2);
    const id = this.#freeID();
    for (const phase of ['began', 'ended']) this.#send({ type: 'touches', fingers: [{ id, phase, x, y, force: 1 }] }, event);
  }

  // A pinch on a trackpad, which browsers report as a wheel with Control: two fingers, which are lifted when it pauses.
  #trackpadPinch(event) {
    const fingers = (phase, spread) => {
      const [x, y] = [this.#pinch.x, this.#pinch.y];
      const list = [-1, 1].map((side, index) => ({ id: this.#pinch.ids[index], phase, x: x + side * spread, y, force: 1 }));
      this.#send({ type: 'touches', fingers: list }, event);
    };
    if (!this.#pinch) {
      const [x, y] = this.#phone.point(event.clientX, event.clientY);
      // NB: ids that no pointer uses.
      this.#pinch = { x, y, scale: 1, timer: 0, ids: [98, 99] };
      fingers('began', 60);
    }
    this.#pinch.scale = Math.max(0.1, Math.min(5, this.#pinch.scale * Math.exp(-event.deltaY / 100)));
    fingers('moved', 60 * this.#pinch.scale);
    clearTimeout(this.#pinch.timer);
    this.#pinch.timer = setTimeout(() => {
      fingers('ended', 60 * this.#pinch.scale);
      this.#pinch = null;
    }, 150);
  }

  // MARK: Keys

  #modifiers(event) {
    const command = isApple ? event.metaKey : event.ctrlKey;
    const control = isApple ? event.ctrlKey : false;
    return [
      [event.shiftKey, 'shift'], [control, 'control'], [event.altKey, 'option'], [command, 'command'],
      [event.getModifierState('CapsLock'), 'capsLock'],
    ].filter(([held]) => held).map(([, name]) => name);
  }

  #key(event, down) {
    // While an input method composes, it handles the keys.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Tab') {
      // Tab is for the app while it edits a text, unless the user came by Tab. Escape and then Tab leaves in any case.
      if (!down && !this.#held.has(event.code)) return;
      if (this.cameByKeyboard && this.leave(event.shiftKey)) {
        event.preventDefault();
        return;
      }
      if (this.#leavesWithTab || this.cameByKeyboard || !this.isEditing()) return;
    } else if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key) && down) {
      this.#leavesWithTab = event.key === 'Escape';
    }
    if (down) this.#keyDown(event);
    else this.#keyUp(event);
  }

  #keyDown(event) {
    let modifiers = this.#modifiers(event);
    const modifier = modifierKeys.get(event.key);
    let key = specialKeys.get(event.key) ?? modifier;
    if (!key) {
      // Dead keys, and keys without a character.
      if ([...event.key].length !== 1) return;
      key = event.key;
      // Characters that need AltGraph are not shortcuts.
      if (event.getModifierState('AltGraph')) modifiers = modifiers.filter((name) => name === 'shift');
      const isShortcut = modifiers.includes('command') || modifiers.includes('control');
      const isRedo = key.toLowerCase() === 'z';
      if (isShortcut && (browserKeys.has(key.toLowerCase()) || (modifiers.includes('shift') && !isRedo))) return;
    }
    if (!isApple && wordKeys.has(key)) modifiers = modifiers.map((name) => (name === 'command' ? 'option' : name));
    const code = event.code;
    this.#held.set(code || key.toLowerCase(), { key, code });
    const message = { type: 'key', key, code, modifiers, down: true, repeat: event.repeat };
    if (modifier) {
      this.#tell(message);
    } else {
      event.preventDefault();
      this.#send(message, event);
    }
  }

  #keyUp(event) {
    const key = specialKeys.get(event.key) ?? modifierKeys.get(event.key) ?? event.key;
    const place = event.code || key.toLowerCase();
    const held = this.#held.get(place);
    if (!held) return;
    this.#held.delete(place);
    let modifiers = this.#modifiers(event);
    if (!isApple && wordKeys.has(held.key)) modifiers = modifiers.map((name) => (name === 'command' ? 'option' : name));
    this.#tell({ type: 'key', ...held, modifiers, down: false });
    // A Mac sends no keyup events while Command is held.
    if (event.key === 'Meta') this.#release();
  }

  // Releases all keys that are held.
  #release() {
    for (const held of this.#held.values()) this.#tell({ type: 'key', ...held, modifiers: [], down: false });
    this.#held.clear();
  }

  // MARK: Text

  // The marked text of an input method, with the insertion point at its end.
  #compose(event) {
    this.#soFar = event.data ?? '';
    this.#send({ type: 'compose', text: this.#soFar, location: this.#soFar.length, length: 0 }, event);
  }

  // The text replaces the marked text; without a text the composition was cancelled.
  #composed(event) {
    this.#keyboard.value = '';
    const text = event.data ?? '';
    if (text !== '') this.#send({ type: 'text', text }, event);
    else if (this.#soFar !== '') this.#send({ type: 'compose', text }, event);
    this.#soFar = '';
  }

  #paste(event) {
    event.preventDefault();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text !== '') this.#send({ type: 'paste', text }, event);
  }

  #text(event) {
    const text = this.#keyboard.value;
    this.#keyboard.value = '';
    if (text !== '') this.#send({ type: 'text', text }, event);
  }
}
