// The elements of the app's screen for assistive technology and for the keyboard, in reading order.
//
// The layers are hidden from assistive technology. Each element of the app's accessibility tree is a transparent DOM element
// over its place on the screen; the pointer goes through it to the layers.

const states = {
  disabled: 1, selected: 2, checked: 4, focused: 8, secure: 16, multiline: 32, live: 64, modal: 128, interactive: 256, key: 512,
};
const roles = new Set([
  'alertdialog', 'button', 'dialog', 'group', 'heading', 'img', 'link', 'list', 'listitem', 'progressbar', 'radio', 'radiogroup',
  'searchbox', 'slider', 'spinbutton', 'switch', 'tab', 'tablist', 'textbox', 'toolbar',
]);
const ranged = new Set(['slider', 'spinbutton', 'progressbar']);
const adjusted = new Set(['slider', 'spinbutton']);
const texts = new Set(['textbox', 'searchbox']);
// Names of the gestures that show the content in this direction: fingers that move up show what is below.
const scrolls = { PageDown: 'up', ArrowDown: 'up', PageUp: 'down', ArrowUp: 'down', ArrowRight: 'left', ArrowLeft: 'right' };
const steps = { ArrowRight: 'increment', ArrowUp: 'increment', ArrowLeft: 'decrement', ArrowDown: 'decrement' };

function set(element, name, value) {
  if (value === undefined || value === null || value === '') element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

export class AccessibilityTree {
  #root = document.getElementById('accessibility');
  #announcer = document.getElementById('announcer');
  // id → { element, node }
  #shown = new Map();
  #send;
  #input;
  #covered = false;
  #phase = '';
  // The focus was set by the page and not by the user.
  #isMovingFocus = false;
  // The element that the app wants to have the focus, and that is not in the tree yet.
  #wanted = null;

  // send(message); input: the keyboard of the device
  constructor(send, input) {
    this.#send = send;
    this.#input = input;
    this.#root.addEventListener('click', (event) => {
      const entry = this.#entry(event.target);
      if (entry) this.#activate(entry, event.target.dataset.action);
    });
    this.#root.addEventListener('keydown', (event) => this.#key(event));
    this.#root.addEventListener('focusin', (event) => {
      const entry = this.#entry(event.target);
      if (entry && !this.#isMovingFocus) this.#command(entry.node, 'focus');
    });
    input.leave = (backwards) => this.#leaveKeyboard(backwards);
    input.isEditing = () => this.#editing !== null;
  }

  // The node of the text that is being edited.
  get #editing() {
    for (const { node } of this.#shown.values()) if ((node.states ?? 0) & states.focused) return node;
    return null;
  }

  status(phase) {
    this.#phase = phase;
    this.#updateInert();
  }

  // Whether something of the system covers the app.
  set isCovered(covered) {
    this.#covered = covered;
    this.#updateInert();
  }

  #updateInert() {
    this.#root.inert = this.#covered || !['running', 'stalled', 'failed'].includes(this.#phase);
  }

  announce(text) {
    // The same text twice is two announcements.
    this.#announcer.textContent = '';
    setTimeout(() => { this.#announcer.textContent = text; }, 50);
  }

  // The app moves the focus. It moves only if it is in the app's screen, and not away from the list of events.
  focus(id) {
    if (!this.#hasFocus) return;
    const entry = this.#shown.get(id);
    if (entry) this.#moveFocus(entry.element);
    else this.#wanted = id;
  }

  get #hasFocus() {
    return this.#root.contains(document.activeElement);
  }

  show(nodes) {
    const focused = this.#hasFocus ? document.activeElement : null;
    const order = nodes.map((node) => {
      let entry = this.#shown.get(node.id);
      if (!entry) {
        entry = { element: document.createElement('div'), node, children: [] };
        this.#shown.set(node.id, entry);
      }
      entry.node = node;
      entry.children = [];
      return entry;
    });
    const top = [];
    const known = new Set();
    for (const entry of order) {
      const parent = entry.node.parent === undefined ? null : order[entry.node.parent];
      this.#update(entry, parent?.node);
      known.add(entry.node.id);
      (parent?.children ?? top).push(entry.element, ...this.#actions(entry, parent?.node));
    }
    for (const [id, { element }] of this.#shown) {
      if (known.has(id)) continue;
      element.remove();
      this.#shown.delete(id);
    }
    this.#arrange(this.#root, top);
    for (const { element, children, node } of order) if (!this.#isText(node)) this.#arrange(element, children);
    this.#keepFocus(focused, order);
  }

  // If the focused element is gone or behind a dialog, the focus goes to the first element of the new screen.
  #keepFocus(focused, order) {
    const wanted = this.#wanted === null ? null : this.#shown.get(this.#wanted);
    this.#wanted = null;
    if (!focused) return;
    if (wanted) this.#moveFocus(wanted.element);
    else if (focused.isConnected) this.#moveFocus(focused);
    else this.#moveFocus(order.find(({ element }) => element.tabIndex === 0)?.element);
  }

  #moveFocus(element) {
    if (!element || element === document.activeElement) return;
    this.#isMovingFocus = true;
    if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
    element.focus({ preventScroll: true });
    this.#isMovingFocus = false;
  }

  #arrange(parent, elements) {
    let next = parent.firstElementChild;
    for (const element of elements) {
      if (next === element) next = next.nextElementSibling;
      else parent.insertBefore(element, next);
    }
    while (next) {
      const following = next.nextElementSibling;
      next.remove();
      next = following;
    }
  }

  #isText(node) {
    return node.role === 'text' || node.role === 'heading' || texts.has(node.role);
  }

  #update({ element, node }, parent) {
    const has = (state) => ((node.states ?? 0) & states[state]) !== 0;
    const { role, label, value, hint } = node;
    element.dataset.node = node.id;
    element.dataset.role = role;
    this.#place(element, node.frame, parent?.frame);
    set(element, 'role', roles.has(role) ? role : null);
    set(element, 'data-identifier', node.identifier);
    set(element, 'aria-disabled', has('disabled') ? 'true' : null);
    if (this.#isText(node)) {
      const text = texts.has(role) ? value ?? '' : [label, value].filter(Boolean).join(', ');
      if (element.textContent !== text) element.textContent = text;
    }
    set(element, 'aria-label', role === 'text' || role === 'heading' ? null : label);
    set(element, 'aria-level', role === 'heading' ? node.level ?? 1 : null);
    set(element, 'aria-modal', has('modal') && role !== '' ? 'true' : null);
    set(element, 'aria-checked', role === 'switch' || role === 'radio' ? has('checked') : null);
    set(element, 'aria-selected', role === 'tab' ? has('selected') : null);
    set(element, 'aria-pressed', role === 'button' && has('selected') ? 'true' : null);
    set(element, 'aria-multiline', texts.has(role) && has('multiline') ? 'true' : null);
    const [minimum, maximum, now] = (ranged.has(role) && node.range) || [];
    set(element, 'aria-valuemin', minimum);
    set(element, 'aria-valuemax', maximum);
    set(element, 'aria-valuenow', now);
    set(element, 'aria-valuetext', ranged.has(role) ? value : null);
    const spoken = ranged.has(role) || this.#isText(node) || role === 'switch' || role === 'radio';
    set(element, 'aria-description', [spoken ? '' : value, hint].filter(Boolean).join(', '));
    const isReached = has('interactive') && !has('disabled');
    set(element, 'tabindex', isReached ? (has('key') ? -1 : 0) : element === document.activeElement ? -1 : null);
  }

  #place(element, [x, y, width, height], frame) {
    const [left, top] = frame ?? [0, 0];
    const style = `left:${x - left}px;top:${y - top}px;width:${width}px;height:${height}px`;
    if (element.dataset.place === style) return;
    element.dataset.place = style;
    // NB: without the style attribute, which the page's policy forbids.
    Object.assign(element.style, { left: `${x - left}px`, top: `${y - top}px`, width: `${width}px`, height: `${height}px` });
  }

  // The buttons for an element's own actions.
  #actions(entry, parent) {
    entry.actions ??= new Map();
    const { node } = entry;
    const names = node.actions ?? [];
    for (const name of [...entry.actions.keys()]) if (!names.includes(name)) entry.actions.delete(name);
    return names.map((name) => {
      let button = entry.actions.get(name);
      if (!button) {
        button = document.createElement('div');
        button.setAttribute('role', 'button');
        button.tabIndex = 0;
        entry.actions.set(name, button);
      }
      button.dataset.node = node.id;
      button.dataset.action = name;
      set(button, 'aria-label', name);
      set(button, 'aria-description', node.label ? `Action of ${node.label}` : null);
      this.#place(button, node.frame, parent?.frame);
      return button;
    });
  }

  // MARK: Input

  #entry(target) {
    const element = target.closest?.('[data-node]');
    return element ? this.#shown.get(Number(element.dataset.node)) : undefined;
  }

  #command(node, value, key) {
    this.#send({ type: 'accessibility', value, element: node.id, text: node.label ?? '', ...(key ? { key } : {}) });
  }

  #activate({ node }, action) {
    if ((node.states ?? 0) & states.disabled) return;
    if (action) return this.#command(node, 'action', action);
    this.#command(node, 'activate');
    if (texts.has(node.role)) this.#edit(node);
  }

  #edit() {
    this.#input.focus();
    this.#input.cameByKeyboard = true;
  }

  #key(event) {
    const entry = this.#entry(event.target);
    if (!entry || event.altKey) return;
    const { node } = entry;
    const { key } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (key === 'Tab') return;
    if (isCommand) {
      // A shortcut of the app.
      this.#input.forward(event);
      return;
    }
    const take = (body) => {
      event.preventDefault();
      body();
    };
    if (key === 'Enter' || (key === ' ' && !texts.has(node.role))) return take(() => this.#activate(entry, event.target.dataset.action));
    if (key === 'Escape') return take(() => this.#send({ type: 'press', value: 'escape' }));
    if (adjusted.has(node.role) && steps[key]) return take(() => this.#command(node, steps[key]));
    if ((node.role === 'tab' || node.role === 'radio') && /^Arrow(Left|Right)$/.test(key)) {
      return take(() => this.#moveAlong(entry, key === 'ArrowRight' ? 1 : -1));
    }
    if (texts.has(node.role) && [...key].length === 1) {
      // The key that begins the editing is its first one.
      this.#activate(entry);
      this.#input.forward(event);
      return;
    }
    if (scrolls[key]) take(() => this.#command(node, 'scroll', scrolls[key]));
  }

  // To the next element with the same role.
  #moveAlong({ element, node }, step) {
    const row = [...element.parentElement.children].filter((other) => other.dataset.role === node.role && other.tabIndex === 0);
    row[(row.indexOf(element) + step + row.length) % row.length]?.focus();
  }

  // From the text that is being edited to the element before or after it. Returns whether there is one.
  #leaveKeyboard(backwards) {
    const node = this.#editing;
    const all = [...this.#root.querySelectorAll('[tabindex="0"]')];
    const index = node ? all.indexOf(this.#shown.get(node.id).element) : -1;
    const target = index < 0 ? null : all[index + (backwards ? -1 : 1)];
    if (!target) return false;
    target.focus();
    return true;
  }
}
