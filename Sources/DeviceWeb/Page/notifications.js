// The app's notifications: the banner, the list on the lock screen and behind the bell button, and the icon's badge.

const element = (tag, className, text) => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
};

export class Notifications {
  #root = document.getElementById('notifications');
  #bell = document.getElementById('bell');
  #badge = document.querySelector('#home .badge');
  #phone;
  #clock;
  #send;
  #message = { badge: 0, list: [] };
  #isPulled = false;

  constructor(phone, clock, send) {
    this.#phone = phone;
    this.#clock = clock;
    this.#send = send;
    this.#bell.addEventListener('click', () => this.#pull(!this.#isPulled));
    this.#root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.#isPulled) this.#pull(false);
    });
    // An empty list has no focus, and a new one removes the element that had it.
    document.addEventListener('keydown', (event) => {
      const isNowhere = event.target === document.body || event.target === this.#bell;
      if (event.key === 'Escape' && this.#isPulled && isNowhere) this.#pull(false);
    });
    // A click beside the notifications.
    this.#root.addEventListener('click', (event) => {
      if (event.target.classList.contains('pulled')) this.#pull(false);
    });
    // The lock screen depends on the page's phase.
    new MutationObserver(() => this.#draw()).observe(document.documentElement, { attributeFilter: ['data-phase'] });
    // A touch on a notification is not sent to the app.
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'wheel', 'keydown', 'keypress']) {
      this.#root.addEventListener(type, (event) => event.stopPropagation());
    }
  }

  show(message) {
    this.#message = message;
    this.#draw();
  }

  #pull(isPulled) {
    this.#isPulled = isPulled;
    this.#draw();
    const first = this.#root.querySelector('.center .face');
    if (isPulled) first?.focus({ preventScroll: true });
    else this.#bell.focus();
  }

  #draw() {
    const { badge, banner, frame, list } = this.#message;
    this.#badge.hidden = !badge;
    this.#badge.textContent = badge > 9999 ? '9999+' : String(badge ?? '');
    this.#bell.hidden = list.length === 0 && !banner && !this.#isPulled;
    this.#bell.setAttribute('aria-expanded', String(this.#isPulled));
    this.#root.replaceChildren();
    const locked = document.documentElement.dataset.phase === 'locked';
    if (this.#isPulled || (locked && list.length > 0)) {
      const center = element('div', this.#isPulled ? 'center pulled' : 'center');
      center.setAttribute('role', 'list');
      center.setAttribute('aria-label', 'Notifications');
      if (locked && !this.#isPulled) center.style.pointerEvents = 'none';
      for (const one of list) {
        const card = this.#card(one);
        card.setAttribute('role', 'listitem');
        center.append(card);
      }
      if (list.length === 0) center.append(element('p', 'empty', 'No notifications'));
      this.#root.append(center);
    }
    if (banner && !locked && !this.#isPulled) {
      const card = this.#card(banner);
      card.classList.add('banner-card');
      const [x, y, width, height] = frame;
      Object.assign(card.style, { left: `${x}px`, top: `${y}px`, width: `${width}px` });
      card.querySelector('.face').style.height = `${height}px`;
      this.#root.append(card);
    }
  }

  #card(one) {
    const card = element('div', 'card');
    card.style.pointerEvents = 'auto';
    card.dataset.identifier = one.identifier;
    const face = element('button', 'face');
    face.type = 'button';
    face.append(element('span', 'tile', [...one.app][0] ?? ''));
    const words = element('span', 'words');
    words.append(element('b', '', one.title || one.app));
    if (one.subtitle) words.append(element('b', '', one.subtitle));
    if (one.body) words.append(element('span', '', one.body));
    face.append(words, element('time', '', this.#age(one.date)));
    if (one.picture) {
      const picture = element('img', 'picture');
      picture.alt = '';
      picture.src = `data:image/png;base64,${one.picture}`;
      face.append(picture);
      face.classList.add('pictured');
    }
    face.addEventListener('click', () => this.#act(one, { value: 'tap' }));
    card.append(face);
    const buttons = element('div', 'buttons');
    for (const action of one.actions) this.#addAction(buttons, one, action);
    const dismiss = element('button', 'quiet', 'Dismiss');
    dismiss.type = 'button';
    dismiss.addEventListener('click', () => this.#act(one, { value: 'dismiss' }));
    buttons.append(dismiss);
    card.append(buttons);
    return card;
  }

  #addAction(buttons, one, action) {
    const send = (text) => this.#act(one, { value: 'action', key: action.identifier, ...(text === undefined ? {} : { text }) });
    const button = element('button', action.destructive ? 'destructive' : '', action.title);
    button.type = 'button';
    button.addEventListener('click', () => {
      if (!action.textInput) return send();
      const field = element('input');
      field.placeholder = action.textInput[1];
      field.setAttribute('aria-label', action.title);
      const done = element('button', '', action.textInput[0]);
      done.type = 'button';
      done.addEventListener('click', () => send(field.value));
      field.addEventListener('keydown', (event) => { if (event.key === 'Enter') send(field.value); });
      button.replaceWith(field, done);
      field.focus();
    });
    buttons.append(button);
  }

  #act(one, message) {
    this.#isPulled = false;
    this.#send({ type: 'notification', number: one.number, ...message });
    this.#draw();
  }

  #age(date) {
    const minutes = Math.floor((this.#clock.epoch + this.#clock.now - date) / 60);
    return minutes < 1 ? 'now' : `${minutes}m ago`;
  }
}
