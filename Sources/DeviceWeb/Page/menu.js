// The Device menu, the help, and the tabs of a narrow window.

const byID = (id) => document.getElementById(id);

const sizes = [
  ['extraSmall', 'Extra small'], ['small', 'Small'], ['medium', 'Medium'], ['large', 'Large (standard)'],
  ['extraLarge', 'Extra large'], ['extraExtraLarge', '2 × extra large'], ['extraExtraExtraLarge', '3 × extra large'],
  ['accessibilityMedium', 'Accessibility medium'], ['accessibilityLarge', 'Accessibility large'],
  ['accessibilityExtraLarge', 'Accessibility extra large'], ['accessibilityExtraExtraLarge', 'Accessibility 2 × extra large'],
  ['accessibilityExtraExtraExtraLarge', 'Accessibility 3 × extra large'],
];

export class Menu {
  #button = byID('device-button');
  #panel = byID('device-menu');
  #help = byID('help');
  #sizes = byID('text-size');
  #reader = byID('voice-over');
  #views = [...document.querySelectorAll('.views button')];

  // send(message); type() moves the focus to the device's keyboard
  constructor(send, type) {
    this.#button.addEventListener('click', () => this.#toggle(this.#panel.hidden));
    this.#panel.addEventListener('keydown', (event) => { if (event.key === 'Escape') this.#toggle(false); });
    addEventListener('pointerdown', (event) => {
      if (!this.#panel.hidden && !event.target.closest('#device-menu, #device-button')) this.#toggle(false, false);
    });
    this.#sizes.append(...sizes.map(([value, name]) => new Option(name, value)));
    this.#sizes.addEventListener('change', () => send({ type: 'textSize', value: this.#sizes.value }));
    this.#reader.addEventListener('change', () => send({ type: 'voiceOver', value: this.#reader.checked ? 'on' : 'off' }));
    byID('url-form').addEventListener('submit', (event) => {
      event.preventDefault();
      send({ type: 'openURL', text: byID('url').value });
      this.#toggle(false);
    });
    byID('type-button').addEventListener('click', () => {
      this.#toggle(false, false);
      type();
    });
    for (const id of ['help-button', 'help-item']) byID(id).addEventListener('click', () => this.#openHelp());
    byID('help-close').addEventListener('click', () => this.#help.close());
    addEventListener('keydown', (event) => {
      const isText = event.target.closest('input, textarea, select, #accessibility, dialog');
      if (event.key === '?' && !isText) this.#openHelp();
    });
    for (const button of this.#views) {
      button.addEventListener('click', () => this.#show(button.dataset.view));
      button.addEventListener('keydown', (event) => {
        if (!/^Arrow(Left|Right)$/.test(event.key)) return;
        const other = this.#views.find((one) => one !== button);
        this.#show(other.dataset.view);
        other.focus();
      });
    }
  }

  device({ contentSize, voiceOver }) {
    this.#sizes.value = contentSize;
    this.#reader.checked = voiceOver === true;
  }

  #toggle(opens, returnsFocus = true) {
    this.#panel.hidden = !opens;
    this.#button.setAttribute('aria-expanded', String(opens));
    if (opens) this.#panel.querySelector('button').focus();
    else if (returnsFocus) this.#button.focus();
  }

  #openHelp() {
    if (!this.#panel.hidden) this.#toggle(false);
    this.#help.showModal();
  }

  #show(view) {
    document.documentElement.dataset.view = view;
    for (const button of this.#views) {
      const isShown = button.dataset.view === view;
      button.setAttribute('aria-selected', String(isShown));
      button.tabIndex = isShown ? 0 : -1;
    }
    dispatchEvent(new Event('resize'));
  }
}
