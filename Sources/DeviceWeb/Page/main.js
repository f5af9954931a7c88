// Connects the parts: messages of the device go to the layers, the list and the overlays; input goes to the device.

import { AccessibilityTree } from './accessibility.js';
import { Clock } from './clock.js';
import { Connection } from './connection.js';
import { EventList } from './events.js';
import { Pacer } from './frames.js';
import { Input } from './input.js';
import { LayerTree } from './layers.js';
import { LocationPanel } from './location.js';
import { Menu } from './menu.js';
import { metrics } from './metrics.js';
import { Notifications } from './notifications.js';
import { Overlay } from './overlay.js';
import { Phone } from './phone.js';

// `#bare`: only the screen at its own size, for screenshots.
if (location.hash === '#bare') document.documentElement.classList.add('bare');

const clock = new Clock();
const phone = new Phone(clock);
const tree = new LayerTree(document.getElementById('composition'), clock);
tree.setPixel(phone.pixel);
phone.onPixel = (pixel) => tree.setPixel(pixel);
const events = new EventList((message) => connection.send(message));
const overlay = new Overlay(phone);

// Commits wait for earlier images and commits.
let work = Promise.resolve();
let images = [];

function applyCommit({ commit, decoding }) {
  const apply = () => {
    clock.observe(commit.time);
    tree.apply(commit);
    const window = tree.node(commit.roots[0])?.layer;
    if (window) phone.setWindow(window.size);
    phone.setStatusBar(commit.statusBarStyle, commit.statusBarHidden === true);
    metrics.commit(commit.input ?? 0, commit.layers.length);
    document.documentElement.dataset.commit = String(commit.sequence);
    elements.isCovered = tree.hasPrompt;
  };
  if (decoding.length === 0 && pending === 0) return apply();
  pending += 1;
  work = work.then(() => Promise.all(decoding)).then(apply).catch(console.error).finally(() => { pending -= 1; });
}
let pending = 0;
const pacer = new Pacer(applyCommit);
let answered = 0;

function takeCommit(commit) {
  const isAwaited = (commit.input ?? 0) > answered;
  answered = Math.max(answered, commit.input ?? 0);
  pacer.add({ commit, decoding: images }, isAwaited || commit.full === true);
  images = [];
}

// The run of the server, and how the device is held after all presses so far.
let run = null;
let orientation = 'portrait';

const handlers = {
  device(message) {
    if (message.version !== 2) return location.reload();
    // Another run of the same project: its page may be another one.
    if (run !== null && run !== message.run) return location.reload();
    run = message.run;
    orientation = message.orientation;
    menu.device(message);
    clock.set(message);
    phone.setDevice(message);
    const dark = message.appearance === 'dark';
    appearanceButton.setAttribute('aria-pressed', String(dark));
  },
  status: (message) => {
    overlay.status(message);
    for (const button of lockButtons) button.querySelector('span').textContent = message.phase === 'locked' ? 'Unlock' : 'Lock';
    elements.status(message.phase);
  },
  commit: takeCommit,
  events: (message) => events.add(message),
  accessibility: (message) => elements.show(message.nodes),
  announcement: (message) => elements.announce(message.text),
  focus: (message) => elements.focus(message.element),
  notifications: (message) => notifications.show(message),
  places: (message) => place.places(message),
  path: (message) => place.path(message),
  location: (message) => place.show(message),
  copied: (message) => input.copy(message.text),
  notice: (message) => overlay.notice(message.text),
  buildErrors: (message) => overlay.buildErrors(message.diagnostics),
  crash: (message) => overlay.crash(message),
};

const connection = new Connection({
  message(message) {
    // Later messages refer to the screen after these commits.
    if (message.type !== 'commit' && message.type !== 'events') pacer.flush();
    handlers[message.type]?.(message);
  },
  image: (id, width, height, bytes) => images.push(tree.addImage(id, width, height, bytes)),
  state(state, reason) {
    overlay.connection(state, reason);
    document.documentElement.dataset.connection = state;
    if (state === 'open') {
      // The device starts counting again.
      answered = 0;
      input.reset();
      overlay.phase = '';
      if (document.hidden) tellVisibility();
    }
  },
});

// The app describes its elements only while somebody may read them.
function tellVisibility() {
  connection.send({ type: 'elements', value: document.hidden ? 'off' : 'on' });
}
document.addEventListener('visibilitychange', tellVisibility);

const notifications = new Notifications(phone, clock, (message) => connection.send(message));
const place = new LocationPanel((message) => connection.send(message));
const input = new Input(phone, (message) => connection.send(message));
const elements = new AccessibilityTree((message) => connection.send(message), input);
const menu = new Menu((message) => connection.send(message), () => input.focus());
const appearanceButton = document.querySelector('[data-action="appearance"]');
const lockButtons = document.querySelectorAll('[data-action="lock"]');

const turn = { portrait: 'landscapeLeft', landscapeLeft: 'portraitUpsideDown', portraitUpsideDown: 'landscapeRight', landscapeRight: 'portrait' };
// Fast presses are each another quarter, although the device answers later.
function rotated(value) {
  orientation = value;
  clearTimeout(rotated.timer);
  rotated.timer = setTimeout(() => phone.explainRotation((text) => overlay.notice(text)), 1200);
  return { type: 'rotate', value };
}

const actions = {
  home: () => ({ type: 'press', value: 'home' }),
  lock: () => ({ type: 'press', value: overlay.phase === 'locked' ? 'unlock' : 'lock' }),
  rotate: () => rotated(turn[orientation] ?? 'portrait'),
  rotateRight: () => rotated(Object.keys(turn).find((key) => turn[key] === orientation) ?? 'portrait'),
  shake: () => ({ type: 'press', value: 'shake' }),
  memoryWarning: () => ({ type: 'press', value: 'memoryWarning' }),
  appearance: () => ({ type: 'appearance', value: phone.device.appearance === 'dark' ? 'light' : 'dark' }),
  relaunch: () => ({ type: 'relaunch' }),
};
for (const button of document.querySelectorAll('[data-action]')) {
  button.addEventListener('click', () => connection.send(actions[button.dataset.action]()));
}
document.getElementById('home-icon').addEventListener('click', () => connection.send({ type: 'press', value: 'icon' }));
document.querySelector('.unlock').addEventListener('click', () => connection.send({ type: 'press', value: 'unlock' }));
